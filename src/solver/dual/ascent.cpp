#include "solver/dual/ascent.hpp"

#include <alcole/primal.hpp>

#include "base/text.hpp"
#include "solver/dual/check_fit.hpp"
#include "solver/dual/constraints.hpp"
#include "solver/dual/progress.hpp"
#include "solver/dual/residuals.hpp"
#include "solver/dual/rest.hpp"
#include "solver/dual/scales.hpp"
#include "solver/dual/sentence.hpp"
#include "solver/dual/steps.hpp"
#include "solver/dual/surrogates.hpp"
#include "solver/dual/used_options.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace alcole::solver {
namespace {

/// A gradient of the objective below this is tiny, unless its units are.
constexpr double tiny_slope = 1e-5;

std::vector<double> or_ones(std::vector<double> values, std::size_t m) {
    if (values.empty()) values.assign(m, 1.0);
    return values;
}

/// Each surrogate is this share of the last one's width, until it is narrow enough for its multiplier to be a price and
/// tells the truth. None is made narrower than the last number: few rows would be left that have a slope.
constexpr double narrowing = 0.25;
constexpr double narrow_enough = 1.0 / 16;
constexpr double narrowest = 1.0 / 64;
/// A rate moves in steps, which may not allow it to come closer to its bound.
constexpr Closeness within_steps = {.gain = 5e-4, .attempts = 4, .most = 12};
constexpr Closeness to_all_digits = {.gain = 0, .attempts = 20, .most = 60};
/// How exactly a problem is solved that is left for a better one as soon as its answer is in sight.
constexpr Options::Tolerance rough = {.stationarity = 1e-2, .violation = 5e-2, .complementarity = 1e-3};

Options roughly(Options options) {
    auto& tolerance = options.tolerance;
    tolerance.stationarity = std::max(tolerance.stationarity, rough.stationarity);
    tolerance.violation = std::max(tolerance.violation, rough.violation);
    tolerance.complementarity = std::max(tolerance.complementarity, rough.complementarity);
    return options;
}

/// Dual ascent. run() reads like the method: minimise, evaluate, raise lambda, finished?, then raise alpha.
class Ascent final : public Monitor {
  public:
    Ascent(Primal& primal, DualState& state, const Options& options, const Hooks& hooks)
        : primal_(primal),
          state_(state),
          memory_(state.memory),
          given_(options),
          options_(used_options(options, primal.epsilon(), !primal.constraint_scales().empty())),
          hooks_(hooks),
          m_(primal.num_constraints()),
          constraints_{primal.relations(), primal.constraint_names(), or_ones(primal.constraint_scales(), m_)},
          steps_(state, options_, constraints_),
          decisive_(m_ + 1),
          seconds_before_(state.seconds) {}

    Summary run();

    bool stop() override;
    void accepted(double value, std::span<const double> risks, bool exact) override;

  private:
    std::optional<Status> begin();
    void choose_scales(const At& at);
    double choose_floor(double objective_slope);
    void choose_tolerance(double slope);
    void measure_again();

    // The steps of an iteration.
    At observe();
    void decide(std::span<const double> smooth, std::span<double> risks);
    At evaluate();
    bool evaluation_is_due();
    Residuals residuals(const At& at, bool with_slopes = true);
    Residuals residuals_without_multipliers(const At& at, const Residuals& left);
    void record(const At& at, const Residuals& left);
    void keep_if_best(std::span<const double> risks);
    void keep_if_closest(const Residuals& left);
    void narrow_surrogates();
    void trust_surrogates_here();
    bool move_surrogates(const At& at);
    bool return_to_best();
    bool start_over();
    void forget_multipliers();
    bool move_on(const Residuals& left, std::span<const double> lambda);
    bool settles(const At& at);
    void tighten(const Residuals& left, bool on_the_way);
    bool soften(const Residuals& left);
    bool escape_unbounded();

    // Questions.
    bool feasible(const Residuals& left) const { return left.smooth_violation <= options_.tolerance.violation; }
    bool mini_batches() const { return options_.regime == Regime::stochastic; }
    bool slopes_are_cheap() const {
        return !mini_batches() || primal_.epoch() < 0 || state_.iteration <= primal_.epoch();
    }
    bool can_narrow() const {
        return primal_.has_width() && options_.regime == Regime::full && memory_.width > narrowest;
    }
    bool must_narrow(const At& at) const;
    bool has_passed_better(const At& at) const;
    bool arrived(const Residuals& left, bool on_the_way = false) const;
    bool better_by_far(double objective, double than) const;
    bool as_small_as_rounding_allows(const Residuals& left) const;
    std::optional<Status> hopeless(const At& at, const Residuals& left);
    Status stopped() const { return out_of_time_ ? Status::time_limit : Status::interrupted; }
    double elapsed() const;

    // The end.
    Summary finish(Status status);
    void return_to_closest();
    Status judge(Status status, const At& at, const Residuals& left);
    std::string trouble(const At& at) const;

    Primal& primal_;
    DualState& state_;
    detail::DualMemory& memory_;
    const Options given_;
    const Options options_;  // as used
    const Hooks& hooks_;
    const std::size_t m_;
    Constraints constraints_;
    DualSteps steps_;
    std::vector<double> decisive_;  // m + 1: the risks that decide at an accepted step
    bool out_of_time_ = false;
    bool at_closest_ = false;  // theta is the one that was kept as closest to a KKT point
    bool at_rest_ = false;     // no step lowers L any more
    Curvature curvature_ = Curvature::unknown;
    const double seconds_before_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

Summary Ascent::run() {
    if (const auto end = begin()) return finish(*end);
    while (mini_batches() || state_.iteration < options_.max_outer) {
        if (stop()) return finish(stopped());
        const auto inner =
            primal_.minimise(steps_.lagrangian(state_.lambda), memory_.inner_tolerance * memory_.gradient_size, *this);
        if (inner == InnerStatus::interrupted) return finish(stopped());
        if (inner == InnerStatus::not_finite) return finish(Status::not_finite);
        if (inner == InnerStatus::finished) break;
        if (inner == InnerStatus::unbounded) {
            if (!escape_unbounded()) return finish(Status::unbounded);
            continue;
        }
        at_rest_ = inner == InnerStatus::stalled || inner == InnerStatus::unmoved;
        const At at = evaluate();
        if (!at.finite()) return finish(Status::not_finite);
        const auto [lambda, alpha] = std::pair(state_.lambda, state_.alpha);
        state_.lambda = steps_.raised(at, primal_.pace());  // with the alpha theta was found with
        const Residuals left = residuals_without_multipliers(at, residuals(at, slopes_are_cheap()));
        record(at, left);
        keep_if_closest(left);
        if (settles(at)) {
            ++state_.iteration;
            return finish(Status::settled);
        }
        const bool on_the_way = must_narrow(at);
        if (!arrived(left, on_the_way)) {
            auto end = hopeless(at, left);
            // Multipliers that move on while theta does not only lead away from it.
            if (!end && inner == InnerStatus::unmoved && (feasible(left) || violation_rests(memory_.progress)))
                end = Status::stalled;
            // Then alpha grows, unless theta was not there yet: a stiffer L would be minimised no better.
            if (!end && inner != InnerStatus::limit) state_.alpha = steps_.grown(at, primal_.counts().steps);
            const bool moved = state_.lambda != lambda || state_.alpha != alpha || steps_.relaxation() > 0;
            if (!end && at_rest_ && !moved) end = Status::stalled;
            if (end && start_over()) continue;
            if (end && !(end == Status::stalled && soften(left))) return finish(*end);
        } else if (on_the_way) {
            narrow_surrogates();
            continue;
        } else if (!move_surrogates(at) && !move_on(left, lambda)) {
            const bool held =
                options_.method == Method::unconstrained || left.relative_violation <= options_.tolerance.violation;
            if ((!held || has_passed_better(at)) && return_to_best()) continue;
            ++state_.iteration;
            return finish(held ? Status::converged : Status::stalled);
        }
        tighten(left, on_the_way);
        ++state_.iteration;
        measure_again();
    }
    return finish(Status::iteration_limit);
}

/// What each risk is measured in, the first multipliers and penalties, and eps_0: a share of the slope L has now, which
/// is small already after a warm start.
std::optional<Status> Ascent::begin() {
    if (primal_.has_width()) primal_.set_width(memory_.width);
    if (!memory_.scales.empty()) {  // resumed
        constraints_.units = memory_.units;
        if (memory_.infeasible) return Status::infeasible;
        if (memory_.stalled) return Status::stalled;
        return std::nullopt;
    }
    state_.options = given_;
    const At at = observe();
    if (!at.finite()) return Status::not_finite;
    std::vector<double> weights(m_ + 1);
    weights[0] = 1;
    Slopes slopes;
    if (mini_batches()) {  // before mini-batches are looked at: it is all data's slope that was just evaluated
        primal_.remember(at.smooth);
        slopes = primal_.slopes(weights);
    }
    choose_scales(at);
    if (state_.lambda.empty()) state_.lambda.assign(m_, 0.0);
    if (state_.alpha.empty()) state_.alpha = initial_alpha(options_, memory_.scales);
    if (memory_.levels.size() != m_) memory_.levels.assign(m_, {});  // an earlier stage may know where they stand
    memory_.closest = {};
    memory_.softened_from = std::numeric_limits<double>::infinity();
    forget(memory_.progress, m_);
    memory_.best_objective = std::numeric_limits<double>::infinity();
    keep_if_best(at.risks);

    if (!mini_batches()) {
        steps_.lagrangian(state_.lambda)(at.smooth, weights);
        slopes = primal_.slopes(weights);
    }
    state_.gradient_floor = choose_floor(slopes.objective);
    memory_.gradient_size = std::max(slopes.objective, state_.gradient_floor);
    choose_tolerance(slopes.stationarity);
    return std::nullopt;
}

void Ascent::choose_scales(const At& at) {
    const bool natural = !primal_.constraint_scales().empty();
    memory_.scales.assign(m_ + 1, 1.0);
    if (options_.scaling == Scaling::natural) memory_.scales = natural_scales(at.smooth[0], constraints_.units);
    if (options_.scaling == Scaling::gradient) {
        std::vector<double> sizes(m_ + 1);
        primal_.gradient_sizes(sizes);
        // A divergence between answers has no slope where theta does not tell people apart yet. Too small a scale would
        // make a penalty that mini-batch steps never recover from; see measure_again().
        if (mini_batches() && state_.alpha.empty())
            for (std::size_t i = 1; i <= m_; ++i) sizes[i] = std::max(sizes[i], sizes[0]);
        if (sizes[0] == 0) sizes[0] = primal_.gradient_unit();  // a start at a minimum of the objective
        memory_.scales = gradient_scales(sizes, at.smooth);
        if (!natural) constraints_.units = tiny_units(sizes, at.smooth);
    }
    memory_.units = constraints_.units;
}

/// What stationarity is relative to at the least: the objective's gradient at the start, but no more than 1. A start
/// may be near a minimum of the objective, where that gradient is tiny whatever the units are; then what it changes by
/// over a step of theta's size tells the units.
double Ascent::choose_floor(double objective_slope) {
    if (objective_slope >= tiny_slope) return std::min(objective_slope, 1.0);
    const double unit = primal_.gradient_unit();
    if (unit == 0 && objective_slope == 0) return tiny_slope;  // a constant
    return std::max(objective_slope, tiny_slope * std::min(unit, 1.0));
}

/// With mini-batches alpha is constant unless it is told to grow, and a constraint's slope at the first theta says
/// little of what it is at its bound: it is measured again after 10, 20, 40, ... dual steps. By then it is also known
/// how far each risk has moved, R_i, and a penalty of 4 R_0 for a violation of R_i is all that is ever needed: a larger
/// alpha only turns the noise of mini-batches into weights.
void Ascent::measure_again() {
    constexpr std::int64_t first = 10;
    const std::int64_t k = state_.iteration;
    const bool due = k >= first && k % first == 0 && std::has_single_bit(static_cast<std::uint64_t>(k / first));
    if (!mini_batches() || options_.scaling != Scaling::gradient || !due) return;
    std::vector<double> sizes(m_ + 1);
    primal_.gradient_sizes(sizes);
    std::vector<double> scales = gradient_scales(sizes, std::vector<double>(m_ + 1, 0.0));
    scales[0] = memory_.scales[0];
    const double moved = range_of(state_.trace, 0);
    for (std::size_t i = 0; i < m_; ++i) {
        if (!(sizes[i + 1] > 0) || !std::isfinite(sizes[i + 1])) scales[i + 1] = memory_.scales[i + 1];
        scales[i + 1] = std::max(scales[i + 1], scale_for_range(scales[0], moved, range_of(state_.trace, i + 1)));
        state_.alpha[i] *= unit_of_alpha(scales, i) / unit_of_alpha(memory_.scales, i);
    }
    memory_.scales = std::move(scales);
}

void Ascent::choose_tolerance(double slope) {
    memory_.inner_tolerance =
        std::max(options_.tolerance.stationarity / 2,
                 std::min(options_.inner.first_tolerance, slope / memory_.gradient_size * options_.inner.tighten));
}

/// The risks that decide at a theta with these smooth ones: the strict ones of inequalities, where there are any, and
/// of the objective, where it may be a surrogate.
void Ascent::decide(std::span<const double> smooth, std::span<double> risks) {
    std::ranges::copy(smooth, risks.begin());
    if (!primal_.has_strict_risks()) return;
    primal_.strict_risks(risks);
    if (!primal_.has_width()) risks[0] = smooth[0];
    for (std::size_t i = 0; i < m_; ++i)
        if (constraints_.equality(i)) risks[i + 1] = smooth[i + 1];
}

/// All data at theta.
At Ascent::observe() {
    At at(m_);
    primal_.risks(at.smooth);
    decide(at.smooth, at.risks);
    return at;
}

/// Once in so many epochs.
bool Ascent::evaluation_is_due() {
    const std::int64_t every = options_.stochastic.evaluate_every;
    if (every == 0) return false;
    const std::int64_t epoch = primal_.epoch() < 0 ? state_.iteration : primal_.epoch();
    if (memory_.epoch >= 0 && epoch / every == memory_.epoch / every) return false;
    memory_.epoch = epoch;
    return true;
}

/// What a dual step needs to know: all data at theta, or the mean over the window's mini-batches, or both.
At Ascent::evaluate() {
    const bool strict = primal_.has_strict_risks();
    const bool window = mini_batches() && options_.stochastic.dual_estimate == DualEstimate::window &&
                        (!strict || primal_.has_window_strict_risks());
    const bool exact = !window || evaluation_is_due();
    At at = exact ? observe() : At(m_);
    if (mini_batches() && exact) primal_.remember(at.smooth);
    at.exact = exact;
    at.steering = at.smooth;
    std::vector<double> decisive = at.risks;
    if (window) {
        primal_.window_risks(at.steering);
        decisive = at.steering;
        if (strict) primal_.window_strict_risks(decisive);
        for (std::size_t i = 0; i < m_; ++i)
            if (constraints_.equality(i)) decisive[i + 1] = at.steering[i + 1];
        decisive[0] = at.steering[0];
    }
    if (mini_batches() && strict)
        follow_means(memory_.levels, at.steering, decisive, window && state_.iteration > 0 ? 0.2 : 1);
    if (!exact) {
        at.smooth = at.steering;
        at.risks = decisive;
    }
    for (std::size_t i = 0; i < m_; ++i) at.ascent[i] = steps_.ascent(at, i);
    return at;
}

/// Of theta with the multipliers of the state. Slopes are known where all data are, and where two backward passes over
/// them are not more than what the run does meanwhile.
Residuals Ascent::residuals(const At& at, bool with_slopes) {
    Residuals left = residuals_of(at, constraints_, state_.lambda, memory_.levels);
    left.objective_unit = std::min(1.0, state_.gradient_floor / tiny_slope);
    left.exact = at.exact && with_slopes;
    if (!left.exact) return left;
    std::vector<double> weights = {1};
    weights.insert(weights.end(), state_.lambda.begin(), state_.lambda.end());
    const Slopes slopes = primal_.slopes(weights);
    left.stationarity = slopes.stationarity;
    left.gradient_size = std::max(slopes.objective, state_.gradient_floor);
    left.objective_slope = slopes.objective;
    return left;
}

/// Where the objective's own gradient vanishes, as that of a system of equations does everywhere, a feasible theta
/// needs no multipliers: those the dual steps have left behind are rounding.
Residuals Ascent::residuals_without_multipliers(const At& at, const Residuals& left) {
    const auto& tolerance = options_.tolerance;
    if (!left.exact || options_.method != Method::augmented || left.in_tolerances(options_) <= 1) return left;
    if (left.objective_slope > tolerance.stationarity * left.gradient_size) return left;
    if (left.smooth_violation > tolerance.violation) return left;
    std::ranges::fill(state_.lambda, 0.0);
    return residuals(at);
}

void Ascent::record(const At& at, const Residuals& left) {
    const std::int64_t k = state_.iteration;
    state_.trace.push_back({.iteration = k,
                            .steps = primal_.counts().steps,
                            .exact = at.exact,
                            .risks = at.risks,
                            .lambda = state_.lambda,
                            .alpha = state_.alpha,
                            .loose = steps_.relaxation(),
                            .stationarity = left.stationarity,
                            .violation = left.violation,
                            .complementarity = left.complementarity,
                            .seconds = elapsed()});
    if (at.exact) keep_if_best(at.risks);
    const auto& sample = options_.sample;
    if (sample.every > 0 && k >= sample.from && (k - sample.from) % sample.every == 0) primal_.keep_sample(k, at.risks);
    hooks_.on_dual_step(state_.trace.back());
}

void Ascent::keep_if_best(std::span<const double> risks) {
    const bool finite = std::ranges::all_of(risks, [](double v) { return std::isfinite(v); });
    if (!(risks[0] < memory_.best_objective) || !finite) return;
    if (constraints_.relative_violation(risks) > options_.tolerance.violation) return;
    memory_.best_objective = risks[0];
    primal_.keep_best(state_.iteration, risks);
}

/// Of the dual steps so far, the one with the least residual; once one has arrived, the last that is not far worse than
/// an earlier one that has.
void Ascent::keep_if_closest(const Residuals& left) {
    at_closest_ = false;
    if (!left.exact || options_.regime != Regime::full || steps_.relaxation() > 0 || primal_.has_strict_risks()) return;
    detail::Closest& closest = memory_.closest;
    const double residual = left.in_tolerances(options_);
    const bool closer = closest.residual <= 1 && residual <= 1 ? !better_by_far(closest.objective, left.objective)
                                                               : residual < closest.residual;
    if (!closer) return;
    closest = {.residual = residual, .objective = left.objective, .lambda = state_.lambda};
    primal_.keep_closest();
    at_closest_ = true;
}

/// By more than the violations that are allowed can buy.
bool Ascent::better_by_far(double objective, double than) const {
    double bought = 1e-6 * std::max(std::abs(objective), std::abs(than));
    for (std::size_t i = 0; i < m_; ++i)
        bought += 2 * std::abs(state_.lambda[i]) * options_.tolerance.violation * constraints_.units[i];
    return objective < than - bought;
}

/// At a KKT point of the problem theta is moved by. Without surrogates that is the problem itself.
bool Ascent::arrived(const Residuals& left, bool on_the_way) const {
    constexpr double refined = 1e-7;
    if (on_the_way) return left.exact && steps_.relaxation() == 0 && left.in_tolerances(roughly(options_)) <= 1;
    const bool refines = primal_.refines() && !primal_.has_strict_risks();
    return left.exact && steps_.relaxation() == 0 && left.in_tolerances(options_) <= 1 &&
           !(refines && left.slack > refined);
}

/// Where no step lowers L by more than rounding, a gradient that is small can still be above its tolerance.
bool Ascent::as_small_as_rounding_allows(const Residuals& left) const {
    constexpr double share = 1e3;
    const double allowed = share * options_.tolerance.stationarity * left.gradient_size;
    return at_rest_ && left.stationarity <= allowed && left.feasibility_in_tolerances(options_) <= 1;
}

/// The surrogates hold theta back, or it is moved towards one, and they are too wide to be believed.
bool Ascent::must_narrow(const At& at) const {
    const double tolerance = options_.tolerance.violation;
    const bool rates_in_objective = at.risks[0] != at.smooth[0];
    if (!can_narrow() || !(rates_in_objective || matter(at, constraints_, state_.lambda, tolerance))) return false;
    return memory_.width > narrow_enough || !tell_the_truth(at, constraints_, state_.lambda, tolerance);
}

void Ascent::narrow_surrogates() {
    memory_.width *= narrowing;
    primal_.set_width(memory_.width);
    trust_surrogates_here();
}

/// Makes the surrogates right about the strict risks at this theta. The problem is then another one.
void Ascent::trust_surrogates_here() {
    follow_strict_risks(memory_.levels, observe(), constraints_);
    forget(memory_.progress, m_);
    memory_.inner_tolerance = options_.inner.first_tolerance;
    ++state_.iteration;
}

/// False when the strict risks are content with this KKT point of the surrogate problem.
bool Ascent::move_surrogates(const At& at) {
    if (!primal_.has_strict_risks() || options_.method == Method::unconstrained) return false;
    const Closeness closeness = primal_.has_width() ? within_steps : to_all_digits;
    if (!move_levels(memory_.levels, at, constraints_, state_.lambda, options_.tolerance.violation, closeness))
        return false;
    forget(memory_.progress, m_);
    return true;
}

/// At a KKT point of (theta, lambda), theta found with the multipliers before. Is there something better to go on to?
/// A feasible point that was met on the way, or the start, may have a lower objective: then from there, under stiffer
/// penalties, which theta cannot leave so far. Or the point is a saddle: then down along its negative curvature.
bool Ascent::move_on(const Residuals& left, std::span<const double> lambda) {
    constexpr std::int64_t most = 5;
    constexpr double stiffer = 100;
    if (options_.regime != Regime::full || primal_.has_strict_risks() || memory_.moved_on >= most) return false;
    const bool penalised = options_.method == Method::augmented || options_.method == Method::penalty;
    if (penalised && better_by_far(memory_.best_objective, left.objective) && steps_.multiply(stiffer) &&
        primal_.return_to_best()) {
        std::ranges::fill(state_.lambda, 0.0);
        memory_.inner_tolerance = options_.inner.first_tolerance;
    } else {
        curvature_ = primal_.leave_saddle(steps_.lagrangian(lambda), *this);
        if (curvature_ != Curvature::left) return false;
    }
    forget(memory_.progress, m_);
    ++memory_.moved_on;
    return true;
}

/// Step functions have many local answers, and the search may have passed a better one than it came to.
bool Ascent::has_passed_better(const At& at) const {
    constexpr double worth_it = 1e-3;
    return primal_.has_width() && memory_.best_objective < at.risks[0] - worth_it * std::abs(at.risks[0]);
}

/// The best feasible theta is a place to go on from, once. False when there is none.
bool Ascent::return_to_best() {
    if (!primal_.has_width() || options_.regime != Regime::full) return false;
    if (memory_.returned || !primal_.return_to_best()) return false;
    memory_.returned = true;
    trust_surrogates_here();
    forget_multipliers();
    return true;
}

/// Where surrogates led nowhere, narrower ones may lead on. False when there is nothing left to try.
bool Ascent::start_over() {
    if (!can_narrow()) return return_to_best();
    narrow_surrogates();
    forget_multipliers();
    return true;
}

void Ascent::forget_multipliers() {
    state_.lambda.assign(m_, 0.0);
    state_.alpha = initial_alpha(options_, memory_.scales);
    memory_.infeasible = false;
}

/// Has the search come to a point from which it goes nowhere? A constant penalty, and mini-batches, may take their
/// time.
std::optional<Status> Ascent::hopeless(const At& at, const Residuals& left) {
    if (!at.exact || steps_.relaxation() > 0) return std::nullopt;
    track_violation(memory_.progress, left);
    if (mini_batches() || options_.penalty.schedule == PenaltySchedule::constant) return std::nullopt;
    track_residual(state_, left, options_);
    if (violation_is_stuck(memory_.progress, left, options_) && multipliers_prove_infeasible(primal_, state_, at)) {
        memory_.infeasible = true;
        return Status::infeasible;
    }
    if (residual_is_stuck(state_, left)) return Status::stalled;
    return std::nullopt;
}

/// Whether a mini-batch run has come to rest, and may end. Under a rate that still falls this is remembered for the
/// end.
bool Ascent::settles(const At& at) {
    if (!mini_batches() || !options_.stochastic.settle || steps_.relaxation() > 0) return false;
    std::vector<double> values = {at.steering[0]};
    for (std::size_t i = 0; i < m_; ++i) values.push_back(steps_.steering(at, i));
    values.insert(values.end(), state_.lambda.begin(), state_.lambda.end());
    const std::int64_t steps = primal_.counts().steps;
    note(memory_.rest, values, steps);
    if (!long_enough(memory_.rest, steps)) return false;
    memory_.rest.settled = solver::at_rest(memory_.rest, constraints_, state_.trace.front().risks[0],
                                           options_.method != Method::unconstrained);
    turn(memory_.rest);
    return memory_.rest.settled && options_.stochastic.rate_schedule != RateSchedule::cosine;
}

/// eps_k: a share of what is left, so that theta answers every change of the multipliers, and never below what
/// converged asks for.
void Ascent::tighten(const Residuals& left, bool on_the_way) {
    if (!left.exact) return;
    const double wanted = std::max(options_.tolerance.stationarity, on_the_way ? rough.stationarity : 0);
    memory_.gradient_size = left.gradient_size;
    const double share = std::min(memory_.inner_tolerance, left.stationarity / left.gradient_size);
    memory_.inner_tolerance = std::max(wanted / 2, share * options_.inner.tighten);
}

/// Rounding of a constraint, times a stiff penalty, is what the gradient of L cannot fall below. Where theta is
/// feasible and rests while its gradient is still too large, a softer one serves better, from the closest point on: the
/// multipliers have all but arrived. As long as that helps.
bool Ascent::soften(const Residuals& left) {
    const bool adaptive = options_.penalty.schedule == PenaltySchedule::adaptive && !primal_.has_strict_risks();
    const bool gradient_fails = left.stationarity > options_.tolerance.stationarity * left.gradient_size;
    if (!adaptive || !at_rest_ || !left.exact || !feasible(left) || !gradient_fails) return false;
    if (!(memory_.closest.residual < memory_.softened_from / 2)) return false;
    memory_.softened_from = memory_.closest.residual;
    return_to_closest();
    forget(memory_.progress, m_);
    return steps_.multiply(1.0 / 16);
}

/// L has no minimiser at these multipliers: go back and try a stiffer penalty. False when there is none.
bool Ascent::escape_unbounded() {
    primal_.restore();
    ++state_.iteration;
    if (options_.method != Method::augmented && options_.method != Method::penalty) return false;
    return steps_.multiply(10);
}

bool Ascent::stop() {
    out_of_time_ = options_.max_seconds > 0 && elapsed() > options_.max_seconds;
    return out_of_time_ || hooks_.stop_requested();
}

/// Strict rates jump, one person at a time, and the surrogates may lead past the points where all of them hold: every
/// step may be the best one, not only the last of a minimisation.
void Ascent::accepted(double value, std::span<const double> risks, bool exact) {
    if (exact && (risks[0] < memory_.best_objective || primal_.has_width())) {
        decide(risks, decisive_);
        keep_if_best(decisive_);
    }
    state_.seconds = elapsed();
    hooks_.on_step({.iteration = state_.iteration,
                    .steps = primal_.counts().steps,
                    .value = value,
                    .risks = risks,
                    .lambda = state_.lambda,
                    .alpha = state_.alpha,
                    .primal = &primal_});
}

double Ascent::elapsed() const {
    return seconds_before_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
}

/// A run that reached its limit, or came to rest, may have arrived all the same. Mini-batch runs are judged only here,
/// also for whether they were after something that does not exist.
Status Ascent::judge(Status status, const At& at, const Residuals& left) {
    const bool constrained = options_.method != Method::unconstrained;
    const bool satisfied = left.relative_violation <= options_.tolerance.violation;
    if (status == Status::stalled) {
        const bool arrived = left.in_tolerances(options_) <= 1 || as_small_as_rounding_allows(left);
        return arrived && (satisfied || !constrained || !primal_.has_strict_risks()) ? Status::converged : status;
    }
    if (status != Status::iteration_limit && status != Status::settled) return status;
    if (arrived(left) && (satisfied || !constrained)) return Status::converged;
    if (memory_.rest.settled) return Status::settled;
    const bool last_word = mini_batches() && constrained;
    return last_word && violation_is_stuck(memory_.progress, left, options_) &&
                   multipliers_prove_infeasible(primal_, state_, at)
               ? Status::infeasible
               : status;
}

/// A solve that has ended answers with the theta that came closest; one that may be resumed stays where it is.
void Ascent::return_to_closest() {
    if (at_closest_ || memory_.closest.residual == std::numeric_limits<double>::infinity()) return;
    if (!primal_.return_to_closest()) return;
    state_.lambda = memory_.closest.lambda;
    curvature_ = Curvature::unknown;
}

/// Which risk is not finite: one seen here, else what the holder of theta says.
std::string Ascent::trouble(const At& at) const {
    const std::string when = " after " + std::to_string(primal_.counts().steps) + " steps";
    for (std::size_t i = 0; i <= m_; ++i)
        for (const double v : {at.smooth[i], at.risks[i]})
            if (!std::isfinite(v))
                return (i == 0 ? "the objective" : "constraint '" + constraints_.names[i - 1] + "'") + " is " +
                       base::short_number(v) + when;
    return primal_.trouble() + when;
}

/// The answer is always judged on all data at the last theta. These last evaluations are not part of the run: they are
/// not counted, so that a resumed run counts as an uninterrupted one does.
Summary Ascent::finish(Status status) {
    const Counts counts = primal_.counts();
    if (status == Status::stalled || status == Status::converged) return_to_closest();
    const At at = observe();
    const bool begun = !memory_.scales.empty();
    Residuals left;
    if (!at.finite()) {
        status = Status::not_finite;
    } else if (begun) {
        left = residuals(at, true);
        status = judge(status, at, left);
    }
    state_.counts = counts;
    state_.seconds = elapsed();
    Summary summary{.status = status,
                    .stationarity = left.stationarity,
                    .violation = left.violation,
                    .complementarity = left.complementarity,
                    .risks = at.risks,
                    .lambda = begun ? state_.lambda : std::vector<double>(m_),
                    .alpha = begun ? state_.alpha : std::vector<double>(m_, options_.penalty.initial),
                    .constraint_names = constraints_.names,
                    .counts = counts,
                    .seconds = state_.seconds,
                    .options_given = given_,
                    .options_used = options_};
    Findings findings{.trouble = trouble(at), .left = left, .second_order = curvature_ == Curvature::positive};
    findings.better_was_seen =
        begun && !primal_.has_strict_risks() && better_by_far(memory_.best_objective, left.objective);
    for (std::size_t i = 0; begun && i < m_; ++i) {
        if (steps_.at_ceiling(i)) summary.at_ceiling.push_back(i);
        findings.at_cap = findings.at_cap || steps_.at_cap(i);
    }
    summary.message = sentence(summary, constraints_, findings);
    return summary;
}

}  // namespace

Summary climb(Primal& primal, DualState& state, const Options& options, const Hooks& hooks) {
    check(options);
    check_fit(primal, state, options);
    return Ascent(primal, state, options, hooks).run();
}

}  // namespace alcole::solver

namespace alcole {

Summary ascend(Primal& primal, DualState& state, const Options& options, const Hooks& hooks) {
    Summary summary = solver::climb(primal, state, options, hooks);
    hooks.on_end(summary);
    return summary;
}

}  // namespace alcole
