#include "solver/primal/used_inner.hpp"

#include <stdexcept>
#include <type_traits>
#include <utility>

namespace alcole::solver {
namespace {

/// A Newton step with this many operations takes some tenths of a second, in which L-BFGS takes only a few steps.
constexpr double affordable_step = 4e8;

/// With more variables than `few`, a longer memory saves L-BFGS many steps when penalties are stiff; up to `too_many`
/// variables it costs little.
constexpr std::size_t few = 20;
constexpr std::size_t too_many = 100'000;

/// The operations that the gradients of m active constraints add to a Newton step: their products with each other, and
/// the factorisation of those.
double cost_of_gradients(double n, double m) { return m * m * n + m * m * m / 3; }

/// The operations of a step that factorises the Hessian, including what the penalties add to it.
double cost_of_factors(double n, double m) { return n * n * n / 3 + m * n * n + cost_of_gradients(n, m); }

}  // namespace

template <class T>
Options::Inner used_inner(const ProblemFacts<T>& problem, Options::Inner inner) {
    const auto [n, m] = std::pair(problem.num_variables, problem.num_constraints);
    if (inner.memory == 0) inner.memory = n <= few || n > too_many ? 20 : 60;
    const Minimiser asked = inner.minimiser;
    if (asked == Minimiser::newton && !problem.has_hessian)
        throw std::invalid_argument("option 'inner.minimiser' is 'newton', but the problem offers no hessian()");
    if (asked == Minimiser::newton_cg && !problem.has_hessian_vector)
        throw std::invalid_argument(
            "option 'inner.minimiser' is 'newton_cg', but the problem offers no hessian_vector()");
    if (asked != Minimiser::automatic) return inner;
    const bool products = problem.has_hessian_vector && std::is_same_v<T, double>;
    const auto [variables, constraints] = std::pair(static_cast<double>(n), static_cast<double>(m));
    if (problem.has_hessian && cost_of_factors(variables, constraints) <= affordable_step)
        inner.minimiser = Minimiser::newton;
    else if (products && cost_of_gradients(variables, constraints) <= affordable_step)
        inner.minimiser = Minimiser::newton_cg;
    else
        inner.minimiser = Minimiser::lbfgs;
    return inner;
}

template Options::Inner used_inner(const ProblemFacts<float>&, Options::Inner);
template Options::Inner used_inner(const ProblemFacts<double>&, Options::Inner);

}  // namespace alcole::solver
