#include <alcole/optimality.hpp>
#include <alcole/random.hpp>
#include <alcole/solve.hpp>

#include "base/check_size.hpp"
#include "optimality/place.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>

namespace alcole {
namespace {

/// L(., lambda, alpha) as a problem without constraints, so that solve() can minimise it.
template <class T>
class Folded {
  public:
    Folded(AnyProblem<T>& problem, const Lagrangian& lagrangian)
        : problem_(problem),
          lagrangian_(lagrangian),
          l_(lagrangian.lambda.size() + 1),
          w_(l_.size()),
          scaled_(l_.size()) {}

    std::size_t num_variables() const { return problem_.num_variables(); }
    std::size_t num_constraints() const { return 0; }
    Box<T> box() const { return problem_.facts().box; }
    auto risks(std::span<const T> theta, std::span<double> l) {
        const auto at = problem_.risks(theta, l_);
        l[0] = lagrangian_(l_, w_);
        return Linearisation{[this, at](std::span<const double> w, std::span<T> g) {
            std::ranges::transform(w_, scaled_.begin(), [&w](double weight) { return w[0] * weight; });
            at.pullback(scaled_, g);
        }};
    }

  private:
    AnyProblem<T>& problem_;
    Lagrangian lagrangian_;
    std::vector<double> l_;
    std::vector<double> w_;
    std::vector<double> scaled_;
};

/// A start drawn by the caller, clamped to the box.
template <class T>
std::vector<T> drawn(std::size_t k, const Box<T>& box, const GapOptions& options) {
    const std::vector<double> from = options.draw(k);
    base::check_size("a start that was drawn", from.size(), box.lower.size(), "one per variable of the problem");
    std::vector<T> kept(from.size());
    for (std::size_t j = 0; j < kept.size(); ++j)
        kept[j] = std::clamp(static_cast<T>(from[j]), box.lower[j], box.upper[j]);
    return kept;
}

/// Start k. The first is theta itself. Of the others, one in three is close to theta, one at medium distance and one
/// far away; in the latter two, variables with two finite bounds are drawn uniformly between them.
template <class T>
std::vector<T> start(std::size_t k, std::span<const T> theta, const Box<T>& box, const GapOptions& options) {
    std::vector<T> from(theta.begin(), theta.end());
    if (k == 0) return from;
    if (options.draw) return drawn(k, box, options);
    Random random(options.seed, k);
    const double spread = options.spread * (k % 3 == 1 ? 0.1 : k % 3 == 2 ? 1.0 : 3.0);
    for (std::size_t j = 0; j < from.size(); ++j) {
        const auto here = static_cast<double>(theta[j]);
        const auto lower = static_cast<double>(box.lower[j]);
        const auto upper = static_cast<double>(box.upper[j]);
        const double away = here + spread * std::max(1.0, std::abs(here)) * random.normal();
        const double within = lower + (upper - lower) * random.uniform();
        const double chosen = std::isfinite(within) && k % 3 != 1 ? within : away;
        from[j] = std::clamp(static_cast<T>(chosen), box.lower[j], box.upper[j]);
    }
    return from;
}

/// Ends a minimisation after max_steps_in_total steps; inner.max_steps starts anew whenever a solve tightens its
/// tolerance.
struct Limit {
    std::int64_t max_steps_in_total = 0;
    std::int64_t taken = 0;
    void on_step(const Step& /*step*/) { ++taken; }
    bool stop_requested() const { return taken >= max_steps_in_total; }
};

template <class T>
DualValue lowest(AnyProblem<T>& problem, std::span<const T> theta, const Lagrangian& lagrangian, double objective,
                 const GapOptions& options) {
    DualValue found{.lowest = std::numeric_limits<double>::infinity()};
    Options how{.method = Method::unconstrained};
    how.inner.max_steps = options.max_steps;
    std::vector<double> values;
    for (std::size_t k = 0; k < std::max<std::size_t>(1, options.starts); ++k) {
        how.tolerance.stationarity = k == 0 ? options.tolerance / 10 : options.tolerance;
        Limit limit{.max_steps_in_total = options.max_steps};
        const auto end =
            solve(Folded<T>(problem, lagrangian), start(k, theta, problem.facts().box, options), how, limit);
        found.unbounded = found.unbounded || end.status == Status::unbounded;
        if (end.risks.empty() || !std::isfinite(end.risks[0])) continue;
        values.push_back(end.risks[0]);
        if (k == 0) found.from_theta = end.risks[0];
        if (end.risks[0] >= found.lowest) continue;
        found.lowest = end.risks[0];
        found.at.assign(end.theta().begin(), end.theta().end());
    }
    found.ended = values.size();
    for (const double value : values)
        if (value - found.lowest <= options.agreement * std::max(1.0, std::abs(found.lowest))) ++found.agreeing;
    found.gap = objective - found.lowest;
    for (const double value : values)
        if (objective - value >= 0.5 * found.gap) ++found.lower;
    return found;
}

/// The part of a gap that an inaccurate theta explains. The augmented Lagrangian is convex around a solution, so
/// minimising it from theta stays nearby, and the gain measures the inaccuracy. That gain is used for the ordinary
/// Lagrangian too, whose own minimisation may lead far away.
template <class T>
double noise_of(const DualValue& value, double gained, double objective, const GapOptions& options) {
    const double size = std::max(1.0, std::abs(objective));
    const double fine = options.agreement * size;
    const double loose = std::max(fine, options.loose * size);
    const bool agreed = std::same_as<T, double> || 2 * value.lower > value.ended;
    return agreed ? std::clamp(2 * gained, fine, loose) : loose;
}

/// Whether the dual is attained: repeats the minimisation with 10 and 100 times the penalty, starting from theta and
/// from the lowest point so far. If theta is not the solution, the gap stays; if another solution has another
/// multiplier, it falls like 1 / alpha.
template <class T>
Attained attained(AnyProblem<T>& problem, std::span<const T> theta, Lagrangian lagrangian, const GapEstimate& at,
                  GapOptions options) {
    Attained found;
    const DualValue& first = at.augmented;
    if (first.unbounded || first.ended == 0) return found;
    std::vector<double> alpha(lagrangian.alpha.begin(), lagrangian.alpha.end());
    std::vector<double> lowest_at = first.at;
    options.starts = 2;
    options.draw = [&](std::size_t /*k*/) { return lowest_at; };
    double gap = first.gap;
    for (const double factor : {1.0, 10.0, 100.0}) {
        if (factor > 1) {
            for (std::size_t i = 0; i < alpha.size(); ++i) alpha[i] = factor * lagrangian.alpha[i];
            Lagrangian steeper = lagrangian;
            steeper.alpha = alpha;
            const DualValue next = lowest(problem, theta, steeper, at.objective, options);
            gap = next.gap;
            lowest_at = next.at;
        }
        found.gaps.push_back({.factor = factor, .gap = gap});
        if (gap <= first.noise) {
            found.factor = factor;
            break;
        }
    }
    const bool falls = found.gaps.back().gap < 0.5 * found.gaps.front().gap;
    if (!found.factor && falls) found.verdict = Decision::fails;
    return found;
}

}  // namespace

template <class T>
GapEstimate duality_gap_of(AnyProblem<T>& problem, std::span<const T> theta, std::span<const double> lambda,
                           std::span<const double> alpha, const GapOptions& options) {
    const std::size_t m = problem.num_constraints();
    base::check_size("theta", theta.size(), problem.num_variables(), "one per variable of the problem");
    base::check_size("lambda", lambda.size(), m, "one per constraint");
    base::check_size("alpha", alpha.size(), m, "one per constraint");
    if (!options.offset.empty()) base::check_size("offset", options.offset.size(), m, "one per constraint");
    std::vector<double> l(m + 1);
    problem.risks(theta, l);
    GapEstimate found{.objective = l[0]};
    const auto offset = optimality::offset_of(problem.facts().constraint_prices, l, lambda, options.offset);
    for (std::size_t i = 0; i < m; ++i) {
        const bool equality = problem.facts().relations[i] == Relation::equal_zero;
        const double risk = l[i + 1] - offset[i];
        found.violation = std::max(found.violation, equality ? std::abs(risk) : risk);
    }
    Lagrangian lagrangian{.method = Method::augmented,
                          .relations = problem.facts().relations,
                          .lambda = lambda,
                          .alpha = alpha,
                          .offset = offset};
    found.augmented = lowest(problem, theta, lagrangian, found.objective, options);
    const double gained = std::max(0.0, found.objective - found.augmented.from_theta);
    found.augmented.noise = noise_of<T>(found.augmented, gained, found.objective, options);
    found.attained = attained(problem, theta, lagrangian, found, options);
    lagrangian.method = Method::lagrangian;
    found.ordinary = lowest(problem, theta, lagrangian, found.objective, options);
    found.ordinary.noise = noise_of<T>(found.ordinary, gained, found.objective, options);
    return found;
}

template GapEstimate duality_gap_of(AnyProblem<float>&, std::span<const float>, std::span<const double>,
                                    std::span<const double>, const GapOptions&);
template GapEstimate duality_gap_of(AnyProblem<double>&, std::span<const double>, std::span<const double>,
                                    std::span<const double>, const GapOptions&);

}  // namespace alcole
