#include "small_problems.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::Projection;

TEST(Infeasible, IsSaidAndTheCompromiseGiven) {
    // x <= 0 and x >= 1: the least-squares violation is at x = 1/2, and half a unit on every bound would suffice.
    const Projection problem{{3}, {{1}, {-1}}, {0, -1}};
    const auto answer = solve(problem, std::vector{5.0});
    EXPECT_EQ(answer.status, Status::infeasible) << answer.message;
    ASSERT_TRUE(answer.infeasibility);
    EXPECT_NEAR(answer.infeasibility->theta[0], 0.5, 1e-6);
    EXPECT_NEAR(answer.infeasibility->relaxation, 0.5, 1e-6);
    EXPECT_EQ(answer.infeasibility->conflict, (std::vector<std::size_t>{0, 1}));
    EXPECT_TRUE(answer.infeasibility->minimal);
    EXPECT_EQ(
        answer.message,
        "infeasible: no point was found that meets 'constraint 1' and 'constraint 2' together; the least-violating "
        "point misses them by 0.5 and 0.5");
}

TEST(Infeasible, SaysWhatStoppedTheSearchForTheReason) {
    const std::string said = " while searching for the reason why no feasible point was found";
    Ending ending{.status = Status::time_limit, .reason = Ending::Reason::diagnosis_stopped};
    ending.max_seconds = 2;
    EXPECT_EQ(to_string(ending), "stopped at the time limit of 2 seconds" + said);
    ending.status = Status::interrupted;
    EXPECT_EQ(to_string(ending), "stopped" + said);
}

TEST(Infeasible, NamesOnlyTheConstraintsThatClash) {
    // Three constraints on x, of which 1 and 4 clash, two on y that do not matter, one more on x that is implied.
    const Projection problem{{0, 0}, {{1, 0}, {0, 1}, {0, -1}, {-1, 0}, {1, 0}}, {-1, 5, 5, -2, 0}};
    // x <= -1, y <= 5, -y <= 5, x >= 2, x <= 0.
    const auto answer = solve(problem, std::vector{0.0, 0.0});
    ASSERT_EQ(answer.status, Status::infeasible) << answer.message;
    ASSERT_TRUE(answer.infeasibility);
    const auto& conflict = answer.infeasibility->conflict;
    EXPECT_EQ(conflict.size(), 2U);
    EXPECT_TRUE(std::ranges::find(conflict, 3U) != conflict.end()) << "x >= 2 is in every conflict";
    EXPECT_NEAR(answer.infeasibility->relaxation, 1.5, 1e-6);
}

TEST(Infeasible, KnowsEqualities) {
    const Projection problem{{0, 0}, {{1, 1}, {1, 1}}, {1, 3}, {Relation::equal_zero, Relation::equal_zero}};
    const auto answer = solve(problem, std::vector{0.0, 0.0});
    ASSERT_EQ(answer.status, Status::infeasible) << answer.message;
    EXPECT_NEAR(answer.infeasibility->relaxation, 1, 1e-6);
    EXPECT_EQ(answer.infeasibility->conflict.size(), 2U);
}

TEST(Infeasible, CountsTheBoxToo) {
    // x <= 1 in the box, x >= 3 as a constraint: a single constraint is in conflict with the box.
    struct Boxed : Projection {
        Box<double> box() const { return {.lower = {-1}, .upper = {1}}; }
    };
    const Boxed problem{{{0}, {{-1}}, {-3}}};
    const auto answer = solve(problem, std::vector{0.0});
    ASSERT_EQ(answer.status, Status::infeasible) << answer.message;
    EXPECT_EQ(answer.infeasibility->conflict, std::vector<std::size_t>{0});
    EXPECT_NEAR(answer.infeasibility->theta[0], 1, 1e-9);
    EXPECT_NEAR(answer.infeasibility->relaxation, 2, 1e-6);
    EXPECT_NE(answer.message.find("no point was found that meets 'constraint 1';"), std::string::npos)
        << answer.message;
}

/// x^2 <= -1 as a circle of radius^2 = -1 around the origin: nonlinear, and never met.
struct Imaginary {
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 1; }
    std::vector<double> constraint_scales() const { return {2}; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = x[0];
        l[1] = x[0] * x[0] + x[1] * x[1] + 1;
        return Linearisation{[x0 = x[0], x1 = x[1]](auto w, auto g) {
            g[0] = w[0] + 2 * w[1] * x0;
            g[1] = 2 * w[1] * x1;
        }};
    }
};

TEST(Infeasible, RelaxationIsInUnitsOfTheScales) {
    const auto answer = solve(Imaginary{}, std::vector{1.0, 1.0});
    ASSERT_EQ(answer.status, Status::infeasible) << answer.message;
    EXPECT_NEAR(answer.infeasibility->relaxation, 0.5, 1e-5);  // 1 in units of 2
}

TEST(Infeasible, CanBeLeftUndiagnosed) {
    Options options;
    options.diagnose = false;
    const auto answer = solve(Projection{{3}, {{1}, {-1}}, {0, -1}}, std::vector{5.0}, options);
    EXPECT_EQ(answer.status, Status::stalled) << "nobody has tried to refute more than that";
    EXPECT_NE(answer.message.find("diagnose"), std::string::npos) << answer.message;
    EXPECT_FALSE(answer.infeasibility);
    options.diagnose = true;
    EXPECT_EQ(solve(Projection{{3}, {{1}, {-1}}, {0, -1}}, answer.state, options).status, Status::infeasible)
        << "the question can be asked later";
}

TEST(Infeasible, IsSeenInTheStochasticRegimeToo) {
    Options options;
    options.regime = Regime::stochastic;
    options.stochastic.optimiser = Optimiser::sgd;
    options.stochastic.rate = 0.002;
    options.stochastic.momentum = 0;
    options.stochastic.dual_every = 100;
    options.stochastic.max_epochs = 30000;
    const auto answer = solve(Projection{{0.5}, {{1}, {-1}}, {0, -1}}, std::vector{5.0}, options);
    ASSERT_EQ(answer.status, Status::infeasible) << answer.message;
    EXPECT_NEAR(answer.infeasibility->relaxation, 0.5, 1e-6);
}

TEST(Infeasible, DiagnosisIsCountedAndKeepsToTheTime) {
    const Projection problem{{3}, {{1}, {-1}}, {0, -1}};
    Options options;
    options.diagnose = false;
    const auto plain = solve(problem, std::vector{5.0}, options);
    options.diagnose = true;
    const auto diagnosed = solve(problem, std::vector{5.0}, options);
    EXPECT_GT(diagnosed.counts.risks, plain.counts.risks);
    EXPECT_LT(diagnosed.counts.risks, 40 * plain.counts.risks);
}

TEST(Infeasible, NamesAFewOfManyConstraints) {
    Projection problem{{3}, {{1}}, {0}};  // x <= 0, and x >= 1 forty times
    for (int k = 0; k < 40; ++k) {
        problem.rows.push_back({-1});
        problem.right.push_back(-1);
    }
    const auto answer = solve(problem, std::vector{5.0});
    ASSERT_EQ(answer.status, Status::infeasible) << answer.message;
    EXPECT_EQ(answer.infeasibility->conflict.size(), 41U);
    EXPECT_NE(answer.message.find("'constraint 5' and 36 others together;"), std::string::npos) << answer.message;
}

/// A single sentence, however many constraints there are.
TEST(Messages, StayShortWithTenThousandConstraints) {
    Projection problem{{3, 3}, {}, {}};
    const auto add = [&](double slope, double right) {
        problem.rows.push_back({slope, 0});
        problem.right.push_back(right);
    };
    for (int k = 0; k < 5000; ++k) add(1, 0);  // x <= 0
    const auto feasible = solve(problem, std::vector{5.0, 5.0});
    EXPECT_EQ(feasible.status, Status::converged) << feasible.message;
    Options once;
    once.max_outer = 1;
    const auto limited = solve(problem, std::vector{5.0, 5.0}, once);
    for (int k = 0; k < 5000; ++k) add(-1, -1);  // x >= 1
    const auto infeasible = solve(problem, std::vector{5.0, 5.0});
    EXPECT_EQ(infeasible.status, Status::infeasible) << infeasible.message;
    for (const auto* answer : {&feasible, &limited, &infeasible}) EXPECT_LT(answer->message.size(), 400U);
}

/// minimise (y - 1)^2 subject to x^2 = 1, whose violation has a maximum at x = 0.
struct TwoLines {
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 1; }
    Relation relation(std::size_t) const { return Relation::equal_zero; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = (x[1] - 1) * (x[1] - 1);
        l[1] = x[0] * x[0] - 1;
        return Linearisation{[a = x[0], b = x[1]](auto w, auto g) {
            g[0] = w[1] * 2 * a;
            g[1] = w[0] * 2 * (b - 1);
        }};
    }
};

/// minimise x^2 + 2 y^2 outside a circle of radius 2.
struct Outside {
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 1; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = x[0] * x[0] + 2 * x[1] * x[1];
        l[1] = 4 - x[0] * x[0] - x[1] * x[1];
        return Linearisation{[a = x[0], b = x[1]](auto w, auto g) {
            g[0] = (w[0] - w[1]) * 2 * a;
            g[1] = (2 * w[0] - w[1]) * 2 * b;
        }};
    }
};

TEST(Feasible, ProblemsAreSolvedFromAMaximumOfTheViolation) {
    const auto lines = solve(TwoLines{}, std::vector{0.0, 0.0});
    EXPECT_EQ(lines.status, Status::converged) << lines.message;
    EXPECT_NEAR(std::abs(lines.theta()[0]), 1, 1e-7);
    EXPECT_NEAR(lines.theta()[1], 1, 1e-7);
    const auto outside = solve(Outside{}, std::vector{0.0, 0.0});
    EXPECT_EQ(outside.status, Status::converged) << outside.message;
    EXPECT_NEAR(outside.risks[0], 4, 1e-6);
    EXPECT_EQ(solve(Outside{}, std::vector{0.0, 0.0}).theta(), outside.theta()) << "the same way every time";
}

TEST(Feasible, TightProblemsAreNotCalledInfeasible) {
    // The feasible set is the single point 1/2.
    const auto answer = solve(Projection{{3}, {{1}, {-1}}, {0.5, -0.5}}, std::vector{5.0});
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.theta()[0], 0.5, 1e-7);
    EXPECT_NEAR(answer.lambda[0] - answer.lambda[1], 5, 1e-4);
}

}  // namespace
}  // namespace alcole
