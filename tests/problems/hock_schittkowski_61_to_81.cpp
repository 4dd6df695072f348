#include "hock_schittkowski.hpp"

#include <cmath>

namespace alcole::problems {
namespace {

/// The electrical networks HS74 and HS75 differ in one angle.
KnownProblem network(const std::string& name, double angle, double value) {
    return known<4, 5>({.name = name,
                        .start = {0, 0, 0, 0},
                        .lower = {0, 0, -angle, -angle},
                        .upper = {1200, 1200, angle, angle},
                        .equalities = {3, 4, 5},
                        .values = {value}},
                       [angle](auto x, auto& f, auto c) {
                           f = 3 * x(1) + 1e-6 * pow(x(1), 3) + 2 * x(2) + (2e-6 / 3) * pow(x(2), 3);
                           c(1) = x(3) - x(4) - angle;
                           c(2) = x(4) - x(3) - angle;
                           c(3) = 1000 * sin(-x(3) - 0.25) + 1000 * sin(-x(4) - 0.25) + 894.8 - x(1);
                           c(4) = 1000 * sin(x(3) - 0.25) + 1000 * sin(x(3) - x(4) - 0.25) + 894.8 - x(2);
                           c(5) = 1000 * sin(x(4) - 0.25) + 1000 * sin(x(4) - x(3) - 0.25) + 1294.8;
                       });
}

/// HS68 and HS69, the cost of an inspection plan.
KnownProblem inspection(const std::string& name, double a, double b, double d, double n, double value,
                        std::vector<double> upper) {
    return known<4, 2>({.name = name,
                        .start = {1, 1, 1, 1},
                        .lower = {1e-4, 0, 0, 0},
                        .upper = std::move(upper),
                        .equalities = {1, 2},
                        .values = {value}},
                       [a, b, d, n](auto x, auto& f, auto c) {
                           const auto normal = [](auto z) { return 0.5 * (1 + erf(z / std::sqrt(2.0))); };
                           const auto e = exp(x(1)) - 1;
                           f = (a * n - (b * e - x(3)) * x(4) / (e + x(4))) / x(1);
                           c(1) = x(3) - 2 * normal(-x(2));
                           c(2) = x(4) - normal(-x(2) + d * std::sqrt(n)) - normal(-x(2) - d * std::sqrt(n));
                       });
}

/// The constraints shared by HS78, HS80 and HS81.
template <class X, class C>
void three_surfaces(const X& x, const C& c) {
    c(1) = square(x(1)) + square(x(2)) + square(x(3)) + square(x(4)) + square(x(5)) - 10;
    c(2) = x(2) * x(3) - 5 * x(4) * x(5);
    c(3) = pow(x(1), 3) + pow(x(2), 3) + 1;
}

}  // namespace

std::vector<KnownProblem> hock_schittkowski_61_to_81() {
    const double root2 = std::sqrt(2.0);
    std::vector<KnownProblem> list;

    list.push_back(
        known<3, 2>({.name = "HS61", .start = {0, 0, 0}, .equalities = {1, 2}, .values = {-143.6461422, -81.9190959}},
                    [](auto x, auto& f, auto c) {
                        f = 4 * square(x(1)) + 2 * square(x(2)) + 2 * square(x(3)) - 33 * x(1) + 16 * x(2) - 24 * x(3);
                        c(1) = 3 * x(1) - 2 * square(x(2)) - 7;
                        c(2) = 4 * x(1) - square(x(3)) - 11;
                    }));
    list.push_back(known<3, 1>({.name = "HS62",
                                .start = {0.7, 0.2, 0.1},
                                .lower = {0, 0, 0},
                                .upper = {1, 1, 1},
                                .equalities = {1},
                                .values = {-26272.51448}},
                               [](auto x, auto& f, auto c) {
                                   const auto a = x(1) + x(2) + x(3) + 0.03;
                                   const auto b = x(2) + x(3) + 0.03;
                                   const auto d = x(3) + 0.03;
                                   f = -32.174 * (255 * log(a / (0.09 * x(1) + x(2) + x(3) + 0.03)) +
                                                  280 * log(b / (0.07 * x(2) + x(3) + 0.03)) +
                                                  290 * log(d / (0.13 * x(3) + 0.03)));
                                   c(1) = x(1) + x(2) + x(3) - 1;
                               }));
    list.push_back(known<3, 2>(
        {.name = "HS63", .start = {2, 2, 2}, .lower = {0, 0, 0}, .equalities = {1, 2}, .values = {961.7151721}},
        [](auto x, auto& f, auto c) {
            f = 1000 - square(x(1)) - 2 * square(x(2)) - square(x(3)) - x(1) * x(2) - x(1) * x(3);
            c(1) = 8 * x(1) + 14 * x(2) + 7 * x(3) - 56;
            c(2) = square(x(1)) + square(x(2)) + square(x(3)) - 25;
        }));
    list.push_back(known<3, 1>({.name = "HS64",
                                .start = {1, 1, 1},
                                .lower = repeat(3, 1e-5),
                                .values = {6299.84242792},
                                .multipliers = {2279.04507}},
                               [](auto x, auto& f, auto c) {
                                   f = 5 * x(1) + 50000 / x(1) + 20 * x(2) + 72000 / x(2) + 10 * x(3) + 144000 / x(3);
                                   c(1) = 4 / x(1) + 32 / x(2) + 120 / x(3) - 1;
                               }));
    list.push_back(known<3, 1>({.name = "HS65",
                                .start = {-5, 5, 0},
                                .lower = {-4.5, -4.5, -5},
                                .upper = {4.5, 4.5, 5},
                                .values = {0.953528856805},
                                .multipliers = {0.0821532773}},
                               [](auto x, auto& f, auto c) {
                                   f = square(x(1) - x(2)) + square(x(1) + x(2) - 10) / 9 + square(x(3) - 5);
                                   c(1) = square(x(1)) + square(x(2)) + square(x(3)) - 48;
                               }));
    list.push_back(known<3, 2>({.name = "HS66",
                                .start = {0, 1.05, 2.9},
                                .lower = {0, 0, 0},
                                .upper = {100, 100, 10},
                                .values = {0.5181632741}},
                               [](auto x, auto& f, auto c) {
                                   f = 0.2 * x(3) - 0.8 * x(1);
                                   c(1) = exp(x(1)) - x(2);
                                   c(2) = exp(x(2)) - x(3);
                               }));
    list.push_back(known<3, 14>({.name = "HS67",
                                 .start = {1745, 12000, 110},
                                 .lower = {1e-5, 1e-5, 1e-5},
                                 .upper = {2e3, 1.6e4, 1.2e2},
                                 .values = {-1162.02698}},
                                [](auto x, auto& f, auto c) {
                                    // Two small fixed points of the process, iterated to convergence.
                                    using S = std::remove_reference_t<decltype(f)>;
                                    S y2 = 1.6 * x(1), y3, y6;
                                    for (int k = 0; k < 60; ++k) {
                                        y3 = 1.22 * y2 - x(1);
                                        y6 = (x(2) + y3) / x(1);
                                        y2 = 0.01 * x(1) * (112 + 13.167 * y6 - 0.6667 * square(y6));
                                    }
                                    S y4 = 93, y5, y7, y8;
                                    for (int k = 0; k < 60; ++k) {
                                        y5 = 86.35 + 1.098 * y6 - 0.038 * square(y6) + 0.325 * (y4 - 89);
                                        y8 = 3 * y5 - 133;
                                        y7 = 35.82 - 0.222 * y8;
                                        y4 = 98000 * x(3) / (y2 * y7 + 1000 * x(3));
                                    }
                                    f = 5.04 * x(1) + 3.36 * y3 + 0.035 * x(2) + 10 * x(3) - 0.063 * y2 * y5;
                                    const std::array<S, 7> y = {y2, y3, y4, y5, y6, y7, y8};
                                    constexpr std::array<double, 7> least = {0, 0, 85, 90, 3, 0.01, 145};
                                    constexpr std::array<double, 7> most = {5000, 2000, 93, 95, 12, 4, 162};
                                    for (std::size_t i = 0; i < 7; ++i) {
                                        c(i + 1) = least[i] - y[i];
                                        c(i + 8) = y[i] - most[i];
                                    }
                                }));
    list.push_back(inspection("HS68", 1e-4, 1, 1, 24, -0.920425026, {100, 100, 2, 2}));
    list.push_back(inspection("HS69", 0.1, 1000, 1, 4, -956.71288, {100, 100, 2, 2}));
    list.push_back(
        known<4, 1>({.name = "HS70",
                     .start = {2, 4, 0.04, 2},
                     .lower = repeat(4, 1e-5),
                     .upper = {100, 100, 1, 100},
                     .values = {0.0105735495313}},
                    [](auto x, auto& f, auto c) {
                        constexpr std::array<double, 19> measured = {.00189, .1038, .268,  .506,   .577,  .604, .725,
                                                                     .898,   .947,  .845,  .702,   .528,  .385, .257,
                                                                     .159,   .0869, .0453, .01509, .00189};
                        const auto b = x(3) + (1 - x(3)) * x(4);
                        const auto part = [](const auto& share, const auto& power, const auto& rate, double at) {
                            return (1 + 1 / (12 * power)) * share * pow(rate, power) * sqrt(power / 6.2832) *
                                   pow(at / 7.658 + 0 * power, power - 1) * exp(power - rate * at * power / 7.658);
                        };
                        f = 0;
                        for (std::size_t i = 0; i < measured.size(); ++i) {
                            const double at = i == 0 ? 0.1 : static_cast<double>(i);
                            f += square(part(x(3), x(2), b, at) + part(1 - x(3), x(1), b / x(4), at) - measured[i]);
                        }
                        c(1) = -b;
                    }));
    list.push_back(known<4, 2>({.name = "HS71",
                                .start = {1, 5, 5, 1},
                                .lower = repeat(4, 1),
                                .upper = repeat(4, 5),
                                .equalities = {2},
                                .values = {17.0140172892},
                                .multipliers = {0.55229366, 0.161468567}},
                               [](auto x, auto& f, auto c) {
                                   f = x(1) * x(4) * (x(1) + x(2) + x(3)) + x(3);
                                   c(1) = 25 - x(1) * x(2) * x(3) * x(4);
                                   c(2) = square(x(1)) + square(x(2)) + square(x(3)) + square(x(4)) - 40;
                               }));
    list.push_back(known<4, 2>({.name = "HS72",
                                .start = {1, 1, 1, 1},
                                .lower = repeat(4, 0.001),
                                .upper = {4e5, 3e5, 2e5, 1e5},
                                .values = {727.67935779},
                                .multipliers = {7692.93653, 41466.7926}},
                               [](auto x, auto& f, auto c) {
                                   f = 1 + x(1) + x(2) + x(3) + x(4);
                                   c(1) = 4 / x(1) + 2.25 / x(2) + 1 / x(3) + 0.25 / x(4) - 0.0401;
                                   c(2) = 0.16 / x(1) + 0.36 / x(2) + 0.64 / x(3) + 0.64 / x(4) - 0.010085;
                               }));
    list.push_back(known<4, 3>(
        {.name = "HS73", .start = {1, 1, 1, 1}, .lower = {0, 0, 0, 0}, .equalities = {3}, .values = {29.89437816}},
        [](auto x, auto& f, auto c) {
            f = 24.55 * x(1) + 26.75 * x(2) + 39 * x(3) + 40.5 * x(4);
            c(1) = 5 - 2.3 * x(1) - 5.6 * x(2) - 11.1 * x(3) - 1.3 * x(4);
            c(2) = 21 +
                   1.645 * sqrt(0.28 * square(x(1)) + 0.19 * square(x(2)) + 20.5 * square(x(3)) + 0.62 * square(x(4))) -
                   12 * x(1) - 11.9 * x(2) - 41.8 * x(3) - 52.1 * x(4);
            c(3) = x(1) + x(2) + x(3) + x(4) - 1;
        }));
    list.push_back(network("HS74", 0.55, 5126.4981));
    list.push_back(network("HS75", 0.48, 5174.4129));
    list.push_back(
        known<4, 3>({.name = "HS76", .start = repeat(4, 0.5), .lower = repeat(4, 0), .values = {-4.681818182}},
                    [](auto x, auto& f, auto c) {
                        f = square(x(1)) + 0.5 * square(x(2)) + square(x(3)) + 0.5 * square(x(4)) - x(1) * x(3) +
                            x(3) * x(4) - x(1) - 3 * x(2) + x(3) - x(4);
                        c(1) = x(1) + 2 * x(2) + x(3) + x(4) - 5;
                        c(2) = 3 * x(1) + x(2) + 2 * x(3) - x(4) - 4;
                        c(3) = 1.5 - x(2) - 4 * x(3);
                    }));
    list.push_back(known<5, 2>({.name = "HS77", .start = repeat(5, 2), .equalities = {1, 2}, .values = {0.24150513}},
                               [root2](auto x, auto& f, auto c) {
                                   f = square(x(1) - 1) + square(x(1) - x(2)) + square(x(3) - 1) + pow(x(4) - 1, 4) +
                                       pow(x(5) - 1, 6);
                                   c(1) = square(x(1)) * x(4) + sin(x(4) - x(5)) - 2 * root2;
                                   c(2) = x(2) + pow(x(3), 4) * square(x(4)) - 8 - root2;
                               }));
    list.push_back(
        known<5, 3>({.name = "HS78", .start = {-2, 1.5, 2, -1, -1}, .equalities = {1, 2, 3}, .values = {-2.91970041}},
                    [](auto x, auto& f, auto c) {
                        f = x(1) * x(2) * x(3) * x(4) * x(5);
                        three_surfaces(x, c);
                    }));
    list.push_back(
        known<5, 3>({.name = "HS79", .start = repeat(5, 2), .equalities = {1, 2, 3}, .values = {0.0787768209}},
                    [root2](auto x, auto& f, auto c) {
                        f = square(x(1) - 1) + square(x(1) - x(2)) + square(x(2) - x(3)) + pow(x(3) - x(4), 4) +
                            pow(x(4) - x(5), 4);
                        c(1) = x(1) + square(x(2)) + pow(x(3), 3) - 2 - 3 * root2;
                        c(2) = x(2) - square(x(3)) + x(4) + 2 - 2 * root2;
                        c(3) = x(1) * x(5) - 2;
                    }));
    list.push_back(known<5, 3>({.name = "HS80",
                                .start = {-2, 2, 2, -1, -1},
                                .lower = {-2.3, -2.3, -3.2, -3.2, -3.2},
                                .upper = {2.3, 2.3, 3.2, 3.2, 3.2},
                                .equalities = {1, 2, 3},
                                .values = {0.0539498478}},
                               [](auto x, auto& f, auto c) {
                                   f = exp(x(1) * x(2) * x(3) * x(4) * x(5));
                                   three_surfaces(x, c);
                               }));
    list.push_back(known<5, 3>({.name = "HS81",
                                .start = {-2, 2, 2, -1, -1},
                                .lower = {-2.3, -2.3, -3.2, -3.2, -3.2},
                                .upper = {2.3, 2.3, 3.2, 3.2, 3.2},
                                .equalities = {1, 2, 3},
                                .values = {0.0539498478}},
                               [](auto x, auto& f, auto c) {
                                   f = exp(x(1) * x(2) * x(3) * x(4) * x(5)) -
                                       0.5 * square(pow(x(1), 3) + pow(x(2), 3) + 1);
                                   three_surfaces(x, c);
                               }));
    return list;
}

}  // namespace alcole::problems
