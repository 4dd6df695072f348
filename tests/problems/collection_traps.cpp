#include "collection.hpp"
#include "recorded_problem.hpp"

#include <cmath>

namespace alcole::problems {

/// Small problems at which methods have been seen to fail: starts at saddles and maxima, jamming, complementarity,
/// redundant constraints, odd units. LOOTSMA, TRYmB, MATRIX2, WACHBIEG, SNAKE as in CUTEst, BARD1 to SCHOLTES4 as in
/// MacMPEC.
std::vector<KnownProblem> trap_problems() {
    const double root2 = std::sqrt(2.0);
    std::vector<KnownProblem> list;

    list.push_back(recorded(2,
                            {.name = "LOOTSMA",
                             .start = {1, 1, 0},
                             .lower = {0, 0, 0},
                             .upper = {infinity, infinity, 5},
                             .values = {root2},
                             .solution = {0, root2, root2}},
                            [](auto x, auto& f, auto c) {
                                f = pow(x(1), 3) - 6 * square(x(1)) + 11 * x(1) + x(3);
                                c(1) = square(x(1)) + square(x(2)) - square(x(3));
                                c(2) = 4 - square(x(1)) - square(x(2)) - square(x(3));
                            }));
    list.push_back(recorded(
        1, {.name = "TRYmB", .start = {10, 10}, .lower = {0, 0}, .equalities = {1}, .values = {0}, .solution = {1, 9}},
        [](auto x, auto& f, auto c) {
            f = square(x(1) - 1);
            c(1) = square(x(1) - 1) + square(x(2) - 10) - 1;
        }));
    list.push_back(recorded(2,
                            {.name = "MATRIX2",  // matrices X >= 0 and Y <= 0 at minimum distance
                             .start = {1, 1, 1, 0, 1, 0},
                             .lower = {0, -infinity, 0, -infinity, -infinity, -infinity},
                             .upper = {infinity, infinity, infinity, 0, infinity, 0},
                             .values = {0},
                             .solution = repeat(6, 0)},
                            [](auto x, auto& f, auto c) {
                                f = square(x(1) - x(4)) + 2 * square(x(2) - x(5)) + square(x(3) - x(6));
                                c(1) = square(x(2)) - x(1) * x(3);
                                c(2) = x(4) * x(6) - square(x(5));
                            }));
    list.push_back(recorded(2,
                            {.name = "WACHBIEG",
                             .start = {-2, 1, 1},
                             .lower = {-infinity, 0, 0},
                             .equalities = {1, 2},
                             .values = {1},
                             .solution = {1, 0, 0.5}},
                            [](auto x, auto& f, auto c) {
                                f = x(1);
                                c(1) = square(x(1)) - x(2) - 1;
                                c(2) = x(1) - x(3) - 0.5;
                            }));
    list.push_back(recorded(2,
                            {.name = "TUTORIAL",  // from NLopt
                             .start = {1.234, 5.678},
                             .lower = {-infinity, 0},
                             .values = {std::sqrt(8.0 / 27)},
                             .solution = {1.0 / 3, 8.0 / 27}},
                            [](auto x, auto& f, auto c) {
                                f = sqrt(x(2));
                                c(1) = pow(2 * x(1), 3) - x(2);
                                c(2) = pow(1 - x(1), 3) - x(2);
                            }));
    list.push_back(
        recorded(2, {.name = "SNAKE", .start = {1, 5}, .values = {0}, .solution = {0, 0}}, [](auto x, auto& f, auto c) {
            f = x(1);
            c(1) = sin(x(1)) - x(2);
            c(2) = x(2) - sin(x(1)) - 1e-4 * x(1);
        }));
    list.push_back(recorded(1, {.name = "ROOT", .start = {0}, .equalities = {1}, .values = {-1, 1}, .solution = {-1}},
                            [](auto x, auto& f, auto c) {  // x^2 = 1 from the point between its roots
                                f = x(1);
                                c(1) = square(x(1)) - 1;
                            }));
    list.push_back(recorded(1, {.name = "OUTSIDE", .start = {0, 0}, .values = {1}, .solution = {2, 0}},
                            [](auto x, auto& f, auto c) {  // outside a disc, from its centre
                                f = square(x(1) - 1) + square(x(2));
                                c(1) = 4 - square(x(1)) - square(x(2));
                            }));
    list.push_back(recorded(4,
                            {.name = "TWICE",  // the same equalities twice
                             .start = {3, -1, 2},
                             .equalities = {1, 2, 3, 4},
                             .values = {0.5},
                             .solution = {0.5, 0.5, 0},
                             .degenerate = true},
                            [](auto x, auto& f, auto c) {
                                f = square(x(1)) + square(x(2)) + square(x(3));
                                c(1) = x(1) + x(2) - 1;
                                c(2) = x(3) * (1 + square(x(1)));
                                c(3) = c(1);
                                c(4) = c(2);
                            }));
    list.push_back(recorded(
        3,
        {.name = "UNITS",  // Rosen and Suzuki, one constraint in units of 1e-8
         .start = repeat(4, 0),
         .values = {-44},
         .solution = {0, 1, 2, -1}},
        [](auto x, auto& f, auto c) {
            f = square(x(1)) + square(x(2)) + 2 * square(x(3)) + square(x(4)) - 5 * x(1) - 5 * x(2) - 21 * x(3) +
                7 * x(4);
            c(1) = 1e-8 * (square(x(1)) + square(x(2)) + square(x(3)) + square(x(4)) + x(1) - x(2) + x(3) - x(4) - 8);
            c(2) = square(x(1)) + 2 * square(x(2)) + square(x(3)) + 2 * square(x(4)) - x(1) - x(4) - 10;
            c(3) = 2 * square(x(1)) + square(x(2)) + square(x(3)) + 2 * x(1) - x(2) - x(4) - 5;
        }));
    list.push_back(recorded(7,
                            {.name = "BARD1",  // a two-player game, with the follower's optimality as complementarity
                             .start = {1, 1, 0, 0, 0},
                             .lower = repeat(5, 0),
                             .equalities = {1},
                             .values = {17},
                             .solution = {1, 0, 3.5, 0, 0},
                             .degenerate = true},
                            [](auto x, auto& f, auto c) {
                                f = square(x(1) - 5) + square(2 * x(2) + 1);
                                c(1) = 2 * (x(2) - 1) - 1.5 * x(1) + x(3) - 0.5 * x(4) + x(5);
                                c(2) = x(2) + 3 - 3 * x(1);
                                c(3) = x(1) - 0.5 * x(2) - 4;
                                c(4) = x(1) + x(2) - 7;
                                c(5) = -x(3) * c(2);
                                c(6) = -x(4) * c(3);
                                c(7) = -x(5) * c(4);
                            }));
    list.push_back(recorded(
        1, {.name = "RALPH2", .start = {1, 1}, .lower = {0, 0}, .values = {0}, .solution = {0, 0}, .degenerate = true},
        [](auto x, auto& f, auto c) {
            f = square(x(1)) + square(x(2)) - 4 * x(1) * x(2);
            c(1) = x(1) * x(2);
        }));
    list.push_back(recorded(3,
                            {.name = "SCHOLTES4",
                             .start = {0, 1, 0},
                             .lower = {0, 0, -infinity},
                             .values = {0},
                             .solution = {0, 0, 0},
                             .degenerate = true},
                            [](auto x, auto& f, auto c) {
                                f = x(1) + x(2) - x(3);
                                c(1) = x(3) - 4 * x(1);
                                c(2) = x(3) - 4 * x(2);
                                c(3) = x(1) * x(2);
                            }));
    return list;
}

}  // namespace alcole::problems
