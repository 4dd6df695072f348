#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/positive.hpp>

#include <functional>

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

Table people() {
    Table table{.columns = {}, .num_rows = 6, .notes = {}};
    table.columns = {
        {.name = "age", .numbers = {20, 30, 40, 50, 60, 70}},
        {.name = "sex", .type = ColumnType::category, .codes = {0, 1, 0, 1, 0, 1}, .levels = {"f", "m"}},
        {.name = "race", .type = ColumnType::category, .codes = {0, 1, 2, 0, 1, 2}, .levels = {"red", "green", "blue"}},
        {.name = "paid", .type = ColumnType::boolean, .codes = {0, 1, 1, 0, 0, 0}, .levels = {"no", "yes"}},
    };
    return table;
}

std::vector<std::string> names(const Constraint& constraint) {
    const Table table = people();
    std::vector<std::string> result;
    for (const auto& risk : define_risks(std::vector{constraint}, fit_schema(table, {.target = "paid"}), table))
        result.push_back(risk.name);
    return result;
}

std::string sentence_of(const Constraint& constraint) {
    try {
        names(constraint);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "nothing was thrown";
}

using Kind = ConstraintKind;
using Names = std::vector<std::string>;

TEST(Constraints, BecomeOneRiskPerFlipValueOrMap) {
    EXPECT_EQ(names({.kind = Kind::counterfactual, .bound = 1, .attributes = {"sex"}}),
              (Names{"counterfactual sex: flip"}));
    EXPECT_EQ(names({.kind = Kind::counterfactual, .bound = 1, .attributes = {"race"}}),
              (Names{"counterfactual race: -> red", "counterfactual race: -> green", "counterfactual race: -> blue"}));
    EXPECT_EQ(names({.kind = Kind::counterfactual, .bound = 1, .attributes = {"race"}, .from = "red", .to = "blue"}),
              (Names{"counterfactual race: red -> blue"}));
    EXPECT_EQ(names({.kind = Kind::counterfactual, .bound = 1, .attributes = {"sex"}, .from = "m"}),
              (Names{"counterfactual sex: m -> f"}));
}

TEST(Constraints, KnowTheirOtherSide) {
    using enum OtherSide::Sum;
    const auto sides = [](const Constraint& constraint) {
        const auto risks = define_risks(std::vector{constraint}, fit_schema(people(), {.target = "paid"}), people());
        std::vector<std::optional<OtherSide::Sum>> sums;
        for (std::size_t i = 0; i < risks.size(); ++i) {
            const auto& other = risks[i].other_side;
            sums.push_back(other ? std::optional(other->sum) : std::nullopt);
            if (!other) continue;
            const std::size_t its = i % 2 == 0 ? i + 1 : i - 1;
            EXPECT_TRUE(risks[its].is_side_of(risks[i], other->sum)) << risks[i].name;
        }
        return sums;
    };
    using Sums = std::vector<std::optional<OtherSide::Sum>>;
    const Constraint parity{.kind = Kind::demographic_parity, .bound = 0.5, .attributes = {"sex"}};
    EXPECT_EQ(sides(parity), (Sums{negated, negated}));
    Constraint odds = parity;
    odds.kind = Kind::equalized_odds;
    EXPECT_EQ(sides(odds), Sums(4, negated));
    Constraint whole = parity;
    whole.against_whole = true;
    EXPECT_EQ(sides(whole), Sums(4, negated));
    Constraint ratio = parity;
    ratio.kind = Kind::four_fifths;
    EXPECT_EQ(sides(ratio), (Sums{exchanged, exchanged}));
    EXPECT_EQ(sides({.kind = Kind::expression, .risk = "positive_rate == 0.5"}), (Sums{equal, equal}));
    EXPECT_EQ(sides({.kind = Kind::group_loss, .bound = 1, .attributes = {"sex"}}), (Sums{{}, {}}));
}

TEST(Constraints, OnGapsBecomeTwoRisksPerPairOfGroups) {
    EXPECT_EQ(names({.kind = Kind::demographic_parity, .bound = 0.1, .attributes = {"sex"}}),
              (Names{"demographic_parity: sex = f over sex = m", "demographic_parity: sex = m over sex = f"}));
    EXPECT_EQ(names({.kind = Kind::demographic_parity, .bound = 0.1, .attributes = {"race"}}).size(), 6U);
    EXPECT_EQ(names({.kind = Kind::error_rate, .bound = 0.1, .attributes = {"race"}, .against_whole = true}).size(),
              6U);
    EXPECT_EQ(names({.kind = Kind::equalized_odds, .bound = 0.1, .attributes = {"sex"}}).size(), 4U);
    EXPECT_EQ(names({.kind = Kind::demographic_parity, .bound = 0.1, .attributes = {"sex", "race"}}).size(), 30U);
}

TEST(Constraints, KnowOnlyTheGroupsAmongTheirOwnRows) {
    EXPECT_EQ(
        names({.kind = Kind::demographic_parity, .bound = 0.1, .attributes = {"race"}, .rows = {"race != red"}}).size(),
        2U);
}

TEST(Constraints, WithTheSameNameAreToldApart) {
    const Table table = people();
    const std::vector<Constraint> twice(2, {.kind = Kind::counterfactual, .bound = 1, .attributes = {"sex"}});
    const auto risks = define_risks(twice, fit_schema(table, {.target = "paid"}), table);
    EXPECT_EQ(risks[1].name, "counterfactual sex: flip (2)");
}

TEST(Constraints, SayWhatIsWrongWithThem) {
    EXPECT_EQ(sentence_of({.kind = Kind::counterfactual, .attributes = {"sexx"}}),
              "the model has no feature 'sexx'; did you mean 'sex'?");
    EXPECT_EQ(
        sentence_of({.kind = Kind::counterfactual, .attributes = {"age"}}),
        "constraint 'counterfactual': attribute 'age' is a number; say by how much it is raised ('add'), or read it as "
        "a category (data.categories)");
    EXPECT_EQ(sentence_of({.kind = Kind::counterfactual, .attributes = {"race"}, .to = "blu"}),
              "constraint 'counterfactual': attribute 'race' has no value 'blu' among the training rows; did you mean "
              "'blue'?");
    EXPECT_EQ(sentence_of({.kind = Kind::counterfactual, .attributes = {"race"}, .from = "red"}),
              "constraint 'counterfactual': 'from' says which value is changed, but not into which of the others: 'to' "
              "is missing");
    EXPECT_EQ(sentence_of({.kind = Kind::demographic_parity}),
              "constraint 'demographic_parity': it needs an attribute whose values define the groups");
    EXPECT_EQ(sentence_of({.kind = Kind::demographic_parity, .attributes = {"sex"}, .rows = {"age > 99"}}),
              "constraint 'demographic_parity': no training row meets its conditions");
    EXPECT_EQ(sentence_of({.kind = Kind::demographic_parity, .attributes = {"sex"}, .rows = {"sex == f"}}),
              "constraint 'demographic_parity': there is only one group among its rows");
}

TEST(Constraints, ThatEveryModelMeetsAreRefusedRatherThanDropped) {
    const std::string empty = "every model meets it, so it asks for nothing; change it, or remove it";
    EXPECT_EQ(
        sentence_of({.kind = Kind::expression, .name = "nothing", .risk = "positive_rate - positive_rate <= 0.1"}),
        "constraint 'nothing': " + empty);
    EXPECT_EQ(names({.kind = Kind::expression, .risk = "positive_rate <= 0.1"}).size(), 1U);
}

TEST(Constraints, OnAnswersNeedAColumnOfClasses) {
    const std::string why = ", but the classes of 'paid' are no and yes; it must hold the answers of another model";
    EXPECT_EQ(sentence_of({.kind = Kind::churn, .bound = 0.1, .attributes = {"race"}}),
              "constraint 'churn': the column 'race' has a value 'red'" + why);
    EXPECT_EQ(sentence_of({.kind = Kind::expression, .name = "near", .risk = "agreement(age) >= 0.9"}),
              "constraint 'near': condition 'age = no': column 'age' holds numbers, and 'no' is not one");
    EXPECT_EQ(names({.kind = Kind::churn, .bound = 0.1, .attributes = {"paid"}}).size(), 1U);
}

TEST(Constraints, OnAnEmptyGroupAreAnErrorNeverANaN) {
    EXPECT_EQ(sentence_of({.kind = Kind::equal_opportunity, .name = "fair", .attributes = {"race"}}),
              "constraint 'fair': group 'race = red' has no training row whose class is 'yes'; merge groups, or choose "
              "other rows");
    const Table table = people();
    const Schema schema = fit_schema(table, {.target = "paid"});
    const auto risks = define_risks(
        std::vector<Constraint>{{.kind = Kind::group_loss, .bound = 1, .attributes = {"race"}}}, schema, table);
    const std::vector<std::size_t> few = {0, 1};
    try {
        LearningProblem<float>(Dataset(table.rows(few), schema), Goal{.constraints = risks}, Model{});
        FAIL() << "nothing was thrown";
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(), "constraint 'group_loss: race = blue': a group it needs has no rows");
    }
}

TEST(Constraints, OnRatesNeedClasses) {
    const Table table = people();
    const Schema schema = fit_schema(table, {.target = "age"});
    const std::vector<Constraint> parity = {{.kind = Kind::demographic_parity, .attributes = {"sex"}}};
    EXPECT_THROW((void)define_risks(parity, schema, table), std::invalid_argument);
}

TEST(Constraints, SomeDependOnWhichClassIsThePositiveOne) {
    const auto asks = [](Kind kind, const std::string& risk = "", const std::string& positive = "") {
        return asks_for_positive(
            {.kind = kind, .bound = 0.1, .attributes = {"sex"}, .positive = positive, .risk = risk, .add = 1});
    };
    for (const auto kind : {Kind::equal_opportunity, Kind::rate, Kind::four_fifths, Kind::predictive_parity,
                            Kind::selection_budget, Kind::monotone})
        EXPECT_TRUE(asks(kind)) << to_string(kind);
    for (const auto kind : {Kind::counterfactual, Kind::demographic_parity, Kind::equalized_odds, Kind::error_rate,
                            Kind::group_loss, Kind::calibration, Kind::churn, Kind::lipschitz, Kind::row_loss})
        EXPECT_FALSE(asks(kind)) << to_string(kind);
    for (const auto kind : {Kind::gap, Kind::ratio}) {
        EXPECT_TRUE(asks(kind, "recall"));
        EXPECT_FALSE(asks(kind, "error_rate"));
    }
    EXPECT_TRUE(asks(Kind::expression, "abs(accuracy - positive_rate) <= 0.2"));
    EXPECT_FALSE(asks(Kind::expression, "positive_rate('yes') <= 0.2"));
    EXPECT_FALSE(asks(Kind::expression, "positive_rate <= 0.2", "yes"));
    EXPECT_FALSE(asks(Kind::expression, "positve_rate <= 0.2"));  // define_risks() rejects it
}

}  // namespace
}  // namespace alcole::tabular
