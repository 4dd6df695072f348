#pragma once

#include <alcole/export.hpp>
#include <alcole/options.hpp>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <vector>

/// Where a solve stands. A State goes in and out of solve() and to a file; stopping and resuming equals one
/// uninterrupted run, bit for bit, in both regimes.
///
///     State<double> fresh{.theta = theta};                        // a fresh start
///     State<double> warm = warm_start(earlier.state);             // theta, lambda and alpha of an earlier answer
///     solve(problem, interrupted.state, options);                 // a resume: everything goes on as it was
///
/// There is no random generator in it beyond the seed of Options and the counters below: a mini-batch is named by
/// (seed, epoch, index), see alcole::Batch.
namespace alcole {

/// How often the problem was asked. The last look at theta, after a solve has ended, is not counted.
struct Counts {
    std::int64_t risks = 0;            ///< evaluations on all data
    std::int64_t pullbacks = 0;        ///< backward passes on all data (gradient evaluations)
    std::int64_t strict_risks = 0;     ///< evaluations of the strict risks
    std::int64_t batch_risks = 0;      ///< evaluations on a mini-batch
    std::int64_t batch_pullbacks = 0;  ///< backward passes on a mini-batch
    std::int64_t steps = 0;            ///< accepted steps of theta
    friend bool operator==(const Counts&, const Counts&) = default;
    Counts& operator+=(const Counts& other) {
        risks += other.risks;
        pullbacks += other.pullbacks;
        strict_risks += other.strict_risks;
        batch_risks += other.batch_risks;
        batch_pullbacks += other.batch_pullbacks;
        steps += other.steps;
        return *this;
    }
};

/// One dual step, as it is kept in the trace. All values are unscaled.
struct TraceRecord {
    std::int64_t iteration = 0;    ///< 0, 1, 2, ...
    std::int64_t steps = 0;        ///< accepted steps of theta so far
    bool exact = true;             ///< risks of all data at this theta; false: the mean over the window's mini-batches
    std::vector<double> risks{};   ///< m + 1 values l_0, l_1, ... (strict ones for constraints that have them)
    std::vector<double> lambda{};  ///< m multipliers after this dual step
    std::vector<double> alpha{};   ///< m penalties theta was found with
    double loose = 0;              ///< by how much, in units of its scale, each bound was still loosened
    double stationarity = 0;     ///< largest entry of the projected gradient of l_0 + sum lambda_i l_i (0 if not exact)
    double violation = 0;        ///< largest max(0, l_i), |l_i| for equalities
    double complementarity = 0;  ///< largest |lambda_i l_i|
    double seconds = 0;          ///< since the start, earlier parts of a resumed run included
};

/// Where the bound of a smooth surrogate stands, so that the strict risk it stands for meets its own: the surrogate's
/// constraint counts as l_i <= shift.
struct SurrogateLevel {
    double shift = 0;
    double held = -std::numeric_limits<double>::infinity();  ///< the largest shift at which the strict risk held
    double broke = std::numeric_limits<double>::infinity();  ///< the smallest at which it did not
    double last = 0;                                         ///< the strict risk at the last move
    double factor = 1;                                       ///< strides are this many times the strict risk
    std::int64_t moves = 0;
};

/// The dual side: m numbers a piece, never theta.
struct DualState {
    std::vector<double> lambda{};  ///< empty: zeros
    std::vector<double> alpha{};   ///< empty: chosen from the scales

    std::int64_t iteration = 0;            ///< dual steps taken
    std::vector<double> scales{};          ///< m + 1, what each risk is divided by; empty: not begun
    std::vector<double> progress{};        ///< |d_i| at the last dual step
    std::vector<SurrogateLevel> levels{};  ///< m, where the bound of each surrogate stands
    double gradient_floor = 0;             ///< the least value of gradient_size
    double gradient_size = 0;              ///< what stationarity is measured against
    double inner_tolerance = 0;            ///< eps_k, relative to gradient_size
    double least_violation = 0;            ///< over the dual steps so far, in units of each constraint
    std::int64_t violation_stuck = 0;      ///< dual steps since it last fell
    double least_residual = 0;             ///< over the dual steps so far, in units of the tolerances
    std::int64_t residual_stuck = 0;       ///< dual steps since it last fell
    double best_objective = 0;             ///< of the feasible iterates so far; +infinity: none
    bool infeasible = false;               ///< the violation could not be lowered any more
    bool rescued = false;                  ///< a feasible point was found when that had been so
    double seconds = 0;
    Counts counts{};
    Options options{};  ///< as given when the run began
    std::vector<TraceRecord> trace{};

    /// What has been learned of how fast d and the residuals fall no longer holds.
    void forget_progress(std::size_t m) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        progress.assign(m, infinity);
        least_violation = least_residual = infinity;
        violation_stuck = residual_stuck = 0;
    }
};

/// What the minimisers remember between steps.
template <class T>
struct PrimalState {
    std::vector<T> start{};          ///< the first theta of the solve
    bool in_progress = false;        ///< stopped inside a minimisation
    std::int64_t steps = 0;          ///< of this minimisation
    std::vector<T> origin{};         ///< where this minimisation started
    double lowest_value = 0;         ///< of this minimisation
    double lowest_slope = 0;         ///< of this minimisation
    std::int64_t idle = 0;           ///< steps since either last fell
    std::vector<T> pairs_s{};        ///< L-BFGS: `memory` rows of theta differences, a ring
    std::vector<T> pairs_y{};        ///<         and of gradient differences
    std::vector<double> pairs_sy{};  ///<         their products, 0 where useless
    std::int64_t pairs = 0;          ///<         how many are filled
    std::int64_t newest = 0;         ///<         where the newest one is
    std::vector<T> first{};          ///< momentum, or Adam's first moment
    std::vector<T> second{};         ///< Adam's second moment
    std::int64_t updates = 0;        ///< mini-batch steps taken
    std::vector<double> window{};    ///< sums of mini-batch risks since the last dual step
    std::vector<double> running{};   ///< exponential averages of mini-batch risks
    std::vector<double> frozen{};    ///< risks of all data at the last dual step
};

/// An iterate worth keeping, with the risks as the trace has them there.
template <class T>
struct Kept {
    std::int64_t iteration = 0;
    std::vector<double> risks{};
    std::vector<T> theta{};
};

template <class T>
struct State {
    std::vector<T> theta{};
    DualState dual{};
    PrimalState<T> primal{};
    std::optional<Kept<T>> best{};   ///< the feasible iterate with the least objective so far
    std::vector<Kept<T>> samples{};  ///< iterates kept for averaged and randomised predictors
};

/// theta, lambda and alpha of an earlier state, nothing else.
template <class T>
State<T> warm_start(const State<T>& earlier) {
    State<T> state{.theta = earlier.theta};
    state.dual.lambda = earlier.dual.lambda;
    state.dual.alpha = earlier.dual.alpha;
    return state;
}

/// Writes to a temporary file beside `file`, then renames: `file` is the old one or the new one, never half of it.
/// Throws std::runtime_error with a sentence.
template <class T>
void save(const State<T>& state, const std::filesystem::path& file);

/// Throws std::runtime_error with a sentence when the file is missing, cut short, damaged, of a newer version or of
/// another scalar type.
template <class T>
State<T> load(const std::filesystem::path& file);

extern template ALCOLE_EXPORT void save(const State<float>&, const std::filesystem::path&);
extern template ALCOLE_EXPORT void save(const State<double>&, const std::filesystem::path&);
extern template ALCOLE_EXPORT State<float> load(const std::filesystem::path&);
extern template ALCOLE_EXPORT State<double> load(const std::filesystem::path&);

}  // namespace alcole
