#include "solver/primal/kkt_step.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace alcole::solver {
namespace {

/// The range of c_i |a_i|^2 relative to the largest entry of H. Softer penalties may not outweigh negative curvature of
/// H; stiffer ones lose more digits than they gain.
constexpr double soft = 1e4;
constexpr double stiff = 1e6;

}  // namespace

template <class T>
DenseKktStep<T>::DenseKktStep(const KktSystem<T>& at, std::vector<double> hessian)
    : KktStep<T>(at),
      hessian_(std::move(hessian)),
      c_(at.stiffness),
      small_(this->k_ * this->k_),
      large_factor_(this->n_),
      small_factor_(this->k_) {
    limit_stiffness();
}

template <class T>
void DenseKktStep<T>::limit_stiffness() {
    const std::size_t n = this->n_;
    double largest_entry = 0;
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b <= a; ++b) largest_entry = std::max(largest_entry, std::abs(hessian_[a * n + b]));
    for (std::size_t i = 0; i < this->k_; ++i) {
        const double squares = dot<T>(this->at_.rows[i], this->at_.rows[i]);
        if (largest_entry > 0 && squares > 0)
            c_[i] = std::clamp(c_[i], soft * largest_entry / squares, stiff * largest_entry / squares);
    }
}

template <class T>
std::vector<double> DenseKktStep<T>::times_hessian(std::span<const double> v) const {
    const std::size_t n = this->n_;
    std::vector<double> product(n);
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b <= a; ++b) {
            product[a] += hessian_[a * n + b] * v[b];
            if (b < a) product[b] += hessian_[a * n + b] * v[a];
        }
    return product;
}

/// False if H + J^T C J has negative curvature.
template <class T>
bool DenseKktStep<T>::factorise() {
    const std::size_t n = this->n_;
    stiff_ = hessian_;
    for (const std::size_t i : this->held_rows()) {
        const auto& row = this->at_.rows[i];
        for (std::size_t a = 0; a < n; ++a) {
            const double factor = c_[i] * static_cast<double>(row[a]);
            for (std::size_t b = 0; b <= a && factor != 0; ++b)
                stiff_[a * n + b] += factor * static_cast<double>(row[b]);
        }
    }
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < a; ++b)
            if (!this->free_[a] || !this->free_[b]) stiff_[a * n + b] = 0;
        if (!this->free_[a]) stiff_[a * n + a] = 1;
    }
    if (!std::isfinite(sum_over(stiff_.size(), [this](std::size_t e) { return stiff_[e]; }))) return false;
    large_factor_.factorise(stiff_, n);
    return large_factor_.positive();
}

/// With B = H + J^T C J and rest = -grad l_0 - H d_fixed - J^T C (l + J d_fixed), on the free variables (l_0 includes
/// the constraints that give way):
///     J B^-1 J^T y = J B^-1 rest + l + J d_fixed,     d = B^-1 (rest - J^T y).
template <class T>
bool DenseKktStep<T>::solve_active() {
    if (!factorise()) return false;
    const std::size_t n = this->n_;
    std::vector<double> fixed = this->d_;
    for (std::size_t j = 0; j < n; ++j)
        if (this->free_[j]) fixed[j] = 0;
    std::vector<double> rest = times_hessian(fixed);
    const std::vector<double> given = this->given();
    for (std::size_t j = 0; j < n; ++j) rest[j] = -rest[j] - given[j];
    const auto rows = this->held_rows();
    const std::size_t k = rows.size();
    std::vector<double> y(k);
    for (std::size_t a = 0; a < k; ++a) {
        y[a] = this->at_.values[rows[a]] + this->along(rows[a], fixed);
        for (std::size_t j = 0; j < n; ++j)
            rest[j] -= c_[rows[a]] * y[a] * static_cast<double>(this->at_.rows[rows[a]][j]);
    }
    this->set_free(rest);
    large_factor_.solve(rest);
    std::vector<std::vector<double>> solved(k);
    for (std::size_t a = 0; a < k; ++a) {
        const auto& row = this->at_.rows[rows[a]];
        solved[a].assign(row.begin(), row.end());
        this->set_free(solved[a]);
        large_factor_.solve(solved[a]);
        for (std::size_t b = 0; b <= a; ++b) small_[a * k + b] = this->along(rows[b], solved[a]);
        y[a] += this->along(rows[a], rest);
    }
    small_factor_.factorise(std::span(small_).first(k * k), k);
    small_factor_.solve(y);
    this->set_multipliers(rows, y);
    for (std::size_t a = 0; a < k; ++a) add_scaled<double>(-y[a], solved[a], rest);
    for (std::size_t j = 0; j < n; ++j)
        if (this->free_[j]) this->d_[j] = rest[j];
    this->curved_ = times_hessian(this->d_);
    return true;
}

template class DenseKktStep<float>;
template class DenseKktStep<double>;

}  // namespace alcole::solver
