#include "hock_schittkowski.hpp"
#include "small_problems.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::Wall;

/// Undefined outside its box; records it if it is evaluated there.
struct Fenced {
    mutable bool left = false;
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 1; }
    Box<double> box() const { return {.lower = {0.5, -1}, .upper = {2, 0.7}}; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        if (x[0] < 0.5 || x[0] > 2 || x[1] < -1 || x[1] > 0.7) left = true;
        l[0] = -std::log(x[0]) + x[1] * x[1] - 3 * x[1];
        l[1] = x[0] + x[1] - 1.5;
        return Linearisation{[x0 = x[0], x1 = x[1]](auto w, auto g) {
            g[0] = -w[0] / x0 + w[1];
            g[1] = w[0] * (2 * x1 - 3) + w[1];
        }};
    }
};

TEST(Box, IsNeverLeft) {
    for (const double start : {-7.0, 0.5, 1.0, 2.0, 99.0}) {
        const Fenced fenced;
        const auto answer = solve(fenced, std::vector{start, start});
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_FALSE(fenced.left);
        // x2 is at its bound, the constraint leaves 0.8 for x1, and 1 / x1 is the price.
        EXPECT_NEAR(answer.theta()[0], 0.8, 1e-7);
        EXPECT_EQ(answer.theta()[1], 0.7);
        EXPECT_NEAR(answer.lambda[0], 1.25, 1e-5);
    }
}

TEST(Limits, OfDualStepsMakeNoClaimOfInfeasibility) {
    for (const auto& known : problems::hock_schittkowski()) {
        if (known.name != "HS74" && known.name != "HS75") continue;
        auto problem = known.make();
        const auto whole = solve(problem, known.start);
        for (const std::int64_t limit : {1, 2, 3, 4, 5}) {
            Options options;
            options.max_outer = limit;
            const auto part = solve(problem, known.start, options);
            EXPECT_EQ(part.status, Status::iteration_limit) << known.name << " after " << limit;
            EXPECT_TRUE(tests::same_bits(whole, solve(problem, part.state))) << known.name << " after " << limit;
        }
    }
}

/// A wall in units of 1e-9.
struct TinyWall : Wall<> {
    TinyWall() : Wall<>{1e-9} {}
    std::vector<double> constraint_scales() const { return {1e-9}; }
};

TEST(Natural, ScalesMayBeTiny) {
    const auto answer = solve(TinyWall{}, std::vector{0.0});
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.theta()[0], 1, 1e-6);
    EXPECT_NEAR(answer.lambda[0], 2e9, 1e4);
}

TEST(Stop, IsSeenAlsoWhenThetaCannotMove) {
    struct Fixed : Wall<> {
        Box<double> box() const { return {.lower = {0.5}, .upper = {0.5}}; }
    };
    Options options;
    options.penalty.schedule = PenaltySchedule::constant;
    StopFlag stop;
    stop.request();
    const auto answer = solve(Fixed{}, std::vector{0.5}, options, stop);
    EXPECT_EQ(answer.status, Status::interrupted);
    EXPECT_TRUE(answer.trace().empty());
}

TEST(Unconstrained, MethodTakesNoNoticeOfOldMultipliers) {
    const auto first = solve(Wall<>{}, std::vector{0.0});
    Options options;
    options.method = Method::unconstrained;
    const auto answer = solve(Wall<>{}, warm_start(first.state), options);
    EXPECT_EQ(answer.status, Status::converged);
    EXPECT_EQ(answer.lambda[0], 0);
}

TEST(Float, ThetaMayBeHuge) {
    struct Far {
        std::size_t num_variables() const { return 1; }
        std::size_t num_constraints() const { return 0; }
        auto risks(std::span<const float> x, std::span<double> l) const {
            const double v = static_cast<double>(x[0]) / 1e20 - 1;
            l[0] = v * v;
            return Linearisation{[v](auto w, std::span<float> g) { g[0] = static_cast<float>(2 * w[0] * v / 1e20); }};
        }
    };
    const auto answer = solve(Far{}, std::vector{5e19F});
    EXPECT_TRUE(std::isfinite(answer.theta()[0]));
    EXPECT_NE(answer.status, Status::not_finite);
}

/// Two constraints of very different size.
struct Unequal {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 2; }
    std::vector<std::string> constraint_names() const { return {"small", "large"}; }
    std::vector<double> constraint_scales() const { return {1e-3, 1000}; }
    auto risks(std::span<const double>, std::span<double> l) const {
        l[0] = 0;
        l[1] = 0.01;
        l[2] = 50;
        return Linearisation{[](auto, auto g) { g[0] = 0; }};
    }
};

TEST(Sentence, GivesTheViolationOfTheConstraintItNames) {
    Options options;
    options.max_outer = 1;
    options.diagnose = false;
    const auto answer = solve(Unequal{}, std::vector{0.0}, options);
    EXPECT_NE(answer.message.find("'small' is violated by 0.01"), std::string::npos) << answer.message;
}

/// Evaluates the problem from inside a hook.
struct Curious {
    AnyProblem<double>* problem;
    void on_dual_step(const TraceRecord&) const {
        std::vector<double> l(problem->num_constraints() + 1);
        problem->risks(std::vector<double>(problem->num_variables(), 0.7), l);
    }
};

TEST(Hooks, MayEvaluateTheProblem) {
    AnyProblem<double> problem(tests::Projection{{3}, {{1}, {-1}}, {0, -1}});
    EXPECT_EQ(solve(problem, std::vector{5.0}, Options(), Curious{&problem}).status, Status::infeasible);
}

TEST(Float, ThetaGivesTheSameAnswerToItsPrecision) {
    const auto answer = solve(Wall<float>{}, std::vector{0.0F});
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.theta()[0], 1, 1e-4);
    EXPECT_NEAR(answer.lambda[0], 2, 1e-3);
    EXPECT_EQ(answer.options_used.tolerance.stationarity, 1e-4);
    EXPECT_EQ(answer.options_given.tolerance.stationarity, 0);
}

TEST(Best, FeasiblePointIsKeptBesideTheLast) {
    Options options;
    options.method = Method::lagrangian;  // jumps between the two ends for ever
    options.scaling = Scaling::none;
    options.dual.step = 1;
    options.max_outer = 30;
    const auto answer = solve(tests::Concave{}, std::vector{0.2}, options);
    ASSERT_TRUE(answer.best().has_value());
    EXPECT_LE(answer.best()->risks[1], 0);
    EXPECT_GT(answer.violation, 0.4);
    EXPECT_EQ(answer.status, Status::iteration_limit);
}

TEST(Limits, AreStatuses) {
    Options options;
    options.max_outer = 1;
    EXPECT_EQ(solve(Wall<>{}, std::vector{0.0}, options).status, Status::iteration_limit);
    options = {};
    options.max_seconds = 1e-9;
    const auto answer = solve(Wall<>{}, std::vector{0.0}, options);
    EXPECT_EQ(answer.status, Status::time_limit);
    EXPECT_NE(answer.message.find("time limit of 1e-09 seconds"), std::string::npos) << answer.message;
}

TEST(Ceiling, OfAMultiplierIsReportedWhenItBinds) {
    Options options;
    options.scaling = Scaling::none;
    options.dual.ceiling = 1.5;  // the wall's price is 2
    options.penalty.schedule = PenaltySchedule::constant;
    options.max_outer = 20;
    const auto answer = solve(Wall<>{}, std::vector{0.0}, options);
    EXPECT_EQ(answer.at_ceiling, std::vector<std::size_t>{0});
    EXPECT_EQ(answer.lambda[0], 1.5);
    EXPECT_TRUE(solve(Wall<>{}, std::vector{0.0}).at_ceiling.empty());
}

TEST(Order, MultipliersMoveWithTheAlphaThetaWasFoundWith) {
    Options options;
    options.scaling = Scaling::none;
    options.penalty.schedule = PenaltySchedule::periodic;
    options.penalty.initial = 0.5;
    options.penalty.interval = 1;
    options.penalty.factor = 3;
    const auto answer = solve(Wall<>{}, std::vector{0.0}, options);
    double lambda = 0;
    double alpha = 0.5;
    for (const auto& record : answer.trace()) {
        EXPECT_DOUBLE_EQ(record.alpha[0], alpha);
        lambda = std::max(0.0, lambda + 2 * alpha * record.risks[1]);
        EXPECT_DOUBLE_EQ(record.lambda[0], lambda);
        alpha *= 3;
    }
    EXPECT_GT(answer.trace().size(), 3U);
}

/// With a constant step they froze at 1.72, 1.94 and 1.98: d falls like 1 / alpha, whose sum is finite.
TEST(Gradient, ArrivesUnderAPenaltyThatGrows) {
    for (const double initial : {0.5, 1.0, 3.0}) {
        Options options;
        options.scaling = Scaling::none;
        options.dual.rule = DualRule::gradient;
        options.penalty = {.schedule = PenaltySchedule::periodic, .initial = initial, .factor = 2, .interval = 5};
        const auto answer = solve(Wall<>{}, std::vector{0.0}, options);
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_NEAR(answer.lambda[0], 2, 1e-6) << "from alpha = " << initial;
    }
}

TEST(Printed, KeepsAlphaConstantByItself) {
    Options options;
    options.dual.rule = DualRule::printed;
    EXPECT_EQ(solve(Wall<>{}, std::vector{0.0}, options).options_used.penalty.schedule, PenaltySchedule::constant);
}

TEST(Loose, BoundsTightenOverTimeAndEndAsAskedFor) {
    Options options;
    options.loose.start = 0.8;
    options.loose.steps = 8;
    const auto answer = solve(Wall<>{}, std::vector{0.0}, options);
    EXPECT_EQ(answer.status, Status::converged);
    EXPECT_NEAR(answer.theta()[0], 1, 1e-7);
    ASSERT_GT(answer.trace().size(), 8U);
    EXPECT_DOUBLE_EQ(answer.trace()[0].loose, 0.8);
    EXPECT_DOUBLE_EQ(answer.trace()[4].loose, 0.4);
    EXPECT_DOUBLE_EQ(answer.trace()[8].loose, 0);
    EXPECT_GT(answer.trace()[3].risks[1], 0.3) << "the bound is still loose there";
}

TEST(WarmStart, WithMultipliersNeedsNoDualSteps) {
    const auto first = solve(Wall<>{}, std::vector{0.0});
    const auto again = solve(Wall<>{}, warm_start(first.state));
    EXPECT_EQ(again.status, Status::converged);
    EXPECT_LT(again.trace().size(), first.trace().size());
    EXPECT_LE(again.counts.steps, 2);
}

TEST(Sizes, ThatDoNotFitAreRefusedWithASentence) {
    const auto refusal = [](State<double> state) -> std::string {
        try {
            (void)solve(Wall<>{}, std::move(state));
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(refusal({.theta = {1, 2}}), "theta has 2 entries where 1 are needed, one per variable of the problem");
    EXPECT_EQ(refusal({.theta = {std::nan("")}}), "theta[0] is not finite; start from numbers");
    EXPECT_EQ(refusal({.theta = {1}, .dual = {.lambda = {1, 2}}}),
              "lambda has 2 entries where 1 are needed, one per constraint");
    EXPECT_EQ(refusal({.theta = {1}, .dual = {.alpha = {std::nan("")}}}), "alpha has an entry that is not finite");
    EXPECT_EQ(refusal({.theta = {1}, .dual = {.alpha = {0}}}), "alpha has an entry that is not positive");
    EXPECT_EQ(refusal({.theta = {1}, .dual = {.lambda = {-1}}}),
              "lambda[0] is negative; only equalities have multipliers of either sign");
}

TEST(Natural, ScalingNeedsScales) {
    Options options;
    options.scaling = Scaling::natural;
    EXPECT_THROW((void)solve(Wall<>{}, std::vector{0.0}, options), std::invalid_argument);
}

TEST(Unconstrained, MethodConvergesAndTellsTheViolation) {
    Options options;
    options.method = Method::unconstrained;
    const auto answer = solve(Wall<>{}, std::vector{0.0}, options);
    EXPECT_EQ(answer.status, Status::converged);
    EXPECT_NEAR(answer.theta()[0], 2, 1e-7);
    EXPECT_NEAR(answer.violation, 1, 1e-7);
}

TEST(PenaltyMethod, ApproachesTheAnswerAndEstimatesThePrice) {
    Options options;
    options.method = Method::penalty;
    const auto answer = solve(Wall<>{}, std::vector{0.0}, options);
    EXPECT_NEAR(answer.theta()[0], 1, 1e-6);
    EXPECT_NEAR(answer.lambda[0], 2, 1e-4);
}

/// Near the minimum every gradient is small, and so is a tolerance relative to it.
TEST(Stationarity, IsRelativeToTheGradientThatASearchIsToldOf) {
    struct Bowl {
        std::size_t num_variables() const { return 1; }
        std::size_t num_constraints() const { return 0; }
        auto risks(std::span<const double> x, std::span<double> l) const {
            l[0] = std::cosh(x[0]);
            return Linearisation{[v = x[0]](auto w, auto g) { g[0] = w[0] * std::sinh(v); }};
        }
    };
    Options options;
    options.tolerance.stationarity = 1e-2;
    State<double> near{.theta = {1e-3}};
    EXPECT_GT(solve(Bowl{}, near, options).counts.steps, 0);
    near.dual.gradient_floor = 1;  // as at the start of an earlier search
    const auto told = solve(Bowl{}, near, options);
    EXPECT_EQ(told.status, Status::converged) << told.message;
    EXPECT_EQ(told.counts.steps, 0);
    EXPECT_EQ(told.state.dual.gradient_floor, 1);
}

}  // namespace
}  // namespace alcole
