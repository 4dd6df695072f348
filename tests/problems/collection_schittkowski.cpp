#include "collection.hpp"
#include "recorded_problem.hpp"

#include <array>
#include <cmath>
#include <string>

namespace alcole::problems {
namespace {

/// The sum over row i of the Hilbert matrix of order n.
double hilbert_row(std::size_t i, std::size_t n) {
    double sum = 0;
    for (std::size_t j = 1; j <= n; ++j) sum += 1 / static_cast<double>(i + j - 1);
    return sum;
}

/// S277 and S280: min 1'H x subject to H x >= H 1 and x >= 0, H the Hilbert matrix; x = 1.
KnownProblem hilbert(const std::string& name, std::size_t n) {
    double best = 0;
    for (std::size_t i = 1; i <= n; ++i) best += hilbert_row(i, n);
    return recorded(
        n, {.name = name, .start = repeat(n, 0), .lower = repeat(n, 0), .values = {best}, .solution = repeat(n, 1)},
        [n](auto x, auto& f, auto c) {
            for (std::size_t i = 1; i <= n; ++i) {
                f += hilbert_row(i, n) * x(i);
                c(i) = hilbert_row(i, n);
                for (std::size_t j = 1; j <= n; ++j) c(i) -= x(j) / static_cast<double>(i + j - 1);
            }
        });
}

/// S316 to S322: the point of an ellipse with half axes 10 and b nearest to (20, -20).
KnownProblem ellipse(const std::string& name, double b, double best) {
    return recorded(1, {.name = name, .start = {0.1, 0.1}, .equalities = {1}, .values = {best}},
                    [b](auto x, auto& f, auto c) {
                        f = square(x(1) - 20) + square(x(2) + 20);
                        c(1) = square(x(1)) / 100 + square(x(2)) / (b * b) - 1;
                    });
}

/// S394 and S395: a weighted quartic on a sphere.
KnownProblem quartic_on_sphere(const std::string& name, std::size_t n) {
    std::vector<double> solution(n);
    solution[0] = std::sqrt(5.0 / 6);
    solution[1] = std::sqrt(1.0 / 6);
    return recorded(
        1, {.name = name, .start = repeat(n, 2), .equalities = {1}, .values = {23.0 / 12}, .solution = solution},
        [n](auto x, auto& f, auto c) {
            c(1) = -1;
            for (std::size_t i = 1; i <= n; ++i) {
                f += static_cast<double>(i) * (square(x(i)) + pow(x(i), 4));
                c(1) += square(x(i));
            }
        });
}

}  // namespace

std::vector<KnownProblem> schittkowski() {
    const double root3 = std::sqrt(3.0);
    std::vector<KnownProblem> list;

    list.push_back(recorded(1,
                            {.name = "S216",
                             .start = {-1.2, 1},
                             .equalities = {1},
                             .values = {0.999375293},
                             .solution = {1.9993752, 4.0000002}},
                            [](auto x, auto& f, auto c) {
                                f = 100 * square(square(x(1)) - x(2)) + square(x(1) - 1);
                                c(1) = x(1) * (x(1) - 4) - 2 * x(2) + 12;
                            }));
    list.push_back(recorded(2,
                            {.name = "S217",
                             .start = {10, 10},
                             .lower = {0, -infinity},
                             .equalities = {2},
                             .values = {-0.8},
                             .solution = {0.6, 0.8}},
                            [](auto x, auto& f, auto c) {
                                f = -x(2);
                                c(1) = 2 * x(2) - 1 - x(1);
                                c(2) = square(x(1)) + square(x(2)) - 1;
                            }));
    list.push_back(
        recorded(1, {.name = "S222", .start = {1.3, 0.2}, .lower = {0, 0}, .values = {-1.5}, .solution = {1.5, 0}},
                 [](auto x, auto& f, auto c) {
                     f = -x(1);
                     c(1) = pow(x(1) - 1, 3) + x(2) - 0.125;
                 }));
    list.push_back(recorded(
        4,
        {.name = "S224", .start = {0.1, 0.1}, .lower = {0, 0}, .upper = {6, 6}, .values = {-304}, .solution = {4, 4}},
        [](auto x, auto& f, auto c) {
            f = 2 * square(x(1)) + square(x(2)) - 48 * x(1) - 40 * x(2);
            c(1) = -x(1) - 3 * x(2);
            c(2) = x(1) + 3 * x(2) - 18;
            c(3) = -x(1) - x(2);
            c(4) = x(1) + x(2) - 8;
        }));
    list.push_back(
        recorded(5, {.name = "S225", .start = {3, 1}, .values = {2}, .solution = {1, 1}}, [](auto x, auto& f, auto c) {
            f = square(x(1)) + square(x(2));
            c(1) = 1 - x(1) - x(2);
            c(2) = 1 - square(x(1)) - square(x(2));
            c(3) = 9 - 9 * square(x(1)) - square(x(2));
            c(4) = x(2) - square(x(1));
            c(5) = x(1) - square(x(2));
        }));
    list.push_back(recorded(2,
                            {.name = "S226",
                             .start = {0.8, 0.05},
                             .lower = {0, 0},
                             .values = {-0.5},
                             .solution = {std::sqrt(0.5), std::sqrt(0.5)}},
                            [](auto x, auto& f, auto c) {
                                f = -x(1) * x(2);
                                c(1) = -square(x(1)) - square(x(2));
                                c(2) = square(x(1)) + square(x(2)) - 1;
                            }));
    list.push_back(recorded(2, {.name = "S228", .start = {0, 0}, .values = {-3}, .solution = {0, -3}},
                            [](auto x, auto& f, auto c) {
                                f = square(x(1)) + x(2);
                                c(1) = x(1) + x(2) - 1;
                                c(2) = square(x(1)) + square(x(2)) - 9;
                            }));
    list.push_back(recorded(2, {.name = "S230", .start = {0, 0}, .values = {0.375}, .solution = {0.5, 0.375}},
                            [](auto x, auto& f, auto c) {
                                f = x(2);
                                c(1) = 2 * square(x(1)) - pow(x(1), 3) - x(2);
                                c(2) = 2 * square(1 - x(1)) - pow(1 - x(1), 3) - x(2);
                            }));
    list.push_back(
        recorded(3, {.name = "S232", .start = {2, 0.5}, .lower = {0, 0}, .values = {-1}, .solution = {3, root3}},
                 [root3](auto x, auto& f, auto c) {
                     f = (square(x(1) - 3) - 9) * pow(x(2), 3) / (27 * root3);
                     c(1) = x(2) - x(1) / root3;
                     c(2) = -x(1) - root3 * x(2);
                     c(3) = x(1) + root3 * x(2) - 6;
                 }));
    list.push_back(recorded(1,
                            {.name = "S234",
                             .start = {1, 1},
                             .lower = {0.2, 0.2},
                             .upper = {2, 2},
                             .values = {-0.8},
                             .solution = {0.2, 0.2}},
                            [](auto x, auto& f, auto c) {
                                f = pow(x(2) - x(1), 4) - (1 - x(1));
                                c(1) = square(x(1)) + square(x(2)) - 1;
                            }));
    list.push_back(recorded(
        2, {.name = "S248", .start = {-0.1, -1, 0.1}, .equalities = {2}, .values = {-0.8}, .solution = {0.6, 0.8, 0}},
        [](auto x, auto& f, auto c) {
            f = -x(2);
            c(1) = 2 * x(2) - 1 - x(1);
            c(2) = square(x(1)) + square(x(2)) + square(x(3)) - 1;
        }));
    list.push_back(recorded(2,
                            {.name = "S254",
                             .start = {1, 1, 1},
                             .lower = {-infinity, -infinity, 1},
                             .equalities = {1, 2},
                             .values = {-root3},
                             .solution = {0, root3, 1}},
                            [](auto x, auto& f, auto c) {
                                f = log(x(3)) / std::log(10.0) - x(2);
                                c(1) = square(x(2)) + square(x(3)) - 4;
                                c(2) = x(3) - 1 - square(x(1));
                            }));
    list.push_back(recorded(
        4, {.name = "S263", .start = repeat(4, 10), .equalities = {3, 4}, .values = {-1}, .solution = {1, 1, 0, 0}},
        [](auto x, auto& f, auto c) {
            f = -x(1);
            c(1) = pow(x(1), 3) - x(2);
            c(2) = x(2) - square(x(1));
            c(3) = x(2) - pow(x(1), 3) - square(x(3));
            c(4) = square(x(1)) - x(2) - square(x(4));
        }));
    list.push_back(recorded(2,
                            {.name = "S265",
                             .start = repeat(4, 0),
                             .lower = repeat(4, 0),
                             .upper = repeat(4, 1),
                             .equalities = {1, 2},
                             .values = {1 - std::exp(-10 * std::exp(-1.0)), 1.90362478},
                             .solution = {1, 0, 1, 0}},
                            [](auto x, auto& f, auto c) {
                                f = 2 - exp(-10 * x(1) * exp(-x(3))) - exp(-10 * x(2) * exp(-x(4)));
                                c(1) = x(1) + x(2) - 1;
                                c(2) = x(3) + x(4) - 1;
                            }));
    list.push_back(hilbert("S277", 4));
    list.push_back(hilbert("S280", 10));
    list.push_back(recorded(3, {.name = "S315", .start = {-0.1, -0.9}, .values = {-0.8}, .solution = {0.6, 0.8}},
                            [](auto x, auto& f, auto c) {
                                f = -x(2);
                                c(1) = 2 * x(2) - 1 - x(1);
                                c(2) = -square(x(1)) - square(x(2));
                                c(3) = square(x(1)) + square(x(2)) - 1;
                            }));
    list.push_back(ellipse("S316", 10, 334.3145751));
    list.push_back(ellipse("S319", 4, 452.4043958));
    list.push_back(ellipse("S322", 0.1, 499.960012));
    list.push_back(recorded(
        2,
        {.name = "S323", .start = {0, 1}, .lower = {0, 0}, .values = {3.79894455}, .solution = {0.55357378, 1.3064439}},
        [](auto x, auto& f, auto c) {
            f = square(x(1)) + square(x(2)) - 4 * x(1) + 4;
            c(1) = x(2) - x(1) - 2;
            c(2) = square(x(1)) - x(2) + 1;
        }));
    list.push_back(recorded(3,
                            {.name = "S325",
                             .start = {-3, 0},
                             .equalities = {3},
                             .values = {3.791341449},
                             .solution = {-2.372281323, -1.836377228}},
                            [](auto x, auto& f, auto c) {
                                f = square(x(1)) + x(2);
                                c(1) = x(1) + x(2) - 1;
                                c(2) = x(1) + square(x(2)) - 1;
                                c(3) = square(x(1)) + square(x(2)) - 9;
                            }));
    list.push_back(recorded(2,
                            {.name = "S326",
                             .start = {4, 3},
                             .lower = {0, 0},
                             .upper = {10, 10},
                             .values = {-79.80782084},
                             .solution = {5.239609116, 3.746037752}},
                            [](auto x, auto& f, auto c) {
                                f = square(x(1)) + square(x(2)) - 16 * x(1) - 10 * x(2);
                                c(1) = square(x(1)) - 6 * x(1) + 4 * x(2) - 11;
                                c(2) = 3 * x(2) + exp(x(1) - 3) - x(1) * x(2) - 1;
                            }));
    list.push_back(recorded(2,
                            {.name = "S335",
                             .start = {1, 1, 1},
                             .equalities = {1, 2},
                             .values = {-0.004472136970},
                             .solution = {2.03279e-06, 0.00447213, 0.002}},
                            [](auto x, auto& f, auto c) {
                                f = -(1e-3 * x(1) + x(2));
                                c(1) = 1000 * square(x(1)) + 100 * square(x(2)) - x(3);
                                c(2) = 100 * square(x(1)) + 400 * square(x(2)) + x(3) - 0.01;
                            }));
    list.push_back(recorded(2,
                            {.name = "S336",
                             .start = {0, 0, 0},
                             .equalities = {1, 2},
                             .values = {-0.3378956942},
                             .solution = {0.53459444, 0.53397051, -0.21905842}},
                            [](auto x, auto& f, auto c) {
                                f = 7 * x(1) - 6 * x(2) + 4 * x(3);
                                c(1) = square(x(1)) + 2 * square(x(2)) + 3 * square(x(3)) - 1;
                                c(2) = 5 * x(1) + 5 * x(2) - 3 * x(3) - 6;
                            }));
    list.push_back(recorded(2,
                            {.name = "S338",
                             .start = {0, 0, 0},
                             .equalities = {1, 2},
                             .values = {-10.9928062, -7.20569845},
                             .solution = {-0.3665301178, -1.66207595, 2.845341009}},
                            [](auto x, auto& f, auto c) {
                                f = -square(x(1)) - square(x(2)) - square(x(3));
                                c(1) = 0.5 * x(1) + x(2) + x(3) - 1;
                                c(2) = square(x(1)) + 2.0 / 3 * square(x(2)) + 0.25 * square(x(3)) - 4;
                            }));
    list.push_back(recorded(1,
                            {.name = "S339",
                             .start = {1, 1, 1},
                             .lower = {0, 0, 0},
                             .values = {3.36167969},
                             .solution = {2.3797627, 0.31622777, 1.9429359}},
                            [](auto x, auto& f, auto c) {
                                f = 0.2 / (x(1) * x(2) * x(3)) + 4 / x(1) + 3 / x(3);
                                c(1) = 2 * x(1) * x(3) + x(1) * x(2) - 10;
                            }));
    list.push_back(recorded(2,
                            {.name = "S343",
                             .start = {22.3, 0.5, 125},
                             .lower = {0, 0, 0},
                             .upper = {36, 5, 125},
                             .values = {-5.6847825},
                             .solution = {20.35843969, 1.62860136, 100.545473}},
                            [](auto x, auto& f, auto c) {
                                f = -0.0201e-7 * pow(x(1), 4) * x(2) * square(x(3));
                                c(1) = square(x(1)) * x(2) - 675;
                                c(2) = 1e-7 * square(x(1)) * square(x(3)) - 0.419;
                            }));
    list.push_back(recorded(1,
                            {.name = "S354",
                             .start = {3, -1, 0, 1},
                             .upper = repeat(4, 20),
                             .values = {0.1137838491},
                             .solution = {0.50331793, -0.045561167, 0.23581898, 0.30642425}},
                            [](auto x, auto& f, auto c) {
                                f = square(x(1) + 10 * x(2)) + 5 * square(x(3) - x(4)) + pow(x(2) - 2 * x(3), 4) +
                                    10 * pow(x(1) - x(4), 4);
                                c(1) = 1 - x(1) - x(2) - x(3) - x(4);
                            }));
    list.push_back(recorded(6,
                            {.name = "S373",
                             .start = {300, -100, -0.1997, -127, -151, 379, 421, 460, 426},
                             .equalities = numbers_to(6),
                             .values = {13390.09312},
                             .solution = {523.305538621, -156.947843502, -0.199664569061, 29.6080101262, -86.6155547722,
                                          47.3267001551, 26.235596926, 22.9159846114, -39.4707370466}},
                            [](auto x, auto& f, auto c) {
                                const std::array<double, 6> time = {-5, -3, -1, 1, 3, 5};
                                const std::array<double, 6> seen = {127, 151, 379, 421, 460, 426};
                                for (std::size_t i = 1; i <= 6; ++i) {
                                    f += square(x(i + 3));
                                    c(i) = x(1) + x(2) * exp(time[i - 1] * x(3)) + x(i + 3) - seen[i - 1];
                                }
                            }));
    list.push_back(quartic_on_sphere("S394", 20));
    list.push_back(quartic_on_sphere("S395", 50));
    return list;
}

}  // namespace alcole::problems
