#include "table/expression.hpp"

#include <alcole/tabular/constraint.hpp>

#include <gtest/gtest.h>

namespace alcole::table {
namespace {

std::string read(std::string_view text) {
    std::string all;
    for (const auto& one : parse_expression(text)) all += (all.empty() ? "" : "; ") + to_text(one);
    return all;
}

std::string refusal(std::string_view text) {
    try {
        return "read as " + read(text);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

TEST(Expression, HasWhatVariesOnTheLeftAndANumberOnTheRight) {
    EXPECT_EQ(read("positive_rate[sex == 'F'] - 0.8 * positive_rate[sex == 'M'] >= 0"),
              "positive_rate[sex == 'F'] - 0.8 * positive_rate[sex == 'M'] >= 0");
    EXPECT_EQ(read("recall <= loss + 0.5"), "recall - loss <= 0.5");
    EXPECT_EQ(read("0.3 >= recall"), "recall <= 0.3");
    EXPECT_EQ(read("2 * (recall - 1 / 4) * 3 + 1 = error_rate"), "6 * recall - error_rate = 0.5");
    EXPECT_EQ(read("0.1 <= positive_rate <= 0.3"), "positive_rate >= 0.1; positive_rate <= 0.3");
    EXPECT_EQ(read("-accuracy"), "-accuracy");
}

TEST(Expression, KnowsRowsEventsAndGroups) {
    EXPECT_EQ(read("recall[age >= 18 and race in [\"a ] and\", 'b']]"),
              "recall[age >= 18 and race in [\"a ] and\", 'b']]");
    EXPECT_EQ(read("positive_rate[y == 1 within all]"), "positive_rate[y == 1 within all]");
    EXPECT_EQ(read("max(loss[sex, `a b`]) <= 1"), "max(loss[`sex` and `a b`]) <= 1");
    EXPECT_EQ(read("abs(loss[sex] - loss) <= 1"), "max(loss[`sex`] - loss, -loss[`sex`] + loss) <= 1");
    EXPECT_EQ(read("top(2)[name == O'Brien] >= 0.5"), "top('2')[name == O'Brien] >= 0.5");
}

TEST(Expression, SaysAtWhichCharacterItIsWrong) {
    EXPECT_EQ(refusal("0.5 * positive_rat <= 1"),
              "at character 7: there is no rate 'positive_rat'; did you mean 'positive_rate'?");
    EXPECT_EQ(refusal("recall * recall <= 1"),
              "at character 8: a rate cannot be multiplied by another, only by a number");
    EXPECT_EQ(refusal("recall / loss >= 1"),
              "at character 8: a rate cannot be divided by another; multiply out: a / b >= 0.8 is a - 0.8 * b >= 0");
    EXPECT_EQ(refusal("recall < 1"), "at character 8: write <= or >=: bounds may be reached");
    EXPECT_EQ(refusal("(recall <= 1"), "at character 9: the parenthesis is not closed: ) was expected, not '<='");
    EXPECT_EQ(refusal("recall[age"), "at character 7: the bracket is opened and never closed");
    EXPECT_EQ(refusal("recall[age = 3]"), "at character 12: write == for equal");
    EXPECT_EQ(refusal("recall +"), "at character 9: a rate or a number is missing at the end");
    EXPECT_EQ(refusal("recall ? 3"), "at character 8: +, -, * or a comparison was expected, not '?'");
    EXPECT_EQ(refusal("max(min(recall[sex])) <= 1"), "at character 5: min, max and abs cannot be nested");
    EXPECT_EQ(refusal("0.3 <= recall <= 0.2"), "at character 15: nothing is at least 0.3 and at most 0.2");
    EXPECT_EQ(refusal("0.2 >= recall >= 0.3"), "at character 15: nothing is at least 0.3 and at most 0.2");
    EXPECT_TRUE(refusal("1 <= 2").starts_with("at character 1: it contains no rate"));
    EXPECT_TRUE(refusal(std::string(1000, '(')).ends_with("parentheses are nested too deeply"));
}

using tabular::Constraint;
using tabular::ConstraintKind;

std::string risks_refusal(const Constraint& constraint) {
    tabular::Table people{.columns = {}, .num_rows = 4, .notes = {}};
    people.columns = {
        {.name = "age", .numbers = {20, 30, 40, 50}},
        {.name = "sex", .type = tabular::ColumnType::category, .codes = {0, 1, 0, 1}, .levels = {"f", "m"}},
        {.name = "paid", .type = tabular::ColumnType::boolean, .codes = {0, 1, 1, 0}, .levels = {"no", "yes"}},
    };
    std::string names;
    try {
        for (const auto& risk : define_risks(std::vector{constraint}, fit_schema(people, {.target = "paid"}), people))
            names += (names.empty() ? "" : "; ") + risk.name + (risk.at_least ? " >= " : " <= ") +
                     std::to_string(risk.bound);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return names;
}

TEST(Expression, BecomesOneRiskPerGroupOrPair) {
    const auto risks = [](const std::string& text) {
        return risks_refusal({.kind = ConstraintKind::expression, .name = "x", .risk = text});
    };
    EXPECT_EQ(risks("accuracy[sex] >= 0.5"), "x: sex = f >= 0.500000; x: sex = m >= 0.500000");
    EXPECT_EQ(risks("max(accuracy[sex]) - min(accuracy[sex]) <= 0.5"),
              "x: sex = f over sex = m <= 0.500000; x: sex = m over sex = f <= 0.500000");
    EXPECT_EQ(
        risks("abs(accuracy[sex] - accuracy) <= 0.5"),
        "x: sex = f over all <= 0.500000; x: all over sex = f <= 0.500000; x: sex = m over all <= 0.500000; x: all "
        "over sex = m <= 0.500000");
    EXPECT_EQ(risks("positive_rate = 0.3"), "x (at most) <= 0.550000; x (at least) >= 0.050000");  // 4 rows: 1/4
}

TEST(Expression, SaysWhyItCannotBeAskedFor) {
    const auto refused = [](const std::string& text) {
        return risks_refusal({.kind = ConstraintKind::expression, .name = "x", .risk = text});
    };
    EXPECT_TRUE(refused("max(accuracy[sex]) >= 0.5")
                    .starts_with("constraint 'x': at character 1: a max is bounded from the wrong side"));
    EXPECT_EQ(
        refused("recall + precision >= 1"),
        "constraint 'x': at character 10: 'precision' is a fraction of two rates, and can only be compared with a "
        "number; predictive_parity holds those of groups near a level");
    EXPECT_EQ(refused("quantile_loss(0.5) <= 1"),
              "constraint 'x': at character 1: the target 'paid' has classes, and 'quantile_loss' is for numbers");
    EXPECT_EQ(
        refused("loss + top(7) <= 1"),
        "constraint 'x': at character 8: 'top' takes a whole number of classes, at least 1 and fewer than the 2 of the "
        "target");
    EXPECT_EQ(refused("positive_rate(maybe) <= 1"), "constraint 'x': at character 1: the target has no class 'maybe'");
}

}  // namespace
}  // namespace alcole::table
