#include "hock_schittkowski.hpp"
#include "small_problems.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

/// Every allocation of this program is counted.
namespace {
std::atomic<long> allocations = 0;
}  // namespace

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) return memory;  // NOLINT(cppcoreguidelines-no-malloc)
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }               // NOLINT(cppcoreguidelines-no-malloc)
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }  // NOLINT(cppcoreguidelines-no-malloc)

namespace alcole {
namespace {

/// Remembers how many allocations there were between the steps of one minimisation.
struct Counter {
    std::int64_t iteration = -1;
    long before = 0;
    long inside = 0;
    int steps = 0;
    void on_step(const Step& step) {
        const long now = allocations;
        if (step.iteration == iteration) {
            inside += now - before;
            ++steps;
        }
        iteration = step.iteration;
        before = allocations;
    }
};

const problems::KnownProblem& hs100() {
    static const auto all = problems::hock_schittkowski();
    return *std::ranges::find(all, "HS100", &problems::KnownProblem::name);
}

TEST(InnerLoop, AllocatesNothingInTheFullRegime) {
    auto problem = hs100().make();
    Counter counter;
    const auto answer = solve(problem, hs100().start, Options(), counter);
    EXPECT_EQ(answer.status, Status::converged);
    EXPECT_GT(counter.steps, 20);
    // The first feasible point is kept in fresh memory, once.
    EXPECT_LE(counter.inside, 3);
}

TEST(InnerLoop, AllocatesNothingInTheStochasticRegime) {
    auto problem = hs100().make();
    for (const Optimiser optimiser : {Optimiser::sgd, Optimiser::adam, Optimiser::adamw}) {
        Counter counter;
        Options options;
        options.regime = Regime::stochastic;
        options.stochastic.optimiser = optimiser;
        options.stochastic.dual_every = 10;
        options.stochastic.max_epochs = 100;
        options.stochastic.rate = 1e-4;
        solve(problem, hs100().start, options, counter);
        EXPECT_GT(counter.steps, 80);
        EXPECT_EQ(counter.inside, 0);
    }
}

TEST(Counting, SeesAllocations) {
    const long before = allocations;
    ::operator delete(::operator new(16));
    EXPECT_GT(allocations, before);
}

}  // namespace
}  // namespace alcole
