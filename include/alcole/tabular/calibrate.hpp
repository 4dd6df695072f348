#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/scores.hpp>
#include <alcole/tabular/table.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

/// Calibration makes predicted probabilities agree with observed frequencies. A model trained under constraints, or for
/// too long, may be overconfident. A map of its scores, fitted to rows that it has not learned from, corrects this:
///
///     const auto scores = scores_of<float>(rows, model, theta);
///     model.calibration = calibrate(Calibration::platt, rows.schema(), rows.table(), scores);
///
/// Calibration may move the threshold at which the positive one of two classes is predicted, and with it the rates. If
/// rates are bounded, use DecisionRule::stay.
namespace alcole::tabular {

/// The map that is fitted to the scores.
enum class Calibration : std::uint8_t {
    none,
    platt,  ///< a s + b with the smallest log loss, targets slightly inside 0 and 1 (Platt 1999); with several classes
            ///< only a s, the temperature of Guo et al. 2017
    isotonic,  ///< two classes only: the best non-decreasing function of s, constant where rows are out of order,
               ///< linear in between
};
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Calibration how);

/// Throws std::invalid_argument for a target that is a number, and for isotonic with several classes.
ALCOLE_EXPORT void check_calibration(Calibration how, const Target& target);

/// Whether calibration may change predicted classes.
enum class DecisionRule : std::uint8_t {
    may_move,
    /// Scores of two classes stay on their side of 0, and probabilities on their side of one half: platt is only a s,
    /// and isotonic is fitted to each side separately. Rates are then exactly as before.
    stay,
};

/// Fits a map. Returns none if these rows do not determine one: they are all of one class, or higher scores do not make
/// a class more probable. Throws like check_calibration().
[[nodiscard]] ALCOLE_EXPORT std::optional<ScoreMap> calibrate(Calibration how, const Schema& schema, const Table& table,
                                                              const Scores& scores,
                                                              DecisionRule decisions = DecisionRule::may_move);

}  // namespace alcole::tabular
