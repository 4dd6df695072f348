// Trains a linear classifier on a CSV file such that changing one attribute of a person hardly changes the answer, and
// prints what that costs.   fair_table loans.csv approved sex
#include <alcole/alcole.hpp>
#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/metrics.hpp>
#include <alcole/tabular/split.hpp>

#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace {

using namespace alcole::tabular;

void learn(const std::string& file, const std::string& target, const std::string& attribute) {
    const Table table = read_table(file);
    const Split split = split_rows(table.num_rows, 0.3, 1);
    const Dataset training(table.rows(split.train), SchemaOptions{.target = target});
    const Dataset held_out(table.rows(split.test), training.schema());

    const std::vector<Constraint> fair = {
        {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {attribute}}};
    const auto constraints = define_risks(fair, training.schema(), training.table());

    LearningProblem<double> problem(training, {.constraints = constraints, .l2 = 1e-4}, {});
    const auto answer = alcole::solve(problem, problem.start(1));
    std::printf("%s\n", answer.message.c_str());

    LearningProblem<double> unseen(held_out, {.constraints = constraints}, {});
    std::vector<double> l(unseen.num_constraints() + 1);
    unseen.risks(answer.theta(), l);
    const auto flips = unseen.flip_rates(answer.theta());
    std::printf("%-40s %10s %10s %10s %10s\n", "", "bound", "held out", "price", "flips");
    for (std::size_t i = 0; i < constraints.size(); ++i)
        std::printf("%-40s %10.2g %10.2g %10.3g %9.1f%%\n", constraints[i].name.c_str(), constraints[i].bound,
                    l[i + 1] + constraints[i].bound, answer.lambda[i], 100 * flips[i].value_or(0));
    const auto metrics = measure(held_out.schema(), held_out.table(), unseen.scores(answer.theta()));
    std::printf("accuracy on %zu held-out rows: %.3f\n", metrics.rows, metrics.accuracy.value_or(0));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "usage: fair_table FILE.csv TARGET ATTRIBUTE\n";
        return 2;
    }
    try {
        learn(argv[1], argv[2], argv[3]);
    } catch (const std::exception& error) {
        std::cerr << "fair_table: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
