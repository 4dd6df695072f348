#include "certify/reach.hpp"

#include "certify/bounds.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace alcole::certify {
namespace {

using Measure = tabular::Term::Measure;

tabular::RiskDefinition gap(double bound) {
    return {.name = "gap",
            .bound = bound,
            .terms = {{.measure = Measure::predicted, .coefficient = 1},
                      {.measure = Measure::predicted, .coefficient = -1}}};
}

tabular::RiskDefinition accuracy(double bound) {
    return {.name = "right", .bound = bound, .at_least = true, .terms = {{.measure = Measure::correct}}};
}

/// By hand: the lower Clopper-Pearson bound of what is needed is the bound asked for.
TEST(Reach, OfARateIsWhereItsConfidenceBoundMeetsTheBoundAskedFor) {
    const CertificatePlan plan{.rows = 1000, .delta = 0.05, .family = Family::clopper_pearson};
    const std::vector<std::size_t> groups = {1000};
    const Reach reach = reach_of(accuracy(0.64), groups, plan, 0.025);
    ASSERT_TRUE(reach.needed);
    std::vector<double> values(1000);
    std::fill_n(values.begin(), static_cast<std::size_t>(*reach.needed * 1000 + 0.5), 1.0);
    EXPECT_NEAR(*lower_bound(Family::clopper_pearson, {.values = values}, {}, 0.025), 0.64, 2e-3);
    EXPECT_EQ(reach.rows, 1000U);
    ASSERT_TRUE(reach.enough);
    EXPECT_LT(*reach.enough, 100) << "0.82 is far from 0.64";
}

TEST(Reach, SaysWhenNoModelCanBeCertified) {
    const CertificatePlan plan{.rows = 60, .delta = 0.05};
    const std::vector<std::size_t> groups = {30, 30};
    const Reach few = reach_of(gap(0.1), groups, plan, 0.0125);
    EXPECT_FALSE(few.needed) << *few.needed;
    ASSERT_TRUE(few.enough);
    EXPECT_GT(*few.enough, 1000);
    // With as many rows as stated, a gap of half the bound can be certified; with a tenth fewer it cannot.
    const auto at = [&](double rows) {
        const auto group = static_cast<std::size_t>(rows / 2);
        const std::vector<std::size_t> many = {group, group};
        return reach_of(gap(0.1), many, {.rows = 2 * group, .delta = 0.05}, 0.0125).needed.value_or(0);
    };
    EXPECT_GE(at(1.1 * *few.enough), 0.05 - 2e-3);
    EXPECT_LT(at(0.8 * *few.enough), 0.05 + 2e-3);
}

TEST(Reach, GrowsWithTheRows) {
    double before = -1;
    for (const std::size_t rows : {2000U, 8000U, 32000U}) {
        const std::vector<std::size_t> groups = {rows, rows};
        const auto reach = reach_of(gap(0.1), groups, {.rows = 2 * rows, .delta = 0.05}, 0.0125);
        ASSERT_TRUE(reach.needed) << rows;
        EXPECT_GT(*reach.needed, before);
        EXPECT_LT(*reach.needed, 0.1);
        before = *reach.needed;
    }
}

TEST(Reach, OfADivergenceCannotBeToldFromSizes) {
    const std::vector<std::size_t> groups = {1000};
    const Reach reach =
        reach_of({.bound = 1e-3, .terms = {{.measure = Measure::divergence}}}, groups, {.rows = 1000}, 0.01);
    EXPECT_FALSE(reach.needed);
    ASSERT_TRUE(reach.unknown);
    EXPECT_EQ(reach.unknown->cause, NoBound::Cause::depends_on_model);
}

}  // namespace
}  // namespace alcole::certify
