#include "engine/plan/row_sets.hpp"

#include <alcole/tabular/row_values.hpp>

#include "engine/plan/truths.hpp"
#include "random_table.hpp"

#include <gtest/gtest.h>

namespace alcole::engine {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

TEST(RowSets, AreThoseOfTheConditionsAndTheClass) {
    const Table table = tests::random_table({.rows = 200, .seed = 5});
    const Schema schema = fit_schema(table, {.target = "grade", .features = {"age", "sex"}});
    const Truths truths = truths_of(schema, table);
    RowSets sets(table, truths.labels);
    const tabular::Term women{.rows = {parse_condition("sex == f"), parse_condition("age > 0")}};
    for (const bool others : {false, true}) {
        for (std::int32_t label = 0; label < 3; ++label) {
            tabular::Term term = women;
            term.label = label;
            term.other_labels = others;
            const std::size_t set = sets.number(term);
            std::size_t count = 0;
            for (std::size_t row = 0; row < table.num_rows; ++row) {
                const bool is = table.at("sex").text(row) == "f" && table.at("age").numbers[row] > 0 &&
                                (truths.labels[row] == label) != others;
                EXPECT_EQ(sets.has(set, row), is);
                count += is ? 1 : 0;
            }
            EXPECT_EQ(sets.size(set), count);
            EXPECT_GT(count, 0U);
        }
    }
}

TEST(RowSets, OfEqualTermsAreFoundOnce) {
    const Table table = tests::random_table({.rows = 50, .seed = 5});
    RowSets sets(table, {});
    const tabular::Term one{.measure = tabular::Term::Measure::loss, .rows = {parse_condition("sex == f")}};
    const tabular::Term other{
        .measure = tabular::Term::Measure::divergence, .coefficient = 2, .rows = {parse_condition("sex == f")}};
    EXPECT_EQ(sets.number(one), sets.number(other));
    EXPECT_NE(sets.number(one), sets.number(tabular::Term{}));
    EXPECT_EQ(sets.count(), 2U);
    EXPECT_EQ(sets.size(sets.number(tabular::Term{})), 50U);
    EXPECT_EQ(sets.size(sets.number({.rows = {parse_condition("age > 1000")}})), 0U);
}

TEST(Truths, ThatAreNotKnownAreNamed) {
    Table table = tests::random_table({.rows = 20, .seed = 5});
    const Schema schema = fit_schema(table, {.target = "grade", .features = {"age"}});
    const Schema number = fit_schema(table, {.target = "income", .features = {"age"}});
    const auto said = [&](const Schema& of) -> std::string {
        try {
            truths_of(of, table);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_EQ(said(schema), "");
    EXPECT_EQ(said(number), "");
    for (auto& column : table.columns) {
        if (column.name == "grade") {
            column.levels.emplace_back("odd");
            column.codes[6] = 3;
        }
        if (column.name == "income") column.numbers[2] = std::nan("");
    }
    EXPECT_EQ(said(schema), "the target 'grade' of row 7 is 'odd', which is none of the model's classes");
    EXPECT_EQ(said(number), "the target 'income' of row 3 is missing");
}

}  // namespace
}  // namespace alcole::engine
