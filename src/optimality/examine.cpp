#include <alcole/optimality.hpp>

#include "optimality/hessian.hpp"
#include "optimality/place.hpp"
#include "optimality/second_order.hpp"

#include <algorithm>

namespace alcole {
namespace {

using optimality::Hessian;
using optimality::Place;
using optimality::VectorXd;

/// The gradient of l_0 + sum_i lambda_i l_i as a function of theta, which is clamped to the box against rounding.
template <class T>
Hessian::Map slope_of(AnyProblem<T>& problem, const std::vector<double>& weights) {
    return [&problem, weights](const VectorXd& point) {
        const Box<T>& box = problem.facts().box;
        std::vector<T> theta(static_cast<std::size_t>(point.size()));
        for (std::size_t j = 0; j < theta.size(); ++j)
            theta[j] = std::clamp(static_cast<T>(point[optimality::index(j)]), box.lower[j], box.upper[j]);
        std::vector<double> l(weights.size());
        std::vector<T> g(theta.size());
        problem.risks(theta, l).pullback(weights, g);
        VectorXd slope(point.size());
        std::ranges::copy(g, slope.begin());
        return slope;
    };
}

template <class T>
Hessian::Map product_of(AnyProblem<T>& problem, std::span<const T> theta, const std::vector<double>& weights) {
    if (!problem.facts().has_hessian_vector) return {};
    return [&problem, theta, weights](const VectorXd& v) {
        std::vector<T> direction(theta.size());
        std::vector<T> h(theta.size());
        std::ranges::transform(v, direction.begin(), [](double x) { return static_cast<T>(x); });
        problem.hessian_vector(theta, weights, direction, h);
        VectorXd product(v.size());
        std::ranges::copy(h, product.begin());
        return product;
    };
}

}  // namespace

template <class T>
Optimality examine_any(AnyProblem<T>& problem, std::span<const T> theta, std::span<const double> lambda,
                       const ExamineOptions& options) {
    const Place place = optimality::look(problem, theta, lambda, options);
    Optimality found{.kkt = optimality::first_order(place, options), .active = optimality::active_set(place, options)};
    found.licq = optimality::independence(place, found.active);
    if (options.second_order) {
        std::vector<double> weights{1.0};
        weights.insert(weights.end(), lambda.begin(), lambda.end());
        const Hessian hessian(place, slope_of(problem, weights), product_of(problem, theta, weights));
        found.second_order = optimality::second_order(hessian, place, found.active, options);
    }
    return found;
}

template Optimality examine_any(AnyProblem<float>&, std::span<const float>, std::span<const double>,
                                const ExamineOptions&);
template Optimality examine_any(AnyProblem<double>&, std::span<const double>, std::span<const double>,
                                const ExamineOptions&);

}  // namespace alcole
