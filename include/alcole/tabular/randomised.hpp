#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/model.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::tabular {

/// A predictor that draws one of several models for every prediction, each as likely as the others: what ordinary dual
/// ascent needs where its last iterate is of no use. All numbers are exact expectations over the draws.
struct RandomisedMetrics {
    double accuracy = 0;
    double log_loss = 0;
    std::vector<double>
        divergence{};  ///< per change: mean KL of the drawn model, a person and the twin sharing the draw
    std::vector<double> flip_same_draw{};    ///< per change: share of predictions that change, sharing the draw
    std::vector<double> flip_independent{};  ///< per change: the same, each with a draw of its own
};

/// `thetas` are the models, `changes` the counterfactuals; for a target with two classes. Throws std::invalid_argument
/// when there is nothing to draw from or the target has not two classes.
template <class T>
ALCOLE_EXPORT RandomisedMetrics measure_randomised(const Dataset& data, const Model& model,
                                                   std::span<const std::vector<T>> thetas,
                                                   std::span<const AttributeChange> changes,
                                                   const Context& context = Context());

}  // namespace alcole::tabular
