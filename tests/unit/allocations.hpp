#pragma once

#include <alcole/hooks.hpp>

#include <cstdint>

namespace alcole::tests {

/// All allocations of the program so far: no_allocation_test.cpp counts them.
long allocations();

/// A hook that counts the allocations between the steps of one minimisation.
struct AllocationCounter {
    std::int64_t from_iteration = 0;  ///< earlier iterations are a warm-up
    std::int64_t iteration = -1;
    long before = 0;
    long inside = 0;
    int steps = 0;
    void on_step(const Step& step) {
        const long now = allocations();
        if (step.iteration == iteration && iteration >= from_iteration) {
            inside += now - before;
            ++steps;
        }
        iteration = step.iteration;
        before = allocations();
    }
};

}  // namespace alcole::tests
