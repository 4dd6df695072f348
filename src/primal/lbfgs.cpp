#include "lbfgs.hpp"

#include "box.hpp"
#include "vector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace alcole {
namespace {

/// sum_j a_j b_j m_j
template <class T>
double masked_dot(std::span<const T> a, std::span<const T> b, std::span<const T> mask) {
    double sum = 0;
    for (std::size_t j = 0; j < a.size(); ++j)
        sum += static_cast<double>(a[j]) * static_cast<double>(b[j]) * static_cast<double>(mask[j]);
    return sum;
}

/// Curvature below this share of |s||y| says nothing and is left out.
constexpr double least_curvature = 1e-10;

}  // namespace

template <class T>
Lbfgs<T>::Lbfgs(const Box<T>& box, std::size_t memory, PrimalState<T>& state)
    : box_(box),
      memory_(memory),
      state_(state),
      line_search_(box, box.lower.size()),
      next_(box.lower.size()),
      direction_(box.lower.size()),
      free_(box.lower.size()),
      coefficients_(memory),
      curvatures_(memory) {
    state_.pairs_s.resize(memory * box.lower.size());
    state_.pairs_y.resize(memory * box.lower.size());
}

/// The pair that is `age` pairs older than the newest.
template <class T>
std::span<T> Lbfgs<T>::row(std::vector<T>& pairs, std::size_t age) {
    const std::size_t n = direction_.size();
    const std::size_t slot = (static_cast<std::size_t>(state_.newest) + memory_ - age) % memory_;
    return std::span(pairs).subspan(slot * n, n);
}

template <class T>
void Lbfgs<T>::fix_variables(const Point<T>& at) {
    for (std::size_t j = 0; j < free_.size(); ++j) free_[j] = held(box_, j, at.theta[j], at.gradient[j]) ? T{0} : T{1};
}

template <class T>
void Lbfgs<T>::steepest_descent(const Point<T>& at) {
    for (std::size_t j = 0; j < free_.size(); ++j) direction_[j] = -free_[j] * at.gradient[j];
}

/// direction = -H g on the free variables, by the two-loop recursion over the pairs as seen in them. False when no pair
/// has curvature there.
template <class T>
bool Lbfgs<T>::quasi_newton(const Point<T>& at) {
    const std::span<const T> mask = free_;
    const std::span<T> d = direction_;
    const auto count = static_cast<std::size_t>(state_.pairs);
    double scale = 0;
    steepest_descent(at);
    for (std::size_t age = 0; age < count; ++age) {
        const std::span<const T> s = row(state_.pairs_s, age);
        const std::span<const T> y = row(state_.pairs_y, age);
        const double sy = masked_dot(s, y, mask);
        const double ss = masked_dot(s, s, mask);
        const double yy = masked_dot(y, y, mask);
        const bool usable = sy > least_curvature * std::sqrt(ss * yy);
        curvatures_[age] = usable ? sy : 0;
        if (!usable) continue;
        if (scale == 0) scale = sy / yy;
        coefficients_[age] = masked_dot<T>(s, d, mask) / sy;
        add_scaled(-coefficients_[age], y, d);
    }
    if (scale == 0) return false;
    for (std::size_t j = 0; j < d.size(); ++j) d[j] *= static_cast<T>(scale) * mask[j];
    for (std::size_t age = count; age-- > 0;) {
        if (curvatures_[age] == 0) continue;
        const double beta = masked_dot<T>(row(state_.pairs_y, age), d, mask) / curvatures_[age];
        add_scaled<T>(coefficients_[age] - beta, row(state_.pairs_s, age), d);
    }
    for (std::size_t j = 0; j < d.size(); ++j) d[j] *= mask[j];
    return true;
}

/// Without curvature nothing is known of the scale of theta: move the fastest variable by about a tenth of theta's
/// size.
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
    state_.pairs = std::min(state_.pairs + 1, static_cast<std::int64_t>(memory_));
}

template <class T>
auto Lbfgs<T>::step(Objective<T>& f, Point<T>& at) -> End {
    using Found = typename LineSearch<T>::End;
    fix_variables(at);
    const std::int64_t pairs = state_.pairs;
    // The quasi-Newton direction first; when it leads nowhere, its memory is misleading: forget it and descend steeply.
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
            return End::stalled;
        case Found::unbounded:
            return End::unbounded;
        case Found::interrupted:
            state_.pairs = pairs;
            return End::interrupted;
        case Found::found:
            break;
    }
    remember(at, next_);
    std::swap(at, next_);
    return End::moved;
}

template class Lbfgs<float>;
template class Lbfgs<double>;

}  // namespace alcole
