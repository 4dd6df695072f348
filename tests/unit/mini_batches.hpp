#pragma once

#include "small_problems.hpp"

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace alcole::tests {

inline Options stochastic() {
    Options options;
    options.regime = Regime::stochastic;
    return options;
}

/// The exact answer of the constrained regression, from the full regime in double.
template <class P>
auto exact(P& problem, std::size_t n) {
    auto answer = solve(problem, std::vector<double>(n));
    EXPECT_EQ(answer.status, Status::converged);
    EXPECT_GT(answer.lambda[0], 0.1) << "the constraint must bind for the test to say anything";
    return answer;
}

}  // namespace alcole::tests
