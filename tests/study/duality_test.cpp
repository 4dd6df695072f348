#include "studies/duality.hpp"

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
    ASSERT_EQ(study->problems.size(), 3U);
    EXPECT_NEAR(find(*study, "concave").ordinary.gap, 0.25, 1e-4);
    EXPECT_NEAR(find(*study, "double_well").ordinary.gap, 1, 1e-4);
    EXPECT_NEAR(find(*study, "saddle").ordinary.gap, 0, 1e-4);
    EXPECT_NEAR(find(*study, "concave").least_alpha, 1, 1e-4);
    EXPECT_NEAR(find(*study, "double_well").least_alpha, 2, 0.05);
    for (const auto& problem : study->problems) {
        EXPECT_NEAR(problem.augmented.gap, 0, 1e-4) << problem.id;
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
    EXPECT_TRUE(study->augmented_closes_all);
    EXPECT_EQ(study->augmented_settles, 3U);
    EXPECT_EQ(study->ordinary_settles, 0U);
    EXPECT_NEAR(find(*study, "concave").ordinary_estimate, 0.25, 0.01) << "multi-start at the right multiplier";
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
