#include "studies/learnability.hpp"

#include <alcole/random.hpp>

#include "studies/rates.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace alcole::studies {
namespace {

LearnabilitySettings tiny() {
    LearnabilitySettings settings;
    settings.rows = {200, 800, 3200};
    settings.seeds = 4;
    settings.population = 20000;
    settings.dual_steps = 40;
    return settings;
}

std::string without_clock(const Learnability& study) {
    auto json = nlohmann::ordered_json::parse(to_json(study));
    json["seconds"] = 0;
    for (auto& curve : json["curves"]) curve["seconds"] = 0;
    return json.dump();
}

TEST(FittedSlope, OfAPowerIsItsExponent) {
    std::vector<Measured> measured;
    for (const double n : {100.0, 400.0, 1600.0}) measured.push_back({n, {3 / n, 3 / n}});
    const auto slope = fitted_slope(measured);
    ASSERT_TRUE(slope);
    EXPECT_NEAR(slope->estimate, -1, 1e-12);
    EXPECT_NEAR(slope->low, -1, 1e-12);
    EXPECT_NEAR(slope->high, -1, 1e-12);
}

TEST(FittedSlope, CoversWhatItEstimates) {
    Random random(3);
    int covered = 0;
    for (int run = 0; run < 50; ++run) {
        std::vector<Measured> measured;
        for (const double n : {100.0, 200.0, 400.0, 800.0}) {
            Measured one{.rows = n};
            for (int seed = 0; seed < 30; ++seed) one.values.push_back(std::exp(0.5 * random.normal()) / std::sqrt(n));
            measured.push_back(one);
        }
        const auto slope = fitted_slope(measured);
        covered += slope && slope->low <= -0.5 && slope->high >= -0.5 ? 1 : 0;
    }
    EXPECT_GE(covered, 40);
}

TEST(FittedSlope, LeavesOutWhatHasNoLogarithm) {
    EXPECT_FALSE(fitted_slope(std::vector<Measured>{{100, {0, 0}}, {200, {1, 1}}}));
    const auto slope = fitted_slope(std::vector<Measured>{{100, {0, 0}}, {200, {1, 1}}, {400, {1, 1}}});
    ASSERT_TRUE(slope);
    EXPECT_NEAR(slope->estimate, 0, 1e-12);
}

TEST(LearnabilityStudy, FindsThatMoreRowsHelpTheAugmentedMethod) {
    const auto study = run_learnability(tiny(), {});
    ASSERT_TRUE(study);
    ASSERT_EQ(study->curves.size(), 3U);
    EXPECT_EQ(study->constraints.size(), 5U);
    EXPECT_EQ(study->optimum.agreeing, study->optimum.starts) << "every start finds P*";
    EXPECT_NEAR(study->optimum.dual_gap, 0, 1e-6);
    const auto& points = study->curves[0].points;
    EXPECT_LT(points.back().gap.estimate, 0.3 * points.front().gap.estimate);
    EXPECT_LT(study->curves[0].gap.whole->high, -0.5);
    EXPECT_GT(study->curves[1].points.back().gap.estimate, 1.2 * points.back().gap.estimate) << "the ordinary floor";
    for (const auto& point : points) {
        EXPECT_EQ(point.within_bound, 1);
        EXPECT_LT(point.gap.estimate, point.objective_bound);
    }
    EXPECT_LT(points.back().objective_bound, points.front().objective_bound);
}

TEST(LearnabilityStudy, IsTheSameForAnyNumberOfJobs) {
    const auto one = run_learnability(tiny(), Context({.threads = 1}));
    const auto three = run_learnability(tiny(), Context({.threads = 3}));
    ASSERT_TRUE(one && three);
    EXPECT_EQ(without_clock(*one), without_clock(*three));
}

TEST(LearnabilityStudy, OfANetworkWorksToo) {
    auto settings = tiny();
    settings.rows = {300, 1200};
    settings.seeds = 2;
    settings.hidden = {2};
    const auto study = run_learnability(settings);
    ASSERT_TRUE(study);
    EXPECT_EQ(study->optimum.radii.size(), 2U);
    for (const auto& claim : study->claims)
        EXPECT_EQ(claim.verdict, ClaimStatus::undecided) << "two seeds decide nothing";
}

TEST(LearnabilityStudy, StopsAtOnce) {
    StopFlag stop;
    const Context context({.threads = 1, .stop = &stop, .on_progress = [&](const Progress&) { stop.request(); }});
    EXPECT_FALSE(run_learnability(tiny(), context));
}

TEST(LearnabilitySettings, AreChecked) {
    LearnabilitySettings settings;
    EXPECT_THROW(set(settings, "rows", "1000,250"), std::invalid_argument);
    settings.rows = {1000, 250};
    EXPECT_THROW(check(settings), std::invalid_argument);
    EXPECT_THROW(set(settings, "row", "3"), std::invalid_argument);
    EXPECT_THROW(set(settings, "delta", "x"), std::invalid_argument);
    set(settings, "rows", "250,1000");
    EXPECT_EQ(get(settings, "rows"), "250,1000");
    EXPECT_NO_THROW(check(settings));
}

}  // namespace
}  // namespace alcole::studies
