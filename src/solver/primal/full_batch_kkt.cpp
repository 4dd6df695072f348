#include "base/box.hpp"
#include "solver/primal/full_batch.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace alcole::solver {

/// Collects the constraints that may be active: equalities, those with a multiplier, and violated ones.
template <class T>
KktSystem<T> FullBatch<T>::kkt_system(const Lagrangian& lagrangian, std::vector<std::size_t>& which) {
    const auto at = this->linearised();
    this->risks(l_);
    const auto gradient = [&](std::size_t i) {
        std::vector<T> g(state_.theta.size());
        unit_[i] = 1;
        at.pullback(unit_, g);
        unit_[i] = 0;
        ++state_.dual.counts.pullbacks;
        return g;
    };
    KktSystem<T> system{.theta = state_.theta, .box = problem_.facts().box, .objective = gradient(0)};
    for (std::size_t i = 0; i < lagrangian.lambda.size(); ++i) {
        const double l = l_[i + 1] - lagrangian.offset[i];
        const double lambda = lagrangian.lambda[i];
        const bool equality = lagrangian.relations[i] == Relation::equal_zero;
        if (!equality && !(lambda > 0) && !(l > 0)) continue;
        which.push_back(i);
        system.rows.push_back(gradient(i + 1));
        system.values.push_back(l);
        system.lambda.push_back(lambda);
        system.stiffness.push_back(2 * lagrangian.alpha[i]);
        system.equality.push_back(equality);
        system.prices.push_back(lagrangian.price[i]);
    }
    return system;
}

template <class T>
bool FullBatch<T>::step_to_kkt(const Lagrangian& lagrangian, std::span<double> lambda) {
    if (!newton_) return false;
    Counts& counts = state_.dual.counts;
    const std::size_t n = state_.theta.size();
    std::vector<std::size_t> which;
    const KktSystem<T> system = kkt_system(lagrangian, which);
    w_[0] = 1;
    std::ranges::copy(lagrangian.lambda, w_.begin() + 1);
    std::unique_ptr<KktStep<T>> step;
    if (gradients_.empty()) {
        std::vector<double> hessian(n * n);
        problem_.hessian(state_.theta, w_, hessian);
        ++counts.hessians;
        step = std::make_unique<DenseKktStep<T>>(system, std::move(hessian));
    } else {
        step = std::make_unique<ProjectedKktStep<T>>(system, [&](std::span<const T> v, std::span<T> h) {
            problem_.hessian_vector(state_.theta, w_, v, h);
            ++counts.hessian_vectors;
        });
    }
    if (!step->solve()) return false;
    std::ranges::fill(lambda, 0.0);
    for (std::size_t a = 0; a < which.size(); ++a) lambda[which[a]] = step->multipliers()[a];
    state_.memory.origin = state_.theta;
    state_.memory.convex = gradients_.empty();
    this->forget_theta();
    point_.theta.clear();  // L has not been evaluated at the new theta
    for (std::size_t j = 0; j < n; ++j) state_.theta[j] += static_cast<T>(step->direction()[j]);
    base::project<T>(problem_.facts().box, state_.theta);
    return true;
}

template bool FullBatch<float>::step_to_kkt(const Lagrangian&, std::span<double>);
template bool FullBatch<double>::step_to_kkt(const Lagrangian&, std::span<double>);

}  // namespace alcole::solver
