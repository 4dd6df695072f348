#include <alcole/random.hpp>
#include <alcole/tabular/calibrate.hpp>
#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/metrics.hpp>

#include "random_table.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

/// Rows whose label is drawn with a probability that is a function of a score.
struct Drawn {
    Table table{};
    Scores scores{};
    Schema schema{};
};

template <class F>
Drawn drawn(std::size_t rows, std::uint64_t seed, F logit_of) {
    Random random(seed);
    Drawn out{.scores = {.rows = rows, .outputs = 1}};
    std::vector<std::int32_t> codes;
    for (std::size_t row = 0; row < rows; ++row) {
        const double s = 3 * random.normal();
        out.scores.values.push_back(s);
        codes.push_back(random.uniform() < 1 / (1 + std::exp(-logit_of(s))) ? 1 : 0);
    }
    out.table = {.columns = {{.name = "x", .numbers = out.scores.values},
                             {.name = "paid", .type = ColumnType::boolean, .codes = codes, .levels = {"no", "yes"}}},
                 .num_rows = rows};
    out.schema = fit_schema(out.table, {.target = "paid"});
    return out;
}

Scores mapped(Scores scores, const ScoreMap& map) {
    for (double& s : scores.values) s = map(s);
    return scores;
}

TEST(Platt, FindsTheStretchAndTheShift) {
    const auto truth = [](double s) { return 0.5 * s - 0.7; };
    const Drawn rows = drawn(20000, 1, truth);
    const auto map = calibrate(Calibration::platt, rows.schema, rows.table, rows.scores);
    ASSERT_TRUE(map);
    EXPECT_NEAR(map->slope(0), 0.5, 0.02);
    EXPECT_NEAR((*map)(0), -0.7, 0.05);
}

/// On other rows than those of the fit.
TEST(Calibration, MendsProbabilitiesThatAreTooSure) {
    const auto bent = [](double s) { return s < 0 ? 0.2 * s : 0.9 * std::tanh(s); };
    const Drawn fitted = drawn(4000, 1, bent);
    const Drawn other = drawn(4000, 2, bent);
    const Metrics before = measure(other.schema, other.table, other.scores);
    for (const auto how : {Calibration::platt, Calibration::isotonic}) {
        const auto map = calibrate(how, fitted.schema, fitted.table, fitted.scores);
        ASSERT_TRUE(map);
        const Metrics after = measure(other.schema, other.table, mapped(other.scores, *map));
        EXPECT_LT(*after.log_loss, *before.log_loss);
        EXPECT_LT(*after.brier, *before.brier);
        EXPECT_LT(*after.calibration_error, 0.5 * *before.calibration_error) << to_string(how);
    }
}

/// Rates are unchanged, to the row; probabilities still improve.
TEST(Calibration, LeavesDecisionsAloneWhereTheyStay) {
    const auto bent = [](double s) {
        return (s < 0 ? 0.2 * s : 0.9 * std::tanh(s)) - 0.5;
    };  // as a constraint would move it
    const Drawn fitted = drawn(4000, 1, bent);
    const Drawn other = drawn(4000, 2, bent);
    const Metrics before = measure(other.schema, other.table, other.scores);
    for (const auto how : {Calibration::platt, Calibration::isotonic}) {
        const auto map = calibrate(how, fitted.schema, fitted.table, fitted.scores, DecisionRule::stay);
        ASSERT_TRUE(map);
        EXPECT_EQ((*map)(0), 0);
        const Scores after = mapped(other.scores, *map);
        for (std::size_t row = 0; row < after.rows; ++row)
            ASSERT_EQ(after.values[row] > 0, other.scores.values[row] > 0) << other.scores.values[row];
        EXPECT_LT(*measure(other.schema, other.table, after).log_loss, *before.log_loss) << to_string(how);
        const auto free = calibrate(how, fitted.schema, fitted.table, fitted.scores);
        EXPECT_NE((*free)(0), 0) << "else the test is about nothing";
    }
}

TEST(Isotonic, NeverFallsAndIsFlatWhereRowsAreOutOfOrder) {
    Drawn rows = drawn(6, 1, [](double) { return 0.0; });
    rows.scores.values = {-2, -1, 0, 1, 2, 3};
    rows.table.columns[1].codes = {0, 1, 0, 0, 1, 1};
    const auto map = calibrate(Calibration::isotonic, rows.schema, rows.table, rows.scores);
    ASSERT_TRUE(map);
    EXPECT_DOUBLE_EQ((*map)(-1), std::log(0.5)) << "one of the three in the middle: 1 / 3";
    EXPECT_DOUBLE_EQ((*map)(1), std::log(0.5));
    EXPECT_DOUBLE_EQ((*map)(0.3), std::log(0.5));
    EXPECT_DOUBLE_EQ((*map)(-5), std::log(1.0 / 7)) << "no share is 0: one row more of either class";
    EXPECT_DOUBLE_EQ((*map)(9), std::log(7.0));
    EXPECT_NEAR((*map)(1.5), (std::log(0.5) + std::log(7.0)) / 2, 1e-12);
    double before = -10;
    for (double s = -3; s < 4; s += 0.01) {
        EXPECT_GE((*map)(s), before);
        before = (*map)(s);
    }
}

TEST(Calibration, IsNoneWhereScoresSayNothing) {
    const Drawn rows = drawn(500, 3, [](double s) { return -s; });
    EXPECT_FALSE(calibrate(Calibration::platt, rows.schema, rows.table, rows.scores));
    EXPECT_FALSE(calibrate(Calibration::isotonic, rows.schema, rows.table, rows.scores));
    EXPECT_FALSE(calibrate(Calibration::platt, rows.schema, rows.table, rows.scores, DecisionRule::stay));
    EXPECT_FALSE(calibrate(Calibration::isotonic, rows.schema, rows.table, rows.scores, DecisionRule::stay));
}

TEST(Calibration, OfSeveralClassesIsATemperature) {
    const Table table = tests::random_table({.rows = 300, .seed = 4});
    const Schema schema = fit_schema(table, {.target = "grade", .features = {"age", "job"}});
    Scores scores{.rows = 300, .outputs = schema.num_outputs()};
    const auto& grades = table.at("grade");
    Random random(5);
    for (std::size_t row = 0; row < 300; ++row)
        for (std::size_t k = 0; k < scores.outputs; ++k) {
            const bool is = grades.text(row) == schema.target.classes[k];
            scores.values.push_back(8 * (random.normal() + (is ? 0.5 : 0)));
        }
    const auto map = calibrate(Calibration::platt, schema, table, scores);
    ASSERT_TRUE(map);
    EXPECT_LT(map->slope(0), 0.5) << "scores that are far too large";
    EXPECT_LT(*measure(schema, table, mapped(scores, *map)).log_loss, *measure(schema, table, scores).log_loss);
    EXPECT_THROW((void)calibrate(Calibration::isotonic, schema, table, scores), std::invalid_argument);
}

/// The problem with a calibrated model: its risks are those of the mapped scores, and its gradient is that of its
/// risks.
TEST(Calibration, IsPartOfTheModel) {
    const Table table = tests::random_table({.rows = 150, .missing = false, .seed = 6});
    const Schema schema = fit_schema(table, {.target = "repaid", .features = {"age", "sex", "job"}});
    const Dataset data(table, schema);
    const std::vector<Constraint> constraints = {
        {.kind = ConstraintKind::counterfactual, .bound = 0.1, .attributes = {"sex"}}};
    for (const Model& plain : {Model{}, Model{.hidden = {5}}}) {
        Model model = plain;
        model.calibration = ScoreMap{.from = {-1, 0.1, 1.3}, .to = {-0.6, 0.2, 0.4}, .beyond = 0.3};
        LearningProblem<double> problem(data, Goal{.constraints = define_risks(constraints, schema, table)}, model);
        auto theta = problem.start(3);
        std::vector<double> l(2), up(2), down(2), g(theta.size());
        const std::vector<double> w = {1, 2};
        problem.risks(theta, l).pullback(w, g);
        Scores scores = scores_of<double>(data, plain, theta);
        EXPECT_NEAR(*measure(schema, table, mapped(scores, *model.calibration)).log_loss, l[0], 1e-12);
        EXPECT_NEAR(*measure(schema, table, scores_of<double>(data, model, theta)).log_loss, l[0], 1e-12);
        for (const std::size_t j : {std::size_t{0}, theta.size() / 2, theta.size() - 1}) {
            constexpr double h = 1e-6;
            auto moved = theta;
            moved[j] += h;
            problem.risks(moved, up);
            moved[j] -= 2 * h;
            problem.risks(moved, down);
            EXPECT_NEAR(g[j], (up[0] - down[0] + 2 * (up[1] - down[1])) / (2 * h), 1e-4);
        }
    }
}

}  // namespace
}  // namespace alcole::tabular
