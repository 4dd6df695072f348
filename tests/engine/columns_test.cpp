#include <alcole/random.hpp>

#include "engine/plan/part.hpp"
#include "engine/plan/plan.hpp"
#include "engine/risk/risk_sums.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace alcole::engine {
namespace {

constexpr std::uint32_t points_per_tile = 100;
constexpr std::uint32_t num_tiles = 4;
constexpr std::size_t num_risks = 5;

/// Risk 0: the loss; 1: the loss of few points; 2: a gap of rates, with some points on both sides and of both classes;
/// 3: a rate of few points, and none in the first tile; 4: a mean probability.
Plan random_plan() {
    Random random(7);
    const auto rare = [&] { return random.uniform() < 0.02; };
    Plan plan;
    plan.constants.assign(num_risks, 0.0);
    for (std::uint32_t t = 0; t < num_tiles; ++t) {
        Plan::Tile tile;
        const auto size = [](const auto& entries) { return static_cast<std::uint32_t>(entries.size()); };
        tile.bases.begin = tile.points.begin = size(plan.bases);
        tile.losses.begin = size(plan.losses);
        tile.rates.begin = size(plan.rates);
        for (std::uint32_t i = 0; i < points_per_tile; ++i) {
            const std::uint32_t point = size(plan.bases);
            plan.bases.push_back(point);
            plan.point_base.push_back(point);
            plan.point_variant.push_back(0);
            for (const std::int32_t label : {0, 1}) {
                const double weight = random.uniform();
                if (random.uniform() < 0.6) plan.losses.push_back({point, 0, label, weight, 0});
                if (random.uniform() < 0.2) plan.losses.push_back({point, 0, label, -0.5 * weight, 0});
                if (rare()) plan.losses.push_back({point, 1, label, weight, 0});
                if (random.uniform() < 0.5) plan.rates.push_back({point, 2, label, false, weight - 0.5});
                if (random.uniform() < 0.5) plan.rates.push_back({point, 2, label, false, -weight});
                if (t > 0 && rare()) plan.rates.push_back({point, 3, label, false, -weight});
                if (random.uniform() < 0.5) plan.rates.push_back({point, 4, label, true, weight});
            }
        }
        tile.bases.end = tile.points.end = size(plan.bases);
        tile.losses.end = size(plan.losses);
        tile.rates.end = size(plan.rates);
        plan.tiles.push_back(tile);
        plan.groups.push_back({t, t + 1});
    }
    return plan;
}

std::vector<double> random_scores(std::size_t count) {
    Random random(11);
    std::vector<double> scores(count);
    for (double& score : scores) score = 3 * random.normal();
    return scores;
}

/// Everything that RiskSums computes from a plan.
struct Found {
    std::vector<double> risks = std::vector<double>(num_risks);
    std::vector<double> strict = risks;
    std::vector<double> in_doubt = risks;
    std::vector<double> gradient{};
    std::vector<double> curvature{};
    std::vector<double> push{};
    std::vector<double> bound{};
    std::vector<double> alone{};
};

Found found_in(const Plan& plan, const std::vector<double>& scores, double width) {
    ThreadPool pool(1);
    RiskSums sums(tabular::Task::binary, 1, pool);
    sums.set_width(width);
    std::ranges::copy(scores, sums.start(plan).begin());
    Found found;
    sums.risks(found.risks, found.strict);
    std::vector<double> strict(num_risks);
    sums.strict_risks(strict);
    EXPECT_EQ(strict, found.strict);
    sums.strict_risks(found.in_doubt, 0.5);
    const std::vector<double> w = {1, 0.5, -2, 3, 0};
    const auto copy = [](std::span<const double> of) { return std::vector<double>(of.begin(), of.end()); };
    found.gradient = copy(sums.gradient(w));
    found.curvature = copy(sums.curvature(w, std::vector<double>(plan.num_points(), 2.0)));
    const auto blocks = sums.curvature(w).points;
    for (std::size_t i = 0; i < plan.num_points(); ++i) EXPECT_NEAR(2 * blocks[i], found.curvature[i], 1e-12);
    const auto push = sums.push(w, 0.1, std::vector<std::size_t>{0, 2, 4});
    found.push = copy(push.gradient);
    found.bound = copy(push.bound);
    for (const auto each : push.alone) found.alone.insert(found.alone.end(), each.begin(), each.end());
    return found;
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-12) << i;
}

TEST(Columns, HoldWhatConcernsManyPoints) {
    Plan plan = random_plan();
    const auto is_few = [](const auto& entry) { return entry.risk == 1 || entry.risk == 3; };
    const auto few_losses = std::ranges::count_if(plan.losses, is_few);
    const auto few_rates = std::ranges::count_if(plan.rates, is_few);
    plan.order(true);
    EXPECT_TRUE(plan.has_steps());
    ASSERT_EQ(plan.columns.size(), 3 * num_tiles);
    EXPECT_EQ(plan.weights.size(), 4 * plan.num_points());
    EXPECT_EQ(plan.weights.capacity(), plan.weights.size());
    EXPECT_EQ(std::ssize(plan.losses), few_losses);
    EXPECT_EQ(std::ssize(plan.rates), few_rates);
    Plan several = random_plan();
    several.order(false);
    EXPECT_TRUE(several.columns.empty());
}

/// What counts in doubt and the bound may be smaller: weights of both signs at one point count together.
TEST(Columns, GiveTheSumsOfTheirEntries) {
    Plan listed = random_plan();
    Plan plan = listed;
    listed.order(false);
    plan.order(true);
    const auto scores = random_scores(plan.num_points());
    for (const double width : {1.0, 0.25}) {
        const Found wanted = found_in(listed, scores, width);
        const Found found = found_in(plan, scores, width);
        expect_near(found.risks, wanted.risks);
        expect_near(found.strict, wanted.strict);
        expect_near(found.gradient, wanted.gradient);
        expect_near(found.curvature, wanted.curvature);
        expect_near(found.push, wanted.push);
        expect_near(found.alone, wanted.alone);
        for (std::size_t i = 0; i < num_risks; ++i) EXPECT_LE(found.in_doubt[i], wanted.in_doubt[i] + 1e-12);
        for (std::size_t i = 0; i < num_risks; ++i) EXPECT_GE(found.in_doubt[i], wanted.strict[i] - 1e-12);
        for (std::size_t i = 0; i < found.bound.size(); ++i) EXPECT_LE(found.bound[i], wanted.bound[i] + 1e-12);
    }
}

/// The ranks of a job evaluate parts of a plan.
TEST(Columns, GoWithTheirPart) {
    Plan plan = random_plan();
    plan.order(true);
    const auto scores = random_scores(plan.num_points());
    const Found whole = found_in(plan, scores, 0.25);
    std::vector<double> risks(num_risks);
    for (std::uint32_t group = 0; group < num_tiles; ++group) {
        const Plan part = part_of(plan, {group, group + 1});
        EXPECT_EQ(part.columns.size(), 3U);
        const auto first = scores.begin() + group * points_per_tile;
        const Found found = found_in(part, {first, first + points_per_tile}, 0.25);
        for (std::size_t i = 0; i < num_risks; ++i) risks[i] += found.risks[i] - part.constants[i];
        EXPECT_TRUE(std::ranges::equal(found.gradient,
                                       std::span(whole.gradient).subspan(group * points_per_tile, points_per_tile)));
    }
    for (std::size_t i = 0; i < num_risks; ++i) risks[i] += plan.constants[i];
    expect_near(risks, whole.risks);
}

/// What is listed and what is in columns depends on the tiles, and changes nothing.
TEST(Columns, ChangeNoBound) {
    Plan plan = random_plan();
    Plan one = plan;
    one.tiles = {{.bases = {0, plan.tiles.back().bases.end},
                  .points = {0, plan.tiles.back().points.end},
                  .losses = {0, plan.tiles.back().losses.end},
                  .rates = {0, plan.tiles.back().rates.end}}};
    one.groups = {{0, 1}};
    for (Plan* each : {&plan, &one}) each->order(true);
    const auto scores = random_scores(plan.num_points());
    const Found found = found_in(plan, scores, 0.25);
    const Found again = found_in(one, scores, 0.25);
    expect_near(again.bound, found.bound);
    expect_near(again.in_doubt, found.in_doubt);
    expect_near(again.push, found.push);
    expect_near(again.curvature, found.curvature);
}

}  // namespace
}  // namespace alcole::engine
