#pragma once

#include "known_problem.hpp"
#include "tape.hpp"

#include <cstddef>
#include <functional>
#include <type_traits>
#include <vector>

namespace alcole::problems {

/// The number type that a formula computes with: `using S = Number<decltype(f)>;`
template <class F>
using Number = std::remove_cvref_t<F>;

/// A formula for one number type: formula(x, f, c) with x(1..n), f the objective and c(1..m) the constraints, all 0
/// when it is called.
template <class S>
using Formula = std::function<void(Numbered<Recorded<S>> x, Recorded<S>& f, Numbered<Recorded<S>> c)>;

/// One formula for gradients and, forward over reverse, for second derivatives.
struct TwiceDifferentiable {
    Formula<double> first;
    Formula<Jet<1>> second;
};

KnownProblem recorded_problem(std::size_t num_constraints, KnownProblem facts, TwiceDifferentiable formula);

/// A problem of any size written as one formula; gradients, Hessians and Hessian products are generated.
template <class F>
KnownProblem recorded(std::size_t num_constraints, KnownProblem facts, const F& formula) {
    return recorded_problem(num_constraints, std::move(facts), {formula, formula});
}

/// The numbers 1..m: all constraints are equalities.
inline std::vector<std::size_t> numbers_to(std::size_t m) {
    std::vector<std::size_t> all(m);
    for (std::size_t i = 0; i < m; ++i) all[i] = i + 1;
    return all;
}

}  // namespace alcole::problems
