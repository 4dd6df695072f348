#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/model.hpp>

#include <span>
#include <vector>

namespace alcole::tabular {

/// Metrics of a predictor that draws one of several equally likely models for every prediction. Ordinary dual ascent
/// needs such a predictor when its last iterate is of no use. All numbers are exact expectations over the draws.
struct RandomisedMetrics {
    double accuracy = 0;
    double log_loss = 0;
    std::vector<double> divergence{};  ///< per change: mean KL of the drawn model; a row and its twin share the draw
    std::vector<double> flip_same_draw{};    ///< per change: share of predictions that change, with a shared draw
    std::vector<double> flip_independent{};  ///< per change: the same with independent draws
};

/// `thetas` are the models, `changes` the counterfactuals. Throws std::invalid_argument if there is nothing to draw
/// from or the target does not have two classes.
template <class T>
[[nodiscard]] ALCOLE_EXPORT RandomisedMetrics measure_randomised(const Dataset& data, const Model& model,
                                                                 std::span<const std::vector<T>> thetas,
                                                                 std::span<const AttributeChange> changes,
                                                                 const Context& context = Context());

}  // namespace alcole::tabular
