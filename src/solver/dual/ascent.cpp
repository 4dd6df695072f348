#include "solver/dual/ascent.hpp"

#include <alcole/dual.hpp>

#include "base/text.hpp"
#include "solver/dual/check_fit.hpp"
#include "solver/dual/constraints.hpp"
#include "solver/dual/progress.hpp"
#include "solver/dual/residuals.hpp"
#include "solver/dual/rest.hpp"
#include "solver/dual/scales.hpp"
#include "solver/dual/sentence.hpp"
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

std::vector<double> or_ones(std::vector<double> values, std::size_t m) {
    if (values.empty()) values.assign(m, 1.0);
    return values;
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
    void measure_again();

    // The steps of an iteration.
    Lagrangian lagrangian();
    At observe();
    void decide(std::span<const double> smooth, std::span<double> risks);
    At evaluate();
    bool evaluation_is_due();
    dual::Term term(const At& at, std::size_t i) const;
    std::vector<double> raise(const At& at) const;
    Residuals residuals(const At& at, bool with_slopes);
    void record(const At& at, const Residuals& left);
    void keep_if_best(std::span<const double> risks);
    bool move_surrogates(const At& at);
    std::vector<double> grow(const At& at);
    std::vector<double> grow_by_means(const At& at);
    bool settles(const At& at);
    void tighten(const Residuals& left);
    bool escape_unbounded();

    // Questions.
    double relaxation() const { return dual::looseness(options_.loose, state_.iteration); }
    double relaxation(std::size_t i) const;
    bool mini_batches() const { return options_.regime == Regime::stochastic; }
    bool slopes_are_cheap() const {
        return !mini_batches() || primal_.epoch() < 0 || state_.iteration <= primal_.epoch();
    }
    double steering(const At& at, std::size_t i) const;
    double capped(std::size_t i, double alpha) const;
    double ceiling(std::size_t i) const { return options_.dual.ceiling * unit_of_lambda(memory_.scales, i); }
    bool arrived(const Residuals& left) const;
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
    while (mini_batches() || state_.iteration < options_.max_outer) {
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
        const Residuals left = residuals(at, slopes_are_cheap());
        record(at, left);
        if (settles(at)) {
            ++state_.iteration;
            return finish(Status::settled);
        }
        if (!arrived(left)) {
            if (const auto end = hopeless(at, left)) return finish(*end);
            state_.alpha = grow(at);  // then alpha grows
            const bool moved = state_.lambda != lambda || state_.alpha != alpha || relaxation() > 0;
            if (inner == InnerStatus::stalled && !moved) return finish(at_rest(left));
        } else if (!move_surrogates(at)) {
            ++state_.iteration;
            return finish(Status::converged);
        }
        tighten(left);
        ++state_.iteration;
        measure_again();
    }
    return finish(Status::iteration_limit);
}

/// What each risk is measured in, the first multipliers and penalties, and eps_0: a share of the slope L has now, which
/// is small already after a warm start.
std::optional<Status> Ascent::begin() {
    if (!memory_.scales.empty()) {  // resumed
        if (memory_.infeasible) return Status::infeasible;
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
    memory_.scales = choose_scales(at);
    if (state_.lambda.empty()) state_.lambda.assign(m_, 0.0);
    if (state_.alpha.empty()) state_.alpha = initial_alpha(options_, memory_.scales);
    if (memory_.levels.size() != m_) memory_.levels.assign(m_, {});  // an earlier stage may know where they stand
    forget(memory_.progress, m_);
    memory_.best_objective = std::numeric_limits<double>::infinity();

    if (!mini_batches()) {
        lagrangian()(at.smooth, weights);
        slopes = primal_.slopes(weights);
    }
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
    // A divergence between answers has no slope where theta does not tell people apart yet. Too small a scale would
    // make a penalty that mini-batch steps never recover from; see measure_again().
    if (mini_batches() && state_.alpha.empty())
        for (std::size_t i = 1; i <= m_; ++i) ones[i] = std::max(ones[i], ones[0]);
    return gradient_scales(ones);
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
    std::vector<double> scales = gradient_scales(sizes);
    scales[0] = memory_.scales[0];
    const double moved = range_of(state_.trace, 0);
    for (std::size_t i = 0; i < m_; ++i) {
        if (!(sizes[i + 1] > 0) || !std::isfinite(sizes[i + 1])) scales[i + 1] = memory_.scales[i + 1];
        scales[i + 1] = std::max(scales[i + 1], scale_for_range(scales[0], moved, range_of(state_.trace, i + 1)));
        state_.alpha[i] *= unit_of_alpha(scales, i) / unit_of_alpha(memory_.scales, i);
    }
    memory_.scales = std::move(scales);
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

/// The risks that decide at a theta with these smooth ones: the strict ones of inequalities, where there are any.
void Ascent::decide(std::span<const double> smooth, std::span<double> risks) {
    std::ranges::copy(smooth, risks.begin());
    if (!primal_.has_strict_risks()) return;
    primal_.strict_risks(risks);
    risks[0] = smooth[0];
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
        follow_strict_risks(memory_.levels, at.steering, decisive, window && state_.iteration > 0 ? 0.2 : 1);
    if (!exact) {
        at.smooth = at.steering;
        at.risks = decisive;
    }
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
                                                  alpha, primal_.pace() * dual::step_at(options_, alpha))
                             : term(at, i).weight;
        next[i] = std::clamp(next[i], -ceiling(i), ceiling(i));
    }
    return next;
}

/// Of theta with the multipliers of the state. Slopes are known where all data are, and where two backward passes over
/// them are not more than what the run does meanwhile.
Residuals Ascent::residuals(const At& at, bool with_slopes) {
    Residuals left = residuals_of(at, constraints_, state_.lambda, memory_.levels);
    left.exact = at.exact && with_slopes;
    if (!left.exact) return left;
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
bool Ascent::arrived(const Residuals& left) const {
    constexpr double refined = 1e-7;
    const bool refines = primal_.refines() && !primal_.has_strict_risks();
    return left.exact && relaxation() == 0 && left.in_tolerances(options_) <= 1 && !(refines && left.slack > refined);
}

/// Where nothing gets better any more: within the tolerances after all, or not.
Status Ascent::at_rest(const Residuals& left) const {
    return left.in_tolerances(options_) <= 1 ? Status::converged : Status::stalled;
}

/// False when the strict risks are content with this KKT point of the surrogate problem.
bool Ascent::move_surrogates(const At& at) {
    if (!primal_.has_strict_risks() || options_.method == Method::unconstrained) return false;
    if (!move_levels(memory_.levels, at, constraints_, state_.lambda, options_.tolerance.violation)) return false;
    forget(memory_.progress, m_);
    return true;
}

/// Has the search come to a point from which it goes nowhere? A constant penalty, and mini-batches, may take their
/// time.
std::optional<Status> Ascent::hopeless(const At& at, const Residuals& left) {
    if (!at.exact || relaxation() > 0) return std::nullopt;
    track_violation(memory_.progress, left);
    if (mini_batches() || options_.penalty.schedule == PenaltySchedule::constant) return std::nullopt;
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

/// Whether a mini-batch run has come to rest, and may end. Under a rate that still falls this is remembered for the
/// end.
bool Ascent::settles(const At& at) {
    if (!mini_batches() || !options_.stochastic.settle || relaxation() > 0) return false;
    std::vector<double> values = {at.steering[0]};
    for (std::size_t i = 0; i < m_; ++i) values.push_back(steering(at, i));
    values.insert(values.end(), state_.lambda.begin(), state_.lambda.end());
    const std::int64_t steps = primal_.counts().steps;
    note(memory_.rest, values, steps);
    if (!long_enough(memory_.rest, steps)) return false;
    memory_.rest.settled = solver::at_rest(memory_.rest, constraints_, state_.trace.front().risks[0],
                                           options_.method != Method::unconstrained);
    turn(memory_.rest);
    return memory_.rest.settled && options_.stochastic.rate_schedule != RateSchedule::cosine;
}

/// Adaptive penalties of mini-batch runs: single d are noise.
std::vector<double> Ascent::grow_by_means(const At& at) {
    detail::Rest& seen = memory_.growth;
    note(seen, at.ascent, primal_.counts().steps);
    std::vector<double> next = state_.alpha;
    if (seen.dual_steps < options_.penalty.interval) return next;
    for (std::size_t i = 0; i < m_ && seen.before.size() == m_; ++i) {
        const Mean d = mean_of(seen, i);
        const bool lost =
            std::abs(d.value) <= std::max(2 * d.error, options_.tolerance.violation * constraints_.units[i]);
        if (!lost) next[i] = capped(i, dual::grow(options_.penalty, next[i], d.value, std::abs(seen.before[i]), 0));
    }
    turn(seen);
    return next;
}

/// The next penalties. One grows when the d of its constraint, not negligible among the others, did not fall enough.
std::vector<double> Ascent::grow(const At& at) {
    if (mini_batches() && options_.penalty.schedule == PenaltySchedule::adaptive) return grow_by_means(at);
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
void Ascent::tighten(const Residuals& left) {
    if (!left.exact) return;
    memory_.gradient_size = left.gradient_size;
    const double share = std::min(memory_.inner_tolerance, left.stationarity / left.gradient_size);
    memory_.inner_tolerance = std::max(options_.tolerance.stationarity / 2, share * options_.inner.tighten);
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
    if (exact && risks[0] < memory_.best_objective) {
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
    if (status != Status::iteration_limit && status != Status::settled) return status;
    const bool constrained = options_.method != Method::unconstrained;
    const bool satisfied = left.relative_violation <= options_.tolerance.violation;
    if (arrived(left) && (satisfied || !constrained)) return Status::converged;
    if (memory_.rest.settled) return Status::settled;
    const bool last_word = mini_batches() && constrained;
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
