#pragma once

#include "engine/plan/plan.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::engine {

/// The second derivative of a function of the scores of a plan's points. Points of different bases do not meet in it,
/// and two points of one base only in pairs. With K outputs:
struct ScoreCurvature {
    std::vector<double> points{};  ///< points x K x K: by the scores of the same point, twice; symmetric
    std::vector<double> pairs{};   ///< pairs x K x K: entry (l, k) by score l of the second point and k of the first
};

/// Where scores come from: the seam between a model with parameters theta and the risks of its scores (RiskSums). The
/// network on the CPU is one implementation; a device, or ranks that each hold a part of the points, are others.
///
///     scores <- theta                                 scores()
///     scores -> risks, gradient by score              RiskSums, the same for all
///     gradient by score -> gradient by theta          pull_back()
///
/// Second derivatives go the same way, forward over reverse:
///
///     change of scores <- change v of theta           push_forward()
///     -> change of the gradient by score              RiskSums
///     -> change of the gradient by theta              pull_back_change()
///
/// A scorer must give the same scores for the same point in any plan, and the same bits for any number of threads.
template <class T>
class Scorer {
  public:
    Scorer() = default;
    Scorer(const Scorer&) = delete;
    Scorer& operator=(const Scorer&) = delete;
    virtual ~Scorer() = default;

    /// The length of theta.
    virtual std::size_t num_parameters() const = 0;
    /// Writes the scores of all points of the plan at theta, points x outputs. The plan must outlive pull_back().
    virtual void scores(const Plan& plan, std::span<const T> theta, std::span<double> out) = 0;
    /// g_j = sum over points and outputs of by_score * d score / d theta_j, at the plan and theta of the last scores().
    /// May be called again with another gradient.
    virtual void pull_back(std::span<const double> by_score, std::span<T> g) = 0;

    /// ds = d score / d theta times v, points x outputs, at the plan and theta of the last scores().
    virtual void push_forward(std::span<const T> v, std::span<double> ds) = 0;
    /// How pull_back(by_score) changes when theta moves along the v of the last push_forward() and by_score by
    /// `change`:
    ///     h = sum of change * d score / d theta + by_score * (d^2 score / d theta^2) v
    virtual void pull_back_change(std::span<const double> by_score, std::span<const double> change, std::span<T> h) = 0;

    /// Whether hessian() can be had: scores are linear in theta, or nearly so.
    virtual bool has_hessian() const { return false; }
    /// h = X^T S X + sum of by_score * d^2 score / d theta^2, with X = d score / d theta and S the second derivative by
    /// scores; parameters x parameters, row by row, the lower triangle.
    virtual void hessian(const ScoreCurvature& /*s*/, std::span<const double> /*by_score*/, std::span<double> /*h*/) {}

    /// Whether preconditioner() can be had, and for a plan of this many points at a price that pays.
    virtual bool has_preconditioner(std::size_t /*points*/) const { return false; }
    /// The numbers of a matrix that approximates the inverse of  X^T diag(s) X + l2 I,  s >= 0 the curvature by scores,
    /// points x outputs, at the plan and theta of the last scores().
    virtual void preconditioner(std::span<const double> /*s*/, double /*l2*/, std::vector<T>& /*numbers*/) {}
    /// out = that matrix times v.
    virtual void precondition(std::span<const T> /*numbers*/, std::span<const T> /*v*/, std::span<T> /*out*/) {}
};

}  // namespace alcole::engine
