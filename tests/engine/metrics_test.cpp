#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/metrics.hpp>
#include <alcole/tabular/randomised.hpp>

#include "naive.hpp"
#include "random_table.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

Table four() {
    Table table{.columns = {}, .num_rows = 4, .notes = {}};
    table.columns = {
        {.name = "x", .numbers = {1, 2, 3, 4}},
        {.name = "sex", .type = ColumnType::category, .codes = {0, 0, 1, -1}, .levels = {"f", "m"}},
        {.name = "paid", .type = ColumnType::boolean, .codes = {0, 1, 1, 0}, .levels = {"no", "yes"}},
    };
    return table;
}

Scores scores_saying(const std::vector<double>& p) {
    Scores scores{.rows = p.size(), .outputs = 1};
    for (const double v : p) scores.values.push_back(std::log(v / (1 - v)));
    return scores;
}

TEST(Metrics, OfFourRowsByHand) {
    const Schema schema = fit_schema(four(), {.target = "paid"});
    const Scores p = scores_saying({0.2, 0.4, 0.9, 0.4});  // predicted no, no, yes, no; true no, yes, yes, no
    const Metrics metrics = measure(schema, four(), p);
    EXPECT_DOUBLE_EQ(*metrics.accuracy, 0.75);
    EXPECT_DOUBLE_EQ(*metrics.auc, 3.5 / 4);  // of four pairs, three are in order and one is tied
    EXPECT_DOUBLE_EQ(*metrics.log_loss, -(std::log(0.8) + std::log(0.4) + std::log(0.9) + std::log(0.6)) / 4);
    const auto groups = measure_groups(schema, four(), p, {"sex"});
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].group, "sex = f");
    EXPECT_EQ(groups[0].rows, 2U);
    EXPECT_DOUBLE_EQ(*groups[0].recall, 0);
    EXPECT_DOUBLE_EQ(*groups[0].false_positive_rate, 0);
    EXPECT_DOUBLE_EQ(*groups[0].error_rate, 0.5);
    EXPECT_DOUBLE_EQ(*groups[1].positive_rate, 1);
    EXPECT_FALSE(groups[1].false_positive_rate.has_value());  // the only man paid
    EXPECT_DOUBLE_EQ(*metrics.balanced_accuracy, 0.75);       // both recalls: 1 of 2 who paid, 2 of 2 who did not
    EXPECT_NEAR(*metrics.brier, (0.04 + 0.36 + 0.01 + 0.16) / 4, 1e-12);
    EXPECT_NEAR(*metrics.calibration_error, std::abs(1.9 / 4 - 0.5), 1e-12) << "one bin for so few rows";
    const Metrics baseline = measure_baseline(schema, four());
    EXPECT_DOUBLE_EQ(*baseline.accuracy, 0.5);
    EXPECT_DOUBLE_EQ(*baseline.brier, 0.25);
    EXPECT_NEAR(*baseline.log_loss, std::log(2), 1e-12);
}

TEST(Metrics, OfNumbers) {
    const Schema schema = fit_schema(four(), {.target = "x"});
    Scores scores{.rows = 4, .outputs = 1};  // scores are in units of the target's sd
    for (const double v : {1, 2, 3, 6}) scores.values.push_back((v - schema.target.mean) / schema.target.sd);
    const Metrics metrics = measure(schema, four(), scores);
    EXPECT_DOUBLE_EQ(*metrics.mean_squared_error, 1);
    EXPECT_DOUBLE_EQ(*metrics.r_squared, 1 - 4.0 / 5);
    EXPECT_FALSE(metrics.accuracy.has_value());
    EXPECT_DOUBLE_EQ(*measure_baseline(schema, four()).mean_squared_error, 1.25);
    EXPECT_TRUE(metrics.reliability.empty());
}

TEST(Reliability, BinsHaveEqualRowsAndKeepEqualProbabilitiesTogether) {
    Table table{.columns = {}, .num_rows = 600, .notes = {}};
    std::vector<double> p;
    std::vector<std::int32_t> paid;
    for (std::size_t k = 0; k < table.num_rows; ++k) {
        p.push_back(k < 300 ? 0.2 : 0.5 + static_cast<double>(k) / 2000);
        paid.push_back(k % 5 == 0 ? 1 : 0);  // one in five
    }
    table.columns = {{.name = "x", .numbers = p},
                     {.name = "paid", .type = ColumnType::boolean, .codes = paid, .levels = {"no", "yes"}}};
    const Schema schema = fit_schema(table, {.target = "paid"});
    const auto bins = measure(schema, table, scores_saying(p)).reliability;
    ASSERT_GT(bins.size(), 2U);
    EXPECT_EQ(bins[0].rows, 300U) << "all that was given 0.2";
    EXPECT_NEAR(bins[0].predicted, 0.2, 1e-12);
    EXPECT_NEAR(bins[0].observed.estimate, 0.2, 1e-12);
    EXPECT_LT(bins[0].observed.low, 0.2);
    double off = 0;
    for (const auto& bin : bins)
        off += static_cast<double>(bin.rows) * std::abs(bin.predicted - bin.observed.estimate) / 600;
    EXPECT_NEAR(*measure(schema, table, scores_saying(p)).calibration_error, off, 1e-12);
    EXPECT_GT(off, 0.2) << "of the others 0.72 was said on average, and one in five came true";
}

TEST(Metrics, AgreeWithTheRisks) {
    const Table table = tests::random_table({.rows = 200, .seed = 4});
    const Schema schema = fit_schema(table, {.target = "grade", .features = {"age", "job", "race"}});
    const std::vector<Constraint> constraints = {
        {.kind = ConstraintKind::rate, .bound = 0, .rate = Rate::accuracy},
        {.kind = ConstraintKind::rate, .bound = 0, .attributes = {"race"}, .rate = Rate::recall, .positive = "high"}};
    LearningProblem<double> problem(Dataset(table, schema),
                                    Goal{.constraints = define_risks(constraints, schema, table)}, Model{});
    const auto theta = problem.start(1);
    std::vector<double> strict(5), smooth(5);
    problem.risks(theta, smooth);
    problem.strict_risks(theta, strict);
    const auto p = scores_of<double>(Dataset(table, schema), {}, theta);
    EXPECT_NEAR(*measure(schema, table, p).log_loss, smooth[0], 1e-12);
    EXPECT_NEAR(*measure(schema, table, p).accuracy, strict[1], 1e-12);
    const auto groups = measure_groups(schema, table, p, {"race"}, "high");
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(*groups[i].recall, strict[2 + i], 1e-12);
}

TEST(Groups, OfSeveralClassesHaveRatesOnlyWhereAClassIsNamed) {
    const Table table = tests::random_table({.rows = 200, .seed = 4});
    const Schema schema = fit_schema(table, {.target = "grade", .features = {"age", "job", "race"}});
    const auto theta = initial_weights({}, schema.num_inputs(), schema.num_outputs(), 1);
    const auto scores = scores_of<double>(Dataset(table, schema), {}, theta);
    double predicted = 0;
    for (const auto& positive : schema.target.classes) {
        const auto groups = measure_groups(schema, table, scores, {"race"}, positive);
        EXPECT_EQ(groups[0].of_class, positive);
        predicted += *groups[0].positive_rate;
    }
    EXPECT_NEAR(predicted, 1, 1e-12);
    const auto all = measure_groups(schema, table, scores, {"race"});
    EXPECT_EQ(all[0].of_class, "");
    EXPECT_FALSE(all[0].positive_rate || all[0].recall || all[0].false_positive_rate);
    EXPECT_TRUE(all[0].error_rate && all[0].log_loss);
}

TEST(FlipRate, IsTheShareOfPredictionsThatChange) {
    const Table table = tests::random_table({.rows = 200, .seed = 4});
    const Schema schema = fit_schema(table, {.target = "repaid", .features = {"age", "sex", "race"}});
    const std::vector<Constraint> constraints = {
        {.kind = ConstraintKind::counterfactual, .bound = 0, .attributes = {"sex"}, .rows = {"age > 0"}},
        {.kind = ConstraintKind::group_loss, .bound = 0}};
    LearningProblem<double> problem(Dataset(table, schema),
                                    Goal{.constraints = define_risks(constraints, schema, table)}, Model{});
    auto theta = problem.start(2);
    theta.back() = 0;  // the bias: many people are near the boundary
    const tests::NaiveModel naive(schema, {}, theta);
    double flips = 0;
    double rows = 0;
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        if (!(table.at("age").numbers[row] > 0)) continue;
        const std::string other = table.at("sex").text(row) == "f" ? "m" : "f";
        flips += (naive.scores(table, row)[0] > 0) !=
                         (naive.scores(table, row, {.words = {{"sex", other}}, .added = {}})[0] > 0)
                     ? 1
                     : 0;
        rows += 1;
    }
    const auto rates = problem.flip_rates(theta);
    ASSERT_GT(flips, 0);
    EXPECT_NEAR(*rates[0], flips / rows, 1e-12);
    EXPECT_FALSE(rates[1].has_value());
}

/// Two models drawn with equal probability, compared with counting.
TEST(Randomised, PredictionsAreExactExpectations) {
    const Table table = tests::random_table({.rows = 150, .missing = false, .seed = 4});
    const Schema schema = fit_schema(table, {.target = "repaid", .features = {"age", "sex", "race"}});
    std::vector<std::vector<double>> thetas;
    for (const std::uint64_t seed : {1U, 2U}) thetas.push_back(initial_weights({}, schema.num_inputs(), 1, seed));
    const std::vector<AttributeChange> changes = {{.column = "sex", .flip = true}, {.column = "race", .to = "red"}};
    const auto found = measure_randomised<double>(Dataset(table, schema), {}, thetas, changes);
    const tests::NaiveModel one(schema, {}, thetas[0]);
    const tests::NaiveModel two(schema, {}, thetas[1]);
    double accuracy = 0, same = 0, independent = 0;
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        const std::string other = table.at("sex").text(row) == "f" ? "m" : "f";
        const bool truth = table.at("repaid").text(row) == "yes";
        bool said[2], twin[2];
        std::size_t k = 0;
        for (const auto* model : {&one, &two}) {
            said[k] = model->scores(table, row)[0] > 0;
            twin[k] = model->scores(table, row, {.words = {{"sex", other}}, .added = {}})[0] > 0;
            accuracy += said[k] == truth ? 0.5 / 150 : 0;
            same += said[k] != twin[k] ? 0.5 / 150 : 0;
            ++k;
        }
        for (const bool a : said)
            for (const bool b : twin) independent += a != b ? 0.25 / 150 : 0;
    }
    EXPECT_NEAR(found.accuracy, accuracy, 1e-12);
    EXPECT_NEAR(found.flip_same_draw[0], same, 1e-12);
    EXPECT_NEAR(found.flip_independent[0], independent, 1e-12);
    EXPECT_GT(independent, same);
}

}  // namespace
}  // namespace alcole::tabular
