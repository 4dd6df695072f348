#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/scores.hpp>
#include <alcole/tabular/table.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

/// Probabilities that come true as often as they say. A model trained under constraints, or for too long, may be too
/// sure of itself; a map of its scores, fitted to rows that it has not learned from, mends that:
///
///     const auto scores = scores_of<float>(rows, model, theta);
///     model.calibration = calibrate(Calibration::platt, rows.schema(), rows.table(), scores);
///
/// Where the positive one of two classes begins to be predicted may move with it, and rates with that; who has bounds
/// on rates keeps the decisions as they were.
namespace alcole::tabular {

enum class Calibration : std::uint8_t {
    none,
    platt,     ///< a s + b of least log loss, the targets a little inside of 0 and 1 (Platt 1999); of several classes
               ///< a s alone, the temperature of Guo et al. 2017
    isotonic,  ///< of two classes: the non-decreasing function of s that fits best, flat where pairs of rows are out
               ///< of order, straight in between
};
ALCOLE_EXPORT std::string_view to_string(Calibration how);

/// Throws std::invalid_argument with a sentence for a target that is a number, and for isotonic and several classes.
ALCOLE_EXPORT void check_calibration(Calibration how, const Target& target);

enum class Decisions : std::uint8_t {
    may_move,
    /// Scores of two classes stay on their side of 0, and probabilities on theirs of one half: platt is a s alone, and
    /// isotonic is fitted to each side by itself. Rates are then what they were, to the row.
    stay,
};

/// None where these rows cannot tell: they are all of one class, or higher scores do not make a class likelier. Throws
/// as check_calibration().
[[nodiscard]] ALCOLE_EXPORT std::optional<ScoreMap> calibrate(Calibration how, const Schema& schema, const Table& table,
                                                              const Scores& scores,
                                                              Decisions decisions = Decisions::may_move);

}  // namespace alcole::tabular
