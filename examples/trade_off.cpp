// What does fairness cost? Sweeps the bound of a constraint, then cross-validates the run at one of the bounds.
//   trade_off FILE.csv TARGET ATTRIBUTE
#include <alcole/learning/learning.hpp>

#include <cstdio>
#include <exception>

using namespace alcole;            // NOLINT: a program of one file
using namespace alcole::learning;  // NOLINT: a program of one file

int main(int argc, char** argv) {
    if (argc != 4) return std::fprintf(stderr, "usage: trade_off FILE.csv TARGET ATTRIBUTE\n"), 2;
    try {
        const Source source{.table = tabular::read_table(argv[1])};
        const Config config{.data = {.target = argv[2]},
                            .model = {.kind = "linear"},
                            .constraints = {{.bound = 1e-2, .attributes = {argv[3]}}}};
        const auto curve = sweep(config, source, {.low = 1e-4, .high = 1e-1, .count = 4, .folds = 3});
        std::printf("   bound  objective    price  held-out accuracy\n");
        for (const auto& point : curve->points)
            std::printf("%8.0e  %9.4f  %7.3f  %.3f (%.3f to %.3f)\n", point.bound, point.objective, -point.slope,
                        point.held_out_accuracy->estimate, point.held_out_accuracy->low, point.held_out_accuracy->high);
        if (curve->costs_below) std::printf("bounds of %g and below cost something\n", *curve->costs_below);
        write_report(*curve, "trade_off");

        const auto folds = cross_validate(config, source, 5);
        std::printf("at %g: met in %zu of %zu folds, held-out risk %.1e (%.1e to %.1e)\n", config.constraints[0].bound,
                    folds->runs_met, folds->runs.size(), folds->test_risk[0].estimate, folds->test_risk[0].low,
                    folds->test_risk[0].high);
    } catch (const std::exception& error) {
        return std::fprintf(stderr, "trade_off: %s\n", error.what()), 1;
    }
}
