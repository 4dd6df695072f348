#include "solver/primal/kkt_step.hpp"

#include "base/box.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::solver {
namespace {

/// So many changes of the active set are one too many.
constexpr int most_rounds = 10;
/// Penalties stiffer than so many times H cost more digits than they bring.
constexpr double stiff_enough = 1e4;

}  // namespace

template <class T>
KktStep<T>::KktStep(const KktSystem<T>& at)
    : at_(at),
      n_(at.theta.size()),
      k_(at.rows.size()),
      c_(at.stiffness),
      free_(n_),
      active_(k_, true),
      stiff_(n_ * n_),
      small_(k_ * k_),
      solved_(k_),
      d_(n_),
      y_(k_),
      large_factor_(n_),
      small_factor_(k_) {
    std::vector<T> g = at.objective;
    for (std::size_t i = 0; i < k_; ++i) add_scaled<T>(at.lambda[i], at.rows[i], g);
    for (std::size_t j = 0; j < n_; ++j)
        free_[j] = at.box.lower[j] < at.box.upper[j] && !base::held(at.box, j, at.theta[j], g[j]);
    limit_stiffness();
}

template <class T>
void KktStep<T>::limit_stiffness() {
    double most = 0;
    for (std::size_t j = 0; j < n_; ++j) most = std::max(most, std::abs(at_.hessian[j * n_ + j]));
    for (std::size_t i = 0; i < k_; ++i) {
        const double squares = dot<T>(at_.rows[i], at_.rows[i]);
        if (most > 0 && squares > 0) c_[i] = std::min(c_[i], stiff_enough * most / squares);
    }
}

template <class T>
double KktStep<T>::along(std::size_t i, std::span<const double> v) const {
    const auto& row = at_.rows[i];
    return sum_over(n_, [&](std::size_t j) { return static_cast<double>(row[j]) * v[j]; });
}

/// False where H + J^T C J curves downward.
template <class T>
bool KktStep<T>::factorise() {
    stiff_ = at_.hessian;
    for (std::size_t i = 0; i < k_; ++i) {
        if (!active_[i]) continue;
        for (std::size_t a = 0; a < n_; ++a) {
            const double factor = c_[i] * static_cast<double>(at_.rows[i][a]);
            if (factor == 0) continue;
            for (std::size_t b = 0; b <= a; ++b) stiff_[a * n_ + b] += factor * static_cast<double>(at_.rows[i][b]);
        }
    }
    for (std::size_t a = 0; a < n_; ++a) {
        for (std::size_t b = 0; b < a; ++b)
            if (!free_[a] || !free_[b]) stiff_[a * n_ + b] = 0;
        if (!free_[a]) stiff_[a * n_ + a] = 1;
    }
    if (!std::isfinite(sum_over(stiff_.size(), [this](std::size_t e) { return stiff_[e]; }))) return false;
    large_factor_.factorise(stiff_, n_);
    std::vector<double> v(n_);
    return !large_factor_.negative_curvature(v);
}

/// d and y for the active constraints; d_ has what the variables that are not free have moved by.
template <class T>
void KktStep<T>::solve_active() {
    std::vector<double> fixed = d_;
    for (std::size_t j = 0; j < n_; ++j)
        if (free_[j]) fixed[j] = 0;
    std::vector<double> rest(n_);  // -grad l_0 - J^T C (l + J d_fixed) - H d_fixed
    for (std::size_t a = 0; a < n_; ++a) {
        rest[a] -= static_cast<double>(at_.objective[a]);
        for (std::size_t b = 0; b <= a; ++b) {
            const double h = at_.hessian[a * n_ + b];
            rest[a] -= h * fixed[b];
            if (b < a) rest[b] -= h * fixed[a];
        }
    }
    std::vector<std::size_t> rows;
    std::vector<double> wanted;  // of J d among the free variables
    for (std::size_t i = 0; i < k_; ++i) {
        if (!active_[i]) continue;
        rows.push_back(i);
        const double left = at_.values[i] + along(i, fixed);
        wanted.push_back(-left);
        for (std::size_t j = 0; j < n_; ++j) rest[j] -= c_[i] * left * static_cast<double>(at_.rows[i][j]);
    }
    const auto solve_free = [this](std::vector<double>& v) {
        for (std::size_t j = 0; j < n_; ++j)
            if (!free_[j]) v[j] = 0;
        large_factor_.solve(v);
    };
    solve_free(rest);
    const std::size_t k = rows.size();
    std::vector<double> y(k);
    for (std::size_t a = 0; a < k; ++a) {
        auto& column = solved_[rows[a]];
        column.assign(at_.rows[rows[a]].begin(), at_.rows[rows[a]].end());
        solve_free(column);
        for (std::size_t b = 0; b <= a; ++b) small_[a * k + b] = along(rows[b], column);
        y[a] = along(rows[a], rest) - wanted[a];
    }
    small_factor_.factorise(std::span(small_).first(k * k), k);
    small_factor_.solve(y);
    std::ranges::fill(y_, 0.0);
    for (std::size_t a = 0; a < k; ++a) {
        y_[rows[a]] = y[a];
        add_scaled<double>(-y[a], solved_[rows[a]], rest);
    }
    for (std::size_t j = 0; j < n_; ++j) d_[j] = free_[j] ? rest[j] : fixed[j];
}

/// What pushes variable j once the step is made: the gradient of the Lagrangian's quadratic model.
template <class T>
double KktStep<T>::push(std::size_t j) const {
    double sum = static_cast<double>(at_.objective[j]);
    for (std::size_t b = 0; b < n_; ++b) sum += at_.hessian[b <= j ? j * n_ + b : b * n_ + j] * d_[b];
    for (std::size_t i = 0; i < k_; ++i) sum += y_[i] * static_cast<double>(at_.rows[i][j]);
    return sum;
}

/// True when the active set has changed.
template <class T>
bool KktStep<T>::revise() {
    bool changed = false;
    for (std::size_t i = 0; i < k_; ++i) {
        if (at_.equality[i]) continue;
        const bool holds = active_[i] ? y_[i] >= 0 : at_.values[i] + along(i, d_) > 0;
        changed = changed || holds != active_[i];
        active_[i] = holds;
    }
    const Box<T>& box = at_.box;
    for (std::size_t j = 0; j < n_; ++j) {
        const T theta = at_.theta[j];
        if (box.lower[j] >= box.upper[j]) continue;
        if (free_[j]) {
            const double there = static_cast<double>(theta) + d_[j];
            const double inside =
                std::clamp(there, static_cast<double>(box.lower[j]), static_cast<double>(box.upper[j]));
            if (there == inside) continue;
            d_[j] = inside - static_cast<double>(theta);
            free_[j] = false;
            changed = true;
        } else {
            const T there = theta + static_cast<T>(d_[j]);
            const double g = push(j);
            if (base::held(box, j, there, static_cast<T>(g)) || g == 0) continue;
            free_[j] = true;
            changed = true;
        }
    }
    return changed;
}

template <class T>
bool KktStep<T>::solve() {
    for (int round = 0; round < most_rounds; ++round) {
        if (!factorise()) return false;
        solve_active();
        const bool finite = std::isfinite(largest<double>(d_)) && std::isfinite(largest<double>(y_));
        if (!finite) return false;
        if (!revise()) return true;
    }
    return false;
}

template class KktStep<float>;
template class KktStep<double>;

}  // namespace alcole::solver
