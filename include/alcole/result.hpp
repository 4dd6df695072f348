#pragma once

#include <alcole/export.hpp>
#include <alcole/options.hpp>
#include <alcole/state.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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
[[nodiscard]] constexpr bool came_to_rest(Status status) {
    return status == Status::converged || status == Status::settled;
}

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
    double violation = 0;                    ///< this and the next two: the residuals, as in Summary
    double stationarity = 0;
    double complementarity = 0;
    double allowed_complementarity = 0;
    double largest_multiplier = 0;
    double best_objective = 0;
    std::int64_t limit = 0;        ///< dual steps, or epochs of mini-batches
    double max_seconds = 0;        ///< the time limit
    bool rounding = false;         ///< the gradient is above its tolerance but as small as rounding allows
    bool first_order = false;      ///< the curvature of the Lagrangian was not examined
    bool better_was_seen = false;  ///< a feasible point with a lower objective is known
    std::string trouble{};         ///< which value is not finite, and after how many steps
};
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Ending::Reason reason);
[[nodiscard]] ALCOLE_EXPORT std::string to_string(const Ending& ending);

/// The answer without theta, that is everything the outer loop knows. All values are unscaled, see state.hpp.
struct Summary {
    Status status = Status::iteration_limit;
    std::string message{};  ///< one sentence: to_string(ending)
    Ending ending{};

    double stationarity = 0;  ///< largest entry of the projected gradient of l_0 + sum_i lambda_i l_i
    double violation = 0;  ///< largest max(0, l_i), |l_i| for equalities (of the strict risks if the problem has any)
    double complementarity = 0;  ///< largest |lambda_i l_i|

    std::vector<double> risks{};   ///< m + 1, on all data at the last theta (strict risks if the problem has any)
    std::vector<double> lambda{};  ///< m multipliers: relaxing bound i by a small u lowers the objective by lambda_i u
    std::vector<double> alpha{};   ///< m penalties
    std::vector<std::string> constraint_names{};  ///< m
    std::vector<std::size_t> at_ceiling{};        ///< constraints whose multiplier reached dual.ceiling

    Counts counts{};          ///< evaluations, including the earlier parts of a resumed run
    double seconds = 0;       ///< wall-clock time, likewise
    Options options_given{};  ///< as passed to solve()
    Options options_used{};   ///< with every `automatic` and every 0-means-automatic filled in
};

/// Why no point satisfies the constraints, as far as can be determined locally: a local minimum of the violation, which
/// is global if the constraints are convex.
template <class T>
struct Infeasibility {
    std::vector<T> theta{};               ///< the least-violating point
    std::vector<double> risks{};          ///< m + 1, at that point
    std::vector<std::size_t> conflict{};  ///< constraints that cannot be satisfied together
    bool minimal = false;                 ///< dropping any one of `conflict` makes the rest feasible
    double relaxation = 0;                ///< relaxing every bound by this much, in units of its scale, suffices
};

/// A Summary (answer.status, answer.lambda and so on), plus everything that depends on theta.
template <class T>
struct Result : Summary {
    State<T> state{};                                 ///< to read, to resume from, or to warm-start from
    std::optional<Infeasibility<T>> infeasibility{};  ///< set if status is infeasible and `diagnose` is on

    /// The answer: the last iterate or, after `stalled`, the one with the smallest residual.
    [[nodiscard]] const std::vector<T>& theta() const { return state.theta; }
    /// The feasible iterate with the lowest objective, if there is one.
    [[nodiscard]] const std::optional<Kept<T>>& best() const { return state.best; }
    /// Iterates kept for averaged and randomised predictors, see Options::Sample.
    [[nodiscard]] const std::vector<Kept<T>>& samples() const { return state.samples; }
    /// One record per dual step.
    [[nodiscard]] const std::vector<TraceRecord>& trace() const { return state.dual.trace; }
};

}  // namespace alcole
