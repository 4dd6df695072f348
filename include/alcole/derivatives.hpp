#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/export.hpp>

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace alcole {

/// The worst disagreement between a pullback and finite differences of the risks.
struct GradientCheck {
    bool passed = false;
    double error = 0;          ///< of the worst entry, beyond rounding, relative to the largest entry of its gradient
    double tolerance = 0;      ///< the largest error allowed
    std::size_t risk = 0;      ///< 0: the objective, i: constraint i
    std::size_t variable = 0;  ///< index into theta
    double pulled_back = 0;    ///< the entry of J^T w
    double difference = 0;     ///< the same entry by central differences
    std::string message{};     ///< one sentence
};

/// The compiled check behind check_gradients().
template <class T>
[[nodiscard]] GradientCheck check_gradients_of(AnyProblem<T>& problem, std::span<const T> anywhere);

extern template ALCOLE_EXPORT GradientCheck check_gradients_of(AnyProblem<float>&, std::span<const float>);
extern template ALCOLE_EXPORT GradientCheck check_gradients_of(AnyProblem<double>&, std::span<const double>);

/// Compares the gradient of every risk, pulled back with unit weights, with finite differences of the risks. theta is
/// projected into the box, and no evaluation leaves it. If the two disagree, shorter differences decide. This costs 2 n
/// + m + 2 evaluations, plus two for each variable in doubt. Run it once on each problem you write.
template <class P, class T>
[[nodiscard]] GradientCheck check_gradients(P&& problem, const std::vector<T>& theta) {
    if constexpr (std::same_as<std::remove_cvref_t<P>, AnyProblem<T>>) {
        return check_gradients_of<T>(problem, theta);
    } else {
        AnyProblem<T> any(std::forward<P>(problem));
        return check_gradients_of<T>(any, theta);
    }
}

/// h = (sum_i w_i Hessian of l_i(theta)) v: computed by the problem's own hessian_vector if it has one, otherwise by a
/// central difference of pullbacks along v. The latter evaluates the problem at theta +- v times a small step, kept
/// inside the box.
template <class T>
void hessian_vector(AnyProblem<T>& problem, std::span<const T> theta, std::span<const double> w, std::span<const T> v,
                    std::span<T> h);

extern template ALCOLE_EXPORT void hessian_vector(AnyProblem<float>&, std::span<const float>, std::span<const double>,
                                                  std::span<const float>, std::span<float>);
extern template ALCOLE_EXPORT void hessian_vector(AnyProblem<double>&, std::span<const double>, std::span<const double>,
                                                  std::span<const double>, std::span<double>);

}  // namespace alcole
