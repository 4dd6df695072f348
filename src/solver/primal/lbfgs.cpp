#include "solver/primal/lbfgs.hpp"

#include "base/box.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace alcole::solver {
namespace {

/// Pairs with s^T y below this share of |s||y| carry no usable curvature and are ignored.
constexpr double min_curvature = 1e-10;

double usable(double sy, double ss, double yy) { return sy > min_curvature * std::sqrt(ss * yy) ? sy : 0; }

}  // namespace

template <class T>
Lbfgs<T>::Lbfgs(const Box<T>& box, std::size_t memory, detail::PrimalMemory<T>& state)
    : box_(box),
      memory_(memory),
      state_(state),
      line_search_(box, box.lower.size()),
      next_(box.lower.size()),
      direction_(box.lower.size()),
      free_(box.lower.size()),
      metric_(box.lower.size()),
      coefficients_(memory),
      curvatures_(memory) {
    state_.pairs_s.resize(memory * box.lower.size());
    state_.pairs_y.resize(memory * box.lower.size());
    state_.pairs_sy.resize(memory);
}

/// The position of the pair that is `age` pairs older than the newest.
template <class T>
std::size_t Lbfgs<T>::slot(std::size_t age) const {
    return (static_cast<std::size_t>(state_.newest) + memory_ - age) % memory_;
}

template <class T>
std::span<T> Lbfgs<T>::row(std::vector<T>& pairs, std::size_t age) {
    const std::size_t n = direction_.size();
    return std::span(pairs).subspan(slot(age) * n, n);
}

/// Determines which variables may move, and the metric max(1, |theta_j|)^2, which serves as the initial inverse
/// Hessian: a step that suits a variable of size 1 is too small for one of size 1e6.
template <class T>
void Lbfgs<T>::look_around(const Point<T>& at) {
    all_free_ = true;
    for (std::size_t j = 0; j < free_.size(); ++j) {
        const bool fixed = base::held(box_, j, at.theta[j], at.gradient[j]);
        const T unit = std::clamp(std::abs(at.theta[j]), T{1}, static_cast<T>(1e15));  // its square is finite in float
        all_free_ = all_free_ && !fixed;
        free_[j] = fixed ? T{0} : T{1};
        metric_[j] = fixed ? T{0} : unit * unit;
    }
}

template <class T>
void Lbfgs<T>::steepest_descent(const Point<T>& at) {
    for (std::size_t j = 0; j < free_.size(); ++j) direction_[j] = -metric_[j] * at.gradient[j];
}

/// The curvature s^T y of a pair, restricted to the free variables; 0 if it is not usable.
template <class T>
double Lbfgs<T>::curvature(std::size_t age) {
    if (all_free_) return state_.pairs_sy[slot(age)];
    const std::span<const T> s = row(state_.pairs_s, age);
    const std::span<const T> y = row(state_.pairs_y, age);
    return usable(dot<T>(s, y, free_), dot<T>(s, s, free_), dot<T>(y, y, free_));
}

/// The dot product over the free variables.
template <class T>
double Lbfgs<T>::free_dot(std::span<const T> a, std::span<const T> b) const {
    return all_free_ ? quick_dot(a, b) : dot<T>(a, b, free_);
}

/// direction = -H g on the free variables, by the two-loop recursion over the pairs restricted to these variables.
/// False if no pair has usable curvature there.
template <class T>
bool Lbfgs<T>::quasi_newton(const Point<T>& at) {
    const std::span<T> d = direction_;
    const auto count = static_cast<std::size_t>(state_.pairs);
    double scale = 0;
    for (std::size_t j = 0; j < d.size(); ++j) d[j] = -free_[j] * at.gradient[j];
    for (std::size_t age = 0; age < count; ++age) {
        curvatures_[age] = curvature(age);
        if (curvatures_[age] == 0) continue;
        const std::span<const T> y = row(state_.pairs_y, age);
        if (scale == 0) scale = curvatures_[age] / dot<T>(y, y, metric_);
        coefficients_[age] = free_dot(row(state_.pairs_s, age), d) / curvatures_[age];
        add_scaled(-coefficients_[age], y, d);
    }
    if (scale == 0) return false;
    for (std::size_t j = 0; j < d.size(); ++j) d[j] *= static_cast<T>(scale) * metric_[j];
    for (std::size_t age = count; age-- > 0;) {
        if (curvatures_[age] == 0) continue;
        const double beta = free_dot(row(state_.pairs_y, age), d) / curvatures_[age];
        add_scaled<T>(coefficients_[age] - beta, row(state_.pairs_s, age), d);
    }
    for (std::size_t j = 0; j < d.size(); ++j) d[j] *= free_[j];
    return true;
}

/// Without curvature the scale of a step is unknown: move the fastest variable by a tenth of theta's size.
template <class T>
double Lbfgs<T>::first_step(const Point<T>& at) const {
    const double size = std::max(1.0, largest<T>(at.theta));
    return 0.1 * size / std::max(largest<T>(direction_), std::numeric_limits<double>::min());
}

template <class T>
void Lbfgs<T>::remember(const Point<T>& at, const Point<T>& next) {
    state_.newest = (state_.newest + 1) % static_cast<std::int64_t>(memory_);
    const auto s = row(state_.pairs_s, 0);
    const auto y = row(state_.pairs_y, 0);
    for (std::size_t j = 0; j < s.size(); ++j) {
        s[j] = next.theta[j] - at.theta[j];
        y[j] = next.gradient[j] - at.gradient[j];
    }
    state_.pairs_sy[slot(0)] = usable(dot<T>(s, y), dot<T>(s, s), dot<T>(y, y));
    state_.pairs = std::min(state_.pairs + 1, static_cast<std::int64_t>(memory_));
}

template <class T>
StepEnd Lbfgs<T>::step(Objective<T>& f, Point<T>& at) {
    using Found = typename LineSearch<T>::End;
    look_around(at);
    const std::int64_t pairs = state_.pairs;
    // Try the quasi-Newton direction first. If its line search fails, the pairs are misleading: drop them and use
    // steepest descent.
    const bool learned = quasi_newton(at);
    if (!learned) steepest_descent(at);
    Found found = line_search_.run(f, at, direction_, learned ? 1.0 : first_step(at), next_);
    if (found == Found::failed && learned) {
        reset();
        steepest_descent(at);
        found = line_search_.run(f, at, direction_, first_step(at), next_);
    }
    switch (found) {
        case Found::failed:
            return StepEnd::stalled;
        case Found::unbounded:
            return StepEnd::unbounded;
        case Found::interrupted:
            state_.pairs = pairs;
            return StepEnd::interrupted;
        case Found::found:
            break;
    }
    remember(at, next_);
    std::swap(at, next_);
    return StepEnd::moved;
}

template class Lbfgs<float>;
template class Lbfgs<double>;

}  // namespace alcole::solver
