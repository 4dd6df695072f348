#include "hock_schittkowski.hpp"

namespace alcole::problems {

const Colville& colville() {
    static const Colville data = {
        .a = {{{-16, 2, 0, 1, 0},
               {0, -2, 0, 4, 2},
               {-3.5, 0, 2, 0, 0},
               {0, -2, 0, -4, -1},
               {0, -9, -2, 1, -2.8},
               {2, 0, -4, 0, 0},
               {-1, -1, -1, -1, -1},
               {-1, -2, -3, -2, -1},
               {1, 2, 3, 4, 5},
               {1, 1, 1, 1, 1}}},
        .b = {-40, -2, -0.25, -4, -4, -1, -40, -60, 5, 1},
        .c = {{{30, -20, -10, 32, -10},
               {-20, 39, -6, -31, 32},
               {-10, -6, 10, -6, -10},
               {32, -31, -6, 39, -20},
               {-10, 32, -10, -20, 30}}},
        .d = {4, 8, 10, 6, 2},
        .e = {-15, -27, -36, -18, -12},
    };
    return data;
}

std::vector<KnownProblem> hock_schittkowski() {
    std::vector<KnownProblem> all;
    for (auto part : {hock_schittkowski_1_to_30, hock_schittkowski_31_to_60, hock_schittkowski_61_to_81,
                      hock_schittkowski_82_to_100, hock_schittkowski_101_to_119}) {
        auto problems = part();
        all.insert(all.end(), problems.begin(), problems.end());
    }
    return all;
}

}  // namespace alcole::problems
