#pragma once

#include <alcole/learning/certificate.hpp>
#include <alcole/learning/trained_model.hpp>

#include "certify/bounds.hpp"

#include <optional>

/// The ranges of a model's loss, divergence and predicted value over every possible row, derived from its weights and
/// never from rows. docs/certificates.md derives the formulas.
namespace alcole::certify {

/// A range, or the reason why there is none.
struct DerivedRange {
    std::optional<Range> range{};
    std::optional<NoBound> no_bound{};
};

/// The range of the loss, from the ranges of the scores, which follow by interval arithmetic from the inputs. Numeric
/// inputs are unbounded, and at most one input of a category is 1. The weights must be finite. With c_kj = s_k - s_j
/// the differences of scores (with two classes, the score of the first is 0),
///
///     loss(y) = log sum_k exp(c_ky)     lies between its values at the smallest and at the largest c_ky.
///
/// There is no range in regression, nor if scores grow with numeric inputs (linear models; relu, softplus, gelu, silu).
DerivedRange loss_range(const learning::TrainedModel& model);

/// The range of KL(f(x) || f(x')), where x' is x with one attribute changed. Even if the scores are unbounded, they
/// move by bounded amounts d_k: the first layer's sums change by a difference of two weights, regardless of the numeric
/// inputs, and activations are Lipschitz. With spread = max_k d_k - min_k d_k,
///
///     KL <= min( spread^2 / 8, spread, max_k (largest - smallest loss of class k) )       in regression KL = d^2 / 2
///
/// For ordered classes, the number f moves by d, every log p_k by at most d, and KL <= min(d^2 / 6, d): the classes
/// carry less information than the location of a logistic distribution, whose divergence has a second derivative of at
/// most 1 / 3.
DerivedRange divergence_range(const learning::TrainedModel& model, const tabular::AttributeChange& change);

/// The range of the predicted value: from 1 to the number of classes if they are ordered; for a numeric target, the
/// range of the scores in the target's units, if it is finite.
DerivedRange value_range(const learning::TrainedModel& model);

}  // namespace alcole::certify
