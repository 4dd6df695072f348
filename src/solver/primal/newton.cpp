#include "solver/primal/newton.hpp"

#include "base/box.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace alcole::solver {
namespace {

/// The maximum length of a step, in units of max(1, |theta_j|). H describes f only nearby: for a model that is
/// confident and wrong, the loss is almost linear, H is zero up to rounding, and the undamped step would be enormous.
constexpr double reach = 10;

}  // namespace

/// The largest |entry| of x_, in units of max(1, |theta_j|).
template <class T>
double DenseDirection<T>::length(std::span<const T> theta) const {
    double longest = 0;
    for (std::size_t j = 0; j < x_.size(); ++j) longest = std::max(longest, std::abs(x_[j]) / size_of(theta[j]));
    return longest;
}

/// Solves (H + mu D^2) x = -g with D = diag(1 / size), for the first mu in an increasing sequence that keeps x within
/// reach. The last one, mu = |D^-1 g| / reach, suffices for every positive semidefinite H, because then
/// |D x| <= |D^-1 g| / mu.
template <class T>
void DenseDirection<T>::shorten(const Point<T>& at, std::span<const T> free) {
    const std::size_t n = x_.size();
    const double slope = std::sqrt(sum_over(n, [&](std::size_t j) {
        const double entry = static_cast<double>(free[j] * at.gradient[j]) * size_of(at.theta[j]);
        return entry * entry;
    }));
    double damping = 0;
    for (const double share : {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0}) {
        const double next = share * slope / reach;
        for (std::size_t j = 0; j < n; ++j) {
            const double size = size_of(at.theta[j]);
            h_[j * n + j] += (next - damping) / (size * size);
            x_[j] = -static_cast<double>(free[j] * at.gradient[j]);
        }
        damping = next;
        cholesky_.factorise(h_, n);
        cholesky_.solve(x_);
        if (length(at.theta) <= reach) return;
    }
}

/// The rows and columns of fixed variables are replaced by those of the identity. A direction of negative curvature is
/// added at the length of the Newton step.
template <class T>
double DenseDirection<T>::find(CurvedObjective<T>& f, const Point<T>& at, std::span<const T> free, double /*share*/,
                               std::span<T> d) {
    const std::size_t n = d.size();
    convex_ = false;
    f.hessian(h_);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j)
            if (free[i] == 0 || free[j] == 0) h_[i * n + j] = 0;
        if (free[i] == 0) h_[i * n + i] = 1;
        x_[i] = -static_cast<double>(free[i] * at.gradient[i]);
    }
    if (!std::isfinite(sum_over(h_.size(), [this](std::size_t k) { return h_[k]; }))) {
        std::ranges::fill(d, std::numeric_limits<T>::quiet_NaN());  // no direction at all
        return 1;
    }
    cholesky_.factorise(h_, n);
    cholesky_.solve(x_);
    convex_ = cholesky_.positive();
    const bool downward = cholesky_.negative_curvature(v_);
    if (length(at.theta) > reach) shorten(at, free);
    if (downward) {
        double slope = 0;
        double newton = 0;
        double curved = 0;
        for (std::size_t j = 0; j < n; ++j) {
            slope += static_cast<double>(at.gradient[j]) * v_[j];
            newton = std::max(newton, std::abs(x_[j]));
            curved = std::max(curved, std::abs(v_[j]));
        }
        const double factor = (slope > 0 ? -1 : 1) * newton / curved;
        for (std::size_t j = 0; j < n; ++j) x_[j] += factor * v_[j];
    }
    for (std::size_t j = 0; j < n; ++j) d[j] = free[j] * static_cast<T>(x_[j]);
    return 1;
}

template <class T>
Newton<T>::Newton(const Box<T>& box, std::unique_ptr<NewtonDirection<T>> direction)
    : box_(box),
      who_(std::move(direction)),
      line_search_(box, box.lower.size()),
      next_(box.lower.size()),
      direction_(box.lower.size()),
      free_(box.lower.size()) {}

template <class T>
StepEnd Newton<T>::step(CurvedObjective<T>& f, Point<T>& at, double share) {
    using Found = typename LineSearch<T>::End;
    for (std::size_t j = 0; j < free_.size(); ++j)
        free_[j] = base::held(box_, j, at.theta[j], at.gradient[j]) ? T{0} : T{1};
    if (f.stop()) return StepEnd::interrupted;
    f.turn_to(at.theta);
    const double first = who_->find(f, at, free_, share, direction_);
    if (first == 0) return StepEnd::interrupted;
    if (!std::isfinite(largest<T>(direction_))) return StepEnd::stalled;
    switch (line_search_.run(f, at, direction_, first, next_)) {
        case Found::failed:
            return StepEnd::stalled;
        case Found::unbounded:
            return StepEnd::unbounded;
        case Found::interrupted:
            return StepEnd::interrupted;
        case Found::found:
            break;
    }
    std::swap(at, next_);
    return StepEnd::moved;
}

template class DenseDirection<float>;
template class DenseDirection<double>;
template class Newton<float>;
template class Newton<double>;

}  // namespace alcole::solver
