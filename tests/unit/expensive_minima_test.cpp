#include <alcole/primal.hpp>

#include "solver/dual/evaluation.hpp"
#include "solver/dual/surrogate_path.hpp"

#include <gtest/gtest.h>

/// Narrow surrogates make the minimum of L expensive unless Newton's method finds it. Two rules keep the search from
/// paying for minima that it is about to leave, and a third from minimising L more exactly than its precision permits.
namespace alcole::solver {
namespace {

/// A theta that does not move: one rate with a surrogate whose width can be chosen.
class Still final : public Primal {
  public:
    explicit Still(bool newton) : newton_(newton) {}
    std::size_t num_constraints() const override { return 1; }
    InnerStatus minimise(const Lagrangian&, double, Monitor&) override { return InnerStatus::reached; }
    void risks(std::span<double> l) override { std::ranges::fill(l, 0.0); }
    Slopes slopes(std::span<const double>) override { return {}; }
    void gradient_sizes(std::span<double> sizes) override { std::ranges::fill(sizes, 1.0); }
    bool has_strict_risks() const override { return true; }
    bool has_width() const override { return true; }
    bool refines() const override { return newton_; }
    double epsilon() const override { return 0x1p-23; }
    bool limited_by_rounding(const Lagrangian&, std::span<const double>) override { return true; }

  private:
    bool newton_;
};

/// A search among the narrowest surrogates, with the tolerances of a network.
struct Narrowest {
    explicit Narrowest(bool newton) : primal(newton) {
        options.tolerance = {.stationarity = 2e-3, .violation = 1e-3, .complementarity = 1e-3};
        state.lambda = {0.0};
        state.memory.levels.resize(1);
        state.memory.width = narrowest;
        state.memory.inner_tolerance = options.inner.first_tolerance;
    }
    Still primal;
    DualState state;
    Options options;
    Constraints constraints{{Relation::at_most_zero}, {"rate"}, {1.0}, {true}};
    DualSteps steps{state, options, constraints};
    Search search{primal, state, options, constraints, steps};
};

double inner_tolerance_after(bool newton, const Residuals& left) {
    Narrowest at(newton);
    tighten(at.search, left, false);
    return at.state.memory.inner_tolerance;
}

TEST(ExpensiveMinima, AreFoundOnlyAsExactlyAsTheConstraintsAreMet) {
    const Residuals broken{.stationarity = 2e-3, .smooth_violation = 0.05, .gradient_size = 1};  // 50 tolerances
    EXPECT_DOUBLE_EQ(inner_tolerance_after(false, broken), 0.1 * 50 * 2e-3);
    EXPECT_DOUBLE_EQ(inner_tolerance_after(true, broken), 2e-3 / 2) << "Newton's method is exact for nothing";

    const Residuals met{.stationarity = 0.1, .smooth_violation = 1e-4, .gradient_size = 1};
    EXPECT_DOUBLE_EQ(inner_tolerance_after(false, met), 2e-3 / 2) << "now the minimum is the answer";
}

bool moves_bound_for(bool newton, double gain) {
    Narrowest at(newton);
    At here(1);
    here.smooth = {1, 0};
    here.risks = {1, -0.1};  // the strict rate is this far below its bound
    at.state.lambda = {gain / 0.1};
    return move_bounds(at.search, here);
}

TEST(ExpensiveMinima, AreNotLeftForAGainThatTheirToleranceHides) {
    EXPECT_FALSE(moves_bound_for(false, 1e-3));
    EXPECT_TRUE(moves_bound_for(false, 4e-3));
    EXPECT_TRUE(moves_bound_for(true, 1e-3)) << "Newton's method can tell";
}

bool ends_at_rest(bool newton, const Residuals& left) {
    Narrowest at(newton);
    return arrived_up_to_rounding(at.search, left);
}

TEST(ExpensiveMinima, AreOnlyAsExactAsRoundingAllows) {
    Residuals left{.exact = true, .stationarity = 0.01, .gradient_size = 1};  // five tolerances, and rounding says no
    EXPECT_TRUE(ends_at_rest(false, left));
    EXPECT_FALSE(ends_at_rest(true, left)) << "Newton's method gets closer";
    left.stationarity = 0.1;
    EXPECT_FALSE(ends_at_rest(false, left)) << "this is more than rounding";
    left.stationarity = 0.01;
    left.smooth_violation = 0.01;
    EXPECT_FALSE(ends_at_rest(false, left)) << "the constraints are not met yet";
}

}  // namespace
}  // namespace alcole::solver
