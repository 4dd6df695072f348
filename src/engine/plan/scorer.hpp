#pragma once

#include "engine/plan/plan.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::engine {

/// The second derivative of a function of the scores of a plan's points. It couples two different points only if they
/// form a pair, which is always within one base. With K outputs:
struct ScoreCurvature {
    std::vector<double> points{};  ///< points x K x K: with respect to two scores of the same point; symmetric
    std::vector<double> pairs{};  ///< pairs x K x K: entry (l, k) is for score l of the second point and k of the first
};

/// The interface between a model with parameters theta and the risks of its scores (RiskSums). Implementations are the
/// linear model, the network and trees on the CPU; a GPU would be another.
///
///     scores <- theta                                                 scores()
///     scores -> risks and their gradient with respect to the scores   RiskSums, the same for all
///     -> gradient with respect to theta                               pull_back()
///
/// Second derivatives take the same route, forward over reverse:
///
///     change of scores <- change v of theta                           push_forward()
///     -> change of the gradient with respect to the scores            RiskSums
///     -> change of the gradient with respect to theta                 pull_back_change()
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
    /// Writes the scores of all points of the plan at theta, points x outputs. The plan must outlive the calls below.
    virtual void scores(const Plan& plan, std::span<const T> theta, std::span<double> out) = 0;
    /// g_j = sum over points and outputs of by_score * d score / d theta_j, at the plan and theta of the last scores().
    /// May be repeated with another gradient.
    virtual void pull_back(std::span<const double> by_score, std::span<T> g) = 0;

    /// ds = d score / d theta times v, points x outputs, at the plan and theta of the last scores().
    virtual void push_forward(std::span<const T> v, std::span<double> ds) = 0;
    /// The change of pull_back(by_score) if theta moves along the v of the last push_forward() and by_score by
    /// `change`:
    ///     h = sum of change * d score / d theta + by_score * (d^2 score / d theta^2) v
    virtual void pull_back_change(std::span<const double> by_score, std::span<const double> change, std::span<T> h) = 0;

    /// Whether hessian() is available, which requires scores that are linear in theta, or nearly so.
    virtual bool has_hessian() const { return false; }
    /// h = X^T S X + sum of by_score * d^2 score / d theta^2, with X = d score / d theta and S the second derivative
    /// with respect to the scores; the lower triangle, parameters x parameters, stored by rows.
    virtual void hessian(const ScoreCurvature& /*s*/, std::span<const double> /*by_score*/, std::span<double> /*h*/) {}
};

}  // namespace alcole::engine
