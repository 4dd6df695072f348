#include "hock_schittkowski.hpp"

#include <cmath>

namespace alcole::problems {
std::vector<KnownProblem> hock_schittkowski_31_to_60() {
    const double root2 = std::sqrt(2.0);
    std::vector<KnownProblem> list;

    list.push_back(known<3, 1>({.name = "HS31",
                                .start = {1, 1, 1},
                                .lower = {-10, 1, -10},
                                .upper = {10, 10, 1},
                                .values = {6},
                                .multipliers = {6}},
                               [](auto x, auto& f, auto c) {
                                   f = 9 * square(x(1)) + square(x(2)) + 9 * square(x(3));
                                   c(1) = 1 - x(1) * x(2);
                               }));
    list.push_back(known<3, 2>({.name = "HS32",
                                .start = {0.1, 0.7, 0.2},
                                .lower = {0, 0, 0},
                                .equalities = {2},
                                .values = {1},
                                .multipliers = {0, -2}},
                               [](auto x, auto& f, auto c) {
                                   f = square(x(1) + 3 * x(2) + x(3)) + 4 * square(x(1) - x(2));
                                   c(1) = 3 + pow(x(1), 3) - 6 * x(2) - 4 * x(3);
                                   c(2) = x(1) + x(2) + x(3) - 1;
                               }));
    list.push_back(known<3, 2>({.name = "HS33",
                                .start = {0, 0, 3},
                                .lower = {0, 0, 0},
                                .upper = {infinity, infinity, 5},
                                .values = {root2 - 6, -4},
                                .multipliers = {0.176776695, 0.176776695}},
                               [](auto x, auto& f, auto c) {
                                   f = (x(1) - 1) * (x(1) - 2) * (x(1) - 3) + x(3);
                                   c(1) = square(x(1)) + square(x(2)) - square(x(3));
                                   c(2) = 4 - square(x(1)) - square(x(2)) - square(x(3));
                               }));
    list.push_back(known<3, 2>({.name = "HS34",
                                .start = {0, 1.05, 2.9},
                                .lower = {0, 0, 0},
                                .upper = {100, 100, 10},
                                .values = {-0.834032445248},
                                .multipliers = {0.434294482, 0.0434294482}},
                               [](auto x, auto& f, auto c) {
                                   f = -x(1);
                                   c(1) = exp(x(1)) - x(2);
                                   c(2) = exp(x(2)) - x(3);
                               }));
    list.push_back(known<3, 1>(
        {.name = "HS35", .start = {0.5, 0.5, 0.5}, .lower = {0, 0, 0}, .values = {1.0 / 9}, .multipliers = {2.0 / 9}},
        [](auto x, auto& f, auto c) {
            f = 9 - 8 * x(1) - 6 * x(2) - 4 * x(3) + 2 * square(x(1)) + 2 * square(x(2)) + square(x(3)) +
                2 * x(1) * x(2) + 2 * x(1) * x(3);
            c(1) = x(1) + x(2) + 2 * x(3) - 3;
        }));
    list.push_back(known<3, 1>({.name = "HS36",
                                .start = {10, 10, 10},
                                .lower = {0, 0, 0},
                                .upper = {20, 11, 42},
                                .values = {-3300},
                                .multipliers = {110}},
                               [](auto x, auto& f, auto c) {
                                   f = -x(1) * x(2) * x(3);
                                   c(1) = x(1) + 2 * x(2) + 2 * x(3) - 72;
                               }));
    list.push_back(known<3, 2>({.name = "HS37",
                                .start = {10, 10, 10},
                                .lower = {0, 0, 0},
                                .upper = {42, 42, 42},
                                .values = {-3456},
                                .multipliers = {144, 0}},
                               [](auto x, auto& f, auto c) {
                                   f = -x(1) * x(2) * x(3);
                                   c(1) = x(1) + 2 * x(2) + 2 * x(3) - 72;
                                   c(2) = -x(1) - 2 * x(2) - 2 * x(3);
                               }));
    list.push_back(known<4, 0>(
        {.name = "HS38", .start = {-3, -1, -3, -1}, .lower = repeat(4, -10), .upper = repeat(4, 10), .values = {0}},
        [](auto x, auto& f, auto) {
            f = 100 * square(x(2) - square(x(1))) + square(1 - x(1)) + 90 * square(x(4) - square(x(3))) +
                square(1 - x(3)) + 10.1 * (square(x(2) - 1) + square(x(4) - 1)) + 19.8 * (x(2) - 1) * (x(4) - 1);
        }));
    list.push_back(known<4, 2>({.name = "HS39", .start = {2, 2, 2, 2}, .equalities = {1, 2}, .values = {-1}},
                               [](auto x, auto& f, auto c) {
                                   f = -x(1);
                                   c(1) = x(2) - pow(x(1), 3) - square(x(3));
                                   c(2) = square(x(1)) - x(2) - square(x(4));
                               }));
    list.push_back(known<4, 3>({.name = "HS40", .start = repeat(4, 0.8), .equalities = {1, 2, 3}, .values = {-0.25}},
                               [](auto x, auto& f, auto c) {
                                   f = -x(1) * x(2) * x(3) * x(4);
                                   c(1) = pow(x(1), 3) + square(x(2)) - 1;
                                   c(2) = square(x(1)) * x(4) - x(3);
                                   c(3) = square(x(4)) - x(2);
                               }));
    list.push_back(known<4, 1>({.name = "HS41",
                                .start = {2, 2, 2, 2},
                                .lower = {0, 0, 0, 0},
                                .upper = {1, 1, 1, 2},
                                .equalities = {1},
                                .values = {52.0 / 27}},
                               [](auto x, auto& f, auto c) {
                                   f = 2 - x(1) * x(2) * x(3);
                                   c(1) = x(1) + 2 * x(2) + 2 * x(3) - x(4);
                               }));
    list.push_back(
        known<4, 2>({.name = "HS42", .start = {1, 1, 1, 1}, .equalities = {1, 2}, .values = {28 - 10 * root2}},
                    [](auto x, auto& f, auto c) {
                        f = square(x(1) - 1) + square(x(2) - 2) + square(x(3) - 3) + square(x(4) - 4);
                        c(1) = x(1) - 2;
                        c(2) = square(x(3)) + square(x(4)) - 2;
                    }));
    list.push_back(known<4, 3>({.name = "HS43", .start = {0, 0, 0, 0}, .values = {-44}, .multipliers = {1, 0, 2}},
                               [](auto x, auto& f, auto c) {
                                   const auto s1 = square(x(1)), s2 = square(x(2)), s3 = square(x(3)),
                                              s4 = square(x(4));
                                   f = s1 + s2 + 2 * s3 + s4 - 5 * x(1) - 5 * x(2) - 21 * x(3) + 7 * x(4);
                                   c(1) = s1 + s2 + s3 + s4 + x(1) - x(2) + x(3) - x(4) - 8;
                                   c(2) = s1 + 2 * s2 + s3 + 2 * s4 - x(1) - x(4) - 10;
                                   c(3) = 2 * s1 + s2 + s3 + 2 * x(1) - x(2) - x(4) - 5;
                               }));
    list.push_back(known<4, 6>({.name = "HS44",
                                .start = {0, 0, 0, 0},
                                .lower = {0, 0, 0, 0},
                                .values = {-15, -13},
                                .multipliers = {0, 0, 1.25, 0, 1.5, 0}},
                               [](auto x, auto& f, auto c) {
                                   f = x(1) - x(2) - x(3) - x(1) * x(3) + x(1) * x(4) + x(2) * x(3) - x(2) * x(4);
                                   c(1) = x(1) + 2 * x(2) - 8;
                                   c(2) = 4 * x(1) + x(2) - 12;
                                   c(3) = 3 * x(1) + 4 * x(2) - 12;
                                   c(4) = 2 * x(3) + x(4) - 8;
                                   c(5) = x(3) + 2 * x(4) - 8;
                                   c(6) = x(3) + x(4) - 5;
                               }));
    list.push_back(known<5, 0>(
        {.name = "HS45", .start = repeat(5, 2), .lower = repeat(5, 0), .upper = {1, 2, 3, 4, 5}, .values = {1, 2}},
        [](auto x, auto& f, auto) { f = 2 - x(1) * x(2) * x(3) * x(4) * x(5) / 120; }));
    list.push_back(
        known<5, 2>({.name = "HS46", .start = {root2 / 2, 1.75, 0.5, 2, 2}, .equalities = {1, 2}, .values = {0}},
                    [](auto x, auto& f, auto c) {
                        f = square(x(1) - x(2)) + square(x(3) - 1) + pow(x(4) - 1, 4) + pow(x(5) - 1, 6);
                        c(1) = square(x(1)) * x(4) + sin(x(4) - x(5)) - 1;
                        c(2) = x(2) + pow(x(3), 4) * square(x(4)) - 2;
                    }));
    list.push_back(known<5, 3>({.name = "HS47",
                                .start = {2, root2, -1, 2 - root2, 0.5},
                                .equalities = {1, 2, 3},
                                .values = {-0.0267141825, 0}},
                               [](auto x, auto& f, auto c) {
                                   f = square(x(1) - x(2)) + pow(x(2) - x(3), 3) + pow(x(3) - x(4), 4) +
                                       pow(x(4) - x(5), 4);
                                   c(1) = x(1) + square(x(2)) + pow(x(3), 3) - 3;
                                   c(2) = x(2) - square(x(3)) + x(4) - 1;
                                   c(3) = x(1) * x(5) - 1;
                               }));
    list.push_back(known<5, 2>({.name = "HS48", .start = {3, 5, -3, 2, -2}, .equalities = {1, 2}, .values = {0}},
                               [](auto x, auto& f, auto c) {
                                   f = square(x(1) - 1) + square(x(2) - x(3)) + square(x(4) - x(5));
                                   c(1) = x(1) + x(2) + x(3) + x(4) + x(5) - 5;
                                   c(2) = x(3) - 2 * (x(4) + x(5)) + 3;
                               }));
    list.push_back(known<5, 2>({.name = "HS49", .start = {10, 7, 2, -3, 0.8}, .equalities = {1, 2}, .values = {0}},
                               [](auto x, auto& f, auto c) {
                                   f = square(x(1) - x(2)) + square(x(3) - 1) + pow(x(4) - 1, 4) + pow(x(5) - 1, 6);
                                   c(1) = x(1) + x(2) + x(3) + 4 * x(4) - 7;
                                   c(2) = x(3) + 5 * x(5) - 6;
                               }));
    list.push_back(known<5, 3>({.name = "HS50", .start = {35, -31, 11, 5, -5}, .equalities = {1, 2, 3}, .values = {0}},
                               [](auto x, auto& f, auto c) {
                                   f = square(x(1) - x(2)) + square(x(2) - x(3)) + pow(x(3) - x(4), 4) +
                                       square(x(4) - x(5));
                                   c(1) = x(1) + 2 * x(2) + 3 * x(3) - 6;
                                   c(2) = x(2) + 2 * x(3) + 3 * x(4) - 6;
                                   c(3) = x(3) + 2 * x(4) + 3 * x(5) - 6;
                               }));
    list.push_back(
        known<5, 3>({.name = "HS51", .start = {2.5, 0.5, 2, -1, 0.5}, .equalities = {1, 2, 3}, .values = {0}},
                    [](auto x, auto& f, auto c) {
                        f = square(x(1) - x(2)) + square(x(2) + x(3) - 2) + square(x(4) - 1) + square(x(5) - 1);
                        c(1) = x(1) + 3 * x(2) - 4;
                        c(2) = x(3) + x(4) - 2 * x(5);
                        c(3) = x(2) - x(5);
                    }));
    list.push_back(
        known<5, 3>({.name = "HS52", .start = repeat(5, 2), .equalities = {1, 2, 3}, .values = {1859.0 / 349}},
                    [](auto x, auto& f, auto c) {
                        f = square(4 * x(1) - x(2)) + square(x(2) + x(3) - 2) + square(x(4) - 1) + square(x(5) - 1);
                        c(1) = x(1) + 3 * x(2);
                        c(2) = x(3) + x(4) - 2 * x(5);
                        c(3) = x(2) - x(5);
                    }));
    list.push_back(known<5, 3>({.name = "HS53",
                                .start = repeat(5, 2),
                                .lower = repeat(5, -10),
                                .upper = repeat(5, 10),
                                .equalities = {1, 2, 3},
                                .values = {176.0 / 43}},
                               [](auto x, auto& f, auto c) {
                                   f = square(x(1) - x(2)) + square(x(2) + x(3) - 2) + square(x(4) - 1) +
                                       square(x(5) - 1);
                                   c(1) = x(1) + 3 * x(2);
                                   c(2) = x(3) + x(4) - 2 * x(5);
                                   c(3) = x(2) - x(5);
                               }));
    list.push_back(known<6, 1>({.name = "HS54",
                                .start = {6e3, 1.5, 4e6, 2, 3e-3, 5e7},
                                .lower = {0, -10, 0, 0, -1, 0},
                                .upper = {2e4, 10, 1e7, 20, 1, 2e8},
                                .equalities = {1},
                                .values = {-0.9080748}},
                               [](auto x, auto& f, auto c) {
                                   const auto u = x(1) - 1e4;
                                   const auto v = x(2) - 1;
                                   const auto h = (square(u) / 6.4e7 + u * v / 2e4 + square(v)) / 0.96 +
                                                  square(x(3) - 2e6) / 4.9e13 + square(x(4) - 10) / 2.5e3 +
                                                  square(x(5) - 1e-3) / 2.5e-3 + square(x(6) - 1e8) / 2.5e17;
                                   f = -exp(-h / 2);
                                   c(1) = x(1) + 4e3 * x(2) - 1.76e4;
                               }));
    list.push_back(known<6, 6>({.name = "HS55",
                                .start = {1, 2, 0, 0, 0, 2},
                                .lower = repeat(6, 0),
                                .upper = {1, infinity, infinity, 1, infinity, infinity},
                                .equalities = {1, 2, 3, 4, 5, 6},
                                .values = {19.0 / 3, 20.0 / 3, 6},
                                .degenerate = true},
                               [](auto x, auto& f, auto c) {
                                   f = x(1) + 2 * x(2) + 4 * x(5) + exp(x(1) * x(4));
                                   c(1) = x(1) + 2 * x(2) + 5 * x(5) - 6;
                                   c(2) = x(1) + x(2) + x(3) - 3;
                                   c(3) = x(4) + x(5) + x(6) - 2;
                                   c(4) = x(1) + x(4) - 1;
                                   c(5) = x(2) + x(5) - 2;
                                   c(6) = x(3) + x(6) - 2;
                               }));
    const double a = std::asin(std::sqrt(1 / 4.2));
    const double b = std::asin(std::sqrt(5 / 7.2));
    list.push_back(
        known<7, 4>({.name = "HS56", .start = {1, 1, 1, a, a, a, b}, .equalities = {1, 2, 3, 4}, .values = {-3.456, 0}},
                    [](auto x, auto& f, auto c) {
                        f = -x(1) * x(2) * x(3);
                        c(1) = x(1) - 4.2 * square(sin(x(4)));
                        c(2) = x(2) - 4.2 * square(sin(x(5)));
                        c(3) = x(3) - 4.2 * square(sin(x(6)));
                        c(4) = x(1) + 2 * x(2) + 2 * x(3) - 7.2 * square(sin(x(7)));
                    }));
    list.push_back(
        known<2, 1>({.name = "HS57", .start = {0.42, 5}, .lower = {0.4, -4}, .values = {0.02845966972, 0.0306461831}},
                    [](auto x, auto& f, auto c) {
                        // (value of a, the measurements at it)
                        struct Group {
                            double a;
                            std::vector<double> b;
                        };
                        static const std::vector<Group> groups = {{8, {.49, .49}},
                                                                  {10, {.48, .47, .48, .47}},
                                                                  {12, {.46, .46, .45, .43}},
                                                                  {14, {.45, .43, .43}},
                                                                  {16, {.44, .43, .43}},
                                                                  {18, {.46, .45}},
                                                                  {20, {.42, .42, .43}},
                                                                  {22, {.41, .41, .40}},
                                                                  {24, {.42, .40, .40}},
                                                                  {26, {.41, .40, .41}},
                                                                  {28, {.41, .40}},
                                                                  {30, {.40, .40, .38}},
                                                                  {32, {.41, .40}},
                                                                  {34, {.40}},
                                                                  {36, {.41, .38}},
                                                                  {38, {.40, .40}},
                                                                  {40, {.39}},
                                                                  {42, {.39}}};
                        f = 0;
                        for (const auto& [at, measured] : groups)
                            for (const double y : measured)
                                f += square(y - x(1) - (0.49 - x(1)) * exp(-x(2) * (at - 8)));
                        c(1) = 0.09 - 0.49 * x(2) + x(1) * x(2);
                    }));
    list.push_back(known<2, 3>(
        {.name = "HS59",
         .start = {90, 10},
         .lower = {0, 0},
         .upper = {75, 65},
         .values = {-7.802789471, -6.7495052780, -7.8027894}},
        [](auto x, auto& f, auto c) {
            const auto u = x(1), v = x(2);
            f = -75.196 + 3.8112 * u - 0.12694 * pow(u, 2) + 0.0020567 * pow(u, 3) - 1.0345e-5 * pow(u, 4) +
                6.8306 * v - 0.030234 * u * v + 1.28134e-3 * v * pow(u, 2) - 3.5256e-5 * pow(u, 3) * v +
                2.266e-7 * pow(u, 4) * v - 0.25645 * pow(v, 2) + 0.0034604 * pow(v, 3) - 1.3514e-5 * pow(v, 4) +
                28.106 / (v + 1) + 5.2375e-6 * square(u * v) + 6.3e-8 * pow(u, 3) * square(v) - 7e-10 * pow(u * v, 3) -
                3.405e-4 * u * square(v) + 1.6638e-6 * u * pow(v, 3) + 2.8673 * exp(0.0005 * u * v);
            c(1) = 700 - u * v;
            c(2) = square(u) / 125 - v;
            c(3) = 5 * (u - 55) - square(v - 50);
        }));
    list.push_back(known<3, 1>({.name = "HS60",
                                .start = {2, 2, 2},
                                .lower = repeat(3, -10),
                                .upper = repeat(3, 10),
                                .equalities = {1},
                                .values = {0.03256820025}},
                               [root2](auto x, auto& f, auto c) {
                                   f = square(x(1) - 1) + square(x(1) - x(2)) + pow(x(2) - x(3), 4);
                                   c(1) = x(1) * (1 + square(x(2))) + pow(x(3), 4) - 4 - 3 * root2;
                               }));
    return list;
}

}  // namespace alcole::problems
