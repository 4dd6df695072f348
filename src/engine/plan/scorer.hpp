#pragma once

#include "engine/plan/plan.hpp"

#include <cstddef>
#include <span>

namespace alcole::engine {

/// Where scores come from: the seam between a model with parameters theta and the risks of its scores (RiskSums). The
/// network on the CPU is one implementation; a device, or ranks that each hold a part of the points, are others.
///
///     scores <- theta                                 scores()
///     scores -> risks, gradient by score              RiskSums, the same for all
///     gradient by score -> gradient by theta          pull_back()
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
};

}  // namespace alcole::engine
