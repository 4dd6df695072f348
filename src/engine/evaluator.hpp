#pragma once

#include "engine/plan/scorer.hpp"
#include "engine/risk/risk_sums.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace alcole::engine {

/// Evaluates plans: forward() computes the risks, then backward() their gradient for any weights, at the same theta.
template <class T>
class Evaluator {
  public:
    Evaluator(std::unique_ptr<Scorer<T>> scorer, RiskSums sums) : scorer_(std::move(scorer)), sums_(std::move(sums)) {}

    /// See RiskSums::set_width. Invalidates earlier evaluations.
    void set_width(double width) {
        sums_.set_width(width);
        theta_.clear();
        ++evaluations_;
    }
    /// The plan must outlive the evaluations. `l` has one entry per risk.
    void forward(const Plan& plan, std::span<const T> theta, std::span<double> l) {
        theta_.assign(theta.begin(), theta.end());
        ++evaluations_;
        scorer_->scores(plan, theta, sums_.start(plan));
        sums_.risks(l);
    }
    /// The gradient of sum_i w_i l_i at the plan and theta of the last forward().
    void backward(std::span<const double> w, std::span<T> g) { scorer_->pull_back(sums_.gradient(w), g); }

    /// h = (sum_i w_i Hessian of l_i) v at that point, by forward-over-reverse differentiation.
    void hessian_vector(std::span<const double> w, std::span<const T> v, std::span<T> h) {
        change_.resize(sums_.predictions().scores().size());
        scorer_->push_forward(v, change_);
        const auto by_score = sums_.gradient(w);
        scorer_->pull_back_change(by_score, sums_.curvature(w, change_), h);
    }
    /// The lower triangle of the Hessian of sum_i w_i l_i at that point, if the scorer offers it.
    bool has_hessian() const { return scorer_->has_hessian(); }
    void hessian(std::span<const double> w, std::span<double> h) {
        scorer_->hessian(sums_.curvature(w), sums_.gradient(w), h);
    }

    /// The theta of the last forward(); empty before the first.
    std::span<const T> theta() const { return theta_; }
    /// The number of evaluations so far. A result is stale if this has changed since.
    std::uint64_t evaluations() const { return evaluations_; }
    RiskSums& sums() { return sums_; }

  private:
    std::unique_ptr<Scorer<T>> scorer_;
    RiskSums sums_;
    std::vector<T> theta_;
    std::vector<double> change_;  // the change of the scores along a direction
    std::uint64_t evaluations_ = 0;
};

}  // namespace alcole::engine
