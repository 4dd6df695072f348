#include <alcole/random.hpp>

#include "learning/inspect/column.hpp"
#include "learning/inspect/hints.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace alcole::learning {
namespace {

using tabular::Column;
using tabular::ColumnType;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

Column numbers(std::vector<double> values) {
    return {.name = "x", .type = ColumnType::number, .numbers = std::move(values)};
}
Column words_column(std::vector<std::int32_t> codes, std::vector<std::string> levels) {
    return {.name = "x", .type = ColumnType::category, .codes = std::move(codes), .levels = std::move(levels)};
}

TEST(Facts, OfNumbersAndWords) {
    const auto counting = facts_of(numbers({1, 2, 3, 5}));
    EXPECT_EQ(counting.distinct, 4U);
    EXPECT_TRUE(counting.whole);
    EXPECT_TRUE(counting.counts_up);
    const auto gaps = facts_of(numbers({3, none, 1.5, 3}));
    EXPECT_EQ(gaps.present, 3U);
    EXPECT_EQ(gaps.distinct, 2U);
    EXPECT_FALSE(gaps.whole);
    EXPECT_FALSE(facts_of(numbers({1, 2, 2})).counts_up);
    EXPECT_FALSE(facts_of(numbers({1, 2, 2000})).counts_up);
    const auto declared = facts_of(words_column({0, -1, 0}, {"a", "b"}));
    EXPECT_EQ(declared.present, 2U);
    EXPECT_EQ(declared.distinct, 1U) << "a level that is declared need not occur";
}

TEST(Association, CountsTheLargestClassOfEachValue) {
    const std::vector<std::int32_t> classes = {0, 0, 0, 1, 1, 1, -1};
    const auto by_word = association(words_column({0, 0, 1, 1, 1, -1, 0}, {"a", "b"}), classes);
    EXPECT_DOUBLE_EQ(by_word.base, 0.5);
    EXPECT_DOUBLE_EQ(by_word.accuracy, 5.0 / 6) << "a: 2 of 2, b: 2 of 3, missing: 1 of 1";
    const auto presence = association_by_presence(words_column({0, 0, 1, 1, -1, -1, 0}, {"a", "b"}), classes);
    EXPECT_DOUBLE_EQ(presence.accuracy, 5.0 / 6);
}

TEST(Association, OfManyNumbersUsesOneThreshold) {
    std::vector<double> values;
    std::vector<std::int32_t> classes;
    for (int k = 0; k < 100; ++k) {
        values.push_back(k + 0.5);
        classes.push_back(k % 2);
    }
    EXPECT_NEAR(association(numbers(values), classes).accuracy, 0.51, 1e-12)
        << "every value is its own row: not counted";
    for (int k = 0; k < 100; ++k) classes[static_cast<std::size_t>(k)] = k < 30 ? 1 : 0;
    EXPECT_DOUBLE_EQ(association(numbers(values), classes).accuracy, 1);
    EXPECT_DOUBLE_EQ(association(numbers(values), classes).base, 0.7);
    values[0] = none;
    EXPECT_DOUBLE_EQ(association(numbers(values), classes).accuracy, 1);
}

TEST(Association, OfNothingIsNothing) {
    EXPECT_EQ(association(numbers({}), {}).accuracy, 0);
    EXPECT_EQ(association(numbers({none, none}), std::vector<std::int32_t>{-1, -1}).accuracy, 0);
    EXPECT_DOUBLE_EQ(association(numbers({none, none}), std::vector<std::int32_t>{0, 1}).accuracy, 0.5);
}

TEST(Explained, IsTheShareOfVariance) {
    const std::vector<double> target = {1, 2, 3, 4, none};
    EXPECT_NEAR(explained(numbers({-2, -4, -6, -8, 0}), target), 1, 1e-12);
    EXPECT_NEAR(explained(numbers({7, 7, 7, 7, 7}), target), 0, 1e-12);
    EXPECT_NEAR(explained(words_column({0, 0, 1, 1, 0}, {"a", "b"}), target), 0.8, 1e-12);
}

TEST(Words, AreCutAtSignsAndCapitals) {
    EXPECT_EQ(hints::tokens("c_caseNumber-2"), (std::vector<std::string>{"c", "case", "number", "2"}));
    EXPECT_EQ(hints::tokens("SEX"), std::vector<std::string>{"sex"});
    EXPECT_TRUE(hints::tokens("--").empty());
}

TEST(Words, SayWhatAColumnIs) {
    for (const auto* name : {"id", "customer_id", "caseNumber", "Name", "e-mail", "uuid"})
        EXPECT_TRUE(hints::names_identifier(name)) << name;
    for (const auto* name : {"width", "idle", "case_severity", "number_of_children"})
        EXPECT_FALSE(hints::names_identifier(name)) << name;
    for (const auto* name :
         {"Sex", "gender", "age_group", "ageCat", "marital-status", "personal_status", "foreign_worker"})
        EXPECT_TRUE(hints::names_protected(name)) << name;
    for (const auto* name : {"age", "embrace", "status", "sextant"}) EXPECT_FALSE(hints::names_protected(name)) << name;
    EXPECT_TRUE(hints::contains_target_name("approved_amount", "approved"));
    EXPECT_FALSE(hints::contains_target_name("workclass", "class"));
    EXPECT_FALSE(hints::contains_target_name("approved", "approved"));
    EXPECT_EQ(hints::shared_word("is_recid", "two_year_recid"), "recid");
    EXPECT_EQ(hints::shared_word("marital_status", "loan_status"), "");
}

TEST(Words, SayWhatAValueIs) {
    for (const auto* text : {"2024-01-31", "2024/1/31 12:00", "31.12.1999", "1/31/24", "2024-01-31T12:00:05.5Z"})
        EXPECT_TRUE(hints::is_date(text)) << text;
    for (const auto* text : {"2024", "1.5", "2024-13-01", "yes", "10-20", ""})
        EXPECT_FALSE(hints::is_date(text)) << text;
    for (const auto* text : {"1,234", "1.234,56", "12,5", "$1,000.50", "40 %", "-3", "€ 12"})
        EXPECT_TRUE(hints::is_written_number(text)) << text;
    for (const auto* text : {"", "a", "1,2,3", "12-14", "1.2.3"}) EXPECT_FALSE(hints::is_written_number(text)) << text;
    for (const auto* text : {"yes", "TRUE", ">50K", ">50K.", "good", "1"}) EXPECT_TRUE(hints::says_yes(text)) << text;
    for (const auto* text : {"no", "<=50K", "bad", "0", ""}) EXPECT_FALSE(hints::says_yes(text)) << text;
}

/// 4000 rows in which the probability of a 1 is a function of the value, which is one of 0, 1, ..., k - 1; if `skewed`,
/// small values are frequent, as for counts.
template <class Chance>
double disorder_of(std::size_t k, Chance chance, std::uint64_t seed = 1, bool skewed = false) {
    Random random(seed);
    std::vector<double> values;
    std::vector<double> target;
    for (int row = 0; row < 4000; ++row) {
        const double u = random.uniform();
        values.push_back(std::floor(static_cast<double>(k) * (skewed ? u * u * u * u : u)));
        target.push_back(random.uniform() < chance(static_cast<int>(values.back())) ? 1 : 0);
    }
    return disorder(numbers(values), target);
}

TEST(Disorder, IsHighOfCodesAndNoneOfAmounts) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        EXPECT_GT(disorder_of(
                      11, [](int v) { return 0.1 + 0.8 * (v * 7 % 11) / 10.0; }, seed),
                  0.3)
            << "codes";
        EXPECT_GT(disorder_of(
                      200, [](int v) { return v * 7 % 3 == 0 ? 0.7 : 0.2; }, seed),
                  0.5)
            << "many codes";
        for (const bool skewed : {false, true}) {
            EXPECT_LT(disorder_of(
                          11, [](int v) { return 0.1 + 0.08 * v; }, seed, skewed),
                      0.2)
                << "a line";
            EXPECT_LT(disorder_of(
                          60, [](int v) { return 0.7 - std::pow((v - 30) / 40.0, 2); }, seed, skewed),
                      0.2)
                << "age and income";
            EXPECT_LT(disorder_of(
                          9, [](int v) { return v == 0 ? 0.2 : 0.6; }, seed, skewed),
                      0.2)
                << "none or some";
        }
    }
}

TEST(Disorder, IsNoneWhereThereIsNothingToTell) {
    int told = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed)
        told += disorder_of(
                    20, [](int) { return 0.3; }, seed) > 0
                    ? 1
                    : 0;
    EXPECT_LE(told, 2);
    EXPECT_EQ(disorder_of(3, [](int v) { return v == 1 ? 0.9 : 0.1; }), 0) << "any three values lie on a curve";
    EXPECT_EQ(disorder_of(8000, [](int v) { return v % 2; }), 0) << "hardly a row for each";
}

}  // namespace
}  // namespace alcole::learning
