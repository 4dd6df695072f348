#pragma once

#include <alcole/export.hpp>
#include <alcole/lagrangian.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// How to solve. Options is a value: copy it, change it, compare it. Every option is listed once, with its range and
/// meaning, in the table behind option_table(); the text forms, the checks and docs/solver.md all come from there.
namespace alcole {

/// Two regimes, named because their guarantees differ.
enum class Regime : std::uint8_t {
    full,        ///< all data in every step; L is minimised to a tolerance that goes to zero (L-BFGS)
    stochastic,  ///< mini-batch steps; a dual step every epoch or every n steps
};

/// How the multipliers climb. d_i = max(l_i, -lambda_i / (2 alpha_i)) is the gradient of the dual function.
enum class DualRule : std::uint8_t {
    automatic,    ///< multipliers in the full regime, gradient in the stochastic one
    multipliers,  ///< lambda = max(0, lambda + 2 alpha l): the method of multipliers; theta must be near the minimum
    gradient,     ///< lambda += eta d; stays >= 0 by itself when eta <= 2 alpha, clamped otherwise
    printed,      ///< the update as the paper prints it, which is not the gradient of its own L (docs/math.md)
};

/// How the penalty alpha grows. It grows after the multipliers have moved with the alpha theta was found with.
enum class PenaltySchedule : std::uint8_t {
    automatic,  ///< adaptive in the full regime, constant in the stochastic one
    adaptive,   ///< per constraint, when |d_i| did not fall to `decrease` times its last value
    periodic,   ///< times `factor` every `interval` dual steps, as in the paper
    constant,
};

/// What a constraint is divided by inside the solver, so that defaults are free of units.
enum class Scaling : std::uint8_t {
    automatic,  ///< natural where the problem offers constraint_scales(), else gradient
    gradient,   ///< the largest entry of each gradient at the first theta
    natural,    ///< the problem's constraint_scales(); the objective by its first value
    none,
};

enum class Optimiser : std::uint8_t { sgd, adam, adamw };

/// Which estimate of l enters the weights of a mini-batch step. Psi is not linear in l, so weights from the batch
/// alone are biased towards over-satisfying the constraints, the more the larger alpha.
enum class Estimate : std::uint8_t {
    batch,    ///< of this mini-batch
    running,  ///< exponential average over mini-batches
    full,     ///< of all data, renewed at each dual step
};

/// Which estimate of l moves the multipliers in the stochastic regime.
enum class DualEstimate : std::uint8_t {
    window,  ///< the mean over the mini-batches since the last dual step (an epoch, by default)
    full,    ///< all data at the current theta
};

enum class RateSchedule : std::uint8_t {
    constant,
    cosine,  ///< falls from `rate` to zero over max_epochs along half a cosine, so that the last iterate settles
};

struct Options {
    Method method = Method::augmented;
    Regime regime = Regime::full;
    std::uint64_t seed = 0;

    std::int64_t max_outer = 200;
    double max_seconds = 0;
    bool diagnose = true;
    Scaling scaling = Scaling::automatic;

    struct Tolerance {
        double stationarity = 0;
        double violation = 0;
        double complementarity = 0;
        friend bool operator==(const Tolerance&, const Tolerance&) = default;
    } tolerance{};

    struct Dual {
        DualRule rule = DualRule::automatic;
        double step = 0;
        double ceiling = 1e12;
        friend bool operator==(const Dual&, const Dual&) = default;
    } dual{};

    struct Penalty {
        PenaltySchedule schedule = PenaltySchedule::automatic;
        double initial = 0;
        double factor = 4;
        double decrease = 0.25;
        std::int64_t interval = 10;
        double cap = 1e12;
        friend bool operator==(const Penalty&, const Penalty&) = default;
    } penalty{};

    struct Loose {
        double start = 0;
        std::int64_t steps = 10;
        friend bool operator==(const Loose&, const Loose&) = default;
    } loose{};

    struct Inner {
        std::int64_t memory = 20;
        std::int64_t max_steps = 5000;
        double first_tolerance = 1e-1;
        double tighten = 0.1;
        friend bool operator==(const Inner&, const Inner&) = default;
    } inner{};

    struct Stochastic {
        Optimiser optimiser = Optimiser::adam;
        double rate = 1e-3;
        RateSchedule rate_schedule = RateSchedule::constant;
        double momentum = 0.9;
        double beta1 = 0.9;
        double beta2 = 0.999;
        double epsilon = 1e-8;
        double weight_decay = 0;
        std::int64_t max_epochs = 200;
        std::int64_t dual_every = 0;
        Estimate estimate = Estimate::running;
        double forget = 0.1;
        DualEstimate dual_estimate = DualEstimate::window;
        std::int64_t evaluate_every = 1;
        friend bool operator==(const Stochastic&, const Stochastic&) = default;
    } stochastic{};

    struct Sample {
        std::int64_t every = 0;
        std::int64_t from = 0;
        friend bool operator==(const Sample&, const Sample&) = default;
    } sample{};

    friend bool operator==(const Options&, const Options&) = default;
};

/// One row of the option table.
struct OptionInfo {
    std::string name;        ///< as in a config file: "penalty.factor"
    std::string values;      ///< what it may be: "number > 1", "one of adaptive, periodic, ..."
    std::string by_default;  ///< its default, as text
    std::string meaning;     ///< one or two sentences
};

/// Every option, once, in the order of the struct.
ALCOLE_EXPORT std::vector<OptionInfo> option_table();

/// Sets one option from text. Throws std::invalid_argument with a sentence that names the nearest known option when
/// there is none of that name, or what was expected when the value does not fit.
ALCOLE_EXPORT void set_option(Options& options, std::string_view name, std::string_view value);

/// The value of one option as text that set_option accepts.
ALCOLE_EXPORT std::string get_option(const Options& options, std::string_view name);

/// Throws std::invalid_argument with a sentence when an option is out of its range or two contradict each other.
ALCOLE_EXPORT void check(const Options& options);

ALCOLE_EXPORT std::string_view to_string(Method method);

}  // namespace alcole
