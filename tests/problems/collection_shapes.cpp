#include "collection.hpp"
#include "recorded_problem.hpp"

#include <cmath>
#include <numbers>
#include <string>

namespace alcole::problems {
namespace {

constexpr double pi = std::numbers::pi;

double number(std::size_t i) { return static_cast<double>(i); }

/// COPS: the convex cam of largest area whose radius changes by at most alpha per radian. r(0) = r(-1) = 1 before the
/// first radius, and r(n + 1) = 2, r(n + 2) = r(n) after the last.
KnownProblem cam(std::size_t n, double best) {
    return recorded((n + 2) + 2 * (n + 1),
                    {.name = "CAM" + std::to_string(n),
                     .start = repeat(n, 1.5),
                     .lower = repeat(n, 1),
                     .upper = repeat(n, 2),
                     .values = {best}},
                    [n](auto x, auto& f, auto c) {
                        using S = Number<decltype(f)>;
                        const double angle = 2 * pi / (5 * number(n + 1));
                        const auto r = [&](std::size_t i) {  // counted from 0, with the two before the first
                            return i < 2 ? S(1.0) : i < n + 2 ? x(i - 1) : i == n + 2 ? S(2.0) : x(n);
                        };
                        for (std::size_t i = 1; i <= n; ++i) f -= pi / number(n) * x(i);
                        for (std::size_t i = 1; i <= n + 2; ++i)
                            c(i) = 2 * std::cos(angle) * r(i - 1) * r(i + 1) - r(i - 1) * r(i) - r(i) * r(i + 1);
                        for (std::size_t i = 1; i <= n + 1; ++i) {
                            c(n + 2 + i) = r(i + 1) - r(i) - 1.5 * angle;
                            c(2 * n + 3 + i) = r(i) - r(i + 1) - 1.5 * angle;
                        }
                    });
}

/// COPS: a chain of length 4 that hangs from (0, 1) to (1, 3): heights x(1..k+1), slopes x(k+2..2k+2), by trapezoids.
KnownProblem chain(std::size_t k, double best) {
    std::vector<double> start(2 * k + 2);
    for (std::size_t i = 0; i <= k; ++i) {
        const double t = number(i) / number(k);
        start[i] = 8 * t * (0.5 * t - 0.25) + 1;
        start[i + k + 1] = 8 * (t - 0.25);
    }
    std::vector<double> lower = repeat(2 * k + 2, -infinity);
    std::vector<double> upper = repeat(2 * k + 2, infinity);
    lower[0] = upper[0] = 1;
    lower[k] = upper[k] = 3;
    return recorded(k + 1,
                    {.name = "CHAIN" + std::to_string(k),
                     .start = start,
                     .lower = lower,
                     .upper = upper,
                     .equalities = numbers_to(k + 1),
                     .values = {best}},
                    [k](auto x, auto& f, auto c) {
                        const double half = 0.5 / number(k);
                        c(k + 1) = -4;
                        for (std::size_t i = 1; i <= k + 1; ++i) {
                            const double weight = i == 1 || i == k + 1 ? half : 2 * half;
                            const auto stretch = sqrt(1 + square(x(k + 1 + i)));
                            f += weight * x(i) * stretch;
                            c(k + 1) += weight * stretch;
                            if (i <= k) c(i) = x(i + 1) - x(i) - half * (x(k + 1 + i) + x(k + 2 + i));
                        }
                    });
}

/// Points on a sphere along a spiral, as a start.
std::vector<double> spiral(std::size_t points) {
    std::vector<double> start;
    for (std::size_t i = 0; i < points; ++i) {
        const double height = 1 - (2 * number(i) + 1) / number(points);
        const double turn = 2.4 * number(i);
        const double radius = std::sqrt(1 - height * height);
        start.insert(start.end(), {radius * std::cos(turn), radius * std::sin(turn), height});
    }
    return start;
}

/// COPS: electrons on a sphere (Thomson's problem).
KnownProblem electrons(std::size_t points, std::vector<double> values) {
    return recorded(
        points,
        {.name = "ELECTRONS" + std::to_string(points),
         .start = spiral(points),
         .equalities = numbers_to(points),
         .values = std::move(values)},
        [points](auto x, auto& f, auto c) {
            const auto at = [&](std::size_t i, std::size_t k) { return x(3 * (i - 1) + k); };
            for (std::size_t i = 1; i <= points; ++i) {
                c(i) = square(at(i, 1)) + square(at(i, 2)) + square(at(i, 3)) - 1;
                for (std::size_t j = i + 1; j <= points; ++j)
                    f += pow(square(at(i, 1) - at(j, 1)) + square(at(i, 2) - at(j, 2)) + square(at(i, 3) - at(j, 3)),
                             -0.5);
            }
        });
}

/// KISSING of CUTEst, which is Tammes' problem: points on a sphere whose largest pairwise cosine is as small as
/// possible.
KnownProblem kissing(std::size_t points, std::vector<double> values) {
    std::vector<double> start = spiral(points);
    start.push_back(0);
    const std::size_t pairs = points * (points - 1) / 2;
    return recorded(pairs + points,
                    {.name = "KISSING" + std::to_string(points),
                     .start = start,
                     .equalities =
                         [&] {
                             std::vector<std::size_t> lengths(points);
                             for (std::size_t i = 0; i < points; ++i) lengths[i] = pairs + i + 1;
                             return lengths;
                         }(),
                     .values = std::move(values)},
                    [points, pairs](auto x, auto& f, auto c) {
                        f = x(3 * points + 1);
                        std::size_t pair = 0;
                        for (std::size_t i = 0; i < points; ++i) {
                            c(pairs + i + 1) = square(x(3 * i + 1)) + square(x(3 * i + 2)) + square(x(3 * i + 3)) - 1;
                            for (std::size_t j = i + 1; j < points; ++j)
                                c(++pair) = x(3 * i + 1) * x(3 * j + 1) + x(3 * i + 2) * x(3 * j + 2) +
                                            x(3 * i + 3) * x(3 * j + 3) - f;
                        }
                    });
}

/// COPS: the polygon with k corners, diameter 1 and the largest area, in polar coordinates about its last corner.
KnownProblem polygon(std::size_t k, std::vector<double> values) {
    std::vector<double> start(2 * k);
    for (std::size_t i = 1; i <= k; ++i) {
        start[i - 1] = 4 * number(i) * number(k + 1 - i) / (number(k + 1) * number(k + 1));
        start[k + i - 1] = pi * number(i) / number(k);
    }
    std::vector<double> lower = repeat(2 * k, 0);
    std::vector<double> upper = repeat(k, 1);
    upper.insert(upper.end(), k, pi);
    upper[k - 1] = 0;
    lower[2 * k - 1] = pi;
    start[k - 1] = 0;
    return recorded(k * (k - 1) / 2 + k - 1,
                    {.name = "POLYGON" + std::to_string(k),
                     .start = start,
                     .lower = lower,
                     .upper = upper,
                     .values = std::move(values)},
                    [k](auto x, auto& f, auto c) {
                        std::size_t next = 0;
                        for (std::size_t i = 1; i < k; ++i) {
                            f -= 0.5 * x(i) * x(i + 1) * sin(x(k + i + 1) - x(k + i));
                            c(++next) = x(k + i) - x(k + i + 1);
                            for (std::size_t j = i + 1; j <= k; ++j)
                                c(++next) =
                                    square(x(i)) + square(x(j)) - 2 * x(i) * x(j) * cos(x(k + j) - x(k + i)) - 1;
                        }
                    });
}

/// Points in a square whose smallest distance is as large as possible: the packing of equal circles.
KnownProblem points_in_square(std::size_t points, std::vector<double> values) {
    std::vector<double> start;
    for (std::size_t i = 0; i < points; ++i) {
        start.push_back(std::fmod(0.618 * number(i) + 0.1, 1));
        start.push_back((number(i) + 0.5) / number(points));
    }
    start.push_back(0.1);
    return recorded(points * (points - 1) / 2,
                    {.name = "CIRCLES" + std::to_string(points),
                     .start = start,
                     .lower = repeat(2 * points + 1, 0),
                     .upper = repeat(2 * points + 1, 1),
                     .values = std::move(values)},
                    [points](auto x, auto& f, auto c) {
                        const auto distance = x(2 * points + 1);
                        f = -distance;
                        std::size_t pair = 0;
                        for (std::size_t i = 0; i < points; ++i)
                            for (std::size_t j = i + 1; j < points; ++j)
                                c(++pair) = square(distance) - square(x(2 * i + 1) - x(2 * j + 1)) -
                                            square(x(2 * i + 2) - x(2 * j + 2));
                    });
}

/// HADAMARD of CUTEst: the matrix Q with Q'Q = n I whose largest entry is smallest, from all ones.
KnownProblem hadamard(std::size_t n) {
    std::vector<double> start = repeat(n * n, 1);
    start.push_back(1);
    const std::size_t pairs = n * (n + 1) / 2;
    return recorded(
        pairs + 2 * n * n,
        {.name = "HADAMARD" + std::to_string(n), .start = start, .equalities = numbers_to(pairs), .values = {1}},
        [n, pairs](auto x, auto& f, auto c) {
            f = x(n * n + 1);
            std::size_t pair = 0;
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j <= i; ++j) {
                    c(++pair) = i == j ? -number(n) : 0;
                    for (std::size_t k = 1; k <= n; ++k) c(pair) += x(n * i + k) * x(n * j + k);
                }
            for (std::size_t k = 1; k <= n * n; ++k) {
                c(pairs + 2 * k - 1) = x(k) - f;
                c(pairs + 2 * k) = -x(k) - f;
            }
        });
}

/// EIGENB2 of CUTEst: eigenvalues d and eigenvectors (columns of Q) of the second-difference matrix A, as
/// min |A Q - Q D|^2 with Q'Q = 1, from d = 1 and Q = 1.
KnownProblem eigenvectors(std::size_t n) {
    std::vector<double> start = repeat(n + n * n, 0);
    for (std::size_t j = 0; j < n; ++j) start[j] = start[n + n * j + j] = 1;
    return recorded(n * (n + 1) / 2,
                    {.name = "EIGENB" + std::to_string(n),
                     .start = start,
                     .equalities = numbers_to(n * (n + 1) / 2),
                     .values = {0}},
                    [n](auto x, auto& f, auto c) {
                        const auto q = [&](std::size_t i, std::size_t j) { return x(n + n * j + i + 1); };
                        std::size_t pair = 0;
                        for (std::size_t j = 0; j < n; ++j) {
                            for (std::size_t i = 0; i < n; ++i) {
                                auto rest = (2 - x(j + 1)) * q(i, j);
                                if (i > 0) rest -= q(i - 1, j);
                                if (i + 1 < n) rest -= q(i + 1, j);
                                f += square(rest);
                            }
                            for (std::size_t i = 0; i <= j; ++i) {
                                c(++pair) = i == j ? -1 : 0;
                                for (std::size_t k = 0; k < n; ++k) c(pair) += q(k, i) * q(k, j);
                            }
                        }
                    });
}

/// DITTERT of CUTEst without its auxiliary variables: among matrices >= 0 with sum n, the one with the largest product
/// of row sums plus product of column sums minus permanent; all entries are 1 / n.
KnownProblem dittert(std::size_t n) {
    double permanent = 1;  // n! / n^n
    for (std::size_t i = 1; i <= n; ++i) permanent *= number(i) / number(n);
    return recorded(1,
                    {.name = "DITTERT" + std::to_string(n),
                     .start =
                         [n] {
                             std::vector<double> start = repeat(n * n, 0.5);
                             for (std::size_t i = 0; i < n; ++i) start[i] = 0.6;
                             return start;
                         }(),
                     .lower = repeat(n * n, 0),
                     .equalities = {1},
                     .values = {permanent - 2},
                     .solution = repeat(n * n, 1 / number(n))},
                    [n](auto x, auto& f, auto c) {
                        using S = Number<decltype(f)>;
                        S rows = 1, columns = 1;
                        c(1) = -number(n);
                        for (std::size_t i = 0; i < n; ++i) {
                            S row = 0, column = 0;
                            for (std::size_t j = 0; j < n; ++j) {
                                row += x(n * i + j + 1);
                                column += x(n * j + i + 1);
                            }
                            c(1) += row;
                            rows *= row;
                            columns *= column;
                        }
                        std::vector<S> of(std::size_t{1} << n);  // permanents of the first rows, by sets of columns
                        of[0] = 1;
                        for (std::size_t set = 0; set + 1 < of.size(); ++set) {
                            std::size_t row = 0;
                            for (std::size_t j = 0; j < n; ++j) row += set >> j & 1;
                            for (std::size_t j = 0; j < n; ++j)
                                if ((set >> j & 1) == 0) of[set | std::size_t{1} << j] += of[set] * x(n * row + j + 1);
                        }
                        f = of.back() - rows - columns;
                    });
}

/// The inequality of arithmetic and geometric means: the largest product of n numbers with sum n.
KnownProblem means(std::size_t n) {
    return recorded(1,
                    {.name = "MEANS" + std::to_string(n),
                     .start = repeat(n, 0.5),
                     .lower = repeat(n, 0),
                     .equalities = {1},
                     .values = {-1},
                     .solution = repeat(n, 1)},
                    [n](auto x, auto& f, auto c) {
                        f = -1;
                        c(1) = -number(n);
                        for (std::size_t i = 1; i <= n; ++i) {
                            f *= x(i);
                            c(1) += x(i);
                        }
                    });
}

}  // namespace

std::vector<KnownProblem> shape_problems() {
    return {cam(20, -4.32794355),
            cam(50, -4.29521689),
            chain(20, 5.08340239),
            chain(50, 5.07226149),
            electrons(12, {49.165253058}),
            electrons(25, {243.812760299, 243.8137025}),
            kissing(12, {std::sqrt(0.2)}),
            polygon(6, {-0.6749814429}),
            polygon(20, {-0.776858756}),
            points_in_square(5, {-std::sqrt(0.5), -0.647111423}),
            points_in_square(7, {-0.5358983849, -0.51763809}),
            hadamard(4),
            eigenvectors(5),
            dittert(4),
            means(6)};
}

}  // namespace alcole::problems
