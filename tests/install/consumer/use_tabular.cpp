// Writes a small table, reads it with progress, trains on it under a constraint, and prints what the constraint costs.
// Then looks at the data sets that alcole knows.
#include <alcole/alcole.hpp>
#include <alcole/context.hpp>
#include <alcole/data/catalogue.hpp>
#include <alcole/data/twin.hpp>
#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/read.hpp>

#include <cstdio>
#include <fstream>
#include <vector>

int main(int argc, char** argv) {
    using namespace alcole::tabular;
    if (argc != 2) return 2;
    std::ofstream file(argv[1]);
    file << "age,sex,paid\n";
    for (int i = 0; i < 200; ++i)
        file << 20 + i % 31 << (i % 2 == 0 ? ",f," : ",m,") << (i % 31 + (i % 2) * 9 + i % 7 > 22 ? "yes\n" : "no\n");
    file.close();

    const alcole::Context context({.on_progress = [](const auto& now) { std::printf("%s\n", now.stage.c_str()); }});
    const Table table = read_table(argv[1], {}, context).value();
    const Schema schema = fit_schema(table, {.target = "paid"});
    const std::vector<Constraint> fair = {
        {.kind = ConstraintKind::counterfactual, .bound = 1e-2, .attributes = {"sex"}}};
    LearningProblem<double> problem(Dataset(table, schema), Goal{.constraints = define_risks(fair, schema, table)},
                                    Model{});
    const auto answer = alcole::solve(problem, problem.start(1));
    std::printf("%s\n%s: price %.4f\n", answer.message.c_str(), problem.constraint_names()[0].c_str(),
                answer.lambda[0]);
    std::printf("%s; %zu people\n", alcole::data::dataset("german").files[0].name.c_str(),
                alcole::data::twin(500, 1).num_rows);
}
