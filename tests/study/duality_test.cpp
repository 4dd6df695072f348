#include "studies/duality.hpp"

#include <alcole/derivatives.hpp>
#include <alcole/solve.hpp>

#include "studies/duality_cases.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace alcole::studies {
namespace {

DualitySettings tiny() {
    DualitySettings settings;
    settings.dual_steps = 60;
    settings.no_network = true;
    return settings;
}

const DualityProblem& find(const Duality& study, const std::string& id) {
    return *std::ranges::find(study.problems, id, &DualityProblem::id);
}

TEST(DualityStudy, FindsTheGapsComputedByHand) {
    const auto study = run_duality(tiny(), {});
    ASSERT_TRUE(study);
    ASSERT_EQ(study->problems.size(), 4U);
    EXPECT_NEAR(find(*study, "concave").ordinary.gap, 0.25, 1e-4);
    EXPECT_NEAR(find(*study, "double_well").ordinary.gap, 1, 1e-4);
    EXPECT_NEAR(find(*study, "saddle").ordinary.gap, 0, 1e-4);
    EXPECT_NEAR(find(*study, "concave").least_alpha, 1, 1e-4);
    EXPECT_NEAR(find(*study, "double_well").least_alpha, 2, 0.05);
    for (const auto& problem : study->problems) {
        const double limit = problem.id == "two_prices" ? 0.1 : 1e-4;  // about 1 / (4 alpha), never zero
        EXPECT_NEAR(problem.augmented.gap, 0, limit) << problem.id;
        EXPECT_NEAR(problem.augmented.objective, problem.optimum, 1e-6) << problem.id;
        EXPECT_LE(problem.augmented.violation, 1e-6) << problem.id;
        EXPECT_TRUE(problem.augmented.converged) << problem.id;
        for (const auto* method : {&problem.ordinary, &problem.augmented})
            for (const auto& step : method->steps) EXPECT_LE(step.dual, problem.optimum + 1e-4) << "weak duality";
        for (const auto& point : problem.support) {
            EXPECT_LE(point.line, point.p + 1e-4) << problem.id << " at " << point.u;
            EXPECT_LE(point.parabola, point.p + 1e-6) << problem.id << " at " << point.u;
        }
    }
    EXPECT_EQ(study->attained, 3U);
    EXPECT_EQ(study->augmented_settles, 4U);
    EXPECT_EQ(study->ordinary_settles, 0U);
    EXPECT_NEAR(find(*study, "concave").ordinary_estimate, 0.25, 0.01) << "multi-start at the right multiplier";
}

/// KKT, LICQ and second-order sufficiency hold at both solutions, strong duality holds, and no dual solution exists:
/// with lambda = 2, L falls below P* by 1 / (4 (3 + alpha)) on either side.
TEST(DualityStudy, HasAProblemWithoutADualSolution) {
    const auto study = run_duality(tiny(), {});
    const DualityProblem& problem = find(*study, "two_prices");
    EXPECT_EQ(problem.attained, Decision::fails);
    EXPECT_NE(problem.stability, Decision::holds);
    ASSERT_EQ(problem.by_alpha.size(), 4U);
    for (std::size_t k = 0; k < 4; ++k) {
        const double known = 1 / (4 * (3 + problem.by_alpha[k].alpha));
        EXPECT_NEAR(problem.by_alpha[k].gap / known, 1, 0.01);
        EXPECT_GT(problem.by_alpha[k].lambda, 1);
        EXPECT_LT(problem.by_alpha[k].lambda, 3);
    }
    EXPECT_NEAR(problem.augmented.objective, 0, 1e-6) << "the augmented method arrives all the same";
    for (const auto* other : {"concave", "double_well", "saddle"})
        EXPECT_EQ(find(*study, other).attained, Decision::holds) << other;
}

TEST(DualityCases, SolveTheTwoPricesFromEitherSide) {
    for (const double side : {1.0, -1.0}) {
        DualityCase one = two_prices_case();
        EXPECT_TRUE(check_gradients(one.problem, std::vector{0.7 * side}).passed);
        const auto answer = solve(one.problem, std::vector{0.9 * side}, {});
        EXPECT_NEAR(answer.theta()[0], side, 1e-6);
        EXPECT_NEAR(answer.lambda[0], side > 0 ? 3 : 1, 1e-4);
        const auto found = examine(one.problem, answer.theta(), answer.lambda);
        EXPECT_EQ(found.kkt.verdict, Decision::holds) << to_string(found);
        EXPECT_EQ(found.licq.verdict, Decision::holds);
        EXPECT_EQ(found.second_order.verdict, Decision::holds);
    }
}

/// It does not matter where a cycle is cut off.
TEST(DualityStudy, JudgesACycleAlikeWhereverItIsCut) {
    for (std::int64_t steps = 195; steps < 205; ++steps) {
        auto settings = tiny();
        settings.dual_steps = steps;
        const auto study = run_duality(settings, {});
        for (const auto* id : {"concave", "double_well", "saddle"})
            EXPECT_EQ(find(*study, id).ordinary.convergence.verdict, Decision::fails)
                << id << " after " << steps << " steps";
    }
}

TEST(DualityStudy, IsTheSameForAnyNumberOfJobs) {
    auto settings = tiny();
    settings.no_network = false;
    settings.rows = 800;
    settings.dual_steps = 8;
    settings.starts = 2;
    const auto text = [&](std::size_t jobs) {
        auto json = nlohmann::ordered_json::parse(to_json(*run_duality(settings, Context({.threads = jobs}))));
        json["seconds"] = 0;
        return json.dump();
    };
    EXPECT_EQ(text(1), text(2));
}

TEST(DualityStudy, StopsAtOnce) {
    StopFlag stop;
    stop.request();
    EXPECT_FALSE(run_duality(tiny(), Context({.stop = &stop})));
}

TEST(DualitySettings, AreChecked) {
    DualitySettings settings;
    EXPECT_THROW(set(settings, "bound", "-1"), std::invalid_argument);
    settings.bound = -1;
    EXPECT_THROW(check(settings), std::invalid_argument);
    EXPECT_THROW(set(settings, "dualsteps", "3"), std::invalid_argument);
}

}  // namespace
}  // namespace alcole::studies
