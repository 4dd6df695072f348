#include "collection.hpp"
#include "recorded_problem.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace alcole::problems {

/// Names as in CUTEst, which states the origin of each.
std::vector<KnownProblem> small_problems() {
    const double root2 = std::sqrt(2.0);
    std::vector<KnownProblem> list;

    list.push_back(
        recorded(1, {.name = "BT1", .start = {0.08, 0.06}, .equalities = {1}, .values = {-1}, .solution = {1, 0}},
                 [](auto x, auto& f, auto c) {
                     c(1) = square(x(1)) + square(x(2)) - 1;
                     f = 100 * c(1) - x(1);
                 }));
    list.push_back(recorded(2,
                            {.name = "BT4",
                             .start = {4.0382, -2.947, -0.09115},
                             .equalities = {1, 2},
                             .values = {-45.51055074, -3.704768184, 3.289037743},
                             .solution = {2.284496601, -3.720893256, 2.436396655}},
                            [](auto x, auto& f, auto c) {
                                f = x(1) - x(2) + pow(x(2), 3);
                                c(1) = square(x(1)) + square(x(2)) + square(x(3)) - 25;
                                c(2) = x(1) + x(2) + x(3) - 1;
                            }));
    list.push_back(recorded(3,
                            {.name = "BT7",
                             .start = {-2, 1, 1, 1, 1},
                             .equalities = {1, 2, 3},
                             .values = {306.5, 360.3797671},
                             .solution = {0.5, 2, 0, std::sqrt(4.5), 0}},
                            [](auto x, auto& f, auto c) {
                                f = 100 * square(x(2) - square(x(1))) + square(x(1) - 1);
                                c(1) = x(1) * x(2) - square(x(3)) - 1;
                                c(2) = square(x(2)) - square(x(4)) + x(1);
                                c(3) = square(x(5)) + x(1) - 0.5;
                            }));
    list.push_back(recorded(
        2, {.name = "BT8", .start = {1, 1, 1, 0, 0}, .equalities = {1, 2}, .values = {1}, .solution = {1, 0, 0, 0, 0}},
        [](auto x, auto& f, auto c) {
            f = square(x(1)) + square(x(2)) + square(x(3));
            c(1) = x(1) - 1 - square(x(4)) + square(x(2));
            c(2) = square(x(1)) + square(x(2)) - square(x(5)) - 1;
        }));
    list.push_back(recorded(2,
                            {.name = "BT10", .start = {2, 2}, .equalities = {1, 2}, .values = {-1}, .solution = {1, 1}},
                            [](auto x, auto& f, auto c) {
                                f = -x(1);
                                c(1) = x(2) - pow(x(1), 3);
                                c(2) = square(x(1)) - x(2);
                            }));
    list.push_back(recorded(3,
                            {.name = "BT12",
                             .start = {15.811, 1.5811, 0, 15.083, 3.7164},
                             .equalities = {1, 2, 3},
                             .values = {6.188118812},
                             .solution = {24.7524752475, 0.247524752475, 0, 24.243479523, 4.76995547647}},
                            [](auto x, auto& f, auto c) {
                                f = 0.01 * square(x(1)) + square(x(2));
                                c(1) = x(1) + x(2) - square(x(3)) - 25;
                                c(2) = square(x(1)) + square(x(2)) - square(x(4)) - 25;
                                c(3) = x(1) - square(x(5)) - 2;
                            }));
    list.push_back(
        recorded(1, {.name = "MARATOS", .start = {1.1, 0.1}, .equalities = {1}, .values = {-1}, .solution = {1, 0}},
                 [](auto x, auto& f, auto c) {
                     c(1) = square(x(1)) + square(x(2)) - 1;
                     f = 1e-6 * c(1) - x(1);
                 }));
    list.push_back(recorded(2,
                            {.name = "ZECEVIC2",
                             .start = {0.1, 0},
                             .lower = {0, 0},
                             .upper = {10, 10},
                             .values = {-4.125},
                             .solution = {1.75, 0.25}},
                            [](auto x, auto& f, auto c) {
                                f = 2 * square(x(2)) - 2 * x(1) - 3 * x(2);
                                c(1) = x(1) + x(2) - 2;
                                c(2) = x(1) + 4 * x(2) - 4;
                            }));
    list.push_back(recorded(2,
                            {.name = "ZECEVIC3",
                             .start = {0.1, 0},
                             .lower = {0, 0},
                             .upper = {10, 10},
                             .values = {97.30945018},
                             .solution = {2.795545153, 1.088543658}},
                            [](auto x, auto& f, auto c) {
                                f = 7 * square(x(1)) + 3 * square(x(2)) - 84 * x(1) - 24 * x(2) + 300;
                                c(1) = 1 - x(1) * x(2);
                                c(2) = square(x(1)) + square(x(2)) - 9;
                            }));
    list.push_back(recorded(2,
                            {.name = "ZECEVIC4",
                             .start = {0.1, 0},
                             .lower = {0, 0},
                             .upper = {10, 10},
                             .values = {7.557507769},
                             .solution = {4.9709529, 1.2518287}},
                            [](auto x, auto& f, auto c) {
                                f = 6 * square(x(1)) + square(x(2)) - 60 * x(1) - 8 * x(2) + 166;
                                c(1) = x(1) * x(2) - x(1) - x(2);
                                c(2) = 3 - x(1) - x(2);
                            }));
    list.push_back(recorded(1,
                            {.name = "HONG",
                             .start = repeat(4, 0.5),
                             .lower = repeat(4, 0),
                             .upper = repeat(4, 1),
                             .equalities = {1},
                             .values = {22.57108736},
                             .solution = {0.426427, 0.126938, 0.168457, 0.278178}},
                            [](auto x, auto& f, auto c) {
                                f = 0.92 + 0.08 * exp(0.38 * 25 * x(1)) - 2.95 + 3.95 * exp(0.11 * 50 * x(2)) - 1.66 +
                                    1657834.0 * exp(-1.48 * (9 - 4 * x(3))) + 0.11 + 0.89 * exp(0.00035 * 20000 * x(4));
                                c(1) = x(1) + x(2) + x(3) + x(4) - 1;
                            }));
    list.push_back(recorded(1,
                            {.name = "ALSOTAME",
                             .start = {0, 0},
                             .lower = {-2, -1.5},
                             .upper = {2, 1.5},
                             .equalities = {1},
                             .values = {std::exp(-2.5)},
                             .solution = {0.5, 1.5}},
                            [](auto x, auto& f, auto c) {
                                f = exp(x(1) - 2 * x(2));
                                c(1) = sin(-x(1) + x(2) - 1);
                            }));
    list.push_back(recorded(2,
                            {.name = "STANCMIN",
                             .start = repeat(3, 50),
                             .lower = repeat(3, 0),
                             .values = {4.25},
                             .solution = {0.5, 0, 0.5}},
                            [](auto x, auto& f, auto c) {
                                f = (11 - 3 * x(1) - 6 * x(2) - 2 * x(3)) / (x(1) + 4 * x(2) + x(3) + 1);
                                c(1) = 3 * x(1) + 4 * x(2) + x(3) - 2;
                                c(2) = x(1) + 4 * x(2) + x(3) - 1;
                            }));
    list.push_back(recorded(3,
                            {.name = "MWRIGHT",
                             .start = {-1, 2, 1, -2, -2},
                             .equalities = {1, 2, 3},
                             .values = {24.97880948},
                             .solution = {-1.294598523, 2.463077441, 1.212637098, -0.1641615845, -1.544880489}},
                            [root2](auto x, auto& f, auto c) {
                                f = square(x(1)) + square(x(1) - x(2)) + pow(x(2) - x(3), 3) + pow(x(3) - x(4), 4) +
                                    pow(x(4) - x(5), 4);
                                c(1) = x(1) + square(x(2)) + square(x(3)) - 3 * root2 - 2;
                                c(2) = x(2) - square(x(3)) + x(4) - 2 * root2 + 2;
                                c(3) = x(1) * x(5) - 2;
                            }));
    list.push_back(recorded(4,
                            {.name = "FLETCHER",
                             .start = repeat(4, 1),
                             .lower = {-infinity, -infinity, -infinity, 1},
                             .equalities = {1},
                             .values = {11.65685425, 19.52536638},
                             .solution = {2 + root2, 2 + root2, 1 + root2, 1}},
                            [](auto x, auto& f, auto c) {
                                f = x(1) * x(2);
                                c(1) = square(x(1) * x(3) + x(2) * x(4)) / (square(x(1)) + square(x(2))) -
                                       square(x(3)) - square(x(4)) + 1;
                                c(2) = 1 - x(1) + x(3);
                                c(3) = 1 - x(2) + x(4);
                                c(4) = x(4) - x(3);
                            }));
    list.push_back(recorded(15,
                            {.name = "PENTAGON",
                             .start = {-1, 0, 0, -1, 1, 1},
                             .values = {1.36521631e-4, 1.46213269e-4},
                             .solution = {-0.8891837, 0.47744525, 0.17930454, -0.99320265, 1, 0.72654253}},
                            [](auto x, auto& f, auto c) {
                                const auto near = [&](std::size_t i, std::size_t j) {
                                    return pow(square(x(2 * i - 1) - x(2 * j - 1)) + square(x(2 * i) - x(2 * j)), -8);
                                };
                                f = near(1, 2) + near(1, 3) + near(2, 3);
                                for (std::size_t i = 0; i < 3; ++i)
                                    for (std::size_t j = 0; j < 5; ++j) {
                                        const double angle = 0.4 * std::numbers::pi * static_cast<double>(j);
                                        c(5 * i + j + 1) =
                                            std::cos(angle) * x(2 * i + 1) + std::sin(angle) * x(2 * i + 2) - 1;
                                    }
                            }));
    list.push_back(recorded(6,
                            {.name = "SYNTHES1",
                             .start = repeat(6, 0),
                             .lower = repeat(6, 0),
                             .upper = {2, 2, 1, 1, 1, 1},
                             .values = {0.759284393},
                             .solution = {1.14651505, 0.5465962734, 1, 0.2732981367, 0.2999593885, 0}},
                            [](auto x, auto& f, auto c) {
                                const auto a = log(x(2) + 1);
                                const auto b = log(x(1) - x(2) + 1);
                                f = 5 * x(4) + 6 * x(5) + 8 * x(6) + 10 * x(1) - 7 * x(3) - 18 * a - 19.2 * b + 10;
                                c(1) = 0.8 * x(3) - 0.8 * a - 0.96 * b;
                                c(2) = x(3) + 2 * x(6) - 2 - a - 1.2 * b;
                                c(3) = x(2) - x(1);
                                c(4) = x(2) - 2 * x(4);
                                c(5) = x(1) - x(2) - 2 * x(5);
                                c(6) = x(4) + x(5) - 1;
                            }));
    list.push_back(recorded(13,
                            {.name = "HATFLDH",
                             .start = {1, 5, 5, 1},
                             .lower = repeat(4, 0),
                             .upper = repeat(4, 5),
                             .values = {-24.5, -24.375},
                             .solution = {4, 3.5, 3.5, 3}},
                            [](auto x, auto& f, auto c) {
                                f = -x(1) * x(3) - x(2) * x(4);
                                const std::array<double, 6> least = {2.5, 2.5, 2.5, 2, 2, 1.5};
                                std::size_t pair = 1;
                                for (std::size_t i = 1; i < 4; ++i)
                                    for (std::size_t j = i + 1; j <= 4; ++j, ++pair) {
                                        c(pair) = least[pair - 1] - x(i) - x(j);
                                        c(pair + 6) = x(i) + x(j) - least[pair - 1] - 5;
                                    }
                                c(13) = 5 - x(1) - x(2) - x(3) - x(4);
                            }));
    list.push_back(
        recorded(2,
                 {.name = "ROBOT",
                  .start = repeat(7, 0),
                  .lower = repeat(7, -2.356194),
                  .upper = repeat(7, 2.356194),
                  .equalities = {1, 2},
                  .values = {5.46284122},
                  .solution = {1.03406333, 1.03406333, -0.335129541, 1.03406333, 1.03406333, 1.03406333, 0.0639888242}},
                 [](auto x, auto& f, auto c) {
                     c(1) = -4;
                     c(2) = -4;
                     for (std::size_t i = 1; i <= 7; ++i) {
                         const double length = i < 7 ? 1 : 0.5;
                         f += square(x(i));
                         c(1) += length * cos(x(i));
                         c(2) += length * sin(x(i));
                     }
                 }));
    list.push_back(recorded(22,
                            {.name = "EXPFITA",
                             .start = {1, 1, 6, 0, 0},
                             .values = {1.136611783e-3},
                             .solution = {12.471422, 7.4951901, 3.9386315, -0.57746369, 0.33757875}},
                            [](auto x, auto& f, auto c) {
                                for (std::size_t i = 1; i <= 11; ++i) {
                                    const double t = 0.5 * static_cast<double>(i - 1);
                                    const auto top = x(1) + x(2) * t + x(3) * (t * t);
                                    const auto bottom = 1 + x(4) * (t - 5) + x(5) * square(t - 5);
                                    f += square(top / (std::exp(t) * bottom) - 1);
                                    c(i) = std::exp(t) * bottom - top;
                                    c(i + 11) = 1e-5 - bottom;
                                }
                            }));
    return list;
}

}  // namespace alcole::problems
