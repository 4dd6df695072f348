#include "collection.hpp"
#include "recorded_problem.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string>

namespace alcole::problems {
namespace {

double real(std::size_t i) { return static_cast<double>(i); }

/// LISWET of CUTEst: the curve with third differences >= 0 that is nearest to noisy values of g(t) on n + 3 points.
KnownProblem liswet(const std::string& name, std::size_t n, double (*g)(double), double best) {
    std::vector<double> seen(n + 3);
    for (std::size_t i = 0; i < n + 3; ++i) seen[i] = g(real(i) / real(n + 2)) + 0.1 * std::sin(real(i + 1));
    return recorded(n, {.name = name, .start = repeat(n + 3, 0), .values = {best}}, [n, seen](auto x, auto& f, auto c) {
        for (std::size_t i = 1; i <= n + 3; ++i) f += 0.5 * square(x(i) - seen[i - 1]);
        for (std::size_t i = 1; i <= n; ++i) c(i) = x(i) - 3 * x(i + 1) + 3 * x(i + 2) - x(i + 3);
    });
}

/// YAO of CUTEst: a convex sequence close to a sine.
KnownProblem yao(std::size_t n, double best) {
    std::vector<double> lower = repeat(n + 2, -infinity);
    std::vector<double> upper = repeat(n + 2, infinity);
    lower[0] = 0.08;
    for (const std::size_t i : {n, n + 1}) lower[i] = upper[i] = 0;
    std::vector<double> start = repeat(n + 2, 0);
    start[0] = 0.08;
    return recorded(n, {.name = "YAO", .start = start, .lower = lower, .upper = upper, .values = {best}},
                    [n](auto x, auto& f, auto c) {
                        for (std::size_t i = 1; i <= n + 2; ++i)
                            f += 0.5 * square(x(i) - std::sin(real(i) / real(n + 2)));
                        for (std::size_t i = 1; i <= n; ++i) c(i) = 2 * x(i + 1) - x(i) - x(i + 2);
                    });
}

/// SVANBERG of CUTEst: constraint i involves nine neighbours of x(i), as 1 / (1 - x) or 1 / (1 + x).
KnownProblem svanberg(std::size_t n, double best) {
    return recorded(n,
                    {.name = "SVANBERG" + std::to_string(n),
                     .start = repeat(n, 0),
                     .lower = repeat(n, -0.8),
                     .upper = repeat(n, 0.8),
                     .values = {best}},
                    [n](auto x, auto& f, auto c) {
                        // Signs of x(i - 4 .. i + 4) in an odd constraint and of x(i - 4 .. i + 5) in an even one.
                        for (std::size_t i = 1; i <= n; ++i) {
                            const bool odd = i % 2 == 1;
                            const double weight = odd ? 1 + 2 * real(i) / real(n) : 5 - 3 * real(i) / real(n);
                            f += weight / (odd ? 1 + x(i) : 1 - x(i));
                            c(i) = -10 - 5 * real(i) / real(n);
                            constexpr std::array<int, 9> signs_odd = {1, -1, -1, 1, -1, -1, 1, -1, 1};
                            constexpr std::array<int, 9> signs_even = {-1, 1, 1, -1, 1, 1, -1, 1, -1};
                            for (std::size_t k = 0; k < 9; ++k) {
                                const std::size_t j = (i + n + k - 5) % n + 1;
                                const double sign = (odd ? signs_odd : signs_even)[k];
                                c(i) += 1 / (1 + sign * x(j));
                            }
                        }
                    });
}

/// GPP of CUTEst: a geometric programme in logarithms.
KnownProblem geometric(std::size_t n, double best) {
    return recorded(2 * (n - 1), {.name = "GPP" + std::to_string(n), .start = repeat(n, 1), .values = {best}},
                    [n](auto x, auto& f, auto c) {
                        for (std::size_t i = 1; i < n; ++i) {
                            for (std::size_t j = i + 1; j <= n; ++j) f += exp(x(j) - x(i));
                            c(i) = -x(i) - x(i + 1);
                            c(n - 1 + i) = exp(x(i)) + exp(x(i + 1)) - 20;
                        }
                    });
}

/// The dual of a support vector machine with a Gaussian kernel: two half moons with noise, C = 10.
KnownProblem support_vectors(std::size_t n, double best) {
    std::vector<std::array<double, 2>> at(n);
    std::vector<double> label(n);
    for (std::size_t i = 0; i < n; ++i) {
        label[i] = i % 2 == 0 ? 1 : -1;
        const double angle = std::numbers::pi * real(i) / real(n);
        at[i] = {label[i] * std::cos(angle) + (label[i] < 0 ? 0.5 : 0) + 0.3 * std::sin(7.0 * real(i)),
                 label[i] * std::sin(angle) + (label[i] < 0 ? 0.25 : 0) + 0.3 * std::cos(5.0 * real(i))};
    }
    std::vector<double> kernel(n * n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            kernel[i * n + j] =
                label[i] * label[j] * std::exp(-square(at[i][0] - at[j][0]) - square(at[i][1] - at[j][1]));
    return recorded(1,
                    {.name = "SVM" + std::to_string(n),
                     .start = repeat(n, 0),
                     .lower = repeat(n, 0),
                     .upper = repeat(n, 10),
                     .equalities = {1},
                     .values = {best}},
                    [n, kernel, label](auto x, auto& f, auto c) {
                        for (std::size_t i = 0; i < n; ++i) {
                            auto row = 0.5 * kernel[i * n + i] * x(i + 1);
                            for (std::size_t j = 0; j < i; ++j) row += kernel[i * n + j] * x(j + 1);
                            f += row * x(i + 1) - x(i + 1);
                            c(1) += label[i] * x(i + 1);
                        }
                    });
}

/// Returns of asset j in month k: three factors and some noise, composed of sines.
double monthly_return(std::size_t j, std::size_t k) {
    const double a = real(j + 1), b = real(k + 1);
    return 0.01 * (0.3 + 0.7 * std::abs(std::sin(a))) +
           0.03 * (std::sin(1.7 * a) * std::sin(2.3 * b) + std::cos(0.9 * a) * std::cos(1.1 * b)) +
           0.02 * std::sin(3.1 * a * b);
}

double mean_return(std::size_t j, std::size_t months) {
    double mean = 0;
    for (std::size_t k = 0; k < months; ++k) mean += monthly_return(j, k) / real(months);
    return mean;
}

/// Markowitz: the minimum variance over 36 months at a given mean return, without short sales.
KnownProblem portfolio(std::size_t n, double best) {
    return recorded(2,
                    {.name = "PORTFOLIO" + std::to_string(n),
                     .start = repeat(n, 1 / real(n)),
                     .lower = repeat(n, 0),
                     .equalities = {1},
                     .values = {best}},
                    [n](auto x, auto& f, auto c) {
                        using S = Number<decltype(f)>;
                        constexpr std::size_t months = 36;
                        S mean = 0;
                        c(1) = -1;
                        for (std::size_t j = 0; j < n; ++j) {
                            mean += mean_return(j, months) * x(j + 1);
                            c(1) += x(j + 1);
                        }
                        for (std::size_t k = 0; k < months; ++k) {
                            S surplus = -mean;
                            for (std::size_t j = 0; j < n; ++j) surplus += monthly_return(j, k) * x(j + 1);
                            f += 1e4 / real(months) * square(surplus);
                        }
                        c(2) = 100 * (0.0075 - mean);
                    });
}

/// Rockafellar and Uryasev: the minimum conditional value at risk (the mean of the worst tenth of the months), in
/// percent. x(1..n) are the shares, x(n + 1) the value at risk, followed by the losses beyond it.
KnownProblem value_at_risk(std::size_t n, std::size_t months, double best) {
    std::vector<double> lower = repeat(n + 1 + months, 0);
    lower[n] = -infinity;
    std::vector<double> start = repeat(n + 1 + months, 0);
    for (std::size_t j = 0; j < n; ++j) start[j] = 1 / real(n);
    return recorded(
        months + 2,
        {.name = "CVAR" + std::to_string(n), .start = start, .lower = lower, .equalities = {1}, .values = {best}},
        [n, months](auto x, auto& f, auto c) {
            f = x(n + 1);
            c(1) = -1;
            c(2) = 0.6;
            for (std::size_t j = 0; j < n; ++j) {
                c(1) += x(j + 1);
                c(2) -= 100 * mean_return(j, months) * x(j + 1);
            }
            for (std::size_t k = 0; k < months; ++k) {
                f += x(n + 2 + k) / (0.1 * real(months));
                c(k + 3) = -x(n + 1) - x(n + 2 + k);
                for (std::size_t j = 0; j < n; ++j) c(k + 3) -= 100 * monthly_return(j, k) * x(j + 1);
            }
        });
}

/// Loewner and John: the smallest ellipse |A p - b| <= 1 around points, A lower triangular (x(1), x(2), x(3)).
KnownProblem ellipsoid(std::size_t points, double best) {
    return recorded(points,
                    {.name = "ELLIPSE" + std::to_string(points),
                     .start = {0.1, 0, 0.1, 0, 0},
                     .lower = {1e-6, -infinity, 1e-6, -infinity, -infinity},
                     .values = {best}},
                    [points](auto x, auto& f, auto c) {
                        f = -log(x(1)) - log(x(3));
                        for (std::size_t i = 1; i <= points; ++i) {
                            const double p = 2 * std::sin(1.3 * real(i)) + std::cos(2.9 * real(i));
                            const double q = std::cos(1.7 * real(i)) + 0.7 * p;
                            c(i) = square(x(1) * p - x(4)) + square(x(2) * p + x(3) * q - x(5)) - 1;
                        }
                    });
}

/// D-optimal design for a parabola on 11 points of [-1, 1]: a third of the weight on -1, 0 and 1 each.
KnownProblem design() {
    std::vector<double> solution = repeat(11, 0);
    solution[0] = solution[5] = solution[10] = 1.0 / 3;
    return recorded(1,
                    {.name = "DESIGN11",
                     .start = repeat(11, 1.0 / 11),
                     .lower = repeat(11, 0),
                     .equalities = {1},
                     .values = {-std::log(4.0 / 27)},
                     .solution = solution},
                    [](auto x, auto& f, auto c) {
                        using S = Number<decltype(f)>;
                        std::array<S, 5> moment{};
                        for (std::size_t i = 0; i < 11; ++i)
                            for (std::size_t k = 0; k < 5; ++k)
                                moment[k] += std::pow(-1 + 0.2 * real(i), real(k)) * x(i + 1);
                        const auto& m = moment;
                        f = -log(m[0] * (m[2] * m[4] - square(m[3])) - m[1] * (m[1] * m[4] - m[2] * m[3]) +
                                 m[2] * (m[1] * m[3] - square(m[2])));
                        c(1) = m[0] - 1;
                    });
}

/// Jaynes' die: the distribution of largest entropy whose mean is 4.5.
KnownProblem die() {
    return recorded(2,
                    {.name = "DIE",
                     .start = repeat(6, 1.0 / 6),
                     .lower = repeat(6, 1e-9),
                     .equalities = {1, 2},
                     .values = {-1.6135811},
                     .solution = {0.054353168, 0.078771546, 0.11415998, 0.1654468, 0.23977444, 0.34749407}},
                    [](auto x, auto& f, auto c) {
                        c(1) = -1;
                        c(2) = -4.5;
                        for (std::size_t i = 1; i <= 6; ++i) {
                            f += x(i) * log(x(i));
                            c(1) += x(i);
                            c(2) += real(i) * x(i);
                        }
                    });
}

/// The point of the simplex nearest to a given one.
KnownProblem simplex(std::size_t n, double best) {
    return recorded(1,
                    {.name = "SIMPLEX" + std::to_string(n),
                     .start = repeat(n, 0),
                     .lower = repeat(n, 0),
                     .equalities = {1},
                     .values = {best}},
                    [n](auto x, auto& f, auto c) {
                        c(1) = -1;
                        for (std::size_t i = 1; i <= n; ++i) {
                            f += 0.5 * square(x(i) - std::sin(real(i * i)));
                            c(1) += x(i);
                        }
                    });
}

/// A cart from rest to rest over a distance of 1 in unit time with |force| <= 5: positions, speeds and forces at k
/// steps.
KnownProblem cart(std::size_t k, double best) {
    const double limit = 5;
    std::vector<double> lower = repeat(2 * k, -infinity);
    std::vector<double> upper = repeat(2 * k, infinity);
    lower.insert(lower.end(), k, -limit);
    upper.insert(upper.end(), k, limit);
    return recorded(2 * k + 2,
                    {.name = "CART" + std::to_string(k),
                     .start = repeat(3 * k, 0),
                     .lower = lower,
                     .upper = upper,
                     .equalities = numbers_to(2 * k + 2),
                     .values = {best}},
                    [k](auto x, auto& f, auto c) {
                        using S = Number<decltype(f)>;
                        const double h = 1 / real(k);
                        for (std::size_t i = 1; i <= k; ++i) {
                            const S place = i == 1 ? S(0.0) : x(i - 1);
                            const S speed = i == 1 ? S(0.0) : x(k + i - 1);
                            f += h * square(x(2 * k + i));
                            c(i) = x(i) - place - h * speed - 0.5 * h * h * x(2 * k + i);
                            c(k + i) = x(k + i) - speed - h * x(2 * k + i);
                        }
                        c(2 * k + 1) = x(k) - 1;
                        c(2 * k + 2) = x(2 * k);
                    });
}

/// Klee and Minty's cube: a linear programme with 100^(n - 1) on one side.
KnownProblem klee_minty(std::size_t n) {
    std::vector<double> solution = repeat(n, 0);
    solution[n - 1] = std::pow(100.0, real(n - 1));
    return recorded(n,
                    {.name = "KLEEMINTY" + std::to_string(n),
                     .start = repeat(n, 0),
                     .lower = repeat(n, 0),
                     .values = {-solution[n - 1]},
                     .solution = solution},
                    [n](auto x, auto& f, auto c) {
                        for (std::size_t i = 1; i <= n; ++i) {
                            f -= std::pow(10.0, real(n - i)) * x(i);
                            c(i) = x(i) - std::pow(100.0, real(i - 1));
                            for (std::size_t j = 1; j < i; ++j) c(i) += 2 * std::pow(10.0, real(i - j)) * x(j);
                        }
                    });
}

/// Transport from 4 stores to 5 towns, balanced (one of the equalities follows from the others).
KnownProblem transport(double best) {
    return recorded(9,
                    {.name = "TRANSPORT",
                     .start = repeat(20, 0),
                     .lower = repeat(20, 0),
                     .equalities = numbers_to(9),
                     .values = {best},
                     .degenerate = true},
                    [](auto x, auto& f, auto c) {
                        constexpr std::array<double, 4> stock = {30, 25, 20, 25};
                        constexpr std::array<double, 5> need = {15, 20, 30, 25, 10};
                        for (std::size_t i = 0; i < 4; ++i) c(i + 1) = -stock[i];
                        for (std::size_t j = 0; j < 5; ++j) c(j + 5) = -need[j];
                        for (std::size_t i = 0; i < 4; ++i)
                            for (std::size_t j = 0; j < 5; ++j) {
                                f += real(1 + (7 * i + 3 * j + i * j) % 10) * x(5 * i + j + 1);
                                c(i + 1) += x(5 * i + j + 1);
                                c(j + 5) += x(5 * i + j + 1);
                            }
                    });
}

}  // namespace

std::vector<KnownProblem> convex_problems() {
    return {liswet(
                "LISWET1", 50, [](double t) { return std::sqrt(t); }, 0.122409252),
            liswet(
                "LISWET2", 50, [](double t) { return t; }, 0.128080738),
            liswet(
                "LISWET7", 50, [](double t) { return std::sin(std::numbers::pi * t); }, 0.139768284),
            yao(20, 2.39882962),
            svanberg(10, 15.7315173),
            svanberg(50, 82.5819118),
            geometric(10, 18.0787409),
            support_vectors(60, -91.4453766),
            portfolio(40, 0.00445082407),
            value_at_risk(10, 40, 0.163450823),
            ellipsoid(20, 1.37451278),
            design(),
            die(),
            simplex(100, 23.7248047),
            cart(20, 12.1176471),
            klee_minty(5),
            transport(460)};
}

}  // namespace alcole::problems
