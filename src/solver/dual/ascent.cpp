#include "solver/dual/ascent.hpp"

#include "base/check_size.hpp"
#include "solver/dual/used_options.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace alcole {
namespace {

std::vector<double> or_ones(std::vector<double> values, std::size_t m) {
    if (values.empty()) values.assign(m, 1.0);
    return values;
}

[[noreturn]] void other_options(const std::string& name, const std::string& before, const std::string& now) {
    throw std::invalid_argument("the state was saved under " + name + " = " + before + " and cannot be resumed under " +
                                now + "; use warm_start(state) to start anew from its theta and lambda");
}

/// A resumed run must go on under the options it began with, but for limits, tolerances and what is kept.
void check_same_run(const DualState& state, const Options& options) {
    for (const auto& option : option_table()) {
        const bool free = option.name.starts_with("max_") || option.name.starts_with("tolerance.") ||
                          option.name.starts_with("sample.") || option.name == "diagnose" ||
                          option.name == "stochastic.max_epochs" || option.name == "stochastic.evaluate_every";
        const std::string before = get_option(state.options, option.name);
        const std::string now = get_option(options, option.name);
        if (!free && before != now) other_options(option.name, before, now);
    }
}

/// Whoever holds theta, the state and the options must agree on how many constraints there are.
void check_fit(const Primal& primal, const DualState& state, const Options& options) {
    const std::size_t m = primal.num_constraints();
    base::check_size("relations()", primal.relations().size(), m, "one per constraint");
    base::check_size("constraint_names()", primal.constraint_names().size(), m, "one per constraint");
    const bool natural = !primal.constraint_scales().empty();
    if (natural) base::check_size("constraint_scales()", primal.constraint_scales().size(), m, "one per constraint");
    if (options.scaling == Scaling::natural && !natural)
        throw std::invalid_argument("option 'scaling' is 'natural', but the problem offers no constraint_scales()");
    for (const auto& [what, values] : {std::pair("lambda", &state.lambda), {"alpha", &state.alpha}}) {
        if (values->empty()) continue;
        base::check_size(what, values->size(), m, "one per constraint");
        if (!std::ranges::all_of(*values, [](double v) { return std::isfinite(v); }))
            throw std::invalid_argument(std::string(what) + " has an entry that is not finite");
    }
    if (std::ranges::any_of(state.alpha, [](double v) { return v <= 0; }))
        throw std::invalid_argument("alpha has an entry that is not positive");
    const auto relations = primal.relations();
    for (std::size_t i = 0; i < state.lambda.size(); ++i)
        if (state.lambda[i] < 0 && relations[i] == Relation::at_most_zero && options.dual.rule != DualRule::printed)
            throw std::invalid_argument("lambda[" + std::to_string(i) +
                                        "] is negative; only equalities have multipliers of either sign");
    if (state.scales.empty()) return;
    check_same_run(state, options);
    base::check_size("scales of the resumed state", state.scales.size(), m + 1, "one per risk");
    base::check_size("progress of the resumed state", state.progress.size(), m, "one per constraint");
    base::check_size("levels of the resumed state", state.levels.size(), m, "one per constraint");
}

}  // namespace

Summary ascend(Primal& primal, DualState& state, const Options& options, const Hooks& hooks) {
    Summary summary = climb(primal, state, options, hooks);
    hooks.on_end(summary);
    return summary;
}

Summary climb(Primal& primal, DualState& state, const Options& options, const Hooks& hooks) {
    check(options);
    check_fit(primal, state, options);
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
        if (stop()) return finish(stopped());
        const Inner inner = primal_.minimise(lagrangian(), state_.inner_tolerance * state_.gradient_size, *this);
        if (inner == Inner::interrupted) return finish(stopped());
        if (inner == Inner::not_finite) return finish(Status::not_finite);
        if (inner == Inner::spent) break;
        if (inner == Inner::unbounded) {
            if (!escape_unbounded()) return finish(Status::unbounded);
            continue;
        }
        const Residuals at = evaluate();
        if (!all_finite(smooth_) || !all_finite(risks_)) return finish(Status::not_finite);
        record(at);
        const bool lambda_moved =
            std::exchange(state_.lambda, lambda_) != lambda_;  // with the alpha theta was found with
        if (arrived(at)) {
            if (surrogates_agree()) {
                ++state_.iteration;
                return finish(Status::converged);
            }
        } else {
            if (const auto end = hopeless(at)) return finish(*end);
            const bool alpha_moved = raise_alpha();  // then alpha grows
            const bool tightens = looseness(options_.loose, state_.iteration) > 0;
            if (inner == Inner::stalled && !lambda_moved && !alpha_moved && !tightens) return finish(Status::stalled);
        }
        tighten(at);
        ++state_.iteration;
    }
    return finish(Status::iteration_limit);
}

double Ascent::loosened_by(std::size_t i) const {
    return relations_[i] == Relation::at_most_zero ? looseness(options_.loose, state_.iteration) * units_[i] : 0;
}

Lagrangian Ascent::lagrangian() {
    for (std::size_t i = 0; i < m_; ++i) offset_[i] = state_.levels[i].shift + loosened_by(i);
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
    for (std::size_t i = 0; i < m_; ++i)
        if (relations_[i] == Relation::equal_zero) risks_[i + 1] = smooth_[i + 1];
}

auto Ascent::evaluate() -> Residuals {
    const auto& stochastic = options_.stochastic;
    const bool mini_batches = options_.regime == Regime::stochastic;
    const bool window = mini_batches && stochastic.dual_estimate == DualEstimate::window && !primal_.has_strict_risks();
    const bool due = stochastic.evaluate_every > 0 && state_.iteration % stochastic.evaluate_every == 0;
    if (!window || due) observe();
    if (mini_batches) follow_strict_risks();
    if (window)
        primal_.window_risks(steering_);
    else
        steering_ = smooth_;
    next_lambda();
    if (!window || due) return residuals();
    smooth_ = risks_ = steering_;
    Residuals at = known_without_slopes();
    at.exact = false;
    return at;
}

/// lambda_ and ascent_ from the risks that steer.
void Ascent::next_lambda() {
    const bool multiplies = options_.method == Method::augmented || options_.method == Method::lagrangian;
    for (std::size_t i = 0; i < m_; ++i) {
        const double l = steering_[i + 1] - state_.levels[i].shift - loosened_by(i);
        const Term t = term(options_.method, relations_[i], l, state_.lambda[i], state_.alpha[i]);
        ascent_[i] = t.ascent;
        lambda_[i] = multiplies ? raised(i, l) : t.weight;
        const double ceiling = options_.dual.ceiling * unit_of_lambda(i);
        lambda_[i] = std::clamp(lambda_[i], -ceiling, ceiling);
    }
}

/// The rule is applied to the scaled problem: `gradient` and `printed` depend on units. All scales are powers of two,
/// so for `multipliers` this changes no bit.
double Ascent::raised(std::size_t i, double l) const {
    const double s = state_.scales[i + 1];
    const double unit = unit_of_lambda(i);
    const double alpha = state_.alpha[i] / unit_of_alpha(i);
    return unit * raise(options_.dual.rule, options_.method, relations_[i], l / s, state_.lambda[i] / unit, alpha,
                        options_.dual.step);
}

double Ascent::violation_of(std::size_t i, double l) const {
    return relations_[i] == Relation::equal_zero ? std::abs(l) : std::max(0.0, l);
}

double Ascent::relative_violation(std::span<const double> risks) const {
    double most = 0;
    for (std::size_t i = 0; i < m_; ++i) most = std::max(most, violation_of(i, risks[i + 1]) / units_[i]);
    return most;
}

/// At theta with the multipliers lambda_.
auto Ascent::residuals() -> Residuals {
    Residuals at = known_without_slopes();
    weights_[0] = 1;
    std::ranges::copy(lambda_, weights_.begin() + 1);
    const Slopes slopes = primal_.slopes(weights_);
    at.stationarity = slopes.stationarity;
    at.gradient_size = std::max(slopes.objective, state_.gradient_floor);
    return at;
}

/// What the risks alone tell. Where a surrogate stands in for a strict risk, complementarity is that of the surrogate:
/// a strict rate jumps and is hardly ever exactly at its bound.
auto Ascent::known_without_slopes() const -> Residuals {
    Residuals at;
    for (std::size_t i = 0; i < m_; ++i) {
        const double driven = smooth_[i + 1] - state_.levels[i].shift;
        at.violation = std::max(at.violation, violation_of(i, risks_[i + 1]));
        at.complementarity = std::max(at.complementarity, std::abs(lambda_[i] * driven));
        at.driven_violation = std::max(at.driven_violation, violation_of(i, driven) / units_[i]);
    }
    at.relative_violation = relative_violation(risks_);
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
    if (at.exact) keep_if_best(risks_);
    const auto& sample = options_.sample;
    if (sample.every > 0 && k >= sample.from && (k - sample.from) % sample.every == 0) primal_.keep_sample(k, risks_);
    hooks_.on_dual_step(state_.trace.back());
}

void Ascent::keep_if_best(std::span<const double> risks) {
    const bool better = risks[0] < state_.best_objective && all_finite(risks);
    if (!better || relative_violation(risks) > options_.tolerance.violation) return;
    state_.best_objective = risks[0];
    primal_.keep_best(state_.iteration, risks);
}

double Ascent::capped(std::size_t i, double alpha) const {
    return std::min(alpha, options_.penalty.cap * unit_of_alpha(i));
}

/// The penalty of a constraint grows when its d, not negligible among the others, did not fall enough. True when one
/// did.
bool Ascent::raise_alpha() {
    bool grew = false;
    double worst = 0;
    for (std::size_t i = 0; i < m_; ++i) worst = std::max(worst, std::abs(ascent_[i]) / state_.scales[i + 1]);
    for (std::size_t i = 0; i < m_; ++i) {
        const double last = std::exchange(state_.progress[i], std::abs(ascent_[i]));
        const bool met = state_.progress[i] <= options_.tolerance.violation * units_[i];
        const bool negligible = state_.progress[i] / state_.scales[i + 1] < 0.01 * worst;
        if (options_.penalty.schedule == PenaltySchedule::adaptive && (met || negligible)) continue;
        const double next = capped(i, grow(options_.penalty, state_.alpha[i], ascent_[i], last, state_.iteration));
        grew = grew || next != state_.alpha[i];
        state_.alpha[i] = next;
    }
    return grew;
}

/// eps_k: a share of what is left, so that theta answers every change of the multipliers, and never below what
/// converged asks for.
void Ascent::tighten(const Residuals& at) {
    if (!at.exact) return;
    state_.gradient_size = at.gradient_size;
    const double left = std::min(state_.inner_tolerance, at.stationarity / at.gradient_size);
    state_.inner_tolerance = std::max(options_.tolerance.stationarity / 2, left * options_.inner.tighten);
}

/// L has no minimiser at these multipliers: go back and try a stiffer penalty.
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

void Ascent::accepted(double value, std::span<const double> risks, bool exact) {
    if (exact) watch_for_best(risks);
    state_.seconds = elapsed();
    hooks_.on_step({.iteration = state_.iteration,
                    .steps = primal_.counts().steps,
                    .value = value,
                    .risks = risks,
                    .lambda = state_.lambda,
                    .alpha = state_.alpha,
                    .primal = &primal_});
}

/// Strict rates jump, one person at a time, and the surrogates may lead past the points where all of them hold: every
/// step is looked at, not only where a minimisation ends.
void Ascent::watch_for_best(std::span<const double> risks) {
    if (!primal_.has_strict_risks()) return keep_if_best(risks);
    if (risks[0] >= state_.best_objective) return;
    std::vector<double> strict(risks.begin(), risks.end());
    primal_.strict_risks(strict);
    strict[0] = risks[0];
    for (std::size_t i = 0; i < m_; ++i)
        if (relations_[i] == Relation::equal_zero) strict[i + 1] = risks[i + 1];
    keep_if_best(strict);
}

Status Ascent::stopped() const { return out_of_time_ ? Status::time_limit : Status::interrupted; }

double Ascent::elapsed() const {
    return seconds_before_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
}

}  // namespace alcole
