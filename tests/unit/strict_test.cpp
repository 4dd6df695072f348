#include "small_problems.hpp"
#include "solver/dual/scales.hpp"
#include "solver/dual/surrogate_path.hpp"
#include "solver/dual/surrogates.hpp"

#include <gtest/gtest.h>

namespace alcole {
namespace {

/// A rate with a surrogate: the share of points z_n above theta must be at most 0.3. Raising theta costs. The surrogate
/// is a sigmoid, which is not 0.3 where the strict rate is.
struct Rate {
    double steepness = 3;
    std::vector<double> points;
    Rate() {
        Random random(1);
        for (int n = 0; n < 200; ++n) points.push_back(random.normal() + (n % 5 == 0 ? 3 : 0));
    }
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        double rate = 0;
        double slope = 0;
        for (const double z : points) {
            const double s = 1 / (1 + std::exp(-steepness * (z - x[0])));
            rate += s / 200;
            slope -= steepness * s * (1 - s) / 200;
        }
        l[0] = (x[0] + 2) * (x[0] + 2);
        l[1] = rate - 0.3;
        return Linearisation{[v = x[0], slope](auto w, auto g) { g[0] = w[0] * 2 * (v + 2) + w[1] * slope; }};
    }
};

struct StrictRate : Rate {
    void strict_risks(std::span<const double> x, std::span<double> l) const {
        l[0] = 0;
        l[1] = -0.3;
        for (const double z : points) l[1] += z > x[0] ? 1.0 / 200 : 0;
    }
};

double strict_at(double theta) {
    std::vector<double> l(2);
    StrictRate().strict_risks(std::vector{theta}, l);
    return l[1];
}

TEST(StrictRisks, DecideWhatIsFeasibleAndDriveTheMultiplier) {
    const auto surrogate = solve(Rate{}, std::vector{0.0});
    ASSERT_EQ(surrogate.status, Status::converged);
    EXPECT_GT(std::abs(strict_at(surrogate.theta()[0])), 0.015) << "the surrogate alone misses the rate";

    const auto answer = solve(StrictRate{}, std::vector{0.0});
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_LE(strict_at(answer.theta()[0]), 1e-9);
    EXPECT_GE(strict_at(answer.theta()[0]), -0.006) << "at most one point of 200 to spare";
    EXPECT_NEAR(answer.risks[1], strict_at(answer.theta()[0]), 1e-12) << "what is shown is the strict risk";
    EXPECT_GT(answer.lambda[0], 0);
    EXPECT_GT(answer.counts.strict_risks, 0);
}

/// The same with a surrogate that can be made narrower.
struct NarrowingRate : StrictRate {
    void set_width(double width) { steepness = 3 / width; }
    void strict_risks(std::span<const double> x, std::span<double> l) const {
        StrictRate::strict_risks(x, l);
        l[0] = (x[0] + 2) * (x[0] + 2);
    }
};

TEST(StrictRisks, AreApproachedByNarrowerSurrogates) {
    struct Widths {
        std::vector<double> seen;
        void on_step(const Step& step) {
            if (seen.empty() || seen.back() != step.width) seen.push_back(step.width);
        }
    };
    NarrowingRate problem;
    Widths widths;
    const auto answer = solve(problem, std::vector{0.0}, Options(), widths);
    EXPECT_EQ(widths.seen.front(), 1);
    EXPECT_EQ(widths.seen.back(), answer.state.dual.memory.width);
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_LT(answer.state.dual.memory.width, 0.1);
    EXPECT_LE(strict_at(answer.theta()[0]), 1e-9);
    EXPECT_GE(strict_at(answer.theta()[0]), -0.02) << "a bound of 0.3 is met to within a twentieth of 1";
    std::vector<double> smooth(2);
    problem.risks(std::vector{answer.theta()[0]}, smooth);
    EXPECT_NEAR(smooth[1], strict_at(answer.theta()[0]), 0.02) << "the surrogate tells the truth in the end";
}

/// Two sides of a gap between two groups whose scores are spread differently: where the strict gap is closed, that of
/// the wide surrogates is far from closed.
struct Gap {
    double width = 1;
    std::vector<double> wide, close;
    Gap() {
        Random random(7);
        for (int n = 0; n < 300; ++n) wide.push_back(3 * random.normal());
        for (int n = 0; n < 300; ++n) close.push_back(0.3 * random.normal());
    }
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 2; }
    std::vector<double> constraint_scales() const { return {0.02, 0.02}; }
    void set_width(double w) { width = w; }
    std::pair<double, double> rate(const std::vector<double>& scores, double shift) const {
        double mean = 0, slope = 0;
        for (const double z : scores) {
            const double p = 1 / (1 + std::exp(-(z + shift) / width));
            mean += p / 300;
            slope += p * (1 - p) / width / 300;
        }
        return {mean, slope};
    }
    auto risks(std::span<const double> x, std::span<double> l) const {
        const auto [a, da] = rate(wide, x[0]);
        const auto [b, db] = rate(close, x[1]);
        l[0] = (x[0] - 1) * (x[0] - 1) + (x[1] + 1) * (x[1] + 1);
        l[1] = a - b - 0.02;
        l[2] = b - a - 0.02;
        return Linearisation{[u = x[0], v = x[1], da = da, db = db](auto w, auto g) {
            g[0] = w[0] * 2 * (u - 1) + (w[1] - w[2]) * da;
            g[1] = w[0] * 2 * (v + 1) - (w[1] - w[2]) * db;
        }};
    }
    void strict_risks(std::span<const double> x, std::span<double> l) const {
        const auto share = [](const std::vector<double>& scores, double shift) {
            return static_cast<double>(std::ranges::count_if(scores, [&](double z) { return z + shift > 0; })) / 300;
        };
        const double gap = share(wide, x[0]) - share(close, x[1]);
        l[0] = (x[0] - 1) * (x[0] - 1) + (x[1] + 1) * (x[1] + 1);
        l[1] = gap - 0.02;
        l[2] = -gap - 0.02;
    }
};

TEST(StrictRisks, OfBothSidesOfAGapAreMet) {
    const auto answer = solve(Gap{}, std::vector{0.0, 0.0});
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_LE(answer.risks[1], 1e-9);
    EXPECT_LE(answer.risks[2], 1e-9);
    EXPECT_LT(answer.risks[0], 2.5) << "always yes, or always no, costs much more";
    EXPECT_LT(answer.lambda[0] + answer.lambda[1], 100) << "a price";
}

/// One row is a sixth of the bound: a rate has no tolerance, however large that of its surrogate is.
TEST(StrictRisks, OfRatesHaveNoTolerance) {
    for (const double tolerance : {0.2, 0.3, 0.4, 0.5}) {
        Options options;
        options.tolerance.violation = tolerance;
        const auto answer = solve(Gap{}, std::vector{0.0, 0.0}, options);
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_LE(std::max(answer.risks[1], answer.risks[2]), 1e-9);
    }
}

/// The first penalty of a rate with this bound, in a search with an objective of 1.
double first_penalty(double bound) {
    struct AtRest final : Primal {
        std::size_t num_constraints() const override { return 1; }
        InnerStatus minimise(const Lagrangian&, double, Monitor&) override { return InnerStatus::reached; }
        void risks(std::span<double>) override {}
        Slopes slopes(std::span<const double>) override { return {}; }
        void gradient_sizes(std::span<double>) override {}
    } primal;
    const std::vector units = {bound};
    DualState state;
    Options options;
    options.scaling = Scaling::natural;
    options.penalty.initial = 0.01;
    options.dual.rule = DualRule::multipliers;
    state.memory.scales = solver::natural_scales(1, units);
    solver::Constraints constraints{{Relation::at_most_zero}, {"rate"}, units, {true}};
    solver::DualSteps steps(state, options, constraints);
    return solver::first_alpha({primal, state, options, constraints, steps}).front();
}

/// A tighter bound has a stiffer penalty, but not without limit: a bound of 0, which has the unit of one of 0.01, is
/// the end of the scale.
TEST(StrictRisks, OfRatesHavePenaltiesThatRiseSmoothlyAsBoundsFall) {
    double before = first_penalty(1);
    for (double bound = 1; bound > 1e-4; bound *= 0.99) {
        const double alpha = first_penalty(bound);
        EXPECT_GE(alpha, before) << bound;
        EXPECT_LE(alpha, 1.03 * before) << bound;  // 0.99^-2 = 1.02
        before = alpha;
    }
    EXPECT_DOUBLE_EQ(before, first_penalty(0.01));
    EXPECT_LT(before, 50) << "a stiff one would be 100";
}

/// Wide surrogates leave a gap of many times its bound. A penalty meant for one unit would throw theta far away when
/// narrow ones reveal it.
TEST(StrictRisks, ThatNarrowSurrogatesFindFarOffHaveSoftPenaltiesAtFirst) {
    const auto answer = solve(Gap{}, std::vector{0.0, 0.0});
    ASSERT_EQ(answer.status, Status::converged) << answer.message;
    const auto& trace = answer.trace();
    const auto softest = std::ranges::min(trace, {}, [](const TraceRecord& at) { return at.alpha[0] + at.alpha[1]; });
    EXPECT_LT(softest.alpha[0] + softest.alpha[1], 0.75 * (trace[0].alpha[0] + trace[0].alpha[1]));
}

/// If minima are expensive: a bound that starts out inactive would be doubled until it is far too tight.
TEST(SurrogateLevels, OfASlackSurrogateBeginWhereItIs) {
    const solver::Constraints one{{Relation::at_most_zero}, {"one"}, {1.0}, {false}};
    solver::At at(1);
    at.smooth = {0, -8};
    at.risks = {0, 1};
    for (const bool careful : {false, true}) {
        std::vector<detail::SurrogateLevel> levels(1);
        const std::vector<solver::ShiftLimits> limits = {
            {.gain = 0, .max_moves_met = 4, .max_moves_violated = 12, .careful = careful}};
        EXPECT_TRUE(solver::move_levels(levels, at, one, std::vector{0.0}, 1e-3, limits));
        EXPECT_DOUBLE_EQ(levels[0].shift, careful ? -9 : -1);
    }
}

/// A gap of at most 1 in either direction, 3 in one of them: if only its bound moved, by twice the violation, both
/// sides could not hold.
TEST(SurrogateLevels, OfTwoSidesLeaveEachOtherRoom) {
    const solver::Constraints two{
        {Relation::at_most_zero, Relation::at_most_zero}, {"over", "under"}, {1.0, 1.0}, {false, false}};
    solver::At at(2);
    at.smooth = {0, 0, -2};
    at.risks = {0, 2, -4};
    for (const bool careful : {false, true}) {
        std::vector<detail::SurrogateLevel> levels(2);
        levels[0].moves = 1;  // which achieved little
        levels[0].last = 2;
        const std::vector<solver::ShiftLimits> limits(
            2, {.gain = 0, .max_moves_met = 4, .max_moves_violated = 12, .careful = careful});
        EXPECT_TRUE(solver::move_levels(levels, at, two, std::vector{0.1, 0.0}, 1e-3, limits));
        EXPECT_GT(levels[0].shift + levels[1].shift, at.smooth[1] + at.smooth[2]);
        EXPECT_EQ(levels[0].shift, careful ? -2 : -4);
    }
}

struct NotStrictAtAll : StrictRate {
    bool has_strict_risks() const { return false; }
};

TEST(StrictRisks, AreNotAskedForWhereTheProblemSaysItHasNone) {
    const auto answer = solve(NotStrictAtAll{}, std::vector{0.0});
    EXPECT_EQ(answer.counts.strict_risks, 0);
    EXPECT_NEAR(answer.theta()[0], solve(Rate{}, std::vector{0.0}).theta()[0], 0);
}

TEST(StrictRisks, WorkInTheStochasticRegime) {
    Options options;
    options.regime = Regime::stochastic;
    options.stochastic.rate = 0.01;
    options.stochastic.rate_schedule = RateSchedule::cosine;
    options.stochastic.max_epochs = 3000;
    options.penalty.initial = 1;
    const auto answer = solve(StrictRate{}, std::vector{0.0}, options);
    ASSERT_TRUE(answer.best());
    EXPECT_LE(answer.best()->risks[1], 1e-9);
    EXPECT_GE(answer.best()->risks[1], -0.05);
}

/// minimise (x - 2)^2 with the surrogate x - 1 for a strict risk a (x - 1) + b.
struct Shifted : tests::Wall<> {
    double a;
    double b;
    Shifted(double slope, double offset) : a(slope), b(offset) {}
    void strict_risks(std::span<const double> x, std::span<double> l) const { l[1] = a * (x[0] - 1) + b; }
};

TEST(StrictRisks, AreMetHoweverFastTheyMove) {
    for (const auto& [a, b] : {std::pair(0.1, 0.1), {0.1, -0.05}, {1.0, 0.3}, {20.0, 1.0}, {20.0, -1.0}}) {
        const auto answer = solve(Shifted(a, b), std::vector{0.0});
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_LE(answer.risks[1], 1e-7) << a;
        EXPECT_NEAR(answer.theta()[0], 1 - b / a, 2e-4) << a;  // the bracket closes to 1e-4
    }
}

/// The strict risk lies 0.05 above its surrogate. That is within its tolerance, but not if it is a rate.
TEST(StrictRisks, HaveNoToleranceOnlyIfTheyAreRates) {
    struct Continuous : Shifted {
        Continuous() : Shifted(1, 0.05) {}
    };
    struct Jumping : Continuous {
        bool is_rate(std::size_t) const { return true; }
    };
    Options options;
    options.tolerance.violation = 0.1;
    const auto continuous = solve(Continuous{}, std::vector{0.0}, options);
    const auto jumping = solve(Jumping{}, std::vector{0.0}, options);
    EXPECT_EQ(continuous.status, Status::converged) << continuous.message;
    EXPECT_EQ(jumping.status, Status::converged) << jumping.message;
    EXPECT_GT(continuous.risks[1], 0.01);
    EXPECT_LE(jumping.risks[1], 1e-8);
}

TEST(StrictRisks, OfAnEqualityAreItsOwn) {
    struct Equal : Shifted {
        Equal() : Shifted(3, 0.1) {}
        Relation relation(std::size_t) const { return Relation::equal_zero; }
    };
    const auto answer = solve(Equal{}, std::vector{0.0});
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.theta()[0], 1, 1e-7);
}

TEST(StrictRisks, ThatAreNotFiniteEndTheSolve) {
    struct Bad : tests::Wall<> {
        void strict_risks(std::span<const double> x, std::span<double> l) const {
            l[1] = x[0] > 0.5 ? std::nan("") : x[0] - 1;
        }
    };
    EXPECT_EQ(solve(Bad{}, std::vector{0.0}).status, Status::not_finite);
}

TEST(StrictRisks, ThatCannotBeMetAreInfeasible) {
    struct Never {
        std::size_t num_variables() const { return 1; }
        std::size_t num_constraints() const { return 1; }
        auto risks(std::span<const double> x, std::span<double> l) const {
            l[0] = (x[0] - 2) * (x[0] - 2);
            l[1] = x[0] * x[0] - 0.25;
            return Linearisation{[v = x[0]](auto w, auto g) { g[0] = w[0] * 2 * (v - 2) + w[1] * 2 * v; }};
        }
        void strict_risks(std::span<const double> x, std::span<double> l) const { l[1] = x[0] * x[0] + 0.25; }
    };
    const auto answer = solve(Never{}, std::vector{1.0});
    EXPECT_EQ(answer.status, Status::infeasible) << answer.message;
    EXPECT_TRUE(answer.infeasibility.has_value());
}

}  // namespace
}  // namespace alcole
