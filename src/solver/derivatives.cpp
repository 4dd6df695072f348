#include <alcole/derivatives.hpp>

#include "base/box.hpp"
#include "base/check_size.hpp"
#include "base/text.hpp"
#include "base/unwritten.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace alcole {
namespace {

using solver::add_scaled;
using solver::largest;

/// Difference quotients of all risks with respect to one variable at a time, within the box. The step
/// h = epsilon^(1/3) max(1, |theta_j|) balances the truncation error, of order h^2, against the rounding error, of
/// order epsilon / h; `share` shortens it.
template <class T>
class Differences {
  public:
    Differences(AnyProblem<T>& problem, std::span<const T> theta)
        : problem_(problem),
          theta_(theta.begin(), theta.end()),
          here_(problem.num_constraints() + 1, base::unwritten<double>),
          slope_(here_),
          other_(here_),
          noise_(here_) {
        problem.risks(theta_, here_);
    }

    /// Differences in variable j; false if the box fixes it at one value.
    bool take(std::size_t j, double share = 1) {
        const T lower = problem_.facts().box.lower[j];
        const T upper = problem_.facts().box.upper[j];
        if (lower == upper) return false;
        const T wanted = static_cast<T>(share * std::cbrt(static_cast<double>(std::numeric_limits<T>::epsilon()))) *
                         std::max(T{1}, std::abs(theta_[j]));
        const T h = std::min(wanted, (upper - lower) / 4);
        if (theta_[j] + h > upper)
            one_sided(j, -h);
        else if (theta_[j] - h < lower)
            one_sided(j, h);
        else
            central(j, h);
        return true;
    }
    double slope(std::size_t i) const { return slope_[i]; }
    /// A bound on the effect of rounding on slope(i). It comes from the risks, epsilon |l| / h, and from theta, where a
    /// change of epsilon |theta_j| changes the slope by that much times the second difference.
    double noise(std::size_t i) const { return noise_[i]; }

  private:
    void risks_at(std::size_t j, T value, std::vector<double>& l) {
        const T here = std::exchange(theta_[j], value);
        problem_.risks(theta_, l);
        theta_[j] = here;
    }

    void central(std::size_t j, T h) {
        const T up = theta_[j] + h;
        const T down = theta_[j] - h;
        risks_at(j, up, slope_);
        risks_at(j, down, other_);
        const double width = static_cast<double>(up) - static_cast<double>(down);
        for (std::size_t i = 0; i < slope_.size(); ++i) {
            const double bend = (slope_[i] - here_[i]) + (other_[i] - here_[i]);
            set_noise(i, {here_[i], slope_[i], other_[i]}, width / 2, bend * std::abs(static_cast<double>(theta_[j])));
            slope_[i] = (slope_[i] - other_[i]) / width;
        }
    }

    /// (-3 l(t) + 4 l(t + h) - l(t + 2h)) / 2h, of second order like the central difference, for a variable near its
    /// bound.
    void one_sided(std::size_t j, T h) {
        const T here = theta_[j];
        const double width = 2 * (static_cast<double>(here + h) - static_cast<double>(here));
        risks_at(j, here + h, slope_);
        risks_at(j, here + 2 * h, other_);
        for (std::size_t i = 0; i < slope_.size(); ++i) {
            const double bend = (other_[i] - slope_[i]) - (slope_[i] - here_[i]);
            set_noise(i, {here_[i], slope_[i], other_[i]}, std::abs(width) / 2,
                      bend * std::abs(static_cast<double>(here)));
            slope_[i] = (4 * slope_[i] - 3 * here_[i] - other_[i]) / width;
        }
    }

    void set_noise(std::size_t i, std::array<double, 3> risks, double step, double bend) {
        double largest_risk = 0;
        for (const double l : risks) largest_risk = std::max(largest_risk, std::abs(l));
        noise_[i] = 8 * static_cast<double>(std::numeric_limits<T>::epsilon()) *
                    (largest_risk / step + std::abs(bend) / (step * step));
    }

    AnyProblem<T>& problem_;
    std::vector<T> theta_;
    std::vector<double> here_;
    std::vector<double> slope_;
    std::vector<double> other_;
    std::vector<double> noise_;
};

/// The gradients of all risks, one per row; also writes the risks to `l`.
template <class T>
std::vector<std::vector<T>> jacobian(AnyProblem<T>& problem, std::span<const T> theta, std::span<double> l) {
    std::vector<std::vector<T>> rows;
    const auto at = problem.risks(theta, l);
    for (std::size_t i = 0; i < l.size(); ++i) {
        std::vector<double> w(l.size());
        w[i] = 1;
        rows.emplace_back(theta.size(), base::unwritten<T>);
        at.pullback(w, rows.back());
    }
    return rows;
}

/// The distance between an entry of a gradient and the difference quotient, beyond rounding and the given allowance,
/// relative to the largest entry of the gradient; infinite if either is NaN.
template <class T>
double error_of(const Differences<T>& differences, std::size_t i, double given, double size, double allowed) {
    const double difference = differences.slope(i);
    if (std::isnan(given) || std::isnan(difference)) return std::numeric_limits<double>::infinity();
    const double error = std::abs(given - difference) - differences.noise(i) - allowed;
    return error > 0 ? error / std::max(size, std::abs(difference)) : 0;
}

}  // namespace

template <class T>
GradientCheck check_gradients_of(AnyProblem<T>& problem, std::span<const T> anywhere) {
    base::check_size("theta", anywhere.size(), problem.num_variables(), "one per variable of the problem");
    std::vector<T> theta(anywhere.begin(), anywhere.end());
    base::project<T>(problem.facts().box, theta);
    std::vector<double> l(problem.num_constraints() + 1, base::unwritten<double>);
    const auto pulled_back = jacobian<T>(problem, theta, l);
    Differences<T> differences(problem, theta);
    GradientCheck check{.error = -1, .tolerance = std::is_same_v<T, double> ? 1e-6 : 2e-2};
    // Errors are relative to the largest entry of the gradient: rounding limits small entries to the same absolute
    // accuracy.
    std::vector<double> size(l.size());
    for (std::size_t i = 0; i < l.size(); ++i) size[i] = largest<T>(pulled_back[i]);
    std::vector<double> first(l.size());
    std::vector<double> errors(l.size());
    for (std::size_t j = 0; j < theta.size(); ++j) {
        if (!differences.take(j)) continue;
        bool all_agree = true;
        for (std::size_t i = 0; i < l.size(); ++i) {
            first[i] = differences.slope(i);
            errors[i] = error_of(differences, i, static_cast<double>(pulled_back[i][j]), size[i], 0);
            all_agree = all_agree && errors[i] <= check.tolerance;
        }
        // The disagreement may be due to curvature over the length of the step rather than a wrong gradient. A step of
        // 1/16 tells the two apart: if it is curvature, the quotient moves, and most of the way to the gradient.
        if (!all_agree && differences.take(j, 1.0 / 16))
            for (std::size_t i = 0; i < l.size(); ++i) {
                const double bent = std::abs(differences.slope(i) - first[i]);
                if (!(bent > differences.noise(i))) continue;
                first[i] = differences.slope(i);
                errors[i] = std::min(
                    errors[i], error_of(differences, i, static_cast<double>(pulled_back[i][j]), size[i], bent / 16));
            }
        for (std::size_t i = 0; i < l.size(); ++i) {
            if (errors[i] <= check.error) continue;
            check = {.error = errors[i],
                     .tolerance = check.tolerance,
                     .risk = i,
                     .variable = j,
                     .pulled_back = static_cast<double>(pulled_back[i][j]),
                     .difference = first[i]};
        }
    }
    check.error = std::max(0.0, check.error);
    check.passed = check.error <= check.tolerance;
    check.message = std::string(check.passed ? "gradients agree; the worst entry" : "gradients differ") + ": d(" +
                    problem.facts().risk_name(check.risk) + ")/d(theta[" + std::to_string(check.variable) + "]) is " +
                    base::short_number(check.pulled_back, 9) + " by pullback and " +
                    base::short_number(check.difference, 9) + " by differences";
    return check;
}

template <class T>
void hessian_vector(AnyProblem<T>& problem, std::span<const T> theta, std::span<const double> w, std::span<const T> v,
                    std::span<T> h) {
    base::check_inside(problem.facts().box, theta);
    base::check_size("w", w.size(), problem.num_constraints() + 1, "one per risk");
    base::check_size("v", v.size(), theta.size(), "as many as theta");
    base::check_size("h", h.size(), theta.size(), "as many as theta");
    if (problem.facts().has_hessian_vector) return problem.hessian_vector(theta, w, v, h);

    const double size = largest<T>(v);
    std::ranges::fill(h, T{0});
    if (size == 0) return;
    const double step =
        std::cbrt(static_cast<double>(std::numeric_limits<T>::epsilon())) * std::max(1.0, largest<T>(theta)) / size;
    const Box<T>& box = problem.facts().box;
    // The longest steps along +v and -v, up to `step`, that stay in the box.
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
    std::vector<T> slope(theta.size(), base::unwritten<T>);
    std::vector<double> l(problem.num_constraints() + 1);
    const auto slope_at = [&](double t) -> std::vector<T>& {
        for (std::size_t j = 0; j < moved.size(); ++j) moved[j] = theta[j] + static_cast<T>(t) * v[j];
        base::project<T>(box, moved);
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
