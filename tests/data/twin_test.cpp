
#include <alcole/data/twin.hpp>
#include <alcole/tabular/read.hpp>

#include "twin_facts.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <stdexcept>

#include <gtest/gtest.h>

namespace alcole::data {
namespace {

using tabular::Table;

const Table& million() {
    static const Table table = twin(1'000'000, 1);
    return table;
}

std::string row_text(const Table& table, std::size_t row) {
    std::string text;
    for (const auto& column : table.columns) text += (text.empty() ? "" : ", ") + column.text(row);
    return text;
}

double mean(const Table& table, std::string_view column) {
    const auto& values = table.at(column).numbers;
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::string refusal(const std::string& column, const std::string& value) {
    try {
        (void)twin_with(1, 1, column, value);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

TEST(Twin, HasTheMarginsRatesMomentsAndCorrelationsOfCompas) {
    for (const auto& kind : tests::twin_facts(million()))
        for (const auto& fact : kind.facts)
            EXPECT_TRUE(fact.within()) << kind.title << ": " << fact.name << " is " << fact.achieved << ", not "
                                       << fact.target << " +- " << fact.tolerance;
}

TEST(Twin, IsDescribedByItsPage) {
    std::ifstream file(ALCOLE_SOURCE_DIR "/docs/twin.md");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::string tables = tests::page_of(tests::twin_facts(million()));
    EXPECT_NE(text.find(tables), std::string::npos) << "docs/twin.md should have\n\n" << tables;
}

TEST(Twin, RepeatsItselfAsOftenAsCompas) {  // 1688, 3134 and 550 distinct rows there
    const Table table = twin(6172, 1);
    std::vector<std::string> columns = {
        "age", "priors_count", "juv_fel_count", "juv_misd_count", "juv_other_count", "c_charge_degree"};
    EXPECT_NEAR(static_cast<double>(tests::distinct_rows(table, columns)), 1688, 100);
    columns.insert(columns.end(), {"sex", "race"});
    EXPECT_NEAR(static_cast<double>(tests::distinct_rows(table, columns)), 3134, 100);
    EXPECT_NEAR(
        static_cast<double>(tests::distinct_rows(table, {"age_cat", "priors_count", "c_charge_degree", "sex", "race"})),
        550, 50);
}

TEST(Twin, IsTheSameOnEveryMachine) {
    const Table table = twin(6, 1);
    EXPECT_EQ(row_text(table, 0), "47, Greater than 45, 5, 0, 0, 0, M, Male, Caucasian, 0");
    EXPECT_EQ(row_text(table, 1), "20, Less than 25, 4, 0, 0, 0, M, Male, Caucasian, 0");
    EXPECT_EQ(row_text(table, 2), "20, Less than 25, 3, 0, 1, 0, F, Female, African-American, 1");
    EXPECT_EQ(row_text(table, 5), "58, Greater than 45, 0, 0, 0, 0, F, Male, Caucasian, 0");
    EXPECT_NE(row_text(twin(6, 2), 1), row_text(table, 1));
}

TEST(Twin, RowIsTheSamePersonForAnyNumberOfRows) {
    const Table few = twin(40, 7), more = twin(400, 7);
    EXPECT_EQ(few.num_rows, 40U);
    for (std::size_t row = 0; row < few.num_rows; ++row) EXPECT_EQ(row_text(few, row), row_text(more, row));
    EXPECT_EQ(twin(0, 7).columns.size(), 10U);
    EXPECT_EQ(twin(0, 7).at("race").levels.size(), 6U);
}

TEST(Twin, LooksLikeTheFile) {
    const char* folder = std::getenv("ALCOLE_DATA_DIR");  // NOLINT: one thread
    if (folder == nullptr || *folder == '\0') return;
    const Table file = tabular::read_csv(std::filesystem::path(folder) / "compas" / "compas-scores-two-years.csv");
    for (const auto& column : twin(1, 1).columns) {
        EXPECT_EQ(column.type, file.at(column.name).type) << column.name;
        EXPECT_EQ(column.levels, file.at(column.name).levels) << column.name;
    }
}

TEST(TwinWith, LeavesThoseAloneWhoHaveTheValueAlready) {
    const Table before = twin(5000, 3);
    for (const auto& [column, value] :
         {std::pair<std::string, std::string>{"race", "Hispanic"}, {"race", "Native American"}, {"sex", "Female"}}) {
        const Table after = twin_with(5000, 3, column, value);
        std::size_t same = 0;
        for (std::size_t row = 0; row < before.num_rows; ++row) {
            EXPECT_EQ(after.at(column).text(row), value);
            if (before.at(column).text(row) != value) continue;
            EXPECT_EQ(row_text(after, row), row_text(before, row));
            ++same;
        }
        EXPECT_GT(same, 0U);
    }
}

TEST(TwinWith, LetsWhatTheAttributeCausesRespond) {
    const Table before = twin(20000, 3), after = twin_with(20000, 3, "race", "Caucasian");
    std::size_t people = 0, older = 0, younger = 0, fewer_priors = 0, more_priors = 0, other_label = 0,
                other_charge = 0;
    for (std::size_t row = 0; row < before.num_rows; ++row) {
        EXPECT_EQ(after.at("sex").codes[row], before.at("sex").codes[row]);  // not caused by race
        if (before.at("race").text(row) != "African-American") continue;
        ++people;
        older += after.at("age").numbers[row] > before.at("age").numbers[row];
        younger += after.at("age").numbers[row] < before.at("age").numbers[row];
        fewer_priors += after.at("priors_count").numbers[row] < before.at("priors_count").numbers[row];
        more_priors += after.at("priors_count").numbers[row] > before.at("priors_count").numbers[row];
        other_label += after.at("two_year_recid").numbers[row] != before.at("two_year_recid").numbers[row];
        other_charge += after.at("c_charge_degree").codes[row] != before.at("c_charge_degree").codes[row];
    }
    EXPECT_GT(older, people / 2);
    EXPECT_EQ(younger, 0U);  // the same noise, another table
    EXPECT_GT(fewer_priors, 2 * more_priors);
    EXPECT_GT(other_label, people / 50);
    EXPECT_LT(other_label, people / 4);
    EXPECT_GT(other_charge, people / 100);
}

TEST(TwinWith, MakesEveryoneLikeThatGroup) {
    // Everybody is given this race: the result must look like the people of that race, if race is the only difference.
    const Table after = twin_with(200'000, 3, "race", "Caucasian");
    EXPECT_NEAR(mean(after, "age"), 37.49, 0.2);
    EXPECT_NEAR(mean(after, "priors_count"), 2.289, 0.1);
    EXPECT_NEAR(mean(after, "two_year_recid"), 0.3909, 0.01);
}

TEST(TwinFlippedSex, IsAChangeOfSexForEach) {
    const Table before = twin(5000, 3), flipped = twin_flipped_sex(5000, 3);
    const Table men = twin_with(5000, 3, "sex", "Male"), women = twin_with(5000, 3, "sex", "Female");
    for (std::size_t row = 0; row < before.num_rows; ++row) {
        const bool was_male = before.at("sex").text(row) == "Male";
        EXPECT_EQ(row_text(flipped, row), row_text(was_male ? women : men, row));
        EXPECT_EQ(flipped.at("race").codes[row], before.at("race").codes[row]);
    }
    EXPECT_GT(mean(men, "priors_count"), mean(women, "priors_count") + 1);
}

TEST(TwinWith, RefusesWhatItHasNot) {
    EXPECT_EQ(refusal("age", "30"),
              "the twin can change 'race' and 'sex', not 'age'; name one of these two as the column");
    EXPECT_EQ(refusal("race", "hispanic"),
              "column 'race' of the twin has no value 'hispanic'; did you mean 'Hispanic'?");
}

}  // namespace
}  // namespace alcole::data
