#include <alcole/derivatives.hpp>

#include "primal/box.hpp"
#include "primal/vector.hpp"
#include "text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace alcole {
namespace {

template <class T>
void check_length(const AnyProblem<T>& problem, std::span<const T> theta) {
    if (theta.size() != problem.num_variables())
        throw std::invalid_argument("theta has " + std::to_string(theta.size()) + " entries where " +
                                    std::to_string(problem.num_variables()) +
                                    " are needed, one per variable of the problem");
}

/// Difference quotients of all risks in variable j. The step balances truncation, h^2, against rounding, epsilon / h.
template <class T>
class Differences {
  public:
    Differences(AnyProblem<T>& problem, std::span<const T> theta)
        : problem_(problem),
          theta_(theta.begin(), theta.end()),
          slope_(problem.num_constraints() + 1),
          other_(problem.num_constraints() + 1) {}

    const std::vector<double>& in(std::size_t j) {
        const Box<T>& box = problem_.facts().box;
        const T h = static_cast<T>(std::cbrt(std::numeric_limits<T>::epsilon())) * std::max(T{1}, std::abs(theta_[j]));
        if (theta_[j] + h > box.upper[j] && theta_[j] - 2 * h >= box.lower[j]) return one_sided(j, -h);
        if (theta_[j] - h < box.lower[j] && theta_[j] + 2 * h <= box.upper[j]) return one_sided(j, h);
        return central(j, std::max(theta_[j] - h, box.lower[j]), std::min(theta_[j] + h, box.upper[j]));
    }

  private:
    void risks_at(std::size_t j, T value, std::vector<double>& l) {
        const T here = std::exchange(theta_[j], value);
        problem_.risks(theta_, l);
        theta_[j] = here;
    }

    const std::vector<double>& central(std::size_t j, T down, T up) {
        risks_at(j, up, slope_);
        risks_at(j, down, other_);
        const double width = static_cast<double>(up) - static_cast<double>(down);
        for (std::size_t i = 0; i < slope_.size(); ++i) slope_[i] = (slope_[i] - other_[i]) / width;
        return slope_;
    }

    /// (-3 l(t) + 4 l(t + h) - l(t + 2h)) / 2h, as accurate as the central one, for a variable at its bound.
    const std::vector<double>& one_sided(std::size_t j, T h) {
        const T here = theta_[j];
        const double width = 2 * (static_cast<double>(here + h) - static_cast<double>(here));
        risks_at(j, here, slope_);
        for (double& v : slope_) v *= -3;
        risks_at(j, here + h, other_);
        for (std::size_t i = 0; i < slope_.size(); ++i) slope_[i] += 4 * other_[i];
        risks_at(j, here + 2 * h, other_);
        for (std::size_t i = 0; i < slope_.size(); ++i) slope_[i] = (slope_[i] - other_[i]) / width;
        return slope_;
    }

    AnyProblem<T>& problem_;
    std::vector<T> theta_;
    std::vector<double> slope_;
    std::vector<double> other_;
};

/// The gradients of all risks, row by row.
template <class T>
std::vector<std::vector<T>> jacobian(AnyProblem<T>& problem, std::span<const T> theta) {
    std::vector<double> l(problem.num_constraints() + 1);
    std::vector<std::vector<T>> rows;
    const auto at = problem.risks(theta, l);
    for (std::size_t i = 0; i < l.size(); ++i) {
        std::vector<double> w(l.size());
        w[i] = 1;
        rows.emplace_back(theta.size());
        at.pullback(w, rows.back());
    }
    return rows;
}

}  // namespace

template <class T>
GradientCheck check_gradients_of(AnyProblem<T>& problem, std::span<const T> theta) {
    check_length(problem, theta);
    const auto pulled_back = jacobian(problem, theta);
    Differences<T> differences(problem, theta);
    GradientCheck check{.passed = true, .tolerance = std::is_same_v<T, double> ? 1e-6 : 2e-2};
    for (std::size_t j = 0; j < theta.size(); ++j) {
        const auto& difference = differences.in(j);
        for (std::size_t i = 0; i < difference.size(); ++i) {
            const auto given = static_cast<double>(pulled_back[i][j]);
            const double error = std::abs(given - difference[i]) / std::max(1.0, std::abs(difference[i]));
            if (error <= check.error) continue;  // a NaN goes on: it is the worst there is
            check = {.error = error,
                     .tolerance = check.tolerance,
                     .risk = i,
                     .variable = j,
                     .pulled_back = given,
                     .difference = difference[i]};
            if (std::isnan(error)) check.error = std::numeric_limits<double>::infinity();
        }
    }
    check.passed = check.error <= check.tolerance;
    check.message = std::string(check.passed ? "gradients agree; the worst entry" : "gradients differ") + ": d(" +
                    problem.facts().risk_name(check.risk) + ")/d(theta[" + std::to_string(check.variable) + "]) is " +
                    short_number(check.pulled_back, 9) + " by pullback and " + short_number(check.difference, 9) +
                    " by differences";
    return check;
}

template <class T>
void hessian_vector(AnyProblem<T>& problem, std::span<const T> theta, std::span<const double> w, std::span<const T> v,
                    std::span<T> h) {
    check_length(problem, theta);
    if (problem.facts().has_hessian_vector) return problem.hessian_vector(theta, w, v, h);

    const double size = largest<T>(v);
    std::ranges::fill(h, T{0});
    if (size == 0) return;
    const double step =
        std::cbrt(static_cast<double>(std::numeric_limits<T>::epsilon())) * std::max(1.0, largest<T>(theta)) / size;
    const Box<T>& box = problem.facts().box;
    // The longest way along +v and -v, up to `step`, that stays in the box.
    double forth = step;
    double back = step;
    for (std::size_t j = 0; j < v.size(); ++j) {
        if (v[j] == 0) continue;
        const double to_upper = static_cast<double>(box.upper[j] - theta[j]) / static_cast<double>(v[j]);
        const double to_lower = static_cast<double>(box.lower[j] - theta[j]) / static_cast<double>(v[j]);
        forth = std::min(forth, std::max(to_upper, to_lower));
        back = std::min(back, -std::min(to_upper, to_lower));
    }
    if (!(forth + back > 0)) throw std::invalid_argument("the box leaves no room to move along v in either direction");

    std::vector<T> moved(theta.begin(), theta.end());
    std::vector<T> slope(theta.size());
    std::vector<double> l(problem.num_constraints() + 1);
    const auto slope_at = [&](double t) -> std::vector<T>& {
        for (std::size_t j = 0; j < moved.size(); ++j) moved[j] = theta[j] + static_cast<T>(t) * v[j];
        project<T>(box, moved);
        problem.risks(moved, l).pullback(w, slope);
        return slope;
    };
    add_scaled<T>(1 / (forth + back), slope_at(forth), h);
    add_scaled<T>(-1 / (forth + back), slope_at(-back), h);
}

template GradientCheck check_gradients_of(AnyProblem<float>&, std::span<const float>);
template GradientCheck check_gradients_of(AnyProblem<double>&, std::span<const double>);
template void hessian_vector(AnyProblem<float>&, std::span<const float>, std::span<const double>,
                             std::span<const float>, std::span<float>);
template void hessian_vector(AnyProblem<double>&, std::span<const double>, std::span<const double>,
                             std::span<const double>, std::span<double>);

}  // namespace alcole
