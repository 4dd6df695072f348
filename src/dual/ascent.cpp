#include "ascent.hpp"

#include "used_options.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace alcole {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A violation that did not fall to this share of its least value has not fallen.
constexpr double fallen = 0.9;
/// So many dual steps without a fall of the violation, and a point where it is stationary ends the search.
constexpr std::int64_t patience_for_violation = 6;
/// So many without a fall of any residual end it too.
constexpr std::int64_t patience_for_residual = 25;

/// The power of two nearest to a positive number. Scaling by it is exact: scaled and unscaled runs agree bit by bit.
double nearest_power_of_two(double v) { return std::exp2(std::round(std::log2(v))); }

bool all_finite(std::span<const double> values) {
    return std::ranges::all_of(values, [](double v) { return std::isfinite(v); });
}

std::vector<double> or_ones(std::vector<double> values, std::size_t m) {
    return values.empty() ? std::vector<double>(m, 1.0) : values;
}

}  // namespace

Summary ascend(Primal& primal, DualState& state, const Options& options, const Hooks& hooks) {
    check(options);
    return Ascent(primal, state, options, hooks).run();
}

Ascent::Ascent(Primal& primal, DualState& state, const Options& options, const Hooks& hooks)
    : primal_(primal),
      state_(state),
      given_(options),
      options_(used_options(options, primal.epsilon(), !primal.constraint_scales().empty())),
      hooks_(hooks),
      m_(primal.num_constraints()),
      relations_(primal.relations()),
      names_(primal.constraint_names()),
      units_(or_ones(primal.constraint_scales(), m_)),
      offset_(m_),
      risks_(m_ + 1),
      smooth_(m_ + 1),
      steering_(m_ + 1),
      lambda_(m_),
      ascent_(m_),
      weights_(m_ + 1),
      seconds_before_(state.seconds),
      begun_(std::chrono::steady_clock::now()) {}

Summary Ascent::run() {
    if (const auto end = begin()) return finish(*end);
    while (options_.regime == Regime::stochastic || state_.iteration < options_.max_outer) {
        const Inner inner = primal_.minimise(lagrangian(), state_.inner_tolerance * state_.gradient_size, *this);
        if (inner == Inner::interrupted) return finish(out_of_time_ ? Status::time_limit : Status::interrupted);
        if (inner == Inner::not_finite) return finish(Status::not_finite);
        if (inner == Inner::spent) break;
        if (inner == Inner::unbounded) {
            if (!escape_unbounded()) return finish(Status::stalled);
            continue;
        }
        const Residuals at = evaluate();
        record(at);
        raise_lambda();  // with the alpha theta was found with
        if (converged(at)) return finish(Status::converged);
        if (const auto end = hopeless(at)) return finish(*end);
        raise_alpha();  // then alpha grows
        align_surrogates();
        tighten(at);
        ++state_.iteration;
    }
    return finish(Status::iteration_limit);
}

std::optional<Status> Ascent::begin() {
    if (!state_.scales.empty()) {  // resumed
        if (state_.infeasible) return Status::infeasible;
        return std::nullopt;
    }
    observe();
    if (!all_finite(risks_) || !all_finite(smooth_)) return Status::not_finite;
    state_.scales = choose_scales();
    if (state_.lambda.empty()) state_.lambda.assign(m_, 0.0);
    if (state_.alpha.empty()) state_.alpha = choose_alpha();
    state_.shift.assign(m_, 0.0);
    state_.settled.assign(m_, 0);
    state_.progress.assign(m_, infinity);
    state_.inner_tolerance = options_.inner.first_tolerance;
    state_.least_violation = state_.least_residual = state_.best_objective = infinity;
    return std::nullopt;
}

/// What each risk is divided by. A gradient that vanishes at the first theta says nothing of its constraint's size.
std::vector<double> Ascent::choose_scales() {
    std::vector<double> scales(m_ + 1, 1.0);
    std::vector<double> sizes(m_ + 1);
    primal_.gradient_sizes(sizes);
    state_.gradient_size = std::max(sizes[0], 1e-5);
    if (options_.scaling == Scaling::natural) {
        sizes[0] = std::abs(smooth_[0]);
        std::ranges::copy(units_, sizes.begin() + 1);
    }
    if (options_.scaling != Scaling::none)
        for (std::size_t i = 0; i <= m_; ++i)
            if (sizes[i] > 1e-8 && std::isfinite(sizes[i])) scales[i] = nearest_power_of_two(sizes[i]);
    return scales;
}

/// penalty.initial in units of the scales: alpha_i (l_i / s_i)^2 counts in units of the objective's scale.
std::vector<double> Ascent::choose_alpha() const {
    const auto& s = state_.scales;
    std::vector<double> alpha(m_);
    for (std::size_t i = 0; i < m_; ++i) alpha[i] = options_.penalty.initial * s[0] / (s[i + 1] * s[i + 1]);
    return alpha;
}

double Ascent::loosened_by(std::size_t i) const {
    return relations_[i] == Relation::at_most_zero ? looseness(options_.loose, state_.iteration) * units_[i] : 0;
}

Lagrangian Ascent::lagrangian() {
    for (std::size_t i = 0; i < m_; ++i) offset_[i] = state_.shift[i] + loosened_by(i);
    return {.method = options_.method,
            .relations = relations_,
            .lambda = state_.lambda,
            .alpha = state_.alpha,
            .offset = offset_};
}

/// The risks of all data at theta: smooth_, which drives theta, and risks_, which decides.
void Ascent::observe() {
    primal_.risks(smooth_);
    risks_ = smooth_;
    if (!primal_.has_strict_risks()) return;
    primal_.strict_risks(risks_);
    risks_[0] = smooth_[0];
}

auto Ascent::evaluate() -> Residuals {
    const auto& stochastic = options_.stochastic;
    const bool window = options_.regime == Regime::stochastic && stochastic.dual_estimate == DualEstimate::window &&
                        !primal_.has_strict_risks();
    const bool due = stochastic.evaluate_every > 0 && state_.iteration % stochastic.evaluate_every == 0;
    if (!window || due) observe();
    if (window)
        primal_.window_risks(steering_);
    else
        steering_ = risks_;
    next_lambda();
    if (!window || due) return residuals();
    risks_ = steering_;
    return {.exact = false};
}

/// lambda_ and ascent_ from the risks that steer.
void Ascent::next_lambda() {
    at_ceiling_.clear();
    for (std::size_t i = 0; i < m_; ++i) {
        const double l = steering_[i + 1] - loosened_by(i);
        const Term t = term(options_.method, relations_[i], l, state_.lambda[i], state_.alpha[i]);
        ascent_[i] = t.ascent;
        lambda_[i] = options_.method == Method::penalty ? t.weight : raised(i, l);
        const double ceiling = options_.dual.ceiling * state_.scales[0] / state_.scales[i + 1];
        if (std::abs(lambda_[i]) <= ceiling) continue;
        lambda_[i] = std::copysign(ceiling, lambda_[i]);
        at_ceiling_.push_back(i);
    }
}

/// The rule is applied to the scaled problem, l / s, lambda / unit, alpha s / unit: `gradient` and `printed` depend on
/// units. All scales are powers of two, so for `multipliers` this changes no bit.
double Ascent::raised(std::size_t i, double l) const {
    const double s = state_.scales[i + 1];
    const double unit = state_.scales[0] / s;  // of a multiplier
    const double alpha = state_.alpha[i] * s / unit;
    const double eta = options_.dual.step == 0 ? alpha : options_.dual.step;
    return unit * raise(options_.dual.rule, options_.method, relations_[i], l / s, state_.lambda[i] / unit, alpha, eta);
}

double Ascent::violation_of(std::size_t i, double l) const {
    return relations_[i] == Relation::equal_zero ? std::abs(l) : std::max(0.0, l);
}

double Ascent::relative_violation(std::span<const double> risks) const {
    double most = 0;
    for (std::size_t i = 0; i < m_; ++i) most = std::max(most, violation_of(i, risks[i + 1]) / units_[i]);
    return most;
}

/// At theta with the multipliers lambda_. Where a surrogate stands in for a strict risk, complementarity is that of the
/// surrogate theta was driven by: a strict rate jumps and is hardly ever exactly at its bound.
auto Ascent::residuals() -> Residuals {
    Residuals at;
    at.relative_violation = relative_violation(risks_);
    for (std::size_t i = 0; i < m_; ++i) {
        at.violation = std::max(at.violation, violation_of(i, risks_[i + 1]));
        at.complementarity = std::max(at.complementarity, std::abs(lambda_[i] * (smooth_[i + 1] - state_.shift[i])));
    }
    weights_[0] = 1;
    std::ranges::copy(lambda_, weights_.begin() + 1);
    const Slopes slopes = primal_.slopes(weights_);
    at.stationarity = slopes.stationarity;
    at.gradient_size = std::max(slopes.objective, std::clamp(state_.scales[0], 1e-5, 1.0));
    return at;
}

void Ascent::record(const Residuals& at) {
    const std::int64_t k = state_.iteration;
    state_.trace.push_back({.iteration = k,
                            .steps = primal_.counts().steps,
                            .exact = at.exact,
                            .risks = risks_,
                            .lambda = lambda_,
                            .alpha = state_.alpha,
                            .loose = looseness(options_.loose, k),
                            .stationarity = at.stationarity,
                            .violation = at.violation,
                            .complementarity = at.complementarity,
                            .seconds = elapsed()});
    if (at.exact && at.relative_violation <= options_.tolerance.violation && risks_[0] < state_.best_objective) {
        state_.best_objective = risks_[0];
        primal_.keep_best(k, risks_);
    }
    const auto& sample = options_.sample;
    if (sample.every > 0 && k >= sample.from && (k - sample.from) % sample.every == 0) primal_.keep_sample(k, risks_);
    hooks_.on_dual_step(state_.trace.back());
}

void Ascent::raise_lambda() { state_.lambda = lambda_; }

/// The penalty of a constraint grows when its d, not negligible among the others, did not fall enough.
void Ascent::raise_alpha() {
    double worst = 0;
    for (std::size_t i = 0; i < m_; ++i) worst = std::max(worst, std::abs(ascent_[i]) / state_.scales[i + 1]);
    for (std::size_t i = 0; i < m_; ++i) {
        const double last = std::exchange(state_.progress[i], std::abs(ascent_[i]));
        const bool met = state_.progress[i] <= options_.tolerance.violation * units_[i];
        const bool negligible = state_.progress[i] / state_.scales[i + 1] < 0.01 * worst;
        if (options_.penalty.schedule == PenaltySchedule::adaptive && (met || negligible)) continue;
        const double s = state_.scales[i + 1];
        const double cap = options_.penalty.cap * state_.scales[0] / (s * s);
        state_.alpha[i] = std::min(cap, grow(options_.penalty, state_.alpha[i], ascent_[i], last, state_.iteration));
    }
}

/// Moves the bound of each surrogate to where the strict risk it stands for would meet its own: loosened while the
/// strict one holds, tightened when it breaks, and after the first break only tightened, so that it settles.
void Ascent::align_surrogates() {
    if (!primal_.has_strict_risks()) return;
    for (std::size_t i = 0; i < m_; ++i) {
        const double wanted = smooth_[i + 1] - risks_[i + 1];
        const bool broken = violation_of(i, risks_[i + 1]) > options_.tolerance.violation * units_[i];
        auto& settled = state_.settled[i];
        if (broken && settled == 1) settled = 2;
        if (!broken && settled == 2) continue;
        if (!broken) settled = 1;
        state_.shift[i] = broken ? std::min(wanted, state_.shift[i]) : wanted;
    }
}

void Ascent::tighten(const Residuals& at) {
    if (at.exact) state_.gradient_size = at.gradient_size;
    state_.inner_tolerance =
        std::max(options_.tolerance.stationarity / 2, state_.inner_tolerance * options_.inner.tighten);
}

/// L has no minimiser at these multipliers: go back and try a stiffer penalty.
bool Ascent::escape_unbounded() {
    primal_.restore();
    ++state_.iteration;
    if (options_.method != Method::augmented && options_.method != Method::penalty) return false;
    bool grew = false;
    for (std::size_t i = 0; i < m_; ++i) {
        const double s = state_.scales[i + 1];
        const double next = std::min(10 * state_.alpha[i], options_.penalty.cap * state_.scales[0] / (s * s));
        grew = grew || next > state_.alpha[i];
        state_.alpha[i] = next;
    }
    return grew;
}

/// The largest residual in units of its tolerance: converged means at most 1.
double Ascent::in_tolerances(const Residuals& at) const {
    const auto& tolerance = options_.tolerance;
    const double stationarity = at.stationarity / (tolerance.stationarity * at.gradient_size);
    if (options_.method == Method::unconstrained) return stationarity;
    const double objective = std::max(1.0, std::abs(risks_[0]));
    return std::max({stationarity, at.relative_violation / tolerance.violation,
                     at.complementarity / (tolerance.complementarity * objective)});
}

bool Ascent::converged(const Residuals& at) const {
    return at.exact && looseness(options_.loose, state_.iteration) == 0 && in_tolerances(at) <= 1;
}

/// In the full regime: has the search come to a point from which it goes nowhere?
std::optional<Status> Ascent::hopeless(const Residuals& at) {
    const bool stiffens = options_.penalty.schedule != PenaltySchedule::constant;
    const bool loose = looseness(options_.loose, state_.iteration) > 0;
    if (options_.regime == Regime::stochastic || !stiffens || loose) return std::nullopt;
    const auto track = [](double value, double& least, std::int64_t& stuck) {
        stuck = value <= fallen * least ? 0 : stuck + 1;
        least = std::min(least, value);
    };
    track(at.relative_violation, state_.least_violation, state_.violation_stuck);
    track(in_tolerances(at), state_.least_residual, state_.residual_stuck);

    const bool violated = at.relative_violation > options_.tolerance.violation;
    if (violated && state_.violation_stuck >= patience_for_violation && violation_is_stationary()) {
        state_.infeasible = true;
        return Status::infeasible;
    }
    if (state_.residual_stuck >= patience_for_residual) return Status::stalled;
    return std::nullopt;
}

/// Is theta, to first order, a local minimum of sum_i violation_i^2? Its gradient is J^T v with v_i = l_i / unit_i^2 on
/// the violated constraints, and is compared with what it would be if the parts did not cancel.
bool Ascent::violation_is_stationary() {
    std::vector<double> sizes(m_ + 1);
    primal_.gradient_sizes(sizes);
    double apart = 0;
    weights_[0] = 0;
    for (std::size_t i = 0; i < m_; ++i) {
        const double l = smooth_[i + 1] - state_.shift[i];
        weights_[i + 1] = violation_of(i, l) > 0 ? l / (units_[i] * units_[i]) : 0;
        apart += std::abs(weights_[i + 1]) * sizes[i + 1];
    }
    return primal_.slopes(weights_).stationarity <= 1e-3 * apart;
}

bool Ascent::stop() {
    out_of_time_ = options_.max_seconds > 0 && elapsed() > options_.max_seconds;
    return out_of_time_ || hooks_.stop_requested();
}

void Ascent::accepted(double value, std::span<const double> risks, bool exact) {
    const bool decisive = exact && !primal_.has_strict_risks();
    if (decisive && risks[0] < state_.best_objective && relative_violation(risks) <= options_.tolerance.violation) {
        state_.best_objective = risks[0];
        primal_.keep_best(state_.iteration, risks);
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

/// A run that came to its limit may have arrived all the same; mini-batch runs are judged only here.
Status Ascent::judge(Status status, const Residuals& at) {
    if (status != Status::iteration_limit) return status;
    if (converged(at)) return Status::converged;
    const bool violated = at.relative_violation > options_.tolerance.violation;
    return violated && violation_is_stationary() ? Status::infeasible : status;
}

/// The answer is always judged on all data at the last theta. These last evaluations are no part of the run: they
/// are not counted, so that a resumed run counts as an uninterrupted one does.
Summary Ascent::finish(Status status) {
    const Counts counts = primal_.counts();
    Residuals at;
    observe();
    if (!state_.scales.empty() && all_finite(smooth_)) {
        lambda_ = state_.lambda;
        at = residuals();
        status = judge(status, at);
    }
    state_.counts = counts;
    state_.seconds = elapsed();
    Summary s{.status = status,
              .stationarity = at.stationarity,
              .violation = at.violation,
              .complementarity = at.complementarity,
              .risks = risks_,
              .lambda = state_.lambda,
              .alpha = state_.alpha,
              .constraint_names = names_,
              .at_ceiling = at_ceiling_,
              .counts = counts,
              .seconds = state_.seconds,
              .options_given = given_,
              .options_used = options_};
    s.message = sentence(s, at);
    return s;
}

}  // namespace alcole
