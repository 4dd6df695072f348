#pragma once

#include <alcole/learning/certificate.hpp>
#include <alcole/learning/trained_model.hpp>

#include "certify/bounds.hpp"

#include <optional>
#include <span>

/// Between which ends the loss and the divergence of a model must lie, for every row that could ever come: told from
/// its weights, never from rows. docs/certificates.md derives the formulas.
namespace alcole::certify {

/// A range, or why there is none.
struct DerivedRange {
    std::optional<Range> range{};
    std::optional<NoBound> no_bound{};
};

/// The model must have finite weights. Of the scores, by interval arithmetic from the inputs up. Numbers are unbounded;
/// of a category at most one input is
/// 1. With c_kj = s_k - s_j the differences of scores (of two classes the score of the first is 0),
///
///     loss(y) = log sum_k exp(c_ky)     lies between the same with the least and with the largest c_ky.
///
/// There is none where scores grow with number inputs (a linear model, or relu, softplus, gelu, silu), and in
/// regression.
DerivedRange loss_range(const learning::TrainedModel& model);

/// Of KL(f(x) || f(x')), where x' is x with one attribute changed. Scores may be unbounded and still move by a bounded
/// amount d: the first layer's sums move by a difference of two weights, whatever the numbers are, and activations are
/// Lipschitz. With spread = max_k d_k - min_k d_k,
///
///     KL <= min( spread^2 / 8, spread, max_k (largest - least loss of class k) )          in regression KL = d^2 / 2
///
/// Of ordered classes the one number f moves by d, every log p_k by at most d, and KL <= min(d^2 / 6, d): the classes
/// say less than the place of a logistic distribution, whose divergence has the second derivative 2 E f <= 1 / 3.
DerivedRange divergence_range(const learning::TrainedModel& model, const tabular::AttributeChange& change);

/// Of the predicted value: from 1 to the number of ordered classes; of a number as far as the scores go, if they end.
DerivedRange value_range(const learning::TrainedModel& model);

}  // namespace alcole::certify
