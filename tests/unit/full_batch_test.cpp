#include "solver/primal/full_batch.hpp"

#include "hock_schittkowski.hpp"
#include "small_problems.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::Wall;

/// Undefined outside its box, and says so loudly.
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
        // x2 sits at its bound, the constraint leaves 0.8 for x1, and 1 / x1 is the price.
        EXPECT_NEAR(answer.theta()[0], 0.8, 1e-7);
        EXPECT_EQ(answer.theta()[1], 0.7);
        EXPECT_NEAR(answer.lambda[0], 1.25, 1e-5);
    }
}

/// log(x) + ... is NaN for x <= 0, and there is no box to say so.
struct Cliff {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = 100 * x[0] - std::log(x[0]);  // minimum at 0.01, close to the cliff
        l[1] = 0.02 - x[0];
        return Linearisation{[v = x[0]](auto w, auto g) { g[0] = w[0] * (100 - 1 / v) - w[1]; }};
    }
};

TEST(NotFinite, InsideALineSearchMeansAStepTooLong) {
    const auto answer = solve(Cliff{}, std::vector{5.0});
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.theta()[0], 0.02, 1e-7);
    EXPECT_NEAR(answer.lambda[0], 50, 1e-3);  // 100 - 1 / 0.02
}

TEST(NotFinite, AtTheStartEndsTheSolveAndNamesTheRisk) {
    const auto answer = solve(Cliff{}, std::vector{-1.0});
    EXPECT_EQ(answer.status, Status::not_finite);
    EXPECT_NE(answer.message.find("the objective is"), std::string::npos) << answer.message;
}

TEST(NotFinite, LeavesOneMultiplierAndOnePenaltyPerConstraint) {
    const auto answer = solve(Cliff{}, std::vector{-1.0});
    EXPECT_EQ(answer.lambda, std::vector<double>{0});
    ASSERT_EQ(answer.alpha.size(), 1U);
    EXPECT_GT(answer.alpha[0], 0);
}

/// minimise x^2 + y, with a pullback or risks that are not what they should be.
struct Careless {
    enum class Writes { nothing, half, adds, no_risks } writes;
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 0; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        if (writes != Writes::no_risks) l[0] = x[0] * x[0] + x[1];
        return Linearisation{[a = x[0], how = writes](auto w, auto g) {
            if (how == Writes::half || how == Writes::no_risks) g[0] = w[0] * 2 * a;
            if (how == Writes::no_risks) g[1] = w[0];
            if (how != Writes::adds) return;
            g[0] += w[0] * 2 * a;
            g[1] += w[0];
        }};
    }
};

TEST(NotFinite, IsWhatAProblemDoesNotWrite) {
    using enum Careless::Writes;
    for (const auto writes : {nothing, half, adds, no_risks}) {
        const auto answer = solve(Careless{writes}, std::vector{1.0, 1.0});
        EXPECT_EQ(answer.status, Status::not_finite) << answer.message;
        EXPECT_FALSE(check_gradients(Careless{writes}, std::vector{1.0, 1.0}).passed);
    }
    const auto answer = solve(Careless{half}, std::vector{1.0, 1.0});
    EXPECT_EQ(answer.message,
              "not finite: entry 1 of the gradient is nan (a pullback must write every entry, and not add to it) after "
              "0 steps");
}

struct BadConstraint : Wall<> {
    std::vector<std::string> constraint_names() const { return {"recall"}; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        auto at = Wall<>::risks(x, l);
        l[1] = std::numeric_limits<double>::infinity();
        return at;
    }
};

TEST(NotFinite, NamesTheConstraint) {
    const auto answer = solve(BadConstraint{}, std::vector{0.0});
    EXPECT_EQ(answer.status, Status::not_finite);
    EXPECT_NE(answer.message.find("constraint 'recall' is inf"), std::string::npos) << answer.message;
}

struct BadGradient : Wall<> {
    auto risks(std::span<const double> x, std::span<double> l) const {
        Wall<>::risks(x, l);
        return Linearisation{[](auto, auto g) { g[0] = std::nan(""); }};
    }
};

TEST(NotFinite, NamesTheEntryOfTheGradient) {
    const auto answer = solve(BadGradient{}, std::vector{0.0});
    EXPECT_EQ(answer.status, Status::not_finite);
    EXPECT_NE(answer.message.find("entry 0 of the gradient is"), std::string::npos) << answer.message;
}

/// minimise -x^2 subject to x <= 1 and x >= -1: without a penalty there is no minimum.
struct Downhill {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 2; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = -50 * x[0] * x[0] - x[0];
        l[1] = x[0] - 1;
        l[2] = -x[0] - 1;
        return Linearisation{[v = x[0]](auto w, auto g) { g[0] = -w[0] * (100 * v + 1) + w[1] - w[2]; }};
    }
};

TEST(Unbounded, LagrangiansAreEscapedByAStifferPenalty) {
    Options options;
    options.penalty.initial = 1e-3;
    const auto answer = solve(Downhill{}, std::vector{0.1}, options);
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    // Both ends are KKT points: x = 1 with prices (101, 0), x = -1 with (0, 99).
    EXPECT_NEAR(std::abs(answer.theta()[0]), 1, 1e-7);
    EXPECT_NEAR(answer.lambda[0] + answer.lambda[1], answer.theta()[0] > 0 ? 101 : 99, 1e-3);
}

TEST(Unbounded, OrdinaryLagrangiansAreSaidToBeSo) {
    Options options;
    options.method = Method::lagrangian;
    const auto answer = solve(Downhill{}, std::vector{0.1}, options);
    EXPECT_EQ(answer.status, Status::unbounded);
    EXPECT_NE(answer.message.find("is unbounded below at these multipliers"), std::string::npos) << answer.message;
}

TEST(Unbounded, ProblemsAreSaidToBeSo) {
    struct Slide {
        std::size_t num_variables() const { return 1; }
        std::size_t num_constraints() const { return 0; }
        auto risks(std::span<const double> x, std::span<double> l) const {
            l[0] = -x[0];
            return Linearisation{[](auto w, auto g) { g[0] = -w[0]; }};
        }
    };
    EXPECT_EQ(solve(Slide{}, std::vector{0.1}).status, Status::unbounded);
}

/// maximise prod_j x_j subject to sum_j x_j = n over x >= 0: all ones. Without a stiff penalty L is unbounded below,
/// and what L-BFGS learns on the way down leads there again.
struct Product {
    std::size_t n;
    std::size_t num_variables() const { return n; }
    std::size_t num_constraints() const { return 1; }
    Relation relation(std::size_t) const { return Relation::equal_zero; }
    Box<double> box() const { return {.lower = std::vector<double>(n), .upper = {}}; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = -1;
        l[1] = -static_cast<double>(n);
        for (const double v : x) {
            l[0] *= v;
            l[1] += v;
        }
        return Linearisation{[x = std::vector(x.begin(), x.end())](auto w, auto g) {
            for (std::size_t j = 0; j < x.size(); ++j) {
                g[j] = -w[0];
                for (std::size_t k = 0; k < x.size(); ++k)
                    if (k != j) g[j] *= x[k];
                g[j] += w[1];
            }
        }};
    }
};

TEST(Unbounded, IsNotSaidOfProblemsThatAreBounded) {
    for (const std::size_t n : {3U, 5U, 6U, 8U, 12U})
        for (const double start : {0.5, 1.5, 10.0}) {
            const auto answer = solve(Product{n}, std::vector<double>(n, start));
            EXPECT_EQ(answer.status, Status::converged) << n << " from " << start << ": " << answer.message;
            EXPECT_NEAR(answer.risks[0], -1, 1e-6) << n << " from " << start;
        }
}

/// |x - 0.3| has a kink where its gradient should vanish.
template <class T = double>
struct Kink {
    int* evaluations;
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 0; }
    auto risks(std::span<const T> x, std::span<double> l) const {
        ++*evaluations;
        const double v = static_cast<double>(x[0]) - 0.3;
        l[0] = std::abs(v);
        return Linearisation{
            [v](std::span<const double> w, std::span<T> g) { g[0] = static_cast<T>(v < 0 ? -w[0] : w[0]); }};
    }
};

/// Near its minimum every gradient is small, and so is what a tolerance relative to them asks for.
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

TEST(Stalled, MinimisationsAreNotRepeatedWhenNothingHasChanged) {
    for (const auto method : {Method::augmented, Method::unconstrained}) {
        int evaluations = 0;
        Options options;
        options.method = method;
        const auto answer = solve(Kink<>{&evaluations}, std::vector{1.0}, options);
        EXPECT_EQ(answer.status, Status::stalled);
        EXPECT_NEAR(answer.theta()[0], 0.3, 1e-6);
        EXPECT_LT(evaluations, 400);
    }
}

/// However little is asked for, a gradient as long as the objective's is not small.
TEST(Stalled, IsSaidAtAKinkUnderLooseTolerancesToo) {
    int evaluations = 0;
    Options options;
    options.tolerance.stationarity = 2e-3;
    const auto answer = solve(Kink<float>{&evaluations}, std::vector{1.0F}, options);
    EXPECT_EQ(answer.status, Status::stalled) << answer.message;
    EXPECT_NEAR(static_cast<double>(answer.theta()[0]), 0.3, 1e-3);
}

/// The projection of a long vector onto the unit simplex, in sums that lose digits.
struct Simplex {
    static constexpr std::size_t n = 2000;
    double offset = 0;  // added to the objective, so that its last digits are rounding
    std::size_t num_variables() const { return n; }
    std::size_t num_constraints() const { return 1; }
    Relation relation(std::size_t) const { return Relation::equal_zero; }
    Box<double> box() const { return {.lower = std::vector<double>(n), .upper = {}}; }
    static double centre(std::size_t j) { return std::sin(static_cast<double>(j)); }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = offset;
        l[1] = -1;
        for (std::size_t j = 0; j < n; ++j) {
            l[0] += (x[j] - centre(j)) * (x[j] - centre(j));
            l[1] += x[j];
        }
        return Linearisation{[x = std::vector(x.begin(), x.end())](auto w, auto g) {
            for (std::size_t j = 0; j < n; ++j) g[j] = w[0] * 2 * (x[j] - centre(j)) + w[1];
        }};
    }
};

TEST(Stalled, RunsAnswerWithTheIterateThatCameClosest) {
    for (const double offset : {1e6, 1e8, 1e10}) {
        Options options;
        options.tolerance.stationarity = 1e-15;  // which rounding does not allow
        const auto answer = solve(Simplex{offset}, std::vector<double>(Simplex::n), options);
        double least = 1e300;
        for (const auto& record : answer.trace())
            if (record.violation <= 1e-8) least = std::min(least, record.stationarity);
        EXPECT_LT(least, 1) << "some iterate was close";
        EXPECT_LE(answer.stationarity, 1.01 * least) << answer.message;
        EXPECT_LE(answer.violation, 1e-8);
    }
}

/// minimise 10 x + 1e-4 (y - 3)^2 over x >= 0, with the wrong sign in d/dy: no step along that gradient lowers
/// anything, and beside the slope of x it is small.
struct WrongSign {
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 1; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        const double y = x[1];
        l[0] = 10 * x[0] + 1e-4 * (y - 3) * (y - 3);
        l[1] = -x[0];
        return Linearisation{[y](auto w, auto g) {
            g[0] = 10 * w[0] - w[1];
            g[1] = -2e-4 * (y - 3) * w[0];
        }};
    }
};

TEST(Stalled, IsSaidWhereSomethingElseThanRoundingHoldsTheGradientUp) {
    const auto answer = solve(WrongSign{}, std::vector{1.0, 0.0});
    EXPECT_EQ(answer.status, Status::stalled) << answer.message;
}

struct Parabola {
    double offset;
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 0; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = offset + x[0] * x[0];
        return Linearisation{[a = x[0]](auto w, auto g) { g[0] = 2 * w[0] * a; }};
    }
};

/// At x = 1e-5 there are 1e-10 to gain, which values near 1e6 do not show and values near 1 do.
TEST(Rounding, IsBlamedWhereItHidesWhatIsLeftToGain) {
    for (const double offset : {0.0, 1.0, 1e6}) {
        AnyProblem<double> problem(Parabola{offset});
        State<double> state{.theta = {1e-5}};
        solver::FullBatch<double> primal(problem, state, solver::used_inner(problem.facts(), {}));
        EXPECT_EQ(primal.rests_on_rounding({}, std::vector{1.0}), offset == 1e6) << offset;
    }
}

TEST(Stalled, MessagesNameTheResidualThatFails) {
    Options options;
    options.penalty.cap = 1e-3;  // the price is 2, and dual steps of 2e-3 times the violation do not get there
    const auto answer = solve(Wall<>{}, std::vector{0.0}, options);
    EXPECT_EQ(answer.status, Status::stalled);
    EXPECT_EQ(answer.message.find("no finite multiplier"), std::string::npos) << answer.message;
    EXPECT_NE(answer.message.find("penalty.cap"), std::string::npos) << answer.message;
    EXPECT_NE(answer.message.find("product of a multiplier and its constraint"), std::string::npos) << answer.message;
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

/// Looks at the problem from inside a hook.
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

}  // namespace
}  // namespace alcole
