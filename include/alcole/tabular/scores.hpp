#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/schema.hpp>

#include <cstddef>
#include <span>
#include <vector>

/// What a model says of the rows of a table. A model gives *scores*, and everything else is told from them:
///
///   two classes       one score s;        the positive class has probability 1 / (1 + exp(-s)), and is predicted
///                                         where s > 0
///   several classes   one score each;     class k has probability exp(s_k) / sum_j exp(s_j), and the one with the
///                                         largest score is predicted, the first of them where there are several
///   ordered classes   likewise; the scores are the logarithms of the probabilities, see cut_points.hpp. The likeliest
///                                         class is predicted, and the expected one is known beside it
///   a number          one score s;        the prediction is mean + sd s, with the target's mean and sd of the schema
///
/// Losses and divergences are computed from scores, never from probabilities: a probability near 0 or 1 has lost the
/// digits that its logarithm needs.
namespace alcole::tabular {

/// The scores of every row.
struct Scores {
    std::size_t rows = 0;
    std::size_t outputs = 0;       ///< per row
    std::vector<double> values{};  ///< rows x outputs

    std::span<const double> of(std::size_t row) const { return std::span(values).subspan(row * outputs, outputs); }
};

/// Computed in T: float is what a deployed model computes in. Does not depend on which other rows are there. Throws
/// std::invalid_argument with a sentence when theta has not the model's length.
template <class T>
[[nodiscard]] ALCOLE_EXPORT Scores scores_of(const Dataset& data, const Model& model, std::span<const T> theta,
                                             const Context& context = Context());

/// One probability per class (of the positive one alone where there are two), or the number in the units of its column,
/// row by row.
[[nodiscard]] ALCOLE_EXPORT std::vector<double> predictions_of(const Schema& schema, const Scores& scores);
/// Of the scores of a model, as above.
template <class T>
[[nodiscard]] ALCOLE_EXPORT std::vector<double> predict(const Dataset& data, const Model& model,
                                                        std::span<const T> theta, const Context& context = Context());

/// The class that a row's scores say, as its place among the target's classes.
[[nodiscard]] ALCOLE_EXPORT std::size_t predicted_class(std::span<const double> scores);

}  // namespace alcole::tabular
