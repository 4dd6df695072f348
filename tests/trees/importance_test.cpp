#include <alcole/learning/learning.hpp>
#include <alcole/tabular/importance.hpp>
#include <alcole/tabular/trees.hpp>

#include "loans.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

const Importance::Feature& feature(const Importance& importance, const std::string& column) {
    return *std::ranges::find(importance.features, column, &Importance::Feature::column);
}

double carried(const Importance& importance, std::size_t attribute) {
    double total = 0;
    for (const auto& one : importance.features) total += one.carries[attribute];
    return total;
}

/// Four rows, two of them women. One tree asks about x and answers -1 or 1, which is right for all of them.
TEST(Importance, OfOneQuestionIsWhatItLowersTheLossBy) {
    const Table table{
        .columns = {{.name = "x", .numbers = {-1, -2, 1, 2}},
                    {.name = "z", .numbers = {1, 2, 3, 5}},
                    {.name = "sex", .type = ColumnType::category, .codes = {0, 1, 1, 1}, .levels = {"f", "m"}},
                    {.name = "y", .type = ColumnType::category, .codes = {0, 0, 1, 1}, .levels = {"no", "yes"}}},
        .num_rows = 4,
        .notes = {}};
    const Dataset data(table, SchemaOptions{.target = "y", .positive = "yes", .features = {"x", "z"}});
    const auto theta = theta_of({.base = {0},
                                 .trees = {{.output = 0,
                                            .nodes = {{.input = 0, .value = 0, .below = 1, .above = 2, .missing = 1},
                                                      {.value = -1},
                                                      {.value = 1}}}}});
    const auto importance = importance_of(data, theta, {"sex"});
    ASSERT_EQ(importance.features.size(), 2U);
    EXPECT_EQ(importance.features[0].column, "x");
    EXPECT_NEAR(importance.features[0].gain, std::log(2.0) - std::log1p(std::exp(-1.0)), 1e-9);
    EXPECT_EQ(importance.features[1].gain, 0);
    ASSERT_EQ(importance.attributes.size(), 1U);
    EXPECT_EQ(importance.attributes[0].high, "m");
    EXPECT_NEAR(importance.attributes[0].gap, 1.0 / 3 + 1, 1e-9);  // (-1 + 1 + 1) / 3 for men, -1 for the woman
    EXPECT_NEAR(importance.features[0].carries[0], importance.attributes[0].gap, 1e-12);
    EXPECT_EQ(importance.features[1].carries[0], 0);
}

/// A number in bins is several 0/1 inputs, which come after all numbers. Input 0 is therefore x, not age, and inputs 1
/// to 4 are the bins.
TEST(Importance, OfABinBelongsToItsColumn) {
    const Table table{
        .columns = {{.name = "age", .numbers = {1, 2, 3, 4}},
                    {.name = "x", .numbers = {-1, -2, 1, 2}},
                    {.name = "y", .type = ColumnType::category, .codes = {0, 0, 1, 1}, .levels = {"no", "yes"}}},
        .num_rows = 4,
        .notes = {}};
    const Dataset data(table, SchemaOptions{.target = "y", .positive = "yes", .binned = {"age"}, .bins = 4});
    ASSERT_EQ(data.schema().features[0].num_places(), 4U);
    const auto top_of = [&](std::int32_t input, float value) {
        const auto theta =
            theta_of({.base = {0},
                      .trees = {{.output = 0,
                                 .nodes = {{.input = input, .value = value, .below = 1, .above = 2, .missing = 1},
                                           {.value = -1},
                                           {.value = 1}}}}});
        const auto importance = importance_of(data, theta, {});
        EXPECT_EQ(importance.features[1].gain, 0);
        return importance.features[0].column;
    };
    EXPECT_EQ(top_of(0, 0), "x");
    EXPECT_EQ(top_of(4, 0.5F), "age");
}

/// The parts add up to the gap between the mean scores of the model.
TEST(Importance, WhatFeaturesCarryAddsUpToTheGap) {
    const Dataset data(tests::loans(900), SchemaOptions{.target = "repaid", .positive = "yes"});
    learning::FitOptions options;
    options.shape = {.trees = Trees{.rounds = 40}};
    const auto fitted = learning::fit({.train = data}, {}, options).value();
    const auto importance = importance_of(data, fitted.model.theta, {"sex", "job"}, "", Context({.threads = 2}));
    ASSERT_EQ(importance.attributes.size(), 2U);
    std::array<double, 2> total{};
    std::array<double, 2> count{};
    const auto predictions = fitted.model.predict(data);
    const auto& sex = data.table().at("sex").codes;
    for (std::size_t row = 0; row < data.num_rows(); ++row) {
        const double p = predictions[row];
        total[static_cast<std::size_t>(sex[row])] += std::log(p / (1 - p));
        ++count[static_cast<std::size_t>(sex[row])];
    }
    EXPECT_NEAR(importance.attributes[0].gap, total[1] / count[1] - total[0] / count[0], 1e-4);
    EXPECT_EQ(importance.attributes[0].high, "m");
    EXPECT_NEAR(carried(importance, 0), importance.attributes[0].gap, 1e-9);
    EXPECT_NEAR(carried(importance, 1), importance.attributes[1].gap, 1e-9);
    // Nothing else in this table is related to sex, and income is the most informative.
    EXPECT_GT(feature(importance, "sex").carries[0], 0.7 * importance.attributes[0].gap);
    EXPECT_EQ(importance.features[0].column, "income");
    EXPECT_TRUE(std::ranges::is_sorted(importance.features, std::greater<>(), &Importance::Feature::gain));
    const auto one_thread = importance_of(data, fitted.model.theta, {"sex", "job"}, "", Context({.threads = 1}));
    for (std::size_t f = 0; f < importance.features.size(); ++f) {
        EXPECT_EQ(one_thread.features[f].gain, importance.features[f].gain);
        EXPECT_EQ(one_thread.features[f].carries, importance.features[f].carries);
    }
}

/// A constraint on sex reduces what sex carries.
TEST(Importance, OfAnAttributeFallsUnderItsConstraint) {
    learning::Rows rows{.train = {tests::loans(900), SchemaOptions{.target = "repaid", .positive = "yes"}}};
    learning::FitOptions options;
    options.shape = {.trees = Trees{.rounds = 60}};
    options.protected_columns = {"sex"};
    const auto carries = [&](const Goal& goal) {
        const auto outcome = learning::fit(rows, goal, options).value().outcome;
        return feature(outcome.importance.value(), "sex").carries.at(0);
    };
    const auto goal = learning::goal_for(rows.train, {{.bound = 1e-3, .attributes = {"sex"}}});
    EXPECT_LT(carries(goal), 0.3 * carries({}));
}

}  // namespace
}  // namespace alcole::tabular
