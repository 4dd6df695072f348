#include "solver/primal/line_search.hpp"

#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace alcole::solver {
namespace {

constexpr double sufficient_decrease = 1e-4;  // c1
constexpr double curvature = 0.9;             // c2
constexpr int max_evaluations = 50;
constexpr double bottomless = -1e30;

}  // namespace

/// Sets trial_.theta to theta(t) = P(theta(0) + t d) and returns g(0)^T (theta(t) - theta(0)).
template <class T>
double LineSearch<T>::move(const Point<T>& from, std::span<const T> direction, double t) {
    double model = 0;
    for (std::size_t j = 0; j < direction.size(); ++j) {
        const T raw = from.theta[j] + static_cast<T>(t) * direction[j];
        trial_.theta[j] = std::clamp(raw, box_.lower[j], box_.upper[j]);
        model += static_cast<double>(from.gradient[j]) * static_cast<double>(trial_.theta[j] - from.theta[j]);
    }
    return model;
}

/// d/dt f(P(theta + t d)); variables that have reached their bound no longer contribute.
template <class T>
double LineSearch<T>::slope(const Point<T>& from, std::span<const T> direction, double t) const {
    double sum = 0;
    for (std::size_t j = 0; j < direction.size(); ++j) {
        const T raw = from.theta[j] + static_cast<T>(t) * direction[j];
        const bool held = (raw <= box_.lower[j] && direction[j] < 0) || (raw >= box_.upper[j] && direction[j] > 0);
        if (!held) sum += static_cast<double>(trial_.gradient[j]) * static_cast<double>(direction[j]);
    }
    return sum;
}

/// The next t inside a bracket: the minimiser of the interpolating cubic (or parabola, if the slope at `high` is not
/// known), kept away from the ends.
template <class T>
double LineSearch<T>::between(const Place& low, const Place& high) {
    const double width = high.t - low.t;
    double share = 0.5;
    if (std::isfinite(high.slope)) {
        const double secant = (high.value - low.value) / width;
        const double a = low.slope + high.slope - 3 * secant;
        const double root = std::sqrt(std::max(0.0, a * a - low.slope * high.slope));
        const double signed_root = width > 0 ? root : -root;
        const double bottom = high.slope - low.slope + 2 * signed_root;
        if (bottom != 0) share = 1 - (high.slope + signed_root - a) / bottom;
    } else if (std::isfinite(high.value)) {
        const double rise = high.value - low.value - low.slope * width;
        if (rise > 0) share = -low.slope * width / (2 * rise);
    } else {
        share = 0.2;
    }
    if (!std::isfinite(share)) share = 0.5;
    return low.t + std::clamp(share, 0.1, 0.9) * width;
}

/// The t strictly inside the bracket, and nearest to `wanted`, at which a variable reaches its bound; infinite if there
/// is none. The arc has a corner there, and f often its minimum along the arc, which interpolation cannot find.
template <class T>
double LineSearch<T>::nearest_corner(const Point<T>& from, std::span<const T> direction, double a, double b,
                                     double wanted) const {
    constexpr double beyond =
        1 + 4 * static_cast<double>(std::numeric_limits<T>::epsilon());  // so that rounding does not stop short of it
    const auto [first, last] = std::minmax(a, b);
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < direction.size(); ++j) {
        if (direction[j] == 0) continue;
        const T bound = direction[j] < 0 ? box_.lower[j] : box_.upper[j];
        const double t = beyond * (static_cast<double>(bound) - static_cast<double>(from.theta[j])) /
                         static_cast<double>(direction[j]);
        if (t > first && t < last && std::abs(t - wanted) < std::abs(nearest - wanted)) nearest = t;
    }
    return nearest;
}

template <class T>
auto LineSearch<T>::run(Objective<T>& f, const Point<T>& from, std::span<const T> direction, double first_step,
                        Point<T>& to) -> End {
    Place low{.t = 0, .value = from.value};
    trial_.gradient = from.gradient;
    low.slope = slope(from, direction, 0);
    const double start_slope = low.slope;
    if (!(start_slope < 0)) return End::failed;

    const double noise = f.noise();
    Place high{.t = std::numeric_limits<double>::infinity()};
    double t = first_step;
    bool at_corner = false;

    for (int evaluations = 0; evaluations < max_evaluations; ++evaluations) {
        if (f.stop()) return End::interrupted;
        const double model = move(from, direction, t);
        Place here{.t = t, .value = f.value(trial_.theta)};
        if (here.value < bottomless) return End::unbounded;

        bool too_long = !std::isfinite(here.value);
        if (too_long) here.value = std::numeric_limits<double>::infinity();
        const bool too_high = here.value > from.value + sufficient_decrease * model + noise ||
                              (low.t > 0 && here.value > low.value + noise);
        if (!too_long && !too_high) {
            f.gradient(trial_.gradient);
            here.slope = slope(from, direction, t);
            too_long = !std::isfinite(largest<T>(trial_.gradient));
            if (too_long) here = {.t = t, .value = std::numeric_limits<double>::infinity()};
        }
        if (too_long || too_high) {
            high = here;
        } else {
            if (here.slope * (high.t - low.t) >= 0) high = low;  // the minimum lies between the two
            low = here;
            f.keep();
            trial_.value = here.value;
            std::swap(trial_, to);
            if (std::abs(here.slope) <= curvature * std::abs(start_slope)) return End::found;
            if (at_corner && here.slope >= 0) return End::found;
        }

        if (std::isinf(high.t)) {
            t = 4 * low.t;
        } else {
            if (std::abs(high.t - low.t) <= 1e-14 * std::max(low.t, high.t)) break;
            t = between(low, high);
            const double corner = nearest_corner(from, direction, low.t, high.t, t);
            at_corner = std::isfinite(corner);
            if (at_corner) t = corner;
        }
    }
    return low.t > 0 && low.value < from.value ? End::found : End::failed;
}

template class LineSearch<float>;
template class LineSearch<double>;

}  // namespace alcole::solver
