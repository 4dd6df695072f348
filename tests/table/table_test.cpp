#include <alcole/tabular/table.hpp>

#include "temporary_file.hpp"

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

using testing::texts;
using Words = std::vector<std::string>;
using Rows = std::vector<std::size_t>;

Table people() {
    return testing::csv("race,age,employed\nOther,1,yes\nAsian,2,no\nNative American,3,yes\nHispanic,4,no\n?,?,?\n");
}

std::string said(std::string_view column, const Words& levels, const std::string& into) {
    return testing::refusal<std::invalid_argument>([&] { (void)merge_levels(people(), column, levels, into); });
}

TEST(ColumnOfWords, IsWhatTheReaderOfAFileMakesOfThem) {
    const Table table = people();
    const Column race = column_of_words("race", {0, 1, 2, 3, -1}, {"Other", "Asian", "Native American", "Hispanic"});
    EXPECT_EQ(race.type, table.at("race").type);
    EXPECT_EQ(race.levels, table.at("race").levels);
    const Column employed = column_of_words("employed", {0, 1, 0, 1, -1}, {"yes", "no"});
    EXPECT_EQ(employed.type, ColumnType::boolean);
    EXPECT_EQ(employed.levels, table.at("employed").levels);
    EXPECT_EQ(employed.codes, table.at("employed").codes);
}

TEST(MergedLevels, JoinOneThatIsThere) {
    const Table table = merge_levels(people(), "race", Words{"Asian", "Native American"}, "Other");
    EXPECT_EQ(table.at("race").levels, (Words{"Other", "Hispanic"}));
    EXPECT_EQ(table.at("race").codes, (std::vector<std::int32_t>{0, 0, 0, 1, -1}));
    EXPECT_EQ(table.at("age").numbers[2], 3);
}

TEST(MergedLevels, MakeANewOneThatComesLast) {
    const Table table = merge_levels(people(), "race", Words{"Asian", "Native American"}, "Few");
    EXPECT_EQ(table.at("race").levels, (Words{"Other", "Hispanic", "Few"}));
    EXPECT_EQ(texts(table.at("race")), (Words{"Other", "Few", "Few", "Hispanic", ""}));
}

TEST(MergedLevels, MayListTheOneTheyGoIntoAndRepeatThemselves) {
    const Table table = merge_levels(people(), "race", Words{"Hispanic", "Other", "Other"}, "Hispanic");
    EXPECT_EQ(table.at("race").levels, (Words{"Asian", "Native American", "Hispanic"}));
    EXPECT_EQ(texts(table.at("race")), (Words{"Hispanic", "Asian", "Native American", "Hispanic", ""}));
    EXPECT_EQ(merge_levels(people(), "race", Words{"Other"}, "Other").at("race").codes, people().at("race").codes);
}

TEST(MergedLevels, RenameWhenThereIsOnlyOne) {
    const Table table = merge_levels(people(), "race", Words{"Hispanic"}, "Latino");
    EXPECT_EQ(texts(table.at("race")), (Words{"Other", "Asian", "Native American", "Latino", ""}));
}

TEST(MergedLevels, AreRefusedWithASentence) {
    EXPECT_EQ(said("rase", {"Asian"}, "Other"), "there is no column 'rase'; did you mean 'race'?");
    EXPECT_EQ(said("race", {"Asien"}, "Other"), "column 'race' has no level 'Asien' to merge; did you mean 'Asian'?");
    EXPECT_EQ(said("age", {"1"}, "2"),
              "levels of column 'age' cannot be merged: it is read as number; read it as a category (data.categories)");
    EXPECT_EQ(
        said("employed", {"yes"}, "no"),
        "levels of column 'employed' cannot be merged: it is read as boolean; read it as a category (data.categories)");
    EXPECT_EQ(said("race", {}, "Other"), "no levels of column 'race' are given to merge");
    EXPECT_EQ(said("race", {"Asian"}, ""), "levels of column 'race' need a name for the merged level");
}

TEST(Table, GivesTheRowsAskedForInTheirOrder) {
    const Table table = people().rows(Rows{3, 0, 4, 3});
    EXPECT_EQ(table.num_rows, 4U);
    EXPECT_EQ(texts(table.at("race")), (Words{"Hispanic", "Other", "", "Hispanic"}));
    EXPECT_EQ(texts(table.at("age")), (Words{"4", "1", "", "4"}));
    EXPECT_EQ(table.at("race").levels, people().at("race").levels);
    EXPECT_EQ(people().rows({}).num_rows, 0U);
    EXPECT_THROW(static_cast<void>(people().rows(Rows{5})), std::out_of_range);
}

TEST(Table, FindsColumnsByName) {
    const Table table = people();
    EXPECT_EQ(table.find("Race"), nullptr);
    EXPECT_EQ(table.find("race"), &table.columns[0]);
    EXPECT_EQ(testing::refusal<std::invalid_argument>([&] { (void)table.at("Race"); }),
              "there is no column 'Race'; did you mean 'race'?");
}

TEST(Column, SaysItsValuesAsAPersonWould) {
    const Table table = testing::csv("a,b\n0.1,true\n1e300,false\n,\n");
    EXPECT_EQ(texts(table.at("a")), (Words{"0.1", "1e+300", ""}));
    EXPECT_EQ(texts(table.at("b")), (Words{"true", "false", ""}));
    EXPECT_EQ(to_string(table.at("a").type), "number");
    EXPECT_EQ(to_string(table.at("b").type), "boolean");
    EXPECT_EQ(to_string(ColumnType::category), "category");
}

TEST(Table, IsWrittenAsItIsRead) {
    const std::string text = "name,\"a, \"\"b\"\"\",yes\n\"x\ny\",1.5,true\n,,false\n";
    EXPECT_EQ(to_csv(testing::csv(text)), text);
}

}  // namespace
}  // namespace alcole::tabular
