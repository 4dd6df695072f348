#include "solver/primal/kkt_step.hpp"

#include "base/box.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::solver {

template <class T>
KktStep<T>::KktStep(const KktSystem<T>& at)
    : at_(at), n_(at.theta.size()), k_(at.rows.size()), free_(n_), side_(k_, Side::held), d_(n_), curved_(n_), y_(k_) {
    for (std::size_t i = 0; i < k_; ++i)
        if (at.lambda[i] >= at.prices[i] && at.values[i] > 0) side_[i] = Side::gives_way;
    std::vector<T> g = at.objective;
    for (std::size_t i = 0; i < k_; ++i) add_scaled<T>(at.lambda[i], at.rows[i], g);
    for (std::size_t j = 0; j < n_; ++j)
        free_[j] = at.box.lower[j] < at.box.upper[j] && !base::held(at.box, j, at.theta[j], g[j]);
}

template <class T>
double KktStep<T>::along(std::size_t i, std::span<const double> v) const {
    const auto& row = at_.rows[i];
    return sum_over(n_, [&](std::size_t j) { return static_cast<double>(row[j]) * v[j]; });
}

template <class T>
void KktStep<T>::set_free(std::span<double> v) const {
    for (std::size_t j = 0; j < n_; ++j)
        if (!free_[j]) v[j] = 0;
}

template <class T>
std::vector<double> KktStep<T>::given() const {
    std::vector<double> gradient(at_.objective.begin(), at_.objective.end());
    for (std::size_t i = 0; i < k_; ++i)
        for (std::size_t j = 0; j < n_ && side_[i] == Side::gives_way; ++j)
            gradient[j] += at_.prices[i] * static_cast<double>(at_.rows[i][j]);
    return gradient;
}

template <class T>
void KktStep<T>::set_multipliers(std::span<const std::size_t> rows, std::span<const double> y) {
    for (std::size_t i = 0; i < k_; ++i) y_[i] = side_[i] == Side::gives_way ? at_.prices[i] : 0;
    for (std::size_t a = 0; a < rows.size(); ++a) y_[rows[a]] = y[a];
}

template <class T>
std::vector<std::size_t> KktStep<T>::held_rows() const {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < k_; ++i)
        if (side_[i] == Side::held) rows.push_back(i);
    return rows;
}

/// An inequality stays held while its multiplier is in its range; it is held again if the step leads across its bound.
template <class T>
typename KktStep<T>::Side KktStep<T>::side_after_step(std::size_t i) const {
    if (at_.equality[i]) return Side::held;
    if (side_[i] == Side::held) return y_[i] > at_.prices[i] ? Side::gives_way : y_[i] >= 0 ? Side::held : Side::met;
    const bool beyond = at_.values[i] + along(i, d_) > 0;
    return beyond == (side_[i] == Side::gives_way) ? side_[i] : Side::held;
}

/// Entry j of the gradient of the Lagrangian's quadratic model after the step: (grad l_0 + H d + J^T y)_j.
template <class T>
double KktStep<T>::push(std::size_t j) const {
    double sum = static_cast<double>(at_.objective[j]) + curved_[j];
    for (std::size_t i = 0; i < k_; ++i) sum += y_[i] * static_cast<double>(at_.rows[i][j]);
    return sum;
}

/// Updates which constraints and bounds are active; true if any has changed. A free variable that leaves the box is
/// fixed at its bound, and a fixed one is freed if the gradient of the model no longer holds it there.
template <class T>
bool KktStep<T>::revise() {
    bool changed = false;
    for (std::size_t i = 0; i < k_; ++i) {
        const Side side = side_after_step(i);
        changed = changed || side != side_[i];
        side_[i] = side;
    }
    const Box<T>& box = at_.box;
    for (std::size_t j = 0; j < n_; ++j) {
        if (box.lower[j] >= box.upper[j]) continue;
        const auto theta = static_cast<double>(at_.theta[j]);
        const double there = theta + d_[j];
        if (free_[j]) {
            const double inside =
                std::clamp(there, static_cast<double>(box.lower[j]), static_cast<double>(box.upper[j]));
            if (there == inside) continue;
            d_[j] = inside - theta;
        } else {
            const double g = push(j);
            if (g == 0 || base::held(box, j, static_cast<T>(there), static_cast<T>(g))) continue;
        }
        free_[j] = !free_[j];
        changed = true;
    }
    return changed;
}

template <class T>
bool KktStep<T>::solve() {
    for (int round = 0; round < max_rounds(); ++round) {
        if (!solve_active()) return false;
        if (!std::isfinite(largest<double>(d_)) || !std::isfinite(largest<double>(y_))) return false;
        if (!revise()) return true;
    }
    return false;
}

template class KktStep<float>;
template class KktStep<double>;

}  // namespace alcole::solver
