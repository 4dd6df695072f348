#include "solver/dual/ascent.hpp"

#include <alcole/dual.hpp>

#include "base/text.hpp"
#include "solver/dual/check_fit.hpp"
#include "solver/dual/constraints.hpp"
#include "solver/dual/progress.hpp"
#include "solver/dual/residuals.hpp"
#include "solver/dual/scales.hpp"
#include "solver/dual/sentence.hpp"
#include "solver/dual/surrogates.hpp"
#include "solver/dual/used_options.hpp"

#include <algorithm>
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
          offset_(m_),
          decisive_(m_ + 1),
          seconds_before_(state.seconds) {}

    Summary run();

    bool stop() override;
    void accepted(double value, std::span<const double> risks, bool exact) override;

  private:
    std::optional<Status> begin();
    std::vector<double> choose_scales(const At& at);

    // The steps of an iteration.
    Lagrangian lagrangian();
    At observe();
    void decide(std::span<const double> smooth, std::span<double> risks);
    At evaluate();
    dual::Term term(const At& at, std::size_t i) const;
    std::vector<double> raise(const At& at) const;
    Residuals residuals(const At& at);
    void record(const At& at, const Residuals& left);
    void keep_if_best(std::span<const double> risks);
    void narrow_surrogates();
    void trust_surrogates_here();
    bool move_surrogates(const At& at);
    bool return_to_best();
    bool start_over();
    void forget_multipliers();
    std::vector<double> grow(const At& at);
    void tighten(const Residuals& left, bool on_the_way);
    bool escape_unbounded();

    // Questions.
    bool can_narrow() const {
        return primal_.has_width() && options_.regime == Regime::full && memory_.width > narrowest;
    }
    bool must_narrow(const At& at) const;
    bool has_passed_better(const At& at) const;
    double relaxation() const { return dual::looseness(options_.loose, state_.iteration); }
    double relaxation(std::size_t i) const;
    double steering(const At& at, std::size_t i) const;
    double capped(std::size_t i, double alpha) const;
    double ceiling(std::size_t i) const { return options_.dual.ceiling * unit_of_lambda(memory_.scales, i); }
    bool arrived(const Residuals& left, bool on_the_way = false) const;
    Status at_rest(const Residuals& left) const;
    std::optional<Status> hopeless(const At& at, const Residuals& left);
    Status stopped() const { return out_of_time_ ? Status::time_limit : Status::interrupted; }
    double elapsed() const;

    // The end.
    Summary finish(Status status);
    Status judge(Status status, const At& at, const Residuals& left);
    std::string trouble(const At& at) const;

    Primal& primal_;
    DualState& state_;
    detail::DualMemory& memory_;
    const Options given_;
    const Options options_;  // as used
    const Hooks& hooks_;
    const std::size_t m_;
    const Constraints constraints_;
    std::vector<double> offset_;    // by how much each constraint is relaxed in this minimisation
    std::vector<double> decisive_;  // m + 1: the risks that decide at an accepted step
    bool out_of_time_ = false;
    const double seconds_before_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

Summary Ascent::run() {
    if (const auto end = begin()) return finish(*end);
    while (options_.regime == Regime::stochastic || state_.iteration < options_.max_outer) {
        if (stop()) return finish(stopped());
        const auto inner = primal_.minimise(lagrangian(), memory_.inner_tolerance * memory_.gradient_size, *this);
        if (inner == InnerStatus::interrupted) return finish(stopped());
        if (inner == InnerStatus::not_finite) return finish(Status::not_finite);
        if (inner == InnerStatus::finished) break;
        if (inner == InnerStatus::unbounded) {
            if (!escape_unbounded()) return finish(Status::unbounded);
            continue;
        }
        const At at = evaluate();
        if (!at.finite()) return finish(Status::not_finite);
        const auto [lambda, alpha] = std::pair(state_.lambda, state_.alpha);
        state_.lambda = raise(at);  // with the alpha theta was found with
        const Residuals left = residuals(at);
        record(at, left);
        const bool on_the_way = must_narrow(at);
        if (!arrived(left, on_the_way)) {
            if (const auto end = hopeless(at, left)) {
                if (!start_over()) return finish(*end);
                continue;
            }
            state_.alpha = grow(at);  // then alpha grows
            const bool moved = state_.lambda != lambda || state_.alpha != alpha || relaxation() > 0;
            if (inner == InnerStatus::stalled && !moved) {
                if (!start_over()) return finish(at_rest(left));
                continue;
            }
        } else if (on_the_way) {
            narrow_surrogates();
            continue;
        } else if (!move_surrogates(at)) {
            const bool held =
                options_.method == Method::unconstrained || left.relative_violation <= options_.tolerance.violation;
            if ((!held || has_passed_better(at)) && return_to_best()) continue;
            ++state_.iteration;
            return finish(held ? Status::converged : Status::stalled);
        }
        tighten(left, on_the_way);
        ++state_.iteration;
    }
    return finish(Status::iteration_limit);
}

/// What each risk is measured in, the first multipliers and penalties, and eps_0: a share of the slope L has now, which
/// is small already after a warm start.
std::optional<Status> Ascent::begin() {
    if (primal_.has_width()) primal_.set_width(memory_.width);
    if (!memory_.scales.empty()) {  // resumed
        if (memory_.infeasible) return Status::infeasible;
        return std::nullopt;
    }
    state_.options = given_;
    const At at = observe();
    if (!at.finite()) return Status::not_finite;
    memory_.scales = choose_scales(at);
    if (state_.lambda.empty()) state_.lambda.assign(m_, 0.0);
    if (state_.alpha.empty()) state_.alpha = initial_alpha(options_, memory_.scales);
    memory_.levels.assign(m_, {});
    forget(memory_.progress, m_);
    memory_.best_objective = std::numeric_limits<double>::infinity();

    std::vector<double> weights(m_ + 1);
    lagrangian()(at.smooth, weights);
    const Slopes slopes = primal_.slopes(weights);
    state_.gradient_floor = std::clamp(slopes.objective, 1e-5, 1.0);
    memory_.gradient_size = std::max(slopes.objective, state_.gradient_floor);
    memory_.inner_tolerance = std::max(
        options_.tolerance.stationarity / 2,
        std::min(options_.inner.first_tolerance, slopes.stationarity / memory_.gradient_size * options_.inner.tighten));
    return std::nullopt;
}

std::vector<double> Ascent::choose_scales(const At& at) {
    std::vector<double> ones(m_ + 1, 1.0);
    if (options_.scaling == Scaling::natural) return natural_scales(at.smooth[0], constraints_.units);
    if (options_.scaling != Scaling::gradient) return ones;
    primal_.gradient_sizes(ones);
    return gradient_scales(ones);
}

/// By how much the bound of constraint i is still relaxed.
double Ascent::relaxation(std::size_t i) const {
    return constraints_.equality(i) ? 0 : relaxation() * constraints_.units[i];
}

Lagrangian Ascent::lagrangian() {
    for (std::size_t i = 0; i < m_; ++i) offset_[i] = memory_.levels[i].shift + relaxation(i);
    return {.method = options_.method,
            .relations = constraints_.relations,
            .lambda = state_.lambda,
            .alpha = state_.alpha,
            .offset = offset_};
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

/// What a dual step needs to know: all data at theta, or the mean over the window's mini-batches, or both.
At Ascent::evaluate() {
    const auto& stochastic = options_.stochastic;
    const bool mini_batches = options_.regime == Regime::stochastic;
    const bool window = mini_batches && stochastic.dual_estimate == DualEstimate::window && !primal_.has_strict_risks();
    const bool due = stochastic.evaluate_every > 0 && state_.iteration % stochastic.evaluate_every == 0;
    At at = !window || due ? observe() : At(m_);
    if (mini_batches && primal_.has_strict_risks()) follow_strict_risks(memory_.levels, at, constraints_);
    if (window)
        primal_.window_risks(at.steering);
    else
        at.steering = at.smooth;
    at.exact = !window || due;
    if (!at.exact) at.smooth = at.risks = at.steering;
    for (std::size_t i = 0; i < m_; ++i) at.ascent[i] = term(at, i).ascent;
    return at;
}

/// The value of constraint i that moves its multiplier.
double Ascent::steering(const At& at, std::size_t i) const {
    return at.steering[i + 1] - memory_.levels[i].shift - relaxation(i);
}

dual::Term Ascent::term(const At& at, std::size_t i) const {
    return dual::term(options_.method, constraints_.relations[i], steering(at, i), state_.lambda[i], state_.alpha[i]);
}

/// The next multipliers. The rule is applied to the scaled problem, because `gradient` and `printed` depend on units.
/// Scales are powers of two, so for `multipliers` this changes no bit. Methods without multipliers show the weights
/// that stand in for them.
std::vector<double> Ascent::raise(const At& at) const {
    const bool multiplies = options_.method == Method::augmented || options_.method == Method::lagrangian;
    std::vector<double> next(m_);
    for (std::size_t i = 0; i < m_; ++i) {
        const double unit = unit_of_lambda(memory_.scales, i);
        const double alpha = state_.alpha[i] / unit_of_alpha(memory_.scales, i);
        next[i] = multiplies ? unit * dual::raise(options_.dual.rule, options_.method, constraints_.relations[i],
                                                  steering(at, i) / memory_.scales[i + 1], state_.lambda[i] / unit,
                                                  alpha, dual::step_at(options_, alpha))
                             : term(at, i).weight;
        next[i] = std::clamp(next[i], -ceiling(i), ceiling(i));
    }
    return next;
}

/// Of theta with the multipliers of the state. Slopes are known where all data are.
Residuals Ascent::residuals(const At& at) {
    Residuals left = residuals_of(at, constraints_, state_.lambda, memory_.levels);
    if (!at.exact) return left;
    std::vector<double> weights = {1};
    weights.insert(weights.end(), state_.lambda.begin(), state_.lambda.end());
    const Slopes slopes = primal_.slopes(weights);
    left.stationarity = slopes.stationarity;
    left.gradient_size = std::max(slopes.objective, state_.gradient_floor);
    return left;
}

void Ascent::record(const At& at, const Residuals& left) {
    const std::int64_t k = state_.iteration;
    state_.trace.push_back({.iteration = k,
                            .steps = primal_.counts().steps,
                            .exact = at.exact,
                            .risks = at.risks,
                            .lambda = state_.lambda,
                            .alpha = state_.alpha,
                            .loose = relaxation(),
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

/// At a KKT point of the problem theta is moved by. Without surrogates that is the problem itself.
bool Ascent::arrived(const Residuals& left, bool on_the_way) const {
    constexpr double refined = 1e-7;
    if (on_the_way) return left.exact && relaxation() == 0 && left.in_tolerances(roughly(options_)) <= 1;
    const bool refines = primal_.refines() && !primal_.has_strict_risks();
    return left.exact && relaxation() == 0 && left.in_tolerances(options_) <= 1 && !(refines && left.slack > refined);
}

/// Where nothing gets better any more: within the tolerances after all, or not.
Status Ascent::at_rest(const Residuals& left) const {
    return left.in_tolerances(options_) <= 1 ? Status::converged : Status::stalled;
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
    if (!left.exact || relaxation() > 0) return std::nullopt;
    track_violation(memory_.progress, left);
    if (options_.regime == Regime::stochastic || options_.penalty.schedule == PenaltySchedule::constant)
        return std::nullopt;
    track_residual(memory_.progress, left, options_);
    if (violation_is_stuck(memory_.progress, left, options_) && multipliers_prove_infeasible(primal_, state_, at)) {
        memory_.infeasible = true;
        return Status::infeasible;
    }
    if (residual_is_stuck(memory_.progress)) return at_rest(left);
    return std::nullopt;
}

double Ascent::capped(std::size_t i, double alpha) const {
    return std::min(alpha, options_.penalty.cap * unit_of_alpha(memory_.scales, i));
}

/// The next penalties. One grows when the d of its constraint, not negligible among the others, did not fall enough.
std::vector<double> Ascent::grow(const At& at) {
    double worst = 0;
    for (std::size_t i = 0; i < m_; ++i) worst = std::max(worst, std::abs(at.ascent[i]) / memory_.scales[i + 1]);
    std::vector<double> next = state_.alpha;
    for (std::size_t i = 0; i < m_; ++i) {
        const double d = std::abs(at.ascent[i]);
        const double last = std::exchange(memory_.progress.last_ascent[i], d);
        const bool satisfied = d <= options_.tolerance.violation * constraints_.units[i];
        const bool negligible = d / memory_.scales[i + 1] < 0.01 * worst;
        if (options_.penalty.schedule == PenaltySchedule::adaptive && (satisfied || negligible)) continue;
        next[i] = capped(i, dual::grow(options_.penalty, next[i], at.ascent[i], last, state_.iteration));
    }
    return next;
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

/// L has no minimiser at these multipliers: go back and try a stiffer penalty. False when there is none.
bool Ascent::escape_unbounded() {
    primal_.restore();
    ++state_.iteration;
    if (options_.method != Method::augmented && options_.method != Method::penalty) return false;
    bool grew = false;
    for (std::size_t i = 0; i < m_; ++i) {
        const double next = capped(i, 10 * state_.alpha[i]);
        grew = grew || next > state_.alpha[i];
        state_.alpha[i] = next;
    }
    return grew;
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

/// A run that reached its limit may have arrived all the same. Mini-batch runs are judged only here, also for whether
/// they were after something that does not exist.
Status Ascent::judge(Status status, const At& at, const Residuals& left) {
    if (status != Status::iteration_limit) return status;
    const bool constrained = options_.method != Method::unconstrained;
    const bool satisfied = left.relative_violation <= options_.tolerance.violation;
    if (arrived(left) && (satisfied || !constrained)) return Status::converged;
    const bool last_word = options_.regime == Regime::stochastic && constrained;
    return last_word && violation_is_stuck(memory_.progress, left, options_) &&
                   multipliers_prove_infeasible(primal_, state_, at)
               ? Status::infeasible
               : status;
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
    const At at = observe();
    const bool begun = !memory_.scales.empty();
    Residuals left;
    if (!at.finite()) {
        status = Status::not_finite;
    } else if (begun) {
        left = residuals(at);
        status = judge(status, at, left);
    }
    state_.counts = counts;
    state_.seconds = elapsed();
    Summary summary{.status = status,
                    .stationarity = left.stationarity,
                    .violation = left.violation,
                    .complementarity = left.complementarity,
                    .risks = at.risks,
                    .lambda = state_.lambda,
                    .alpha = state_.alpha,
                    .constraint_names = constraints_.names,
                    .counts = counts,
                    .seconds = state_.seconds,
                    .options_given = given_,
                    .options_used = options_};
    for (std::size_t i = 0; begun && i < m_; ++i)
        if (std::abs(state_.lambda[i]) >= ceiling(i)) summary.at_ceiling.push_back(i);
    summary.message = sentence(summary, constraints_, trouble(at));
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
