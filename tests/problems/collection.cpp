#include "collection.hpp"

namespace alcole::problems {

std::vector<KnownProblem> collection() {
    std::vector<KnownProblem> all;
    for (auto part : {schittkowski, small_problems, minimax_problems, engineering_problems, shape_problems,
                      convex_problems, trap_problems}) {
        auto problems = part();
        all.insert(all.end(), problems.begin(), problems.end());
    }
    return all;
}

}  // namespace alcole::problems
