#include <alcole/any_problem.hpp>

#include "base/check_size.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace alcole {
template <class T>
std::string ProblemFacts<T>::risk_name(std::size_t i) const {
    return i == 0 ? "objective" : constraint_names.at(i - 1);
}

template <class T>
void ProblemFacts<T>::complete_and_check() {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    if (num_variables == 0) throw std::invalid_argument("num_variables() is 0: there is nothing to solve for");
    if (constraint_names.empty())
        for (std::size_t i = 1; i <= num_constraints; ++i)
            constraint_names.push_back("constraint " + std::to_string(i));
    if (relations.empty()) relations.assign(num_constraints, Relation::at_most_zero);
    if (constraint_prices.empty()) constraint_prices.assign(num_constraints, std::numeric_limits<double>::infinity());
    if (rates.empty()) rates.assign(num_constraints, has_width);
    if (!has_strict_risks) rates.assign(num_constraints, false);
    if (box.lower.empty()) box.lower.assign(num_variables, -infinity);
    if (box.upper.empty()) box.upper.assign(num_variables, infinity);

    base::check_size("constraint_names()", constraint_names.size(), num_constraints, "one per constraint");
    base::check_size("box().lower", box.lower.size(), num_variables, "one per variable");
    base::check_size("box().upper", box.upper.size(), num_variables, "one per variable");
    for (std::size_t j = 0; j < num_variables; ++j)
        if (!(box.lower[j] <= box.upper[j]))
            throw std::invalid_argument("box() is empty in variable " + std::to_string(j) + ": lower is " +
                                        std::to_string(box.lower[j]) + ", upper is " + std::to_string(box.upper[j]));
    base::check_size("constraint_prices()", constraint_prices.size(), num_constraints, "one per constraint");
    for (std::size_t i = 0; i < num_constraints; ++i) {
        const double price = constraint_prices[i];
        if (!(price > 0))
            throw std::invalid_argument("constraint_prices()[" + std::to_string(i) + "] is " + std::to_string(price) +
                                        "; a price is a positive number, or infinity if the constraint must be met");
        if (std::isfinite(price) && relations[i] == Relation::equal_zero)
            throw std::invalid_argument("constraint_prices()[" + std::to_string(i) +
                                        "] is the price of an equality, which cannot give way; state it as two "
                                        "inequalities");
    }
    if (has_batches && batches_per_epoch == 0)
        throw std::invalid_argument("batches_per_epoch() is 0: an epoch needs at least one mini-batch");
    if (constraint_scales.empty()) return;
    base::check_size("constraint_scales()", constraint_scales.size(), num_constraints, "one per constraint");
    for (std::size_t i = 0; i < num_constraints; ++i)
        if (!std::isfinite(constraint_scales[i]) || constraint_scales[i] <= 0)
            throw std::invalid_argument("constraint_scales()[" + std::to_string(i) + "] is " +
                                        std::to_string(constraint_scales[i]) + "; a scale is a positive number");
}

template <class T>
void AnyProblem<T>::throw_overtaken() {
    throw std::logic_error("pullback at a theta that has been overtaken by a later evaluation of the same problem");
}

template <class T>
void AnyProblem<T>::throw_no_hessian_vector() {
    throw std::logic_error(
        "this problem offers no hessian_vector(theta, w, v, h); alcole::hessian_vector(problem, theta, w, v, h) takes "
        "differences of its gradients instead");
}

template <class T>
void AnyProblem<T>::throw_no_hessian() {
    throw std::logic_error("this problem offers no hessian(theta, w, h)");
}

template <class T>
void AnyProblem<T>::throw_no_preconditioner() {
    throw std::logic_error("this problem offers no preconditioner(theta, w, p)");
}

template struct ProblemFacts<float>;
template struct ProblemFacts<double>;
template class AnyProblem<float>;
template class AnyProblem<double>;

}  // namespace alcole
