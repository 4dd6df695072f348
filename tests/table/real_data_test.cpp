// Real files. They are not part of the project: ALCOLE_DATA_DIR names their folder, and without it these tests do
// nothing.
#include <alcole/tabular/filter.hpp>

#include "temporary_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

std::optional<std::filesystem::path> data(const std::string& file) {
    const char* folder = std::getenv("ALCOLE_DATA_DIR");
    if (folder == nullptr || *folder == '\0') return std::nullopt;
    return std::filesystem::path(folder) / file;
}

std::vector<std::size_t> where(const Table& table, std::initializer_list<std::string_view> texts) {
    std::vector<Condition> conditions;
    for (const auto text : texts) conditions.push_back(parse_condition(text));
    return matching_rows(table, conditions);
}

ReadOptions adult_options() {
    return {.comment = '|',
            .names = {"age", "workclass", "fnlwgt", "education", "education_num", "marital_status", "occupation",
                      "relationship", "race", "sex", "capital_gain", "capital_loss", "hours_per_week", "native_country",
                      "income"}};
}

TEST(Compas, HasTheRowsOfTheAnalysisOfProPublica) {
    const auto file = data("compas/compas-scores-two-years.csv");
    if (!file) return;
    const Table all = read_csv(*file);
    EXPECT_EQ(all.num_rows, 7214U);
    EXPECT_EQ(all.columns.size(), 51U);
    EXPECT_EQ(to_string(all.notes[0]), "column 'decile_score' occurs twice with the same values; it is kept once");
    EXPECT_EQ(to_string(all.notes[1]), "column 'priors_count' occurs twice with the same values; it is kept once");
    const Table table = all.rows(where(all, {"days_b_screening_arrest >= -30", "days_b_screening_arrest <= 30",
                                             "is_recid != -1", "c_charge_degree != O", "score_text != N/A"}));
    EXPECT_EQ(table.num_rows, 6172U);
    EXPECT_EQ(where(table, {"two_year_recid == 1"}).size(), 2809U);
    EXPECT_EQ(where(table, {"sex == Female", "race == Other"}).size(), 58U);
    EXPECT_EQ(table.at("age").type, ColumnType::number);
    EXPECT_EQ(*std::ranges::max_element(table.at("age").numbers), 96);

    const std::vector<std::string> few = {"Asian", "Native American"};
    EXPECT_EQ(where(merge_levels(table, "race", few, "Other"), {"race == Other"}).size(), 343U + 31U + 11U);
}

TEST(Adult, IsReadWithoutAHeader) {
    const auto file = data("adult/adult.data");
    if (!file) return;
    const Table table = read_csv(*file, adult_options());
    EXPECT_EQ(table.num_rows, 32561U);
    EXPECT_EQ(table.columns.size(), 15U);
    EXPECT_EQ(where(table, {"workclass is missing"}).size(), 1836U);
    EXPECT_EQ(where(table, {"income == >50K"}).size(), 7841U);
    EXPECT_EQ(table.at("sex").levels, (std::vector<std::string>{"Male", "Female"}));
    EXPECT_TRUE(table.notes.empty());
}

TEST(Adult, HasATestFileWithARemarkOnItsFirstLine) {
    const auto file = data("adult/adult.test");
    if (!file) return;
    const Table table = read_csv(*file, adult_options());
    EXPECT_EQ(table.num_rows, 16281U);
    EXPECT_EQ(table.at("income").levels, (std::vector<std::string>{"<=50K.", ">50K."}));
}

TEST(German, IsReadFromArff) {
    const auto file = data("german/credit-g.arff");
    if (!file) return;
    const Table table = read_table(*file);
    EXPECT_EQ(table.num_rows, 1000U);
    EXPECT_EQ(table.columns.size(), 21U);
    EXPECT_EQ(where(table, {"class == good"}).size(), 700U);
    EXPECT_EQ(table.at("housing").levels, (std::vector<std::string>{"rent", "own", "for free"}));
    EXPECT_EQ(table.at("purpose").levels.size(), 11U);  // one of them, vacation, in no row
    EXPECT_TRUE(where(table, {"purpose == vacation"}).empty());
}

}  // namespace
}  // namespace alcole::tabular
