#include "allocations.hpp"
#include "hock_schittkowski.hpp"
#include "small_problems.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

/// Counts every allocation of this program.
namespace {
std::atomic<long> count = 0;
}  // namespace

void* operator new(std::size_t size) {
    ++count;
    if (void* memory = std::malloc(size)) return memory;  // NOLINT(cppcoreguidelines-no-malloc)
    throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    ++count;
    return std::malloc(size);  // NOLINT(cppcoreguidelines-no-malloc)
}
void operator delete(void* memory) noexcept { std::free(memory); }               // NOLINT(cppcoreguidelines-no-malloc)
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }  // NOLINT(cppcoreguidelines-no-malloc)

namespace alcole {

long tests::allocations() { return count; }

namespace {

using tests::AllocationCounter;

const problems::KnownProblem& hs100() {
    static const auto all = problems::hock_schittkowski();
    return *std::ranges::find(all, "HS100", &problems::KnownProblem::name);
}

/// HS100 with strict risks a little above its constraints.
struct StrictHs100 {
    AnyProblem<double> smooth = hs100().make();
    AnyProblem<double> strict = hs100().make();  // evaluated separately, so that it does not invalidate a linearisation

    std::size_t num_variables() const { return smooth.num_variables(); }
    std::size_t num_constraints() const { return smooth.num_constraints(); }
    auto risks(std::span<const double> theta, std::span<double> l) { return smooth.risks(theta, l); }
    void strict_risks(std::span<const double> theta, std::span<double> l) {
        strict.risks(theta, l);
        for (std::size_t i = 1; i < l.size(); ++i) l[i] += 0.01;
    }
};

template <class P>
void expect_none_in_the_full_regime(P&& problem) {
    AllocationCounter counter;
    const auto answer = solve(problem, hs100().start, Options(), counter);
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_GT(counter.steps, 20);
    // The first feasible point is stored in new memory, once.
    EXPECT_LE(counter.inside, 3);
}

template <class P>
void expect_none_in_the_stochastic_regime(P&& problem) {
    for (const Optimiser optimiser : {Optimiser::sgd, Optimiser::adam, Optimiser::adamw}) {
        AllocationCounter counter;
        Options options;
        options.regime = Regime::stochastic;
        options.stochastic.optimiser = optimiser;
        options.stochastic.dual_every = 10;
        options.stochastic.max_epochs = 100;
        options.stochastic.rate = 1e-4;
        (void)solve(problem, hs100().start, options, counter);
        EXPECT_GT(counter.steps, 80);
        EXPECT_EQ(counter.inside, 0);
    }
}

TEST(InnerLoop, AllocatesNothingInTheFullRegime) { expect_none_in_the_full_regime(hs100().make()); }
TEST(InnerLoop, AllocatesNothingInTheStochasticRegime) { expect_none_in_the_stochastic_regime(hs100().make()); }
TEST(InnerLoop, AllocatesNothingForStrictRisksInTheFullRegime) { expect_none_in_the_full_regime(StrictHs100{}); }
TEST(InnerLoop, AllocatesNothingForStrictRisksInTheStochasticRegime) {
    expect_none_in_the_stochastic_regime(StrictHs100{});
}

TEST(Counting, SeesAllocations) {
    const long before = tests::allocations();
    ::operator delete(::operator new(16));
    EXPECT_GT(tests::allocations(), before);
}

}  // namespace
}  // namespace alcole
