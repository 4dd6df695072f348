#pragma once

#include <alcole/export.hpp>
#include <alcole/options.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace alcole {

/// How a solve ended. docs/solver.md explains what to do about each.
enum class Status : std::uint8_t {
    converged,        ///< stationarity (up to rounding), violation and complementarity are within their tolerances
    infeasible,       ///< no point near here satisfies the constraints; see Result::infeasibility
    stalled,          ///< no step improves any residual, and one is still above its tolerance
    unbounded,        ///< the Lagrangian is unbounded below, whatever the penalty
    iteration_limit,  ///< max_outer or max_epochs was reached
    time_limit,       ///< max_seconds was reached
    not_finite,       ///< a risk or gradient is NaN or infinite at an accepted point; Summary::message names it
    interrupted,      ///< a hook asked to stop; resume from Result::state
    settled,          ///< mini-batches: risks and multipliers have stabilised to within their noise; trees: grown
};
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Status status);
/// Whether the multipliers are prices after a search with this status: converged, or settled for mini-batches and
/// trees.
[[nodiscard]] constexpr bool multipliers_are_prices(Status status) {
    return status == Status::converged || status == Status::settled;
}

/// What was not a finite number when a solve ended with not_finite.
struct NotFinite {
    /// Which kind of value.
    enum class What : std::uint8_t { unknown, risk, gradient };
    /// What it was instead.
    enum class Number : std::uint8_t { nan, infinity, minus_infinity };

    What what = What::unknown;
    std::size_t risk = 0;      ///< which: 0 is the objective
    std::string constraint{};  ///< its name, if it is a constraint
    std::size_t entry = 0;     ///< which, of the gradient
    Number value = Number::nan;
    std::int64_t steps = 0;  ///< of theta, taken before

    /// Classifies a value that is not finite.
    [[nodiscard]] static constexpr Number number_of(double value) {
        if (value > 0) return Number::infinity;
        return value < 0 ? Number::minus_infinity : Number::nan;
    }
};
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(NotFinite::What what);
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(NotFinite::Number number);

/// How and why a solve ended, as facts. to_string() turns them into a sentence.
struct Ending {
    /// What is known beyond the status.
    enum class Reason : std::uint8_t {
        none,
        at_cap,             ///< stalled: a penalty has reached penalty.cap, which is low
        no_multiplier,      ///< stalled: the multipliers keep growing, as they do if no finite ones exist
        misses_best,        ///< stalled at a point that violates a constraint; a feasible one has `best_objective`
        not_diagnosed,      ///< gave up without checking whether a feasible point exists
        feasible_nearby,    ///< gave up although a feasible point was found
        diagnosis_stopped,  ///< stopped while diagnosing why no feasible point was found
        conflict,           ///< `constraints` cannot be met together; the least-violating point violates each
    };

    Status status = Status::iteration_limit;
    Reason reason = Reason::none;
    Method method = Method::augmented;
    Regime regime = Regime::full;
    std::size_t num_constraints = 0;
    std::vector<std::string> constraints{};  ///< the most violated constraint, or those in conflict; empty: all hold
    std::vector<double> missed_by{};         ///< the violation of each of them
    std::size_t others = 0;                  ///< further constraints of the conflict, not named above
    std::size_t gave_way = 0;                ///< how many constraints are beyond their bounds, at their maximum prices
    double violation = 0;                    ///< this and the next two: the residuals, as in Summary
    double stationarity = 0;
    double complementarity = 0;
    double allowed_complementarity = 0;
    double largest_multiplier = 0;
    double best_objective = 0;
    std::int64_t limit = 0;                 ///< dual steps, or epochs of mini-batches
    double max_seconds = 0;                 ///< the time limit
    bool rounding = false;                  ///< the gradient is above its tolerance but as small as rounding allows
    bool first_order = false;               ///< the curvature of the Lagrangian was not examined
    bool better_was_seen = false;           ///< a feasible point with a lower objective is known
    std::optional<NotFinite> not_finite{};  ///< for the status not_finite
};
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Ending::Reason reason);
[[nodiscard]] ALCOLE_EXPORT std::string to_string(const Ending& ending);

/// Every fact under the name that files have for it: visit("status", ending.status) and so on, one after the other.
/// What writes or reads an Ending visits this list, so that a new fact is written once.
template <class E, class Visit>
requires std::same_as<std::remove_const_t<E>, NotFinite>
void for_each_fact(E& facts, Visit&& visit) {
    visit("what", facts.what);
    visit("risk", facts.risk);
    visit("constraint", facts.constraint);
    visit("entry", facts.entry);
    visit("value", facts.value);
    visit("steps", facts.steps);
}
template <class E, class Visit>
requires std::same_as<std::remove_const_t<E>, Ending>
void for_each_fact(E& ending, Visit&& visit) {
    visit("status", ending.status);
    visit("reason", ending.reason);
    visit("method", ending.method);
    visit("regime", ending.regime);
    visit("num_constraints", ending.num_constraints);
    visit("constraints", ending.constraints);
    visit("missed_by", ending.missed_by);
    visit("others", ending.others);
    visit("gave_way", ending.gave_way);
    visit("violation", ending.violation);
    visit("stationarity", ending.stationarity);
    visit("complementarity", ending.complementarity);
    visit("allowed_complementarity", ending.allowed_complementarity);
    visit("largest_multiplier", ending.largest_multiplier);
    visit("best_objective", ending.best_objective);
    visit("limit", ending.limit);
    visit("max_seconds", ending.max_seconds);
    visit("rounding", ending.rounding);
    visit("first_order", ending.first_order);
    visit("better_was_seen", ending.better_was_seen);
    visit("not_finite", ending.not_finite);
}

}  // namespace alcole
