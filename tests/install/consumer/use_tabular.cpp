// Writes a small table, trains on it under a constraint, and prints what the constraint costs.
#include <alcole/alcole.hpp>
#include <alcole/tabular/learning.hpp>

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

    const Table table = read_csv(argv[1]);
    const Schema schema = fit_schema(table, {.target = "paid"});
    const std::vector<Constraint> fair = {
        {.kind = ConstraintKind::counterfactual, .bound = 1e-2, .attributes = {"sex"}}};
    LearningProblem<double> problem(Dataset(table, schema), Goal{.constraints = define_risks(fair, schema, table)},
                                    Model{});
    const auto answer = alcole::solve(problem, problem.start(1));
    std::printf("%s\n%s: price %.4f\n", answer.message.c_str(), problem.constraint_names()[0].c_str(),
                answer.lambda[0]);
}
