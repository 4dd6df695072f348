#pragma once

#include <alcole/context.hpp>
#include <alcole/learning/outcome.hpp>

#include "learning/config/config.hpp"
#include "learning/training/source.hpp"

#include <cstddef>
#include <optional>
#include <string>

/// The trade-off curve of a run.  p(u) = least training objective under the bound u,  dp / du = -(sum of multipliers).
namespace alcole::learning {

struct SweepOptions {
    double low = 0;
    double high = 0;
    std::size_t count = 10;    ///< of bounds, each the same factor from the next
    std::string constraint{};  ///< which one, see find_swept; empty: all of them
    std::size_t folds = 5;     ///< for held-out intervals; 0: none
};

/// "1e-4:1e-1:10" into low, high and count. Throws std::invalid_argument with a sentence.
void read_bounds(const std::string& text, SweepOptions& options);

/// p is found on the training rows of the run's own split. Held-out intervals come from folds of these same rows: a
/// bound that is chosen by them can then still be judged on the run's held-out rows, which nothing here looks at.
/// Nothing when it was stopped. Throws std::invalid_argument or std::runtime_error with a sentence.
std::optional<Sweep> sweep(const Config& config, const Source& source, const SweepOptions& options,
                           const Context& context);

/// Fills costs_below from the rest. A bound costs when p is more than a hair (1e-4 of it) above the
/// objective without the swept constraints.
void find_cost(Sweep& sweep);

/// bound, status, met, objective, slope, risk, train_accuracy, then the held-out values with their intervals.
std::string sweep_csv(const Sweep& sweep);

}  // namespace alcole::learning
