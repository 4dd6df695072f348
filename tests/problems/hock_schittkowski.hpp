#pragma once

#include "known_problem.hpp"

#include <array>
#include <vector>

/// The test problems of Hock and Schittkowski, "Test Examples for Nonlinear Programming Codes" (1981): bounds in the
/// box, every general constraint as c(x) <= 0 or c(x) = 0.
namespace alcole::problems {

std::vector<KnownProblem> hock_schittkowski_1_to_30();
std::vector<KnownProblem> hock_schittkowski_31_to_60();
std::vector<KnownProblem> hock_schittkowski_61_to_81();
std::vector<KnownProblem> hock_schittkowski_82_to_100();
std::vector<KnownProblem> hock_schittkowski_101_to_119();

/// The numbers shared by Colville's first two problems (HS86 and HS117).
struct Colville {
    std::array<std::array<double, 5>, 10> a;
    std::array<double, 10> b;
    std::array<std::array<double, 5>, 5> c;
    std::array<double, 5> d;
    std::array<double, 5> e;
};
const Colville& colville();

/// All of them, in order.
std::vector<KnownProblem> hock_schittkowski();

}  // namespace alcole::problems
