#include "collection.hpp"
#include "recorded_problem.hpp"

#include <cmath>
#include <numbers>

namespace alcole::problems {

/// Design and process problems with closed formulas. TWOBARS, CANTILVR, CSFI1 and DEMBO7 as in CUTEst, G08, G23 and G24
/// as in the collection of CEC 2006, the others from the literature on engineering design.
std::vector<KnownProblem> engineering_problems() {
    const double root2 = std::sqrt(2.0);
    std::vector<KnownProblem> list;

    list.push_back(recorded(2,
                            {.name = "TWOBARS",
                             .start = {1, 1},
                             .lower = {0.2, 0.1},
                             .upper = {4, 1.6},
                             .values = {1.508652417},
                             .solution = {1.4116311, 0.37707243}},
                            [](auto x, auto& f, auto c) {
                                const auto length = sqrt(1 + square(x(2)));
                                f = x(1) * length;
                                c(1) = 0.124 * length * (8 / x(1) + 1 / (x(1) * x(2))) - 1;
                                c(2) = 0.124 * length * (8 / x(1) - 1 / (x(1) * x(2))) - 1;
                            }));
    list.push_back(recorded(1,
                            {.name = "CANTILVR",
                             .start = repeat(5, 1),
                             .lower = repeat(5, 1e-6),
                             .values = {1.3399563589},
                             .solution = {6.01602, 5.30917, 4.49433, 3.50147, 2.15267}},
                            [](auto x, auto& f, auto c) {
                                f = 0.0624 * (x(1) + x(2) + x(3) + x(4) + x(5));
                                c(1) = 61 * pow(x(1), -3) + 37 * pow(x(2), -3) + 19 * pow(x(3), -3) +
                                       7 * pow(x(4), -3) + pow(x(5), -3) - 1;
                            }));
    list.push_back(recorded(5,
                            {.name = "CSFI1",
                             .start = {7, 0.5, 0.5, 0.5, 0.5},
                             .lower = {7, 0, 0, 0, 0},
                             .upper = {infinity, infinity, 60, infinity, infinity},
                             .equalities = {1, 2},
                             .values = {-49.0752},
                             .solution = {10, 20, 60, 49.0752, 28.8}},
                            [](auto x, auto& f, auto c) {  // thickness, width, length, tons per hour, inches per minute
                                f = -x(4);
                                c(1) = 117.3708920187793427 * x(4) / (x(2) * x(1)) - x(5);
                                c(2) = square(x(1)) * x(5) / 48 - x(3);
                                c(3) = x(2) / x(1) - 2;
                                c(4) = 200 - x(1) * x(2);
                                c(5) = x(1) * x(2) - 250;
                            }));
    list.push_back(recorded(
        21,
        {.name = "DEMBO7",
         .start = {0.8, 0.83, 0.85, 0.87, 0.9, 0.1, 0.12, 0.19, 0.25, 0.29, 512, 13.1, 71.8, 640, 650, 5.7},
         .lower = {0.1, 0.1, 0.1, 0.1, 0.9, 1e-4, 0.1, 0.1, 0.1, 0.1, 1, 1e-6, 1, 500, 500, 1e-6},
         .upper = {0.9, 0.9, 0.9, 0.9, 1, 0.1, 0.9, 0.9, 0.9, 0.9, 1000, 500, 500, 1000, 1000, 500},
         .values = {174.786994}},
        [](auto x, auto& f, auto c) {
            f = 1.262626 * (x(12) + x(13) + x(14) + x(15) + x(16)) -
                1.23106 * (x(1) * x(12) + x(2) * x(13) + x(3) * x(14) + x(4) * x(15) + x(5) * x(16));
            for (std::size_t i = 1; i <= 5; ++i)
                c(i) = 0.975 * x(i) + 0.03475 * x(i) / x(i + 5) - 0.00975 * square(x(i)) / x(i + 5) - 1;
            c(6) = x(6) / x(7) + x(1) * x(12) / (x(7) * x(11)) - x(6) * x(12) / (x(7) * x(11)) - 1;
            c(7) = x(7) / x(8) + 0.002 * (x(7) - x(1)) * x(12) / x(8) + 0.002 * x(2) * x(13) / x(8) - 0.002 * x(13) - 1;
            c(8) = x(8) + 0.002 * x(8) * x(13) + 0.002 * x(3) * x(14) - 0.002 * x(2) * x(13) - 0.002 * x(9) * x(14) +
                   x(9) - 1;
            c(9) = x(9) / x(3) + (x(4) - x(8)) * x(15) / (x(3) * x(14)) + 500 * (x(10) - x(9)) / (x(3) * x(14)) - 1;
            c(10) = (x(5) / x(4) - 1) * x(16) / x(15) + x(10) / x(4) + 500 * (1 - x(10) / x(4)) / x(15) - 1;
            c(11) = 0.9 / x(4) + 0.002 * x(16) - 0.002 * x(5) * x(16) / x(4) - 1;
            c(12) = 0.002 * (x(11) - x(12)) - 1;
            c(13) = x(12) / x(11) - 1;
            c(14) = x(4) / x(5) - 1;
            c(15) = x(3) / x(4) - 1;
            c(16) = x(2) / x(3) - 1;
            c(17) = x(1) / x(2) - 1;
            c(18) = x(9) / x(10) - 1;
            c(19) = x(8) / x(9) - 1;
            c(20) = 50 - f;
            c(21) = f - 250;
        }));
    list.push_back(recorded(4,
                            {.name = "SPRING",
                             .start = {0.1, 0.5, 10},
                             .lower = {0.05, 0.25, 2},
                             .upper = {2, 1.3, 15},
                             .values = {0.0126652328},
                             .solution = {0.051689061, 0.35671774, 11.288966}},
                            [](auto x, auto& f, auto c) {  // wire, coil, number of coils
                                f = (x(3) + 2) * x(2) * square(x(1));
                                c(1) = 1 - pow(x(2), 3) * x(3) / (71785 * pow(x(1), 4));
                                c(2) =
                                    (4 * square(x(2)) - x(1) * x(2)) / (12566 * (x(2) * pow(x(1), 3) - pow(x(1), 4))) +
                                    1 / (5108 * square(x(1))) - 1;
                                c(3) = 1 - 140.45 * x(1) / (square(x(2)) * x(3));
                                c(4) = (x(1) + x(2)) / 1.5 - 1;
                            }));
    list.push_back(recorded(7,
                            {.name = "WELDBEAM",
                             .start = {0.4, 6, 9, 0.5},
                             .lower = {0.1, 0.1, 0.1, 0.1},
                             .upper = {2, 10, 10, 2},
                             .values = {1.7248523086},
                             .solution = {0.20572964, 3.4704887, 9.0366239, 0.20572964}},
                            [root2](auto x, auto& f, auto c) {  // weld height and length, bar height and width
                                const double load = 6000, reach = 14, young = 30e6, shear = 12e6;
                                const auto half = square(0.5 * (x(1) + x(3)));
                                const auto radius = sqrt(0.25 * square(x(2)) + half);
                                const auto inertia = 2 * root2 * x(1) * x(2) * (square(x(2)) / 12 + half);
                                const auto direct = load / (root2 * x(1) * x(2));
                                const auto twist = load * (reach + 0.5 * x(2)) * radius / inertia;
                                const auto stress =
                                    sqrt(square(direct) + direct * twist * x(2) / radius + square(twist));
                                const auto buckling = 4.013 * young / 6 * x(3) * pow(x(4), 3) / (reach * reach) *
                                                      (1 - x(3) / (2 * reach) * std::sqrt(young / (4 * shear)));
                                f = 1.10471 * square(x(1)) * x(2) + 0.04811 * x(3) * x(4) * (14 + x(2));
                                c(1) = stress / 13600 - 1;
                                c(2) = 6 * load * reach / (x(4) * square(x(3))) / 30000 - 1;
                                c(3) = x(1) - x(4);
                                c(4) = 0.10471 * square(x(1)) + 0.04811 * x(3) * x(4) * (14 + x(2)) - 5;
                                c(5) = 0.125 - x(1);
                                c(6) = 4 * load * std::pow(reach, 3) / (young * pow(x(3), 3) * x(4)) / 0.25 - 1;
                                c(7) = 1 - buckling / load;
                            }));
    list.push_back(recorded(4,
                            {.name = "VESSEL",
                             .start = {1, 1, 50, 100},
                             .lower = {0, 0, 10, 10},
                             .upper = {99, 99, 200, 200},
                             .values = {5885.332773},
                             .solution = {0.77816864, 0.38464916, 40.319619, 200}},
                            [](auto x, auto& f, auto c) {  // thickness of shell and head, radius, length
                                f = 0.6224 * x(1) * x(3) * x(4) + 1.7781 * x(2) * square(x(3)) +
                                    3.1661 * square(x(1)) * x(4) + 19.84 * square(x(1)) * x(3);
                                c(1) = 0.0193 * x(3) - x(1);
                                c(2) = 0.00954 * x(3) - x(2);
                                c(3) = 1 - std::numbers::pi * (square(x(3)) * x(4) + 4.0 / 3 * pow(x(3), 3)) / 1296000;
                                c(4) = x(4) - 240;
                            }));
    list.push_back(recorded(11,
                            {.name = "REDUCER",
                             .start = {3, 0.75, 22, 8, 8, 3.4, 5.2},
                             .lower = {2.6, 0.7, 17, 7.3, 7.3, 2.9, 5},
                             .upper = {3.6, 0.8, 28, 8.3, 8.3, 3.9, 5.5},
                             .values = {2994.471066},
                             .solution = {3.5, 0.7, 17, 7.3, 7.7153199, 3.3502147, 5.2866545}},
                            [](auto x, auto& f, auto c) {
                                f = 0.7854 * x(1) * square(x(2)) * (3.3333 * square(x(3)) + 14.9334 * x(3) - 43.0934) -
                                    1.508 * x(1) * (square(x(6)) + square(x(7))) +
                                    7.4777 * (pow(x(6), 3) + pow(x(7), 3)) +
                                    0.7854 * (x(4) * square(x(6)) + x(5) * square(x(7)));
                                c(1) = 27 / (x(1) * square(x(2)) * x(3)) - 1;
                                c(2) = 397.5 / (x(1) * square(x(2)) * square(x(3))) - 1;
                                c(3) = 1.93 * pow(x(4), 3) / (x(2) * x(3) * pow(x(6), 4)) - 1;
                                c(4) = 1.93 * pow(x(5), 3) / (x(2) * x(3) * pow(x(7), 4)) - 1;
                                c(5) = sqrt(square(745 * x(4) / (x(2) * x(3))) + 16.9e6) / (110 * pow(x(6), 3)) - 1;
                                c(6) = sqrt(square(745 * x(5) / (x(2) * x(3))) + 157.5e6) / (85 * pow(x(7), 3)) - 1;
                                c(7) = x(2) * x(3) / 40 - 1;
                                c(8) = 5 * x(2) / x(1) - 1;
                                c(9) = x(1) / (12 * x(2)) - 1;
                                c(10) = (1.5 * x(6) + 1.9) / x(4) - 1;
                                c(11) = (1.1 * x(7) + 1.9) / x(5) - 1;
                            }));
    list.push_back(recorded(3,
                            {.name = "TRUSS3",
                             .start = {0.5, 0.5},
                             .lower = {0, 0},
                             .upper = {1, 1},
                             .values = {263.8958434},
                             .solution = {0.78867513, 0.40824829}},
                            [root2](auto x, auto& f, auto c) {
                                const auto d = root2 * square(x(1)) + 2 * x(1) * x(2);
                                f = 100 * (2 * root2 * x(1) + x(2));
                                c(1) = 2 * (root2 * x(1) + x(2)) / d - 2;
                                c(2) = 2 * x(2) / d - 2;
                                c(3) = 2 / (root2 * x(2) + x(1)) - 2;
                            }));
    list.push_back(recorded(5,
                            {.name = "REACTORS",
                             .start = {0.5, 0.5, 0.5, 0.5, 4, 4},
                             .lower = {0, 0, 0, 0, 1e-5, 1e-5},
                             .upper = {1, 1, 1, 1, 16, 16},
                             .equalities = {1, 2, 3, 4},
                             .values = {-0.388811439, -0.374616},
                             .solution = {0.77151588, 0.51699246, 0.20419214, 0.38881143, 3.0355676, 5.0972633}},
                            [](auto x, auto& f, auto c) {
                                f = -x(4);
                                c(1) = x(1) + 0.09755988 * x(1) * x(5) - 1;
                                c(2) = x(2) - x(1) + 0.0965842812 * x(2) * x(6);
                                c(3) = x(3) + x(1) + 0.0391908 * x(3) * x(5) - 1;
                                c(4) = x(4) - x(3) + x(2) - x(1) + 0.03527172 * x(4) * x(6);
                                c(5) = sqrt(x(5)) + sqrt(x(6)) - 4;
                            }));
    list.push_back(recorded(6,
                            {.name = "G23",  // Haverly's pools
                             .start = {50, 50, 50, 50, 50, 50, 50, 50, 0.02},
                             .lower = {0, 0, 0, 0, 0, 0, 0, 0, 0.01},
                             .upper = {300, 300, 100, 200, 100, 300, 100, 200, 0.03},
                             .equalities = {1, 2, 3, 4},
                             .values = {-400, -100},
                             .solution = {0, 100, 0, 100, 0, 0, 100, 200, 0.01}},
                            [](auto x, auto& f, auto c) {
                                f = -9 * x(5) - 15 * x(8) + 6 * x(1) + 16 * x(2) + 10 * (x(6) + x(7));
                                c(1) = x(1) + x(2) - x(3) - x(4);
                                c(2) = 0.03 * x(1) + 0.01 * x(2) - x(9) * (x(3) + x(4));
                                c(3) = x(3) + x(6) - x(5);
                                c(4) = x(4) + x(7) - x(8);
                                c(5) = x(9) * x(3) + 0.02 * x(6) - 0.025 * x(5);
                                c(6) = x(9) * x(4) + 0.02 * x(7) - 0.015 * x(8);
                            }));
    list.push_back(recorded(2,
                            {.name = "G08",
                             .start = {1.2, 4.2},
                             .lower = {0, 0},
                             .upper = {10, 10},
                             .values = {-0.0958250414},
                             .solution = {1.22797, 4.24537}},
                            [](auto x, auto& f, auto c) {
                                const double turn = 2 * std::numbers::pi;
                                f = -pow(sin(turn * x(1)), 3) * sin(turn * x(2)) / (pow(x(1), 3) * (x(1) + x(2)));
                                c(1) = square(x(1)) - x(2) + 1;
                                c(2) = 1 - x(1) + square(x(2) - 4);
                            }));
    list.push_back(recorded(2,
                            {.name = "G24",
                             .start = {2, 1},
                             .lower = {0, 0},
                             .upper = {3, 4},
                             .values = {-5.508013272, -3},
                             .solution = {2.3295202, 3.1784931}},
                            [](auto x, auto& f, auto c) {
                                f = -x(1) - x(2);
                                c(1) = -2 * pow(x(1), 4) + 8 * pow(x(1), 3) - 8 * square(x(1)) + x(2) - 2;
                                c(2) =
                                    -4 * pow(x(1), 4) + 32 * pow(x(1), 3) - 88 * square(x(1)) + 96 * x(1) + x(2) - 36;
                            }));
    return list;
}

}  // namespace alcole::problems
