#include "hock_schittkowski.hpp"

#include <cmath>
#include <numbers>

namespace alcole::problems {
namespace {

/// 100 (x2 - x1^2)^2 + (1 - x1)^2
template <class X>
auto rosenbrock(const X& x) {
    return 100 * square(x(2) - square(x(1))) + square(1 - x(1));
}

}  // namespace

std::vector<KnownProblem> hock_schittkowski_1_to_30() {
    const double root3 = std::sqrt(3.0);
    const double pi = std::numbers::pi;
    std::vector<KnownProblem> list;

    list.push_back(known<2, 0>({.name = "HS1", .start = {-2, 1}, .lower = {-infinity, -1.5}, .values = {0}},
                               [](auto x, auto& f, auto) { f = rosenbrock(x); }));
    list.push_back(
        known<2, 0>({.name = "HS2", .start = {-2, 1}, .lower = {-infinity, 1.5}, .values = {0.0504261879, 4.941229318}},
                    [](auto x, auto& f, auto) { f = rosenbrock(x); }));
    list.push_back(known<2, 0>({.name = "HS3", .start = {10, 1}, .lower = {-infinity, 0}, .values = {0}},
                               [](auto x, auto& f, auto) { f = x(2) + 1e-5 * square(x(2) - x(1)); }));
    list.push_back(known<2, 0>({.name = "HS4", .start = {1.125, 0.125}, .lower = {1, 0}, .values = {8.0 / 3}},
                               [](auto x, auto& f, auto) { f = pow(x(1) + 1, 3) / 3 + x(2); }));
    list.push_back(known<2, 0>(
        {.name = "HS5", .start = {0, 0}, .lower = {-1.5, -3}, .upper = {4, 3}, .values = {-0.5 * root3 - pi / 3}},
        [](auto x, auto& f, auto) { f = sin(x(1) + x(2)) + square(x(1) - x(2)) - 1.5 * x(1) + 2.5 * x(2) + 1; }));
    list.push_back(
        known<2, 1>({.name = "HS6", .start = {-1.2, 1}, .equalities = {1}, .values = {0}}, [](auto x, auto& f, auto c) {
            f = square(1 - x(1));
            c(1) = 10 * (x(2) - square(x(1)));
        }));
    list.push_back(known<2, 1>({.name = "HS7", .start = {2, 2}, .equalities = {1}, .values = {-root3}},
                               [](auto x, auto& f, auto c) {
                                   f = log(1 + square(x(1))) - x(2);
                                   c(1) = square(1 + square(x(1))) + square(x(2)) - 4;
                               }));
    list.push_back(known<2, 2>({.name = "HS8", .start = {2, 1}, .equalities = {1, 2}, .values = {-1}},
                               [](auto x, auto& f, auto c) {
                                   f = -1;
                                   c(1) = square(x(1)) + square(x(2)) - 25;
                                   c(2) = x(1) * x(2) - 9;
                               }));
    list.push_back(known<2, 1>({.name = "HS9", .start = {0, 0}, .equalities = {1}, .values = {-0.5}},
                               [pi](auto x, auto& f, auto c) {
                                   f = sin(pi * x(1) / 12) * cos(pi * x(2) / 16);
                                   c(1) = 4 * x(1) - 3 * x(2);
                               }));
    list.push_back(known<2, 1>({.name = "HS10", .start = {-10, 10}, .values = {-1}, .multipliers = {0.5}},
                               [](auto x, auto& f, auto c) {
                                   f = x(1) - x(2);
                                   c(1) = 3 * square(x(1)) - 2 * x(1) * x(2) + square(x(2)) - 1;
                               }));
    list.push_back(
        known<2, 1>({.name = "HS11", .start = {4.9, 0.1}, .values = {-8.49846422315}, .multipliers = {3.04932786}},
                    [](auto x, auto& f, auto c) {
                        f = square(x(1) - 5) + square(x(2)) - 25;
                        c(1) = square(x(1)) - x(2);
                    }));
    list.push_back(known<2, 1>({.name = "HS12", .start = {0, 0}, .values = {-30}, .multipliers = {0.5}},
                               [](auto x, auto& f, auto c) {
                                   f = 0.5 * square(x(1)) + square(x(2)) - x(1) * x(2) - 7 * x(1) - 7 * x(2);
                                   c(1) = 4 * square(x(1)) + square(x(2)) - 25;
                               }));
    list.push_back(known<2, 1>({.name = "HS13", .start = {-2, -2}, .lower = {0, 0}, .values = {1}, .degenerate = true},
                               [](auto x, auto& f, auto c) {
                                   f = square(x(1) - 2) + square(x(2));
                                   c(1) = x(2) - pow(1 - x(1), 3);
                               }));
    list.push_back(known<2, 2>({.name = "HS14",
                                .start = {2, 2},
                                .equalities = {2},
                                .values = {1.39346498069},
                                .multipliers = {1.84659144, 1.59449112}},
                               [](auto x, auto& f, auto c) {
                                   f = square(x(1) - 2) + square(x(2) - 1);
                                   c(1) = square(x(1)) / 4 + square(x(2)) - 1;
                                   c(2) = x(1) - 2 * x(2) + 1;
                               }));
    list.push_back(known<2, 2>({.name = "HS15",
                                .start = {-2, 1},
                                .upper = {0.5, infinity},
                                .values = {306.5, 360.379767},
                                .multipliers = {700, 0}},
                               [](auto x, auto& f, auto c) {
                                   f = rosenbrock(x);
                                   c(1) = 1 - x(1) * x(2);
                                   c(2) = -x(1) - square(x(2));
                               }));
    list.push_back(known<2, 2>({.name = "HS16",
                                .start = {-2, 1},
                                .lower = {-0.5, -infinity},
                                .upper = {0.5, 1},
                                .values = {0.25, 23.1446609406},
                                .multipliers = {0, 0}},
                               [](auto x, auto& f, auto c) {
                                   f = rosenbrock(x);
                                   c(1) = -x(1) - square(x(2));
                                   c(2) = -square(x(1)) - x(2);
                               }));
    list.push_back(known<2, 2>({.name = "HS17",
                                .start = {-2, 1},
                                .lower = {-0.5, -infinity},
                                .upper = {0.5, 1},
                                .values = {1},
                                .multipliers = {2, 0}},
                               [](auto x, auto& f, auto c) {
                                   f = rosenbrock(x);
                                   c(1) = x(1) - square(x(2));
                                   c(2) = x(2) - square(x(1));
                               }));
    list.push_back(known<2, 2>(
        {.name = "HS18", .start = {2, 2}, .lower = {2, 0}, .upper = {50, 50}, .values = {5}, .multipliers = {0.2, 0}},
        [](auto x, auto& f, auto c) {
            f = square(x(1)) / 100 + square(x(2));
            c(1) = 25 - x(1) * x(2);
            c(2) = 25 - square(x(1)) - square(x(2));
        }));
    list.push_back(known<2, 2>({.name = "HS19",
                                .start = {20.1, 5.84},
                                .lower = {13, 0},
                                .upper = {100, 100},
                                .values = {-6961.81387558},
                                .multipliers = {1097.11894, 1229.54209}},
                               [](auto x, auto& f, auto c) {
                                   f = pow(x(1) - 10, 3) + pow(x(2) - 20, 3);
                                   c(1) = 100 - square(x(1) - 5) - square(x(2) - 5);
                                   c(2) = square(x(1) - 6) + square(x(2) - 5) - 82.81;
                               }));
    list.push_back(known<2, 3>({.name = "HS20",
                                .start = {-2, 1},
                                .lower = {-0.5, -infinity},
                                .upper = {0.5, infinity},
                                .values = {38.1987298108, 40.1987298108},
                                .multipliers = {0, 0, 71.1324865}},
                               [](auto x, auto& f, auto c) {
                                   f = rosenbrock(x);
                                   c(1) = -x(1) - square(x(2));
                                   c(2) = -square(x(1)) - x(2);
                                   c(3) = 1 - square(x(1)) - square(x(2));
                               }));
    list.push_back(known<2, 1>({.name = "HS21",
                                .start = {-1, -1},
                                .lower = {2, -50},
                                .upper = {50, 50},
                                .values = {-99.96},
                                .multipliers = {0}},
                               [](auto x, auto& f, auto c) {
                                   f = square(x(1)) / 100 + square(x(2)) - 100;
                                   c(1) = 10 - 10 * x(1) + x(2);
                               }));
    list.push_back(known<2, 2>({.name = "HS22", .start = {2, 2}, .values = {1}, .multipliers = {2.0 / 3, 2.0 / 3}},
                               [](auto x, auto& f, auto c) {
                                   f = square(x(1) - 2) + square(x(2) - 1);
                                   c(1) = x(1) + x(2) - 2;
                                   c(2) = square(x(1)) - x(2);
                               }));
    list.push_back(known<2, 5>({.name = "HS23",
                                .start = {3, 1},
                                .lower = {-50, -50},
                                .upper = {50, 50},
                                .values = {2},
                                .multipliers = {0, 0, 0, 2, 2}},
                               [](auto x, auto& f, auto c) {
                                   const auto s1 = square(x(1));
                                   const auto s2 = square(x(2));
                                   f = s1 + s2;
                                   c(1) = 1 - x(1) - x(2);
                                   c(2) = 1 - s1 - s2;
                                   c(3) = 9 - 9 * s1 - s2;
                                   c(4) = x(2) - s1;
                                   c(5) = x(1) - s2;
                               }));
    list.push_back(known<2, 3>({.name = "HS24", .start = {1, 0.5}, .lower = {0, 0}, .values = {-1, 0}},
                               [root3](auto x, auto& f, auto c) {
                                   f = (square(x(1) - 3) - 9) * pow(x(2), 3) / (27 * root3);
                                   c(1) = x(2) - x(1) / root3;
                                   c(2) = -x(1) - root3 * x(2);
                                   c(3) = x(1) + root3 * x(2) - 6;
                               }));
    list.push_back(known<3, 0>(
        {.name = "HS25", .start = {100, 12.5, 3}, .lower = {0.1, 0, 0}, .upper = {100, 25.6, 5}, .values = {0, 32.835}},
        [](auto x, auto& f, auto) {
            f = 0;
            for (int i = 1; i <= 99; ++i) {
                const double u = 25 + std::pow(-50 * std::log(0.01 * i), 2.0 / 3);
                f += square(exp(-pow(u - x(2), x(3)) / x(1)) - 0.01 * i);
            }
        }));
    list.push_back(known<3, 1>({.name = "HS26", .start = {-2.6, 2, 2}, .equalities = {1}, .values = {0}},
                               [](auto x, auto& f, auto c) {
                                   f = square(x(1) - x(2)) + pow(x(2) - x(3), 4);
                                   c(1) = (1 + square(x(2))) * x(1) + pow(x(3), 4) - 3;
                               }));
    list.push_back(known<3, 1>({.name = "HS27", .start = {2, 2, 2}, .equalities = {1}, .values = {0.04}},
                               [](auto x, auto& f, auto c) {
                                   f = 0.01 * square(x(1) - 1) + square(x(2) - square(x(1)));
                                   c(1) = x(1) + square(x(3)) + 1;
                               }));
    list.push_back(known<3, 1>({.name = "HS28", .start = {-4, 1, 1}, .equalities = {1}, .values = {0}},
                               [](auto x, auto& f, auto c) {
                                   f = square(x(1) + x(2)) + square(x(2) + x(3));
                                   c(1) = x(1) + 2 * x(2) + 3 * x(3) - 1;
                               }));
    list.push_back(known<3, 1>({.name = "HS29", .start = {1, 1, 1}, .values = {-16 * std::sqrt(2.0)}},
                               [](auto x, auto& f, auto c) {
                                   f = -x(1) * x(2) * x(3);
                                   c(1) = square(x(1)) + 2 * square(x(2)) + 4 * square(x(3)) - 48;
                               }));
    list.push_back(known<3, 1>({.name = "HS30",
                                .start = {1, 1, 1},
                                .lower = {1, -10, -10},
                                .upper = {10, 10, 10},
                                .values = {1},
                                .degenerate = true},
                               [](auto x, auto& f, auto c) {
                                   f = square(x(1)) + square(x(2)) + square(x(3));
                                   c(1) = 1 - square(x(1)) - square(x(2));
                               }));
    return list;
}

}  // namespace alcole::problems
