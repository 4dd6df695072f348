#include <alcole/tabular/learning.hpp>

#include "../engine/constraint_zoo.hpp"
#include "../engine/random_table.hpp"
#include "../table/temporary_file.hpp"
#include "model_file/model_file.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace alcole::model_file {
namespace {

using tabular::RiskDefinition;
using tabular::testing::refusal;

std::string said_of(std::string_view text) {
    return refusal<std::invalid_argument>([&] { constraints_from_json(text); });
}

TEST(ConstraintsAsJson, GiveTheSameRisksToTheLastBit) {
    const auto table = tests::random_table({.rows = 400, .missing = true, .seed = 3});
    for (const auto* target : {"repaid", "grade", "income"}) {
        const auto schema =
            tabular::fit_schema(table, {.target = target, .features = {"age", "debts", "job", "sex", "race"}});
        for (const auto& [name, constraint] : tests::constraint_zoo(schema.target.task)) {
            const auto risks = tabular::define_risks(std::vector{constraint}, schema, table);
            const auto again = constraints_from_json(to_json(risks));
            const tabular::Dataset data(table, schema);
            tabular::LearningProblem<double> problem(data, {.constraints = risks}, {});
            tabular::LearningProblem<double> problem_again(data, {.constraints = again}, {});
            EXPECT_EQ(problem.constraint_names(), problem_again.constraint_names()) << name;
            const auto theta = problem.start(1);
            std::vector<double> l(risks.size() + 1);
            std::vector<double> l_again(risks.size() + 1);
            problem.risks(theta, l);
            problem_again.risks(theta, l_again);
            EXPECT_EQ(l, l_again) << name;
            EXPECT_EQ(to_json(again), to_json(risks)) << name;
        }
    }
}

TEST(ConstraintsAsJson, KeepEveryPart) {
    const std::vector<RiskDefinition> risks = {
        {.name = "a \"name\"",
         .kind = tabular::ConstraintKind::rate,
         .bound = 0.1,
         .at_least = true,
         .change = {.column = "sex", .flip = true, .from = "f", .to = "m"},
         .terms = {{.measure = tabular::Term::Measure::error,
                    .coefficient = -1.0 / 3,
                    .rows = {tabular::parse_condition("age not in [1, 2]"), tabular::parse_condition("x is missing")},
                    .label = 2,
                    .other_labels = true,
                    .of_class = 3}}}};
    const auto again = constraints_from_json(to_json(risks));
    ASSERT_EQ(again.size(), 1U);
    EXPECT_EQ(again[0].name, risks[0].name);
    EXPECT_EQ(again[0].kind, risks[0].kind);
    EXPECT_EQ(again[0].bound, risks[0].bound);
    EXPECT_TRUE(again[0].at_least);
    EXPECT_EQ(again[0].change.column, "sex");
    EXPECT_TRUE(again[0].change.flip);
    EXPECT_EQ(again[0].change.from, "f");
    EXPECT_EQ(again[0].change.to, "m");
    ASSERT_EQ(again[0].terms.size(), 1U);
    const auto& term = again[0].terms[0];
    EXPECT_EQ(term.measure, tabular::Term::Measure::error);
    EXPECT_EQ(term.coefficient, -1.0 / 3);
    ASSERT_EQ(term.rows.size(), 2U);
    EXPECT_EQ(term.rows[0].relation, tabular::Condition::Relation::not_among);
    EXPECT_EQ(term.rows[0].values, (std::vector<std::string>{"1", "2"}));
    EXPECT_EQ(term.rows[1].text, "x is missing");
    EXPECT_EQ(term.label, 2);
    EXPECT_TRUE(term.other_labels);
    EXPECT_EQ(term.of_class, 3);
}

TEST(ConstraintsAsJson, RefuseWhatIsNone) {
    EXPECT_EQ(said_of("[{"), "this is not a valid list of constraints: it is not JSON");
    EXPECT_EQ(said_of("{}"), "this is not a valid list of constraints: it must be a list");
    EXPECT_EQ(said_of("[3]"), "this is not a valid list of constraints: '[0]' must be an object");
    EXPECT_EQ(said_of("[{}]"), "this is not a valid list of constraints: '[0].name' is missing");
    EXPECT_EQ(
        said_of(R"([{"name": "a", "kind": "rates"}])"),
        "this is not a valid list of constraints: '[0].kind' must be one of counterfactual, demographic_parity, "
        "equal_opportunity, equalized_odds, error_rate, rate, group_loss, mean_prediction, expression, gap, ratio, "
        "four_fifths, predictive_parity, selection_budget, calibration, churn, monotone, lipschitz, row_loss, not "
        "'rates'; did you mean 'rate'?");
    const std::string begins = R"([{"name": "a", "kind": "rate", "at_least": false, )"
                               R"("change": {"column": "", "flip": false, "from": "", "to": ""}, )";
    EXPECT_EQ(said_of(begins + R"("bound": true, "terms": []}])"),
              "this is not a valid list of constraints: '[0].bound' must be a number");
    EXPECT_EQ(said_of(begins + R"("bound": 1, "terms": [{"measure": "luck"}]}])"),
              "this is not a valid list of constraints: '[0].terms[0].measure' must be one of loss, divergence, "
              "predicted, correct, "
              "error, other, probability, top, off, prediction, quantile, lowered, moved, one, not 'luck'");
    EXPECT_EQ(said_of(begins + R"("bound": 1, "terms": [{"measure": "loss", "coefficient": 1, "rows": [], )"
                               R"("label": -1, "other_labels": false, "of_class": 0}]}])"),
              "this is not a valid list of constraints: '[0].terms[0]' has a class below 0");
    EXPECT_EQ(said_of(begins + R"("bound": 1, "bond": 1, "terms": []}])"),
              "this is not a valid list of constraints: '[0].bond' is unknown; did you mean 'bound'?");
    EXPECT_EQ(said_of(begins + R"("bound": 1, "terms": []}])"), "");
}

TEST(ConstraintsAsJson, CannotHoldWhatJsonCannot) {
    EXPECT_THROW((void)to_json({{.name = "a", .bound = std::numeric_limits<double>::infinity()}}),
                 std::invalid_argument);
    EXPECT_THROW((void)to_json({{.name = "\xff"}}), std::invalid_argument);
}

}  // namespace
}  // namespace alcole::model_file
