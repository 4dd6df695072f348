// Fits a network under a fairness constraint, judges it on held-out rows, certifies it and saves it.
//   fit_and_certify FILE.csv TARGET ATTRIBUTE
#include <alcole/learning/learning.hpp>

#include <cstdio>
#include <exception>

using namespace alcole;            // NOLINT: a program of one file
using namespace alcole::learning;  // NOLINT: a program of one file

int main(int argc, char** argv) {
    if (argc != 4) return std::fprintf(stderr, "usage: fit_and_certify FILE.csv TARGET ATTRIBUTE\n"), 2;
    try {
        const Rows rows = split(tabular::read_table(argv[1]), {.target = argv[2]}, {.test = 0.3, .certify = 0.3});
        const tabular::Goal goal =
            goal_for(rows.train,
                     {{.kind = tabular::ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {argv[3]}}}, 1e-3);
        const auto fitted = fit(rows, goal, {.shape = {.hidden = {16}}});
        std::printf("%s\n", to_string(fitted->outcome.ending).c_str());
        for (const auto& constraint : fitted->outcome.constraints)
            std::printf("%s: %.2g in training, %.2g held out, price %.3g\n", constraint.name.c_str(),
                        constraint.train.risk, constraint.test->risk, constraint.multiplier);
        const auto& certificate = *fitted->outcome.certificate;
        std::printf("certified with confidence %.2f: %s\n", 1 - certificate.delta,
                    certificate.all_certified() ? "yes" : "no");
        fitted->model.save("model.onnx");
        const TrainedModel again = TrainedModel::load("model.onnx");
        std::printf("accuracy of the saved model: %.3f\n", *judge(again, *rows.test).side.metrics.accuracy);
    } catch (const std::exception& error) {
        return std::fprintf(stderr, "fit_and_certify: %s\n", error.what()), 1;
    }
}
