#include <alcole/primal.hpp>

#include "solver/dual/kept.hpp"
#include "solver/dual/progress.hpp"
#include "solver/dual/surrogate_path.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

/// What keeps multipliers and penalties from running away, or from standing still.
namespace alcole::solver {
namespace {

/// A theta that moves only when it is told to return.
class Returning final : public Primal {
  public:
    std::size_t num_constraints() const override { return 1; }
    InnerStatus minimise(const Lagrangian&, double, Monitor&) override { return InnerStatus::reached; }
    void risks(std::span<double> l) override { std::ranges::fill(l, -0.1); }
    Slopes slopes(std::span<const double>) override { return {}; }
    void gradient_sizes(std::span<double> sizes) override { std::ranges::fill(sizes, 1.0); }
    bool has_strict_risks() const override { return true; }
    bool has_width() const override { return true; }
    bool refines() const override { return true; }
    bool return_to_best() override { return true; }
};

/// One rate, under surrogates that cannot get narrower.
struct AtTheEnd {
    AtTheEnd() {
        options.tolerance.violation = 1e-3;
        options.penalty.schedule = PenaltySchedule::adaptive;
        options.penalty.cap = 1e12;
        state.alpha = {1.0};
        state.memory.levels.resize(1);
        state.memory.scales = {1, 1};
        state.memory.width = narrowest;
        state.memory.best_objective = std::numeric_limits<double>::infinity();
        forget(state.memory.stagnation, 1);
    }
    Returning primal;
    DualState state;
    Options options;
    Constraints constraints{{Relation::at_most_zero}, {"rate"}, {1.0}, {true}};
    DualSteps steps{state, options, constraints};
    Search search{primal, state, options, constraints, steps};
};

/// With multipliers of zero, theta would leave the best iterate at once, and narrow surrogates may not lead back.
TEST(Returning, GoesOnWithTheMultipliersOfTheBestIterate) {
    AtTheEnd at;
    KeptIterates kept(at.search);
    at.state.lambda = {3};
    kept.keep_if_best(std::vector{0.5, -0.1});
    at.state.lambda = {1000};
    kept.keep_if_best(std::vector{0.7, -0.1});  // not better
    ASSERT_TRUE(go_on_from_best(at.search));
    EXPECT_EQ(at.state.lambda, std::vector{3.0});
}

double penalty_after(double lambda, double ascent) {
    AtTheEnd at;
    at.state.lambda = {lambda};
    at.state.memory.stagnation.last_ascent = {ascent};
    At here(1);
    here.ascent = {ascent};
    return at.steps.grow(here, 1e-7, 0).front();
}

/// A minimum of L that alternates between two places, each within the tolerance of the violation, has no multiplier
/// that both agree on. Only a stiffer penalty ends that.
TEST(Penalties, GrowUntilComplementarityHoldsToo) {
    EXPECT_GT(penalty_after(0.2, 2e-3), 1) << "violated";
    EXPECT_GT(penalty_after(0.2, 5e-4), 1) << "met within its tolerance, but not worth nothing";
    EXPECT_EQ(penalty_after(0, 5e-4), 1) << "no multiplier";
    EXPECT_EQ(penalty_after(0.2, 1e-7), 1) << "met";
}

}  // namespace
}  // namespace alcole::solver
