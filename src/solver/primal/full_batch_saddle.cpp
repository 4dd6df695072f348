#include "base/box.hpp"
#include "solver/primal/full_batch_value.hpp"
#include "solver/primal/saddle.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace alcole::solver {
namespace {

/// With at most this many variables, all curvature is examined.
constexpr std::size_t small_problem = 20;
/// Otherwise the number of Lanczos products: fewer than the minimum reveal nothing, and beyond the maximum little is
/// gained.
constexpr std::int64_t min_lanczos = 5;
constexpr std::int64_t max_lanczos = 30;
/// The most numbers that may be kept for the gradients of active constraints.
constexpr std::size_t max_kept = 10'000'000;

}  // namespace

/// How many products with the Hessian the search for negative curvature may use, after the gradients of the active
/// constraints: all of them for small problems, otherwise a twentieth of the cost of the solve so far, but the maximum
/// if the start itself is stationary, because nothing else would leave it. 0: too few to be worth it.
template <class T>
std::size_t FullBatch<T>::affordable_products() const {
    const Counts& counts = state_.dual.counts;
    const std::size_t n = state_.theta.size();
    if (n <= small_problem) return n;
    if (n * (active_.size() + 1) > max_kept) return 0;
    const std::int64_t price = problem_.facts().has_hessian_vector ? 3 : 1;
    const std::int64_t spent = counts.pullbacks + price * counts.hessian_vectors;
    const std::int64_t left = (spent / 20 - static_cast<std::int64_t>(active_.size())) / price;
    const std::int64_t products = counts.steps == 0 ? max_lanczos : std::min(left, max_lanczos);
    return products < min_lanczos ? 0 : static_cast<std::size_t>(products);
}

/// Called at a stationary point of this Lagrangian. Newton's method knows the curvature of all variables except those
/// held at a bound; these must be pressed firmly against it.
template <class T>
Curvature FullBatch<T>::leave_saddle(const Lagrangian& lagrangian, Monitor& monitor) {
    const bool products = problem_.facts().has_hessian_vector || std::is_same_v<T, double>;
    if (!products) return state_.memory.convex ? Curvature::positive : Curvature::unknown;
    Value value(*this, lagrangian, monitor);
    if (point_.theta != state_.theta) {  // theta got here otherwise than by minimising
        point_.theta = state_.theta;
        point_.value = value.begin();
        value.keep();
        value.gradient(point_.gradient);
    }
    const double noise = 1e-6 * this->known_objective_slope() * std::max(1.0, largest<T>(point_.theta));
    if (state_.memory.convex && !loosely_held(noise)) return Curvature::positive;
    value.turn_to(point_.theta);
    const std::size_t affordable = affordable_products();
    if (affordable == 0) return Curvature::unknown;
    const Look<T> seen = find_way_down<T>(problem_.facts().box, value, point_, affordable, noise);
    if (!seen.way) return seen.complete ? Curvature::positive : Curvature::unknown;
    return go_down(value, *seen.way, monitor) ? Curvature::left : Curvature::unknown;
}

/// Whether some variable is at a bound with almost no slope that holds it there.
template <class T>
bool FullBatch<T>::loosely_held(double noise) const {
    const Box<T>& box = problem_.facts().box;
    for (std::size_t j = 0; j < point_.theta.size(); ++j)
        if (box.lower[j] < box.upper[j] && base::held(box, j, point_.theta[j], point_.gradient[j]) &&
            std::abs(static_cast<double>(point_.gradient[j])) <= noise)
            return true;
    return false;
}

/// Steps along the direction or against it, as far as L falls by at least half of what its curvature promises.
template <class T>
bool FullBatch<T>::go_down(Value& value, const WayDown<T>& way, Monitor& monitor) {
    const Box<T>& box = problem_.facts().box;
    const double noise = value.noise();
    std::vector<T> there(point_.theta.size());
    double t = 0.25;
    for (int tries = 0; tries < 10; ++tries, t /= 4)
        for (const double step : {t, -t}) {
            for (std::size_t j = 0; j < there.size(); ++j)
                there[j] =
                    std::clamp(point_.theta[j] + static_cast<T>(step) * way.direction[j], box.lower[j], box.upper[j]);
            const double reached = value.value(there);
            const double wanted = std::max(noise, -way.curvature * t * t / 4);
            if (!(reached < point_.value - wanted) || !std::isfinite(reached)) continue;
            value.keep();
            this->go_to(there);
            ++state_.dual.counts.steps;
            monitor.accepted(reached, accepted_, true);
            return true;
        }
    return false;
}

template Curvature FullBatch<float>::leave_saddle(const Lagrangian&, Monitor&);
template Curvature FullBatch<double>::leave_saddle(const Lagrangian&, Monitor&);

}  // namespace alcole::solver
