#include "optimality/second_order.hpp"

#include "optimality/curvature.hpp"

#include <cmath>

namespace alcole::optimality {
namespace {

/// Up to `few` dimensions, a dense matrix is cheaper than Lanczos. Without a dense matrix, more than `many_bounds`
/// active bounds are not treated as constraints.
constexpr Index few = 12;
constexpr std::size_t many_bounds = 200;

MatrixXd gradients_of(const Place& place, const std::vector<std::size_t>& constraints,
                      const std::vector<std::size_t>& bounds) {
    MatrixXd columns = MatrixXd::Zero(place.theta.size(), index(constraints.size() + bounds.size()));
    for (std::size_t k = 0; k < constraints.size(); ++k) columns.col(index(k)) = place.gradient(constraints[k]);
    for (std::size_t k = 0; k < bounds.size(); ++k) columns(index(bounds[k]), index(constraints.size() + k)) = 1;
    return columns;
}

std::vector<std::size_t> joined(std::vector<std::size_t> a, const std::vector<std::size_t>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// Answers questions about one Hessian, from all its entries or from products.
class Curvature {
  public:
    Curvature(const Hessian& hessian, const Place& place, const ExamineOptions& options)
        : hessian_(hessian), place_(place), options_(options) {
        const Index n = hessian.size();
        is_dense_ = n <= few || n <= index(options.dense_up_to);
        if (is_dense_) matrix_ = dense(hessian);
    }

    bool is_dense() const { return is_dense_; }

    /// The variables that cannot move, and those in `bounds`.
    std::vector<bool> held(const std::vector<std::size_t>& bounds) const {
        std::vector<bool> result(place_.num_variables());
        for (std::size_t j = 0; j < result.size(); ++j) result[j] = !hessian_.movable(index(j));
        for (const std::size_t j : bounds) result[j] = true;
        return result;
    }

    Tangent tangent(const MatrixXd& gradients, const std::vector<std::size_t>& bounds) const {
        return tangent_of(gradients, held(bounds), std::sqrt(place_.epsilon));
    }

    std::optional<Eigenvalue> smallest_on(const Tangent& space) const {
        if (space.dimension() == 0) return std::nullopt;
        if (is_dense_) return smallest(matrix_, space, place_.epsilon);
        if (space.dimension() > few) return smallest(hessian_, space, options_);
        return smallest(on_basis(space),
                        {.held = std::vector<bool>(static_cast<std::size_t>(space.dimension())),
                         .normal = MatrixXd(space.dimension(), 0)},
                        place_.epsilon);
    }

    std::optional<double> penalty(const Tangent& space, const MatrixXd& gradients) const {
        if (is_dense_) return smallest_penalty(matrix_, space, gradients);
        return smallest_penalty(hessian_, space, gradients, options_.max_multiplications);
    }

  private:
    /// Z'HZ for a subspace of few dimensions.
    DenseHessian on_basis(const Tangent& space) const {
        const MatrixXd z = space.basis();
        MatrixXd narrow(z.rows(), z.cols());
        MatrixXd wide(z.rows(), z.cols());
        for (Index k = 0; k < z.cols(); ++k) {
            narrow.col(k) = hessian_.times(z.col(k));
            wide.col(k) = hessian_.times(z.col(k), true);
        }
        const MatrixXd matrix = z.transpose() * narrow;
        return {.matrix = (matrix + matrix.transpose()) / 2,
                .error = 2 * (z.transpose() * (wide - narrow)).norm() + hessian_.rounding() +
                         10 * place_.epsilon * matrix.norm(),
                .size = matrix.norm()};
    }

    const Hessian& hessian_;
    const Place& place_;
    const ExamineOptions& options_;
    bool is_dense_ = true;
    DenseHessian matrix_{};
};

/// Decides on the tangent space of I_0. If that fails and I_1 is not empty, the failure is confirmed on the smaller
/// tangent space of all active constraints, which lies within the critical cone of the sufficient condition.
Decision sufficiency(const Curvature& curvature, const Place& place, const ActiveSet& active,
                     const SecondOrder& found) {
    if (!found.tangent) return Decision::holds;  // only z = 0 is left
    if (found.tangent->positive != Decision::fails || active.strict()) return found.tangent->positive;
    const auto bounds = joined(active.strongly_active_bounds, active.weakly_active_bounds);
    const MatrixXd gradients = gradients_of(place, joined(active.strongly_active, active.weakly_active), {});
    const auto within = curvature.smallest_on(curvature.tangent(gradients, bounds));
    return within && within->positive == Decision::fails ? Decision::fails : Decision::undetermined;
}

}  // namespace

SecondOrder second_order(const Hessian& hessian, const Place& place, const ActiveSet& active,
                         const ExamineOptions& options) {
    const Curvature curvature(hessian, place, options);
    SecondOrder found{.sufficient_only = !active.strict(),
                      .examined = true,
                      .dense = curvature.is_dense(),
                      .differences = hessian.by_differences()};
    const MatrixXd none(place.theta.size(), 0);
    const MatrixXd gradients = gradients_of(place, active.strongly_active, {});
    const Tangent tangent = curvature.tangent(gradients, active.strongly_active_bounds);
    found.tangent_dimension = static_cast<std::size_t>(tangent.dimension());
    found.whole = curvature.smallest_on(curvature.tangent(none, {}));
    found.tangent = curvature.smallest_on(tangent);
    found.verdict = sufficiency(curvature, place, active, found);
    if (found.tangent && found.tangent->positive != Decision::holds) return found;

    const auto face = active.strongly_active_bounds.empty()
                          ? found.whole
                          : curvature.smallest_on(curvature.tangent(none, active.strongly_active_bounds));
    found.alpha_min_in_box =
        face && face->positive == Decision::fails ? curvature.penalty(tangent, gradients) : std::optional(0.0);
    if (!found.whole || found.whole->positive != Decision::fails) {
        found.alpha_min = 0;
    } else if (active.strongly_active_bounds.empty()) {
        found.alpha_min = found.alpha_min_in_box;
    } else if (curvature.is_dense() || active.strongly_active_bounds.size() <= many_bounds) {
        const MatrixXd with_bounds = gradients_of(place, active.strongly_active, active.strongly_active_bounds);
        found.alpha_min = curvature.penalty(curvature.tangent(with_bounds, {}), with_bounds);
    }
    return found;
}

}  // namespace alcole::optimality
