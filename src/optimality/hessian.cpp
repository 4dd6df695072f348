#include "optimality/hessian.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace alcole::optimality {

/// A step of cbrt(epsilon) balances the truncation error t^2 against the rounding error epsilon / t. The box must allow
/// twice the step in both directions; otherwise differences are one-sided, with a step of at most a quarter of the room
/// on the wider side.
Hessian::Hessian(const Place& place, Map slope, Map product)
    : theta_(place.theta),
      box_(place.box),
      step_(place.theta.size()),
      sideways_(place.num_variables()),
      epsilon_(place.epsilon),
      magnitude_(place.gradients.col(0).lpNorm<Eigen::Infinity>()),
      slope_(std::move(slope)),
      product_(std::move(product)) {
    if (!product_) here_ = slope_(theta_);
    for (std::size_t i = 0; i < place.num_constraints(); ++i)
        magnitude_ += std::abs(place.lambda[index(i)]) * place.gradient_size(i);
    for (Index j = 0; j < theta_.size(); ++j) {
        const auto k = static_cast<std::size_t>(j);
        const double wanted = std::cbrt(epsilon_) * std::max(1.0, std::abs(theta_[j]));
        const double up = box_.upper[k] - theta_[j];
        const double down = theta_[j] - box_.lower[k];
        step_[j] = wanted;
        if (std::min(up, down) >= 2 * wanted) continue;
        sideways_[k] = up >= down ? 1 : -1;
        step_[j] = std::min(wanted, std::max(up, down) / 4);
    }
}

double Hessian::rounding() const {
    if (product_) return 0;
    double smallest_step = std::numeric_limits<double>::infinity();
    for (Index j = 0; j < step_.size(); ++j)
        if (movable(j)) smallest_step = std::min(smallest_step, step_[j]);
    return epsilon_ * magnitude_ / smallest_step;
}

VectorXd Hessian::times(const VectorXd& v, bool wide) const {
    if (product_) return product_(v);
    const double factor = wide ? 2 : 1;
    VectorXd both = VectorXd::Zero(v.size());
    VectorXd forth = both;
    VectorXd back = both;
    for (Index j = 0; j < v.size(); ++j) {
        if (!movable(j)) continue;
        const int side = sideways_[static_cast<std::size_t>(j)];
        (side == 0 ? both : side * v[j] > 0 ? forth : back)[j] = v[j];
    }
    return central(both, factor) + one_sided(forth, factor) - one_sided(-back, factor);
}

VectorXd Hessian::central(const VectorXd& v, double factor) const {
    const double t = factor * stride(v);
    if (t == 0) return VectorXd::Zero(v.size());
    return (slope_(theta_ + t * v) - slope_(theta_ - t * v)) / (2 * t);
}

VectorXd Hessian::one_sided(const VectorXd& v, double factor) const {
    const double t = factor * stride(v);
    if (t == 0) return VectorXd::Zero(v.size());
    return (4 * slope_(theta_ + t * v) - slope_(theta_ + 2 * t * v) - 3 * here_) / (2 * t);
}

/// The largest t for which t v moves no variable by more than its step; 0 for v = 0.
double Hessian::stride(const VectorXd& v) const {
    double largest_share = 0;
    for (Index j = 0; j < v.size(); ++j)
        if (v[j] != 0) largest_share = std::max(largest_share, std::abs(v[j]) / step_[j]);
    return largest_share > 0 ? 1 / largest_share : 0;
}

}  // namespace alcole::optimality
