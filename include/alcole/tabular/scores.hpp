#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/schema.hpp>

#include <cstddef>
#include <span>
#include <vector>

/// The predictions of a model for the rows of a table. A model computes *scores*, from which everything else follows:
///
///   two classes       one score s; the positive class has probability 1 / (1 + exp(-s)) and is predicted if s > 0
///   several classes   one score each; class k has probability exp(s_k) / sum_j exp(s_j), and the class with the
///                     largest score is predicted, the first one in case of a tie
///   ordered classes   the same; the scores are the logarithms of the probabilities, see cut_points.hpp. The most
///                     probable class is predicted, and the expected class is available too
///   a number          one score s; the prediction is mean + sd s, with the target's mean and sd from the schema
///
/// Losses and divergences are computed from scores, never from probabilities, because a probability near 0 or 1 has
/// lost the digits that its logarithm needs.
namespace alcole::tabular {

/// The scores of every row.
struct Scores {
    std::size_t rows = 0;
    std::size_t outputs = 0;       ///< per row
    std::vector<double> values{};  ///< rows x outputs

    [[nodiscard]] std::span<const double> of(std::size_t row) const {
        return std::span(values).subspan(row * outputs, outputs);
    }
};

/// Computes scores in T; a deployed model computes in float. The scores of a row do not depend on the other rows.
/// Throws std::invalid_argument if theta has the wrong length.
template <class T>
[[nodiscard]] ALCOLE_EXPORT Scores scores_of(const Dataset& data, const Model& model, std::span<const T> theta,
                                             const Context& context = Context());

/// For each row, one probability per class (with two classes only that of the positive one), or the number in the units
/// of its column.
[[nodiscard]] ALCOLE_EXPORT std::vector<double> predictions_of(const Schema& schema, const Scores& scores);
/// The same, directly from a model.
template <class T>
[[nodiscard]] ALCOLE_EXPORT std::vector<double> predict(const Dataset& data, const Model& model,
                                                        std::span<const T> theta, const Context& context = Context());

/// The class predicted by a row's scores, as an index into the target's classes.
[[nodiscard]] ALCOLE_EXPORT std::size_t predicted_class(std::span<const double> scores);

}  // namespace alcole::tabular
