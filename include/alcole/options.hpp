#pragma once

#include <alcole/export.hpp>
#include <alcole/lagrangian.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// How to solve. Options is a value: copy it, change it, compare it.
///
///     Options options;
///     options.regime = Regime::stochastic;
///     options.stochastic.max_epochs = 500;
///     set_option(options, "penalty.factor", "2");     // the same from text; throws if the value is invalid
///
/// If a comment says what 0 means, 0 lets the solver choose; Summary::options_used shows the choice.
///
/// "Scaled units": inside the solver, constraint i is divided by a scale s_i and the objective by s_0 (see Scaling), so
/// that lambda_i = scaled lambda_i * s_0 / s_i and alpha_i = scaled alpha_i * s_0 / s_i^2. All reported values are
/// unscaled.
///
/// The parsing, checks and documentation of the options come from one table (option_table()). A test compares the
/// comments below with it.
namespace alcole {

/// The two regimes. Their guarantees differ.
enum class Regime : std::uint8_t {
    full,        ///< every step uses all data; L is minimised to a tolerance that goes to zero
    stochastic,  ///< mini-batch steps, with a dual step every n of them
};

/// How the multipliers are updated. d_i = max(l_i, -lambda_i / (2 alpha_i)) is the gradient of the dual function.
enum class DualRule : std::uint8_t {
    automatic,    ///< multipliers in the full regime if the method has a penalty, otherwise gradient
    multipliers,  ///< lambda = max(0, lambda + 2 alpha l): the method of multipliers; theta must be near the minimum
    gradient,     ///< lambda += eta d; non-negative without clamping if eta <= 2 alpha, clamped otherwise
    printed,      ///< the update as the paper prints it, which is not the gradient of its own L (docs/math.md)
};

/// How the penalty alpha grows. It grows after the multipliers have been updated with the alpha that theta was found
/// with.
enum class PenaltySchedule : std::uint8_t {
    automatic,  ///< adaptive in the full regime if the method has a penalty, otherwise constant
    adaptive,   ///< per constraint, if |d_i| has not fallen to `decrease` times its previous value
    periodic,   ///< times `factor` every `interval` dual steps, as in the paper
    constant,
};

/// What a constraint is divided by inside the solver, so that defaults do not depend on units.
enum class Scaling : std::uint8_t {
    automatic,  ///< natural in the full regime if the problem offers constraint_scales(), otherwise gradient
    gradient,   ///< the largest entry of each gradient at the first theta; with mini-batches it is measured again later
    natural,    ///< the problem's constraint_scales(); the objective is divided by its first value
    none,
};

/// The minimiser of the Lagrangian in the full regime.
enum class Minimiser : std::uint8_t {
    automatic,  ///< newton if the problem is small and offers its Hessian, newton_cg if it offers products in double,
                ///< otherwise lbfgs
    lbfgs,      ///< from gradients alone
    newton,     ///< factorises the Hessian
    newton_cg,  ///< conjugate gradients on products of the Hessian with vectors
};

/// The update rule of mini-batch steps.
enum class Optimiser : std::uint8_t { sgd, adam, adamw };

/// Which estimate of l enters the weights of a mini-batch step. Psi is not linear in l, so weights from the batch alone
/// are biased towards over-satisfying the constraints; the larger alpha, the larger the bias.
enum class Estimate : std::uint8_t {
    automatic,  ///< full if dual steps are frequent and see all data, batch if a mini-batch is all data, otherwise
                ///< running
    batch,      ///< of this mini-batch
    running,    ///< exponential average over mini-batches
    full,       ///< of all data, updated at each dual step
};

/// Which estimate of l moves the multipliers in the stochastic regime.
enum class DualEstimate : std::uint8_t {
    window,  ///< the mean over the mini-batches since the last dual step
    full,    ///< all data at the current theta
};

/// How the learning rate changes during a run.
enum class RateSchedule : std::uint8_t {
    automatic,  ///< constant, so that a run of any length settles; training of known length uses cosine
    constant,
    cosine,  ///< falls from `rate` to zero over max_epochs along half a cosine, so that the last iterate settles
};

/// The options of solve().
struct Options {
    /// How the constraints enter the function that is minimised: the augmented Lagrangian, the ordinary Lagrangian, a
    /// quadratic penalty, or not at all. The last three serve for comparison.
    Method method = Method::augmented;

    /// `full`: every step uses all data, and the Lagrangian is minimised to a tolerance. `stochastic`: mini-batch
    /// steps. The full regime stops automatically, with accurate multipliers; the stochastic one stops once it has
    /// settled, or after max_epochs.
    Regime regime = Regime::full;

    /// Seed of the mini-batch order. The same seed gives the same bits.
    std::uint64_t seed = 0;

    /// Maximum number of dual steps in the full regime. A solve that reaches it ends with Status::iteration_limit and
    /// can be resumed with a higher limit.
    std::int64_t max_outer = 200;

    /// Time limit in seconds, including the earlier parts of a resumed run. 0: no limit. It is checked before every
    /// evaluation, so a solve overruns by at most one evaluation.
    double max_seconds = 0;

    /// If no feasible point is found, look for the least-violating point, the constraints in conflict and the smallest
    /// relaxation of the bounds that makes them feasible. This takes further minimisations, one for each of up to 32
    /// violated constraints, and fills Result::infeasibility.
    bool diagnose = true;

    /// What each constraint is divided by inside the solver, so that the defaults do not depend on units. Reported
    /// values are always unscaled. `automatic`: natural in the full regime if the problem offers constraint_scales(),
    /// otherwise gradient. Scales are rounded to powers of two, so scaling itself changes no bit.
    Scaling scaling = Scaling::automatic;

    /// A solve has converged when all three residuals are within their tolerances.
    struct Tolerance {
        /// Tolerance on the largest entry of the projected gradient of the Lagrangian, relative to that of the
        /// objective. 0: 1e-7, or 1e-4 when theta is float.
        double stationarity = 0;

        /// Tolerance on the largest constraint violation, in units of the problem's constraint_scales() if it offers
        /// them, otherwise absolute, but smaller for a constraint whose value and gradient at the start are both below
        /// 0.01. 0: 1e-8, or 1e-4 when theta is float. Rates (is_rate() in problem.hpp) have no tolerance,
        /// only their surrogates. An iterate within it counts as feasible for Result::best().
        double violation = 0;

        /// Tolerance on the largest |lambda_i l_i|, relative to max(1, |objective|). 0: 1e-7, or 1e-4 when theta is
        /// float.
        double complementarity = 0;

        friend bool operator==(const Tolerance&, const Tolerance&) = default;
    } tolerance{};

    /// The multipliers lambda.
    struct Dual {
        /// How the multipliers are updated, with d = max(l, -lambda / (2 alpha)): `multipliers` lambda += 2 alpha d,
        /// `gradient` lambda += step d, `printed` as the paper prints it. `automatic`: multipliers in the full regime
        /// if the method has a penalty, otherwise gradient.
        DualRule rule = DualRule::automatic;

        /// Step size of the gradient rule, in scaled units, at the initial penalty; if alpha grows, the step grows with
        /// it, up to 2 alpha. 0: the initial penalty; a tenth of it in the stochastic regime; 0.1 for the ordinary
        /// Lagrangian in the full regime. In the stochastic regime it falls with the learning rate. See
        /// dual::step_at().
        double step = 0;

        /// Upper limit on every multiplier, in scaled units. The summary names the constraints that reached it.
        /// See Summary::at_ceiling.
        double ceiling = 1e12;

        friend bool operator==(const Dual&, const Dual&) = default;
    } dual{};

    /// The penalties alpha, one per constraint. The textbook penalty is rho = 2 alpha.
    struct Penalty {
        /// How the penalties alpha grow: `adaptive`, per constraint, if its violation does not fall; `periodic`; or
        /// `constant`. `automatic`: adaptive in the full regime if the method has a penalty, otherwise constant. The
        /// `printed` rule allows only constant penalties.
        PenaltySchedule schedule = PenaltySchedule::automatic;

        /// Initial penalty alpha, in scaled units. 0: 0.01 under natural scaling, less for rates with a bound
        /// between 0 and 0.05; otherwise 10, or 1 in the stochastic regime.
        double initial = 0;

        /// Factor by which alpha grows.
        double factor = 4;

        /// Adaptive: alpha_i grows unless |d_i| has fallen to this fraction of its previous value. The stochastic
        /// regime compares means over `interval` dual steps, and leaves alpha_i unchanged if the mean is lost in its
        /// own noise.
        double decrease = 0.25;

        /// Periodic: number of dual steps between two increases of alpha. 0: 10; in the stochastic regime a fifth of
        /// max_epochs, but at least 10.
        std::int64_t interval = 0;

        /// Upper limit on every alpha, in scaled units. 0: 1e12; in the stochastic regime 10 times the initial penalty,
        /// since mini-batch steps make no progress under a stiffer one.
        double cap = 0;

        friend bool operator==(const Penalty&, const Penalty&) = default;
    } penalty{};

    /// Starts with relaxed bounds and then tightens them, for constraints that are hard to satisfy from the start.
    struct Loose {
        /// Amount by which every bound is relaxed at the start, in units of its scale; it falls linearly to zero. 0: no
        /// relaxation. Equalities are never relaxed.
        double start = 0;

        /// Number of dual steps after which the relaxation has fallen to zero.
        std::int64_t steps = 10;

        friend bool operator==(const Loose&, const Loose&) = default;
    } loose{};

    /// The minimisations of the full regime.
    struct Inner {
        /// The minimiser of the Lagrangian: `lbfgs` uses only gradients, `newton` factorises the Hessian, `newton_cg`
        /// uses products of the Hessian with vectors. `automatic`, with n variables and m constraints: newton if the
        /// problem offers hessian() and n^3 / 3 + m n^2 + m^2 n + m^3 / 3 is at most 4e8; otherwise newton_cg if it
        /// offers hessian_vector(), theta is double and m^2 n + m^3 / 3 is at most that; otherwise lbfgs.
        Minimiser minimiser = Minimiser::automatic;

        /// Number of correction pairs that L-BFGS keeps. 0: 20, or 60 from 21 to 100000 variables. They take
        /// 2 * memory * n numbers.
        std::int64_t memory = 0;

        /// Maximum number of steps in one minimisation. If it is reached, the next dual step is taken anyway.
        std::int64_t max_steps = 5000;

        /// Upper limit on the tolerance of the first minimisation (eps_0): the projected gradient of L, relative to
        /// that of the objective.
        double first_tolerance = 1e-1;

        /// Factor by which the tolerance of the minimisations shrinks after each dual step. It never falls below half
        /// of tolerance.stationarity.
        double tighten = 0.1;

        friend bool operator==(const Inner&, const Inner&) = default;
    } inner{};

    /// The mini-batch steps of the stochastic regime.
    struct Stochastic {
        /// Update rule of a mini-batch step.
        Optimiser optimiser = Optimiser::adam;

        /// Learning rate.
        double rate = 1e-3;

        /// `constant`, or `cosine`: the learning rate falls to zero over max_epochs along half a cosine, so that the
        /// last iterate settles. `automatic`: constant.
        RateSchedule rate_schedule = RateSchedule::automatic;

        /// Momentum of sgd.
        double momentum = 0.9;

        /// Decay rate of the first moment of adam and adamw.
        double beta1 = 0.9;

        /// Decay rate of the second moment of adam and adamw.
        double beta2 = 0.999;

        /// Added to the denominator of adam and adamw.
        double epsilon = 1e-8;

        /// Weight decay: sgd and adam add weight_decay * theta to the gradient; adamw shrinks theta by rate *
        /// weight_decay instead. It applies to every entry of theta.
        double weight_decay = 0;

        /// Maximum number of epochs, that is passes over the mini-batches.
        std::int64_t max_epochs = 200;

        /// Number of mini-batch steps between two dual steps. 0: an epoch, but at most 100.
        std::int64_t dual_every = 0;

        /// Which estimate of the risks determines the weights of a mini-batch step: this `batch`, a `running` average
        /// over mini-batches, or all data at the last dual step (`full`). `automatic`: full if dual steps see all data
        /// and are at most 20 steps apart, batch if a mini-batch is all data, otherwise running.
        Estimate estimate = Estimate::automatic;

        /// Weight of the newest mini-batch in the running average.
        double forget = 0.1;

        /// Which estimate of the risks moves the multipliers: the mean over the mini-batches since the last dual step
        /// (`window`) or all data (`full`). Problems that offer strict risks only for all data always use those.
        DualEstimate dual_estimate = DualEstimate::window;

        /// Number of epochs between two evaluations of all data, for the trace and the best feasible iterate. 0:
        /// only at the end.
        std::int64_t evaluate_every = 1;

        /// End the run once it has settled, that is once the means of the risks and the multipliers have stabilised to
        /// within their noise. Under `cosine`, whose rate keeps falling, this is checked only at the end. See
        /// Status::settled.
        bool settle = true;

        friend bool operator==(const Stochastic&, const Stochastic&) = default;
    } stochastic{};

    /// Iterates to keep, for averaged and randomised predictors (predictors.hpp). Each costs a copy of theta.
    struct Sample {
        /// Number of dual steps between two iterates kept as samples. 0: keep none.
        std::int64_t every = 0;

        /// First dual step at which a sample is kept.
        std::int64_t from = 0;

        friend bool operator==(const Sample&, const Sample&) = default;
    } sample{};

    friend bool operator==(const Options&, const Options&) = default;
};

/// One row of the option table.
struct OptionInfo {
    std::string name;        ///< as in a config file: "penalty.factor"
    std::string values;      ///< the allowed values: "a number > 1", "one of adaptive, periodic, ..."
    std::string by_default;  ///< its default, as text
    std::string meaning;     ///< one or two sentences
    bool free_on_resume;     ///< a resumed run may change it: limits, tolerances, and what is kept
};

/// Every option, in the order of the struct.
[[nodiscard]] ALCOLE_EXPORT std::vector<OptionInfo> option_table();

/// Sets one option from text. Throws std::invalid_argument if there is no such option, naming the nearest one, or if
/// the value is invalid, naming what was expected.
ALCOLE_EXPORT void set_option(Options& options, std::string_view name, std::string_view value);

/// Returns the value of one option as text that set_option accepts.
[[nodiscard]] ALCOLE_EXPORT std::string get_option(const Options& options, std::string_view name);

/// Throws std::invalid_argument if an option is out of range or two contradict each other.
ALCOLE_EXPORT void check(const Options& options);

[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Regime regime);
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Method method);

}  // namespace alcole
