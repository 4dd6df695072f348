#include <alcole/repair.hpp>

#include "base/box.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

namespace alcole {
namespace {

/// Wide surrogates know every row, narrow ones those next to the threshold.
constexpr std::array widths = {1.0, 0.25, 1.0 / 16};
/// Multiples of the smallest step. A rate may need more than that: its next row can be farther away.
constexpr std::array strides = {0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0};
/// The constraints that a step attends to: those with the largest strict risks. The others are only measured.
constexpr std::size_t max_attended = 128;

/// A longer stride must leave at most this share of a shorter one's violation: every group agrees where all answers are
/// the same, and long strides lead there.
constexpr double farther = 0.8;
/// The walk ends after this many steps without progress.
constexpr int max_idle = 10;

template <class T>
class Walk {
  public:
    Walk(AnyProblem<T>& problem, std::size_t max_evaluations, const Hooks& hooks)
        : problem_(problem),
          hooks_(hooks),
          budget_(max_evaluations),
          units_(problem.facts().constraint_scales),
          weights_(problem.num_constraints() + 1) {
        if (units_.empty()) units_.assign(problem.num_constraints(), 1.0);
        const auto& prices = problem.facts().constraint_prices;
        for (std::size_t i = 0; i < prices.size(); ++i)
            if (!std::isfinite(prices[i])) bounds_.push_back(i);
    }

    std::size_t evaluations() const { return spent_; }

    std::optional<Kept<T>> from(std::vector<T> theta) {
        Point here = at(std::move(theta));
        double least = here.violation;
        int idle = 0;
        while (here.violation > 0) {
            visited_.push_back(strict_risks_of(here));
            std::optional<Point> next;
            for (const double width : widths) {
                if (spent_ >= budget_ || hooks_.stop_requested()) return std::nullopt;
                auto one = step(here, width);
                if (one && (!next || one->violation < next->violation)) next = std::move(one);
            }
            if (!next) return std::nullopt;
            here = std::move(*next);
            idle = here.violation < least ? 0 : idle + 1;
            least = std::min(least, here.violation);
            if (idle > max_idle) return std::nullopt;
        }
        return Kept<T>{.risks = std::move(here.risks), .theta = std::move(here.theta)};
    }

  private:
    struct Point {
        std::vector<T> theta;
        std::vector<double> risks;  // strict
        double violation = 0;       // the sum over the constraints, each in its own unit
    };

    static std::vector<double> strict_risks_of(const Point& point) {
        return {point.risks.begin() + 1, point.risks.end()};
    }
    bool has_visited(const Point& point) const {
        return std::ranges::any_of(visited_, [&](const std::vector<double>& risks) {
            return std::ranges::equal(risks, std::span(point.risks).subspan(1));
        });
    }

    Point at(std::vector<T> theta) {
        Point point{.theta = std::move(theta), .risks = std::vector<double>(units_.size() + 1)};
        problem_.strict_risks(point.theta, point.risks);
        ++spent_;
        for (const std::size_t i : bounds_) point.violation += std::max(0.0, point.risks[i + 1]) / units_[i];
        if (!std::isfinite(point.violation + point.risks[0])) point.violation = std::numeric_limits<double>::infinity();
        return point;
    }

    /// The best point along the smallest step, if it violates less than this one.
    std::optional<Point> step(const Point& here, double width) {
        linearise(here, width);
        const std::vector<T> d = smallest_step(here);
        std::optional<Point> best;
        for (const double stride : strides) {
            std::vector<T> theta = here.theta;
            for (std::size_t j = 0; j < theta.size(); ++j) theta[j] += static_cast<T>(stride) * d[j];
            base::project<T>(problem_.facts().box, theta);
            Point there = at(std::move(theta));
            if (!std::isfinite(there.violation) || has_visited(there)) continue;
            if (!best || there.violation < farther * best->violation) best = std::move(there);
            if (best && best->violation == 0) break;
        }
        return best;
    }

    void linearise(const Point& here, double width) {
        attended_ = bounds_;
        std::ranges::stable_sort(attended_, std::greater{},
                                 [&](std::size_t i) { return here.risks[i + 1] / units_[i]; });
        attended_.resize(std::min(attended_.size(), max_attended));
        problem_.set_width(width);
        const auto linearisation = problem_.risks(here.theta, weights_);
        gradients_.assign(attended_.size(), std::vector<T>(here.theta.size()));
        std::ranges::fill(weights_, 0.0);
        for (std::size_t k = 0; k < attended_.size(); ++k) {
            weights_[attended_[k] + 1] = 1;
            linearisation.pullback(weights_, gradients_[k]);
            weights_[attended_[k] + 1] = 0;
        }
        spent_ += 1 + attended_.size();
    }

    /// d = -G^T mu for the mu >= 0 that minimises  |G^T mu|^2 / 2 - s . mu,  coordinate by coordinate (Hildreth's
    /// method). If the linearised constraints contradict each other, mu is a compromise after so many sweeps.
    std::vector<T> smallest_step(const Point& here) const {
        constexpr int sweeps = 200;
        const std::size_t m = attended_.size();
        std::vector<double> products(m * m);
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; j <= i; ++j)
                products[i * m + j] = products[j * m + i] =
                    std::inner_product(gradients_[i].begin(), gradients_[i].end(), gradients_[j].begin(), 0.0);
        std::vector<double> mu(m);
        for (int sweep = 0; sweep < sweeps; ++sweep)
            for (std::size_t i = 0; i < m; ++i) {
                const auto row = std::span(products).subspan(i * m, m);
                if (!(row[i] > 0)) continue;
                const double left =
                    here.risks[attended_[i] + 1] - std::inner_product(mu.begin(), mu.end(), row.begin(), 0.0);
                mu[i] = std::max(0.0, mu[i] + left / row[i]);
            }
        std::vector<T> d(here.theta.size());
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; mu[i] != 0 && j < d.size(); ++j) d[j] -= static_cast<T>(mu[i]) * gradients_[i][j];
        return d;
    }

    AnyProblem<T>& problem_;
    const Hooks& hooks_;
    const std::size_t budget_;
    std::size_t spent_ = 0;
    std::vector<std::vector<double>> visited_;  // strict risks, without the objective
    std::vector<double> units_;
    std::vector<std::size_t> bounds_;  // the constraints that must be met
    std::vector<double> weights_;
    std::vector<std::size_t> attended_;
    std::vector<std::vector<T>> gradients_;  // of the surrogates of attended_
};

}  // namespace

template <class T>
Repaired<T> repair_any(AnyProblem<T>& problem, std::vector<T> theta, std::size_t max_evaluations, const Hooks& hooks) {
    const auto& facts = problem.facts();
    const bool equalities = std::ranges::count(facts.relations, Relation::equal_zero) > 0;
    if (!facts.has_width || equalities) return {};
    Walk<T> walk(problem, max_evaluations, hooks);
    auto found = walk.from(std::move(theta));
    return {.found = std::move(found), .evaluations = walk.evaluations()};
}

template Repaired<float> repair_any(AnyProblem<float>&, std::vector<float>, std::size_t, const Hooks&);
template Repaired<double> repair_any(AnyProblem<double>&, std::vector<double>, std::size_t, const Hooks&);

}  // namespace alcole
