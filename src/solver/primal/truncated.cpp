#include "solver/primal/truncated.hpp"

#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::solver {
namespace {

constexpr int max_products = 250;
/// Curvature below this share of the preconditioner's counts as zero.
constexpr double no_curvature = 1e-6;

}  // namespace

template <class T>
TruncatedDirection<T>::TruncatedDirection(std::size_t n, std::size_t stiff)
    : rest_(n), eased_(n), along_(n), product_(n), stiff_(stiff), small_(stiff * stiff), factor_(stiff) {}

/// product = H along
template <class T>
void TruncatedDirection<T>::multiply(CurvedObjective<T>& f, std::span<const T> free) {
    f.smooth_product(along_, product_);
    for (std::size_t i = 0; i < f.num_stiff(); ++i) {
        const auto a = f.stiff_direction(i);
        add_scaled<T>(f.stiffness(i) * dot<T>(a, along_), a, product_);
    }
    for (std::size_t j = 0; j < product_.size(); ++j) product_[j] *= free[j];
}

/// Computes sigma, the curvature of S along the gradient, and factorises the small matrix of Woodbury's formula.
template <class T>
void TruncatedDirection<T>::prepare(CurvedObjective<T>& f, const Point<T>& at, std::span<const T> free) {
    for (std::size_t j = 0; j < free.size(); ++j) along_[j] = free[j] * at.gradient[j];
    f.smooth_product(along_, product_);
    const double squares = dot<T>(along_, along_);
    sigma_ = std::abs(dot<T>(along_, product_)) / squares;
    if (!(sigma_ > 0) || !std::isfinite(sigma_)) sigma_ = 1;
    const std::size_t k = f.num_stiff();
    for (std::size_t i = 0; i < k; ++i) {
        for (std::size_t j = 0; j <= i; ++j)
            small_[i * k + j] = dot<T>(f.stiff_direction(i), f.stiff_direction(j), free);
        small_[i * k + i] += sigma_ / f.stiffness(i);
    }
    factor_.factorise(small_, k);
}

/// eased = (sigma + A^T C A)^-1 rest = (rest - A^T (sigma C^-1 + A A^T)^-1 A rest) / sigma
template <class T>
void TruncatedDirection<T>::precondition(const CurvedObjective<T>& f, std::span<const T> free) {
    const std::size_t k = f.num_stiff();
    const auto part = std::span(stiff_).first(k);
    for (std::size_t i = 0; i < k; ++i) part[i] = dot<T>(f.stiff_direction(i), rest_);
    factor_.solve(part);
    eased_ = rest_;
    for (std::size_t i = 0; i < k; ++i) add_scaled<T>(-part[i], f.stiff_direction(i), eased_);
    for (std::size_t j = 0; j < eased_.size(); ++j) eased_[j] *= free[j] / static_cast<T>(sigma_);
}

template <class T>
double TruncatedDirection<T>::find(CurvedObjective<T>& f, const Point<T>& at, std::span<const T> free, double share,
                                   std::span<T> d) {
    prepare(f, at, free);
    std::ranges::fill(d, T{0});
    for (std::size_t j = 0; j < d.size(); ++j) rest_[j] = -free[j] * at.gradient[j];
    precondition(f, free);
    along_ = eased_;
    double left = dot<T>(rest_, eased_);  // the squared residual, in the metric of the preconditioner
    const double enough = share * share * left;
    const auto limit = std::min<std::size_t>(2 * d.size() + 2, max_products);
    for (std::size_t products = 0; products < limit && left > 0; ++products) {
        if (f.stop()) return 0;
        multiply(f, free);
        const double curvature = dot<T>(along_, product_);
        // The curvature of the preconditioner along this direction is at least `left`.
        if (!(curvature > no_curvature * left)) {
            const double reach = products == 0 ? 1 : largest<T>(d) / largest<T>(along_);
            add_scaled<T>(reach, along_, d);
            return 1;
        }
        const double t = left / curvature;
        add_scaled<T>(t, along_, d);
        add_scaled<T>(-t, product_, rest_);
        precondition(f, free);
        const double next = dot<T>(rest_, eased_);
        if (!(next > enough)) return 1;
        const T beta = static_cast<T>(next / left);
        for (std::size_t j = 0; j < d.size(); ++j) along_[j] = eased_[j] + beta * along_[j];
        left = next;
    }
    return 1;
}

template class TruncatedDirection<float>;
template class TruncatedDirection<double>;

}  // namespace alcole::solver
