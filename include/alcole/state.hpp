#pragma once

#include <alcole/export.hpp>
#include <alcole/options.hpp>

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

/// The complete state of a solve. A State goes into and comes out of solve(), and can be saved to a file. Stopping and
/// resuming gives the same bits as one uninterrupted run, in both regimes.
///
///     State<double> fresh{.theta = theta};                        // a fresh start
///     State<double> warm = warm_start(earlier.state);             // theta, lambda and alpha of an earlier answer
///     solve(problem, interrupted.state, options);                 // a resume: everything goes on as it was
///
/// A State is a value: copy it, keep several, pass it to another thread. It contains no random generator: (seed, epoch,
/// index) determine a mini-batch, see alcole::Batch, and the counters are part of the state.
///
/// Unless stated otherwise, values are unscaled, that is in the units of the problem: risks as the problem returns
/// them, lambda_i in units of the objective per unit of l_i, alpha_i in units of the objective per squared unit of l_i.
namespace alcole {

/// How often the problem was evaluated. The final evaluation of theta, after a solve has ended, is not counted, so that
/// a resumed run has the same counts as an uninterrupted one.
struct Counts {
    std::int64_t risks = 0;            ///< evaluations on all data
    std::int64_t pullbacks = 0;        ///< backward passes on all data (gradient evaluations)
    std::int64_t strict_risks = 0;     ///< evaluations of the strict risks
    std::int64_t batch_risks = 0;      ///< evaluations on a mini-batch
    std::int64_t batch_pullbacks = 0;  ///< backward passes on a mini-batch
    std::int64_t hessians = 0;         ///< Hessians on all data
    std::int64_t hessian_vectors = 0;  ///< products of a Hessian on all data with a vector
    std::int64_t steps = 0;            ///< accepted steps of theta
    friend bool operator==(const Counts&, const Counts&) = default;
    Counts& operator+=(const Counts& other) {
        risks += other.risks;
        pullbacks += other.pullbacks;
        strict_risks += other.strict_risks;
        batch_risks += other.batch_risks;
        batch_pullbacks += other.batch_pullbacks;
        hessians += other.hessians;
        hessian_vectors += other.hessian_vectors;
        steps += other.steps;
        return *this;
    }
};
/// Every count under its name: visit("risks", counts.risks) and so on.
template <class C, class Visit>
requires std::same_as<std::remove_const_t<C>, Counts>
void for_each_fact(C& counts, Visit&& visit) {
    visit("risks", counts.risks);
    visit("pullbacks", counts.pullbacks);
    visit("strict_risks", counts.strict_risks);
    visit("batch_risks", counts.batch_risks);
    visit("batch_pullbacks", counts.batch_pullbacks);
    visit("hessians", counts.hessians);
    visit("hessian_vectors", counts.hessian_vectors);
    visit("steps", counts.steps);
}

/// One dual step, as recorded in the trace.
struct TraceRecord {
    std::int64_t iteration = 0;  ///< 0, 1, 2, ...
    std::int64_t steps = 0;      ///< accepted steps of theta so far
    bool exact = true;  ///< true: risks of all data at this theta; false: the mean over the window's mini-batches
    std::vector<double> risks{};   ///< m + 1 values l_0, l_1, ... (strict risks for constraints that have them)
    std::vector<double> lambda{};  ///< m multipliers after this dual step
    std::vector<double> alpha{};   ///< m penalties with which theta was found
    double loose = 0;              ///< the relaxation of each bound at this step, in units of its scale
    double stationarity = 0;     ///< largest entry of the projected gradient of l_0 + sum lambda_i l_i (0 if not exact)
    double violation = 0;        ///< largest max(0, l_i), |l_i| for equalities
    double complementarity = 0;  ///< largest |lambda_i l_i|
    double seconds = 0;          ///< since the start, including the earlier parts of a resumed run
};

/// What the solver remembers between steps; callers do not need it. These are values and are saved with the rest of a
/// State. Their members may change from one version to the next.
namespace detail {

/// The current bound of a smooth surrogate, moved so that the strict risk behind it meets its own bound: the constraint
/// on the surrogate is l_i <= shift.
struct SurrogateLevel {
    double shift = 0;
    double held = -std::numeric_limits<double>::infinity();  ///< the largest shift that met the strict bound
    double broke = std::numeric_limits<double>::infinity();  ///< the smallest that did not
    double last = 0;                                         ///< the strict risk at the last move
    double factor = 1;                                       ///< multiple of the strict risk by which the shift moves
    std::int64_t moves = 0;
};

/// How fast d and the residuals fall.
struct Stagnation {
    std::vector<double> last_ascent{};  ///< |d_i| at the last dual step
    double least_violation = 0;         ///< over the dual steps so far, in units of each constraint
    std::int64_t violation_stuck = 0;   ///< dual steps since it last fell
    double smallest_residual = 0;       ///< over the dual steps so far, in units of the tolerances
    std::int64_t residual_stuck = 0;    ///< dual steps since it last fell
    double mark_objective = 0;          ///< the objective when the residual last fell
    std::vector<double> mark_lambda{};  ///< the multipliers at that time
    double mark_ascent = 0;             ///< the largest scaled |d_i| when it was last halved
    std::int64_t ascent_stuck = 0;      ///< dual steps since then
};

/// The dual step closest to a KKT point. Its theta is in PrimalMemory.
struct Closest {
    double residual = std::numeric_limits<double>::infinity();  ///< in units of the tolerances
    double objective = 0;
    std::vector<double> lambda{};
};

/// Decides whether a mini-batch run has settled, by comparing one stretch of dual steps with the previous one. The
/// values are the m + 1 risks that drive the run and the m multipliers.
struct Settling {
    std::vector<double> before{};   ///< means over the previous stretch; empty: there was none
    std::vector<double> sum{};      ///< sum of each value over this stretch
    std::vector<double> squares{};  ///< sum of squared distances of each value from its first one in this stretch
    std::vector<double> origin{};   ///< the first of each value in this stretch
    std::int64_t dual_steps = 0;    ///< in this stretch
    std::int64_t begun = 0;         ///< mini-batch steps when this stretch began
    bool settled = false;           ///< result of the last comparison
};

/// The memory of the outer loop.
struct DualMemory {
    std::vector<double> scales{};          ///< m + 1 divisors of the risks; empty: not started
    std::vector<double> units{};           ///< m units in which violations are measured
    std::vector<SurrogateLevel> levels{};  ///< m
    double width = 1;                      ///< of the surrogates, see problem.hpp
    Stagnation stagnation{};
    Closest closest{};
    double gradient_size = 0;           ///< stationarity is relative to this: |grad l_0|, at least gradient_floor
    double inner_tolerance = 0;         ///< eps_k, relative to gradient_size
    double best_objective = 0;          ///< the smallest merit of the feasible iterates so far, with the cost of
                                        ///< giving way; +infinity: none
    std::vector<double> best_lambda{};  ///< the multipliers with which the best feasible iterate was found
    bool infeasible = false;            ///< the violation could not be reduced further
    bool stalled = false;               ///< no residual fell further, and a constraint was violated
    bool rescued = false;               ///< a feasible point was found after all, and the solve continued from it
    double softened_from = 0;           ///< the smallest residual when the penalties were last lowered
    std::int64_t moved_on = 0;          ///< how often a KKT point was left for a better point
    Settling settling{};                ///< for the stochastic regime
    Settling growth{};                  ///< the same over penalty.interval, for the adaptive schedule
    std::int64_t epoch = -1;            ///< epoch of the last evaluation of all data
    bool returned = false;              ///< returned to the best feasible iterate and continued from there
    bool evaluated = false;             ///< the current theta has been evaluated and counted
    double residual = std::numeric_limits<double>::infinity();  ///< of the last dual step, in units of the tolerances
    double newton_below = std::numeric_limits<double>::infinity();  ///< a Newton step for theta and lambda is tried if
                                                                    ///< the residual is below this
};

/// The memory of the minimisers.
template <class T>
struct PrimalMemory {
    std::vector<T> start{};           ///< the first theta of the solve
    bool in_progress = false;         ///< stopped during a minimisation
    std::int64_t steps = 0;           ///< of this minimisation
    std::vector<T> origin{};          ///< where this minimisation started
    std::vector<T> closest{};         ///< the theta of DualMemory::closest, or the answer under the widest surrogates
    bool convex = false;              ///< the last Hessian that was factorised had no negative curvature
    double lowest_value = 0;          ///< of this minimisation
    double lowest_slope = 0;          ///< of this minimisation
    std::int64_t idle = 0;            ///< steps since either last fell
    std::vector<T> pairs_s{};         ///< L-BFGS: `memory` rows of theta differences, a ring
    std::vector<T> pairs_y{};         ///<         and of gradient differences
    std::vector<double> pairs_sy{};   ///<         their products, 0 where useless
    std::int64_t pairs = 0;           ///<         how many are filled
    std::int64_t newest = 0;          ///<         where the newest one is
    std::vector<T> preconditioner{};  ///< the problem's, from which L-BFGS starts
    std::int64_t preconditioner_age = 0;   ///< steps taken with it
    std::int64_t preconditioner_term = 0;  ///< steps after which it is replaced
    std::vector<T> first{};                ///< momentum, or Adam's first moment
    std::vector<T> second{};               ///< Adam's second moment
    std::int64_t updates = 0;              ///< mini-batch steps taken
    std::vector<double> window{};          ///< sums of mini-batch risks since the last dual step
    std::vector<double> running{};         ///< exponential averages of mini-batch risks
    std::vector<double> strict{};          ///< sums of strict mini-batch risks since the last dual step
    std::vector<double> frozen{};          ///< risks of all data at the last dual step
    std::int64_t known = -1;               ///< mini-batch steps after which `frozen` was filled
};

}  // namespace detail

/// The dual side of a state: vectors of m numbers, never theta. If you hold theta yourself and call ascend()
/// (primal.hpp), this is the whole state.
struct DualState {
    std::vector<double> lambda{};      ///< m multipliers; empty: start from zeros
    std::vector<double> alpha{};       ///< m penalties; empty: chosen from penalty.initial and the scales
    std::int64_t iteration = 0;        ///< dual steps taken
    std::vector<TraceRecord> trace{};  ///< one record per dual step
    Counts counts{};
    double seconds = 0;
    Options options{};          ///< as given when the run started
    double gradient_floor = 0;  ///< stationarity is relative to |grad l_0|, or to this if it is larger
    detail::DualMemory memory{};

    /// The m distances by which the bounds of smooth surrogates have moved so that the strict risks meet theirs
    /// (problem.hpp); zeros for problems without strict risks. theta is stationary for the constraints l_i - shift_i:
    /// see ExamineOptions::offset.
    [[nodiscard]] std::vector<double> shifts() const {
        std::vector<double> shifts;
        for (const auto& level : memory.levels) shifts.push_back(level.shift);
        return shifts;
    }
};

/// An iterate that was kept, with its risks as recorded in the trace.
template <class T>
struct Kept {
    std::int64_t iteration = 0;  ///< the dual step at which it was kept
    std::vector<double> risks{};
    std::vector<T> theta{};
};

/// The complete state of a solve, see above.
template <class T>
struct State {
    std::vector<T> theta{};          ///< n; a fresh start sets only this member
    DualState dual{};                ///< multipliers, penalties, trace, counters
    std::optional<Kept<T>> best{};   ///< the best feasible iterate so far: lowest objective plus cost of giving way
    std::vector<Kept<T>> samples{};  ///< iterates kept for averaged and randomised predictors, see Options::Sample
    detail::PrimalMemory<T> memory{};
};

/// Returns theta, lambda and alpha of an earlier state and nothing else: a starting point after a change of the problem
/// (a moved bound, more data) or of the options.
template <class T>
[[nodiscard]] State<T> warm_start(const State<T>& earlier) {
    State<T> state{.theta = earlier.theta};
    state.dual.lambda = earlier.dual.lambda;
    state.dual.alpha = earlier.dual.alpha;
    return state;
}

/// Saves a state atomically: it is written to a temporary file next to `file`, which is then renamed, so `file` is
/// never half written. Throws std::runtime_error on failure.
template <class T>
void save(const State<T>& state, const std::filesystem::path& file);

/// Loads a saved state. Throws std::runtime_error if the file is missing, truncated, damaged, or of another version or
/// scalar type.
template <class T>
[[nodiscard]] State<T> load(const std::filesystem::path& file);

extern template ALCOLE_EXPORT void save(const State<float>&, const std::filesystem::path&);
extern template ALCOLE_EXPORT void save(const State<double>&, const std::filesystem::path&);
extern template ALCOLE_EXPORT State<float> load(const std::filesystem::path&);
extern template ALCOLE_EXPORT State<double> load(const std::filesystem::path&);

}  // namespace alcole
