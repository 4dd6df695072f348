#include <alcole/derivatives.hpp>

#include "base/box.hpp"
#include "base/check_size.hpp"
#include "base/text.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace alcole {
namespace {

using solver::add_scaled;
using solver::largest;

/// Difference quotients of all risks in one variable after the other, inside the box. The step balances truncation,
/// h^2, against rounding, epsilon / h.
template <class T>
class Differences {
  public:
    Differences(AnyProblem<T>& problem, std::span<const T> theta)
        : problem_(problem),
          theta_(theta.begin(), theta.end()),
          slope_(problem.num_constraints() + 1),
          other_(problem.num_constraints() + 1) {}

    /// False for a variable that its box holds in one place.
    bool take(std::size_t j) {
        const T lower = problem_.facts().box.lower[j];
        const T upper = problem_.facts().box.upper[j];
        if (lower == upper) return false;
        const T wanted =
            static_cast<T>(std::cbrt(std::numeric_limits<T>::epsilon())) * std::max(T{1}, std::abs(theta_[j]));
        const T h = std::min(wanted, (upper - lower) / 4);
        step_ = static_cast<double>(h);
        if (theta_[j] + h > upper)
            one_sided(j, -h);
        else if (theta_[j] - h < lower)
            one_sided(j, h);
        else
            central(j, h);
        return true;
    }
    double slope(std::size_t i) const { return slope_[i]; }
    /// How far rounding alone may move slope(i), for a risk of that size.
    double noise(double risk) const {
        return 8 * static_cast<double>(std::numeric_limits<T>::epsilon()) * std::abs(risk) / step_;
    }

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
        for (std::size_t i = 0; i < slope_.size(); ++i) slope_[i] = (slope_[i] - other_[i]) / width;
    }

    /// (-3 l(t) + 4 l(t + h) - l(t + 2h)) / 2h, as accurate as the central one, for a variable at its bound.
    void one_sided(std::size_t j, T h) {
        const T here = theta_[j];
        const double width = 2 * (static_cast<double>(here + h) - static_cast<double>(here));
        risks_at(j, here, slope_);
        for (double& v : slope_) v *= -3;
        risks_at(j, here + h, other_);
        for (std::size_t i = 0; i < slope_.size(); ++i) slope_[i] += 4 * other_[i];
        risks_at(j, here + 2 * h, other_);
        for (std::size_t i = 0; i < slope_.size(); ++i) slope_[i] = (slope_[i] - other_[i]) / width;
    }

    AnyProblem<T>& problem_;
    std::vector<T> theta_;
    double step_ = 0;
    std::vector<double> slope_;
    std::vector<double> other_;
};

/// The gradients of all risks, row by row, and the risks themselves.
template <class T>
std::vector<std::vector<T>> jacobian(AnyProblem<T>& problem, std::span<const T> theta, std::span<double> l) {
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

/// |a - b| beyond the noise, relative to `size`; infinite when it is not a number.
double relative_error(double a, double b, double noise, double size) {
    const double error = std::max(0.0, std::abs(a - b) - noise);
    if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::infinity();
    return error == 0 ? 0 : error / size;
}

}  // namespace

template <class T>
GradientCheck check_gradients_of(AnyProblem<T>& problem, std::span<const T> theta) {
    base::check_inside(problem.facts().box, theta);
    std::vector<double> l(problem.num_constraints() + 1);
    const auto pulled_back = jacobian(problem, theta, l);
    Differences<T> differences(problem, theta);
    GradientCheck check{.error = -1, .tolerance = std::is_same_v<T, double> ? 1e-6 : 2e-2};
    // An entry counts relative to the largest of its gradient: a small one among large ones is not known any better.
    std::vector<double> size(l.size());
    for (std::size_t i = 0; i < l.size(); ++i) size[i] = largest<T>(pulled_back[i]);
    for (std::size_t j = 0; j < theta.size(); ++j) {
        if (!differences.take(j)) continue;
        for (std::size_t i = 0; i < l.size(); ++i) {
            const auto given = static_cast<double>(pulled_back[i][j]);
            const double difference = differences.slope(i);
            const double error =
                relative_error(given, difference, differences.noise(l[i]), std::max(size[i], std::abs(difference)));
            if (error <= check.error) continue;
            check = {.error = error,
                     .tolerance = check.tolerance,
                     .risk = i,
                     .variable = j,
                     .pulled_back = given,
                     .difference = difference};
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
