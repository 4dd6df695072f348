#include "collection.hpp"
#include "recorded_problem.hpp"

#include <array>
#include <cmath>

namespace alcole::problems {

/// min u subject to f_i(x) <= u; u is the last variable. Names as in CUTEst; most problems are from Charalambous and
/// Conn, Polak, Mifflin, Makela.
std::vector<KnownProblem> minimax_problems() {
    std::vector<KnownProblem> list;

    list.push_back(recorded(3,
                            {.name = "CB2",
                             .start = {2, 2, 1},
                             .values = {1.9522244942},
                             .solution = {1.139037652, 0.8995599384, 1.952224494}},
                            [](auto x, auto& f, auto c) {
                                f = x(3);
                                c(1) = square(x(1)) + pow(x(2), 4) - x(3);
                                c(2) = square(2 - x(1)) + square(2 - x(2)) - x(3);
                                c(3) = 2 * exp(x(2) - x(1)) - x(3);
                            }));
    list.push_back(recorded(3, {.name = "CB3", .start = {2, 2, 1}, .values = {2}, .solution = {1, 1, 2}},
                            [](auto x, auto& f, auto c) {
                                f = x(3);
                                c(1) = pow(x(1), 4) + square(x(2)) - x(3);
                                c(2) = square(2 - x(1)) + square(2 - x(2)) - x(3);
                                c(3) = 2 * exp(x(2) - x(1)) - x(3);
                            }));
    list.push_back(recorded(
        2, {.name = "POLAK1", .start = {50, 0.05, 0}, .values = {std::exp(1.0)}, .solution = {0, 0, std::exp(1.0)}},
        [](auto x, auto& f, auto c) {
            f = x(3);
            c(1) = exp(square(x(1)) / 1000 + square(x(2) - 1)) - x(3);
            c(2) = exp(square(x(1)) / 1000 + square(x(2) + 1)) - x(3);
        }));
    list.push_back(
        recorded(10, {.name = "POLAK3", .start = repeat(12, 1), .values = {5.93300252}}, [](auto x, auto& f, auto c) {
            f = x(12);
            for (std::size_t i = 1; i <= 10; ++i) {
                c(i) = -x(12);
                for (std::size_t j = 1; j <= 11; ++j) {
                    const double k = static_cast<double>(i + 1);
                    const double l = static_cast<double>(j - 1);
                    c(i) += exp(square(x(j) - std::sin(k + 2 * l))) / (l + 1);
                }
            }
        }));
    list.push_back(recorded(2, {.name = "POLAK5", .start = {0.1, 0.1, 0}, .values = {50}, .solution = {0, 0, 50}},
                            [](auto x, auto& f, auto c) {
                                f = x(3);
                                c(1) = 3 * square(x(1)) + 50 * square(x(1) - pow(x(2), 4) - 1) - x(3);
                                c(2) = 3 * square(x(1)) + 50 * square(x(1) - pow(x(2), 4) + 1) - x(3);
                            }));
    list.push_back(recorded(6,
                            {.name = "MADSEN",
                             .start = {3, 1, 1},
                             .values = {0.6164324356},
                             .solution = {-0.45329624, 0.90659247, 0.61643244}},
                            [](auto x, auto& f, auto c) {
                                const auto q = square(x(1)) + square(x(2)) + x(1) * x(2);
                                f = x(3);
                                c(1) = q - x(3);
                                c(2) = -q - x(3);
                                c(3) = sin(x(1)) - x(3);
                                c(4) = -sin(x(1)) - x(3);
                                c(5) = cos(x(2)) - x(3);
                                c(6) = -cos(x(2)) - x(3);
                            }));
    list.push_back(recorded(2, {.name = "MIFFLIN1", .start = {0.8, 0.6, 0}, .values = {-1}, .solution = {1, 0, -1}},
                            [](auto x, auto& f, auto c) {
                                f = x(3);
                                c(1) = -x(1) + 20 * (square(x(1)) + square(x(2)) - 1) - x(3);
                                c(2) = -x(1) - x(3);
                            }));
    list.push_back(recorded(2, {.name = "MIFFLIN2", .start = {-1, -1, 0}, .values = {-1}, .solution = {1, 0, -1}},
                            [](auto x, auto& f, auto c) {
                                const auto q = square(x(1)) + square(x(2)) - 1;
                                f = x(3);
                                c(1) = -x(1) + 3.75 * q - x(3);
                                c(2) = -x(1) + 0.25 * q - x(3);
                            }));
    list.push_back(recorded(3, {.name = "WOMFLET", .start = {3, 1, 7.5}, .values = {0, 6.05}, .solution = {0, 0, 0}},
                            [](auto x, auto& f, auto c) {
                                const auto s = square(x(2)) + 5 * x(1) / (x(1) + 0.1);
                                f = x(3);
                                c(1) = 0.5 * x(1) + s - x(3);
                                c(2) = -0.5 * x(1) + s - x(3);
                                c(3) = -0.5 * x(1) - s - x(3);
                            }));
    list.push_back(recorded(5, {.name = "CONGIGMZ", .start = {2, 2, 2}, .values = {28}, .solution = {-4, -6, 28}},
                            [](auto x, auto& f, auto c) {
                                f = x(3);
                                c(1) = -5 * x(1) + x(2) - x(3);
                                c(2) = square(x(1)) + square(x(2)) + 4 * x(2) - x(3);
                                c(3) = 5 * x(1) + x(2) - x(3);
                                c(4) = x(1) + x(2) + 10;
                                c(5) = 2 * square(x(1)) - square(x(2)) + 4;
                            }));
    list.push_back(recorded(2, {.name = "KIWCRESC", .start = {-1.5, 2, 0}, .values = {0}, .solution = {0, 0, 0}},
                            [](auto x, auto& f, auto c) {
                                f = x(3);
                                c(1) = square(x(1)) + square(x(2) - 1) + x(2) - 1 - x(3);
                                c(2) = -square(x(1)) - square(x(2) - 1) + x(2) + 1 - x(3);
                            }));
    list.push_back(recorded(3, {.name = "DEMYMALO", .start = {1, 1, 0}, .values = {-3}, .solution = {0, -3, -3}},
                            [](auto x, auto& f, auto c) {
                                f = x(3);
                                c(1) = 5 * x(1) + x(2) - x(3);
                                c(2) = -5 * x(1) + x(2) - x(3);
                                c(3) = square(x(1)) + square(x(2)) + 4 * x(2) - x(3);
                            }));
    list.push_back(recorded(
        4, {.name = "ROSENMMX", .start = repeat(5, 0), .values = {-44}, .solution = {0, 1, 2, -1, -44}},
        [](auto x, auto& f, auto c) {
            const auto q = square(x(1)) + square(x(2)) + 2 * square(x(3)) + square(x(4)) - 5 * x(1) - 5 * x(2) -
                           21 * x(3) + 7 * x(4);
            f = x(5);
            c(1) = q - x(5);
            c(2) = q - x(5) +
                   10 * (square(x(1)) + square(x(2)) + square(x(3)) + square(x(4)) + x(1) - x(2) + x(3) - x(4) - 8);
            c(3) =
                q - x(5) + 10 * (square(x(1)) + 2 * square(x(2)) + square(x(3)) + 2 * square(x(4)) - x(1) - x(4) - 10);
            c(4) = q - x(5) + 10 * (2 * square(x(1)) + square(x(2)) + square(x(3)) + 2 * x(1) - x(2) - x(4) - 5);
        }));
    list.push_back(recorded(2,
                            {.name = "MAKELA1",
                             .start = {-0.5, -0.5, 0},
                             .values = {-std::sqrt(2.0)},
                             .solution = {std::sqrt(0.5), std::sqrt(0.5), -std::sqrt(2.0)}},
                            [](auto x, auto& f, auto c) {
                                f = x(3);
                                c(1) = -x(1) - x(2) - x(3);
                                c(2) = -x(1) - x(2) + square(x(1)) + square(x(2)) - 1 - x(3);
                            }));
    list.push_back(recorded(3, {.name = "MAKELA2", .start = {-1, 5, 0}, .values = {7.2}, .solution = {1.2, 2.4, 7.2}},
                            [](auto x, auto& f, auto c) {
                                const auto q = square(x(1)) + square(x(2));
                                f = x(3);
                                c(1) = q - x(3);
                                c(2) = q + 10 * (4 - 4 * x(1) - x(2)) - x(3);
                                c(3) = q + 10 * (6 - x(1) - 2 * x(2)) - x(3);
                            }));
    list.push_back(recorded(4, {.name = "MINMAXRB", .start = {-1.2, 1, 1}, .values = {0}, .solution = {1, 1, 0}},
                            [](auto x, auto& f, auto c) {
                                f = x(3);
                                c(1) = 10 * (x(2) - square(x(1))) - x(3);
                                c(2) = -10 * (x(2) - square(x(1))) - x(3);
                                c(3) = 1 - x(1) - x(3);
                                c(4) = x(1) - 1 - x(3);
                            }));
    list.push_back(recorded(2,
                            {.name = "SPIRAL", .start = {1.41831, -4.79462, 1}, .values = {0}, .solution = {0, 0, 0}},
                            [](auto x, auto& f, auto c) {
                                const auto q = square(x(1)) + square(x(2));
                                const auto r = sqrt(q);
                                f = x(3);
                                c(1) = square(x(1) - r * cos(r)) + 0.005 * q - x(3);
                                c(2) = square(x(2) - r * sin(r)) + 0.005 * q - x(3);
                            }));
    list.push_back(recorded(42,
                            {.name = "HALDMADS",
                             .start = {0.5, 0, 0, 0, 0, 0},
                             .values = {1.22371e-4},
                             .solution = {0.99987763, 0.25358844, -0.74660757, 0.2452015, -0.037490291, 0.00012237125}},
                            [](auto x, auto& f, auto c) {  // approximates exp on [-1, 1] by a rational function
                                f = x(6);
                                for (std::size_t i = 1; i <= 21; ++i) {
                                    const double y = -1 + 0.1 * static_cast<double>(i - 1);
                                    const auto fit =
                                        (x(1) + y * x(2)) / (1 + x(3) * y + x(4) * (y * y) + x(5) * (y * y * y));
                                    c(i) = fit - std::exp(y) - x(6);
                                    c(i + 21) = std::exp(y) - fit - x(6);
                                }
                            }));
    return list;
}

}  // namespace alcole::problems
