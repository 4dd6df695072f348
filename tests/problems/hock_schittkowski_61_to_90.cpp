#include "hock_schittkowski.hpp"

#include <cmath>

namespace alcole::problems {
namespace {

constexpr double inf = infinity;

std::vector<double> repeat(std::size_t n, double v) { return std::vector<double>(n, v); }

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

/// The constraints HS78, HS80 and HS81 share.
template <class X, class C>
void three_surfaces(const X& x, const C& c) {
    c(1) = square(x(1)) + square(x(2)) + square(x(3)) + square(x(4)) + square(x(5)) - 10;
    c(2) = x(2) * x(3) - 5 * x(4) * x(5);
    c(3) = pow(x(1), 3) + pow(x(2), 3) + 1;
}

/// HS88 to HS92, optimal heating: n switching times, one integral of the squared error as the constraint.
template <std::size_t N>
KnownProblem heating(const std::string& name, double value) {
    KnownProblem facts{.name = name, .values = {value}};
    for (std::size_t i = 0; i < N; ++i) facts.start.push_back(i % 2 == 0 ? 0.5 : -0.5);
    return known<N, 1>(facts, [](auto x, auto& f, auto c) {
        // The first thirty positive roots of  mu tan(mu) = 1.
        static const std::vector<double> mu = [] {
            std::vector<double> roots;
            for (int k = 0; k < 30; ++k) {
                double root = k * 3.141592653589793 + (k == 0 ? 0.86 : 1.0 / (k * 3.141592653589793));
                for (int newton = 0; newton < 50; ++newton)
                    root -= (root * std::sin(root) - std::cos(root)) / (2 * std::sin(root) + root * std::cos(root));
                roots.push_back(root);
            }
            return roots;
        }();
        using S = std::remove_reference_t<decltype(f)>;
        f = 0;
        for (std::size_t i = 1; i <= N; ++i) f += square(x(i));
        std::vector<S> rho;
        std::vector<double> amplitude;
        for (const double m : mu) {
            amplitude.push_back(2 * std::sin(m) / (m + std::sin(m) * std::cos(m)));
            S sum = N % 2 == 0 ? 1.0 : -1.0;
            S tail = 0;
            for (std::size_t i = N; i >= 1; --i) {
                tail += square(x(i));
                const double factor = i == 1 ? 1.0 : (i % 2 == 0 ? -2.0 : 2.0);
                sum += factor * exp(-m * m * tail);
            }
            rho.push_back(-sum / (m * m));
        }
        c(1) = 2.0 / 15 - 1e-4;
        for (std::size_t i = 0; i < mu.size(); ++i) {
            const double m = mu[i];
            for (std::size_t j = i + 1; j < mu.size(); ++j) {
                const double p = m + mu[j], q = m - mu[j];
                c(1) += m * m * mu[j] * mu[j] * amplitude[i] * amplitude[j] * (std::sin(p) / p + std::sin(q) / q) *
                        rho[i] * rho[j];
            }
            c(1) += std::pow(m, 4) * square(amplitude[i]) * (std::sin(2 * m) / (2 * m) + 1) / 2 * square(rho[i]);
            c(1) -= m * m * amplitude[i] * (2 * std::sin(m) / std::pow(m, 3) - 2 * std::cos(m) / (m * m)) * rho[i];
        }
    });
}

/// HS85, the profit of a chemical plant: a chain of intermediate quantities y, each kept in its range.
KnownProblem plant() {
    return known<5, 38>(
        {.name = "HS85",
         .start = {900, 80, 115, 267, 27},
         .lower = {704.4148, 68.6, 0, 193, 25},
         .upper = {906.3855, 288.88, 134.75, 287.0966, 84.1988},
         .values = {-1.905155259}},
        [](auto x, auto& f, auto c) {
            using S = std::remove_reference_t<decltype(f)>;
            std::array<S, 18> y;
            y[1] = x(2) + x(3) + 41.6;
            y[2] = 12.5 / (0.024 * x(4) - 4.62) + 12;
            y[3] = (0.0003535 * square(x(1)) + 0.5311 * x(1) + 0.08705 * y[2] * x(1)) /
                   (0.052 * x(1) + 78 + 0.002377 * y[2] * x(1));
            y[4] = 19 * y[3];
            const S loss = 0.04782 * (x(1) - y[3]) + 0.1956 * square(x(1) - y[3]) / x(2) + 0.6376 * y[4] + 1.594 * y[3];
            y[5] = (x(1) - y[3] - y[4]) * (0.95 - loss / (100 * x(2)));
            y[6] = x(1) - y[5] - y[4] - y[3];
            const S steam = (y[5] + y[4]) * 0.995;
            y[7] = steam / y[1];
            y[8] = steam / 3798;
            y[9] = 96.82 / (y[7] - 0.0663 * y[7] / y[8] - 0.3153) + 0.321 * y[1];
            y[10] = 1.29 * y[5] + 1.258 * y[4] + 2.29 * y[3] + 1.71 * y[6];
            y[11] = 1.71 * x(1) - 0.452 * y[4] + 0.58 * y[3];
            const S c12 = 0.995 * y[10] + 1998;
            y[12] = 12.3 / 752.3 * x(1) + 1.75 * y[2] * 0.995 * x(1) / c12;
            y[13] = c12 - 1.75 * y[2];
            y[14] = 3623 + 64.4 * x(2) + 58.4 * x(3) + 146312 / (y[9] + x(5));
            y[15] = y[13] / (0.995 * y[10] + 60.8 * x(2) + 48 * x(4) - 0.1121 * y[14] - 5095);
            y[16] = 148000 - 331000 * y[15] + 40 * y[13] - 61 * y[15] * y[13];
            y[17] = 14130000 - 1328 * y[10] - 531 * y[11] + (2324 * y[10] - 28740000 * y[2]) / c12;
            f = -5.843e-7 * y[17] + 1.17e-4 * y[14] + 2.358e-5 * y[13] + 1.502e-6 * y[16] + 0.0321 * y[12] +
                0.004324 * y[5] + 1e-4 * (y[13] / y[15] - y[13] / 0.52) / (1.104 - 0.72 * y[15]) + 37.48 * y[2] / c12 +
                0.1365;
            constexpr std::array<double, 18> least = {0,      213.1,    17.505,   11.275, 214.228,  7.458,
                                                      0.961,  1.612,    0.146,    107.99, 922.693,  926.832,
                                                      18.766, 1072.163, 8961.448, 0.063,  71084.33, 2802713};
            constexpr std::array<double, 18> most = {0,       405.23,   1053.6667, 35.03,   665.585,  584.463,
                                                     265.916, 7.046,    0.222,     273.366, 1286.105, 1444.046,
                                                     537.141, 3247.039, 26844.086, 0.386,   140000,   12146108};
            for (std::size_t i = 1; i <= 17; ++i) {
                c(2 * i - 1) = least[i] - y[i];
                c(2 * i) = y[i] - most[i];
            }
            c(35) = x(3) - 1.5 * x(2);
            c(36) = 0.28 / 0.72 * y[5] - y[4];
            c(37) = 3496 * y[2] / c12 - 21;
            c(38) = 110.6 + y[1] - 62212 / (y[9] + x(5));
        });
}

}  // namespace

std::vector<KnownProblem> hock_schittkowski_61_to_90() {
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
                                    // Two small fixed points of the process, iterated until they stand still.
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
                     .values = {0.00749846356, 0.00940197}},
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
    list.push_back(known<5, 6>(
        {.name = "HS83",
         .start = {78, 33, 27, 27, 27},
         .lower = {78, 33, 27, 27, 27},
         .upper = {102, 45, 45, 45, 45},
         .values = {-30665.53867}},
        [](auto x, auto& f, auto c) {
            f = 5.3578547 * square(x(3)) + 0.8356891 * x(1) * x(5) + 37.293239 * x(1) - 40792.141;
            const auto u = 85.334407 + 0.0056858 * x(2) * x(5) + 0.0006262 * x(1) * x(4) - 0.0022053 * x(3) * x(5);
            const auto v = 80.51249 + 0.0071317 * x(2) * x(5) + 0.0029955 * x(1) * x(2) + 0.0021813 * square(x(3));
            const auto w = 9.300961 + 0.0047026 * x(3) * x(5) + 0.0012547 * x(1) * x(3) + 0.0019085 * x(3) * x(4);
            c(1) = -u;
            c(2) = u - 92;
            c(3) = 90 - v;
            c(4) = v - 110;
            c(5) = 20 - w;
            c(6) = w - 25;
        }));
    list.push_back(known<5, 6>({.name = "HS84",
                                .start = {2.52, 2, 37.5, 9.25, 6.8},
                                .lower = {0, 1.2, 20, 9, 6.5},
                                .upper = {1000, 2.4, 60, 9.3, 7},
                                .values = {-5280335.133}},
                               [](auto x, auto& f, auto c) {
                                   const auto form = [&x](double a, double b, double d, double e, double g) {
                                       return x(1) * (a + b * x(2) + d * x(3) + e * x(4) + g * x(5));
                                   };
                                   f = 24345 - form(-8720288.849, 150512.5253, -156.6950325, 476470.3222, 729482.8271);
                                   const auto u = form(-145421.402, 2931.1506, -40.427932, 5106.192, 15711.36);
                                   const auto v = form(-155011.1084, 4360.53352, 12.9492344, 10236.884, 13176.786);
                                   const auto w = form(-326669.5104, 7390.68412, -27.8986976, 16643.076, 30988.146);
                                   c(1) = -u;
                                   c(2) = u - 294000;
                                   c(3) = -v;
                                   c(4) = v - 294000;
                                   c(5) = -w;
                                   c(6) = w - 277200;
                               }));
    list.push_back(plant());
    list.push_back(known<5, 10>({.name = "HS86",
                                 .start = {0, 0, 0, 0, 1},
                                 .lower = repeat(5, 0),
                                 .values = {-32.3486789657},
                                 .multipliers = {0, 0, 5.17404073, 0, 3.06110869, 11.8395457, 0, 0, 0.103896191, 0}},
                                [](auto x, auto& f, auto c) {
                                    const Colville& data = colville();
                                    f = 0;
                                    for (std::size_t j = 0; j < 5; ++j) {
                                        f += data.e[j] * x(j + 1) + data.d[j] * pow(x(j + 1), 3);
                                        for (std::size_t i = 0; i < 5; ++i) f += data.c[i][j] * x(i + 1) * x(j + 1);
                                    }
                                    for (std::size_t i = 0; i < 10; ++i) {
                                        c(i + 1) = data.b[i];
                                        for (std::size_t j = 0; j < 5; ++j) c(i + 1) -= data.a[i][j] * x(j + 1);
                                    }
                                }));
    list.push_back(heating<2>("HS88", 1.362656815));
    list.push_back(heating<3>("HS89", 1.362656815));
    list.push_back(heating<4>("HS90", 1.362656815));
    list.push_back(heating<5>("HS91", 1.362656815));
    list.push_back(heating<6>("HS92", 1.362656815));
    return list;
}

}  // namespace alcole::problems
