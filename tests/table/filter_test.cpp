#include <alcole/tabular/filter.hpp>

#include "temporary_file.hpp"

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

using Relation = Condition::Relation;
using Rows = std::vector<std::size_t>;

/// Rows 0 to 4; the last has no values.
const Table& people() {
    static const Table table = testing::csv(
        "age,race,employed,days in jail\n"
        "17,Asian,yes,1\n"
        "18,Other,no,2.5\n"
        "30,Hispanic,yes,-3\n"
        "64,Other,no,0\n"
        ",,,\n");
    return table;
}

Rows rows(std::initializer_list<std::string_view> texts) {
    std::vector<Condition> conditions;
    for (const auto text : texts) conditions.push_back(parse_condition(text));
    return matching_rows(people(), conditions);
}

std::string said(std::string_view text) {
    return testing::refusal<std::invalid_argument>([&] { rows({text}); });
}

TEST(Condition, ComparesNumbers) {
    EXPECT_EQ(rows({"age >= 18"}), (Rows{1, 2, 3}));
    EXPECT_EQ(rows({"age > 18"}), (Rows{2, 3}));
    EXPECT_EQ(rows({"age<=18"}), (Rows{0, 1}));
    EXPECT_EQ(rows({"age<18"}), (Rows{0}));
    EXPECT_EQ(rows({"age == 18.0"}), (Rows{1}));
    EXPECT_EQ(rows({"age != 1.8e1"}), (Rows{0, 2, 3}));
    EXPECT_EQ(rows({"age in [17, 64]"}), (Rows{0, 3}));
    EXPECT_EQ(rows({"age not in [17,64]"}), (Rows{1, 2}));
    EXPECT_EQ(rows({"`days in jail` > -3"}), (Rows{0, 1, 3}));
}

TEST(Condition, ComparesWords) {
    EXPECT_EQ(rows({"race == Other"}), (Rows{1, 3}));
    EXPECT_EQ(rows({"race == \"Other\""}), (Rows{1, 3}));
    EXPECT_EQ(rows({"race != 'Other'"}), (Rows{0, 2}));
    EXPECT_EQ(rows({"race in [Asian, \"Hispanic\"]"}), (Rows{0, 2}));
    EXPECT_EQ(rows({"race in['Asian']"}), (Rows{0}));
    EXPECT_EQ(rows({"race not in [\"Asian\"]"}), (Rows{1, 2, 3}));
}

TEST(Condition, KnowsTrueAndFalse) {
    for (const auto text : {"employed == yes", "employed == true", "employed == 1", "employed != False"})
        EXPECT_EQ(rows({text}), (Rows{0, 2})) << text;
}

TEST(Condition, AMissingValueMeetsNoneButIsMissing) {
    EXPECT_EQ(rows({"age is missing"}), (Rows{4}));
    EXPECT_EQ(rows({"race is missing"}), (Rows{4}));
    EXPECT_EQ(rows({"race is not missing"}), (Rows{0, 1, 2, 3}));
    EXPECT_EQ(rows({"`days in jail` is not missing"}), (Rows{0, 1, 2, 3}));
}

TEST(Conditions, AreAllMet) {
    EXPECT_EQ(rows({"age >= 18", "race == Other", "employed == no"}), (Rows{1, 3}));
    EXPECT_EQ(rows({}), (Rows{0, 1, 2, 3, 4}));
}

TEST(Condition, IsReadAsItIsWritten) {
    const Condition condition = parse_condition("  name in [ \"a, b\" , 'c]' ,d e ]  ");
    EXPECT_EQ(condition.column, "name");
    EXPECT_EQ(condition.relation, Relation::among);
    EXPECT_EQ(condition.values, (std::vector<std::string>{"a, b", "c]", "d e"}));
    EXPECT_EQ(condition.text, "name in [ \"a, b\" , 'c]' ,d e ]");
    EXPECT_EQ(parse_condition("a == x < y").values, (std::vector<std::string>{"x < y"}));
    EXPECT_EQ(parse_condition("a == \"\"").values, (std::vector<std::string>{""}));
    EXPECT_EQ(parse_condition("score_text != N/A").values, (std::vector<std::string>{"N/A"}));
    EXPECT_EQ(parse_condition("marital status == x").column, "marital status");
    EXPECT_EQ(parse_condition("income\t>=\t1\n").column, "income");
    EXPECT_EQ(parse_condition("insured is missing").relation, Relation::missing);
}

TEST(Condition, AWordThatNoRowHasIsASlipWhereItIsWanted) {
    EXPECT_EQ(said("race == Hispanc"),
              "condition 'race == Hispanc': column 'race' has no value 'Hispanc'; did you mean 'Hispanic'?");
    EXPECT_EQ(said("race in [Other, None]"), "condition 'race in [Other, None]': column 'race' has no value 'None'");
    EXPECT_EQ(rows({"race != N/A"}), (Rows{0, 1, 2, 3}));
    EXPECT_EQ(rows({"race not in [N/A]"}), (Rows{0, 1, 2, 3}));
}

TEST(Condition, IsRefusedWithASentence) {
    EXPECT_EQ(said("aeg > 3"), "condition 'aeg > 3': there is no column 'aeg'; did you mean 'age'?");
    EXPECT_EQ(said("age > old"), "condition 'age > old': column 'age' holds numbers, and 'old' is not one");
    EXPECT_EQ(said("race > Other"),
              "condition 'race > Other': column 'race' holds words; compare them with ==, != or in");
    EXPECT_EQ(
        said("age"),
        "condition 'age': no comparison found; write for example  age >= 18  or  race in [\"Hispanic\", \"Other\"]");
    EXPECT_EQ(said("`age` = 3"), "condition '`age` = 3': write == for equal");
    EXPECT_EQ(said("`age` about 3"), "condition '`age` about 3': no comparison found after the column");
    EXPECT_EQ(said("`age > 3"), "condition '`age > 3': a backtick is opened and never closed");
    EXPECT_EQ(said(" > 3"), "condition ' > 3': the column is missing");
    EXPECT_EQ(said("age >"), "condition 'age >': a value is missing");
    EXPECT_EQ(said("race == \"Other"), "condition 'race == \"Other': a quote is opened and never closed");
    EXPECT_EQ(said("race == \"Other\" or so"), "condition 'race == \"Other\" or so': 'or so' is left over at the end");
    EXPECT_EQ(said("race in Other"),
              "condition 'race in Other': a list such as [\"a\", \"b\"] was expected after 'in'");
    EXPECT_EQ(said("race in [Other"), "condition 'race in [Other': the list is not closed with ]");
    EXPECT_EQ(said("race in []"),
              "condition 'race in []': a value of the list is empty; put it in quotes if it is intended");
    EXPECT_EQ(said("race in [Other,"), "condition 'race in [Other,': a value is missing");
    EXPECT_EQ(said("age is missing or not"), "condition 'age is missing or not': 'or not' is left over at the end");
}

TEST(Condition, WithoutAValueIsRefusedToo) {
    const std::vector<Condition> conditions = {{.column = "age", .text = "age"}};
    EXPECT_EQ(testing::refusal<std::invalid_argument>([&] { (void)matching_rows(people(), conditions); }),
              "condition 'age': there is no value to compare with");
}

}  // namespace
}  // namespace alcole::tabular
