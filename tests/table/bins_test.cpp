// Numbers in bins.
#include <alcole/random.hpp>
#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/schema.hpp>

#include "table/encode.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// A table with the numbers as `pay`, and something to predict.
Table with_pay(std::vector<double> pay) {
    const std::size_t rows = pay.size();
    Table table{.columns = {{.name = "pay", .numbers = std::move(pay)}, {.name = "y"}}, .num_rows = rows};
    for (std::size_t row = 0; row < rows; ++row) table.columns[1].numbers.push_back(static_cast<double>(row % 2));
    return table;
}

Schema binned(const Table& table, std::size_t bins) {
    return fit_schema(table, {.target = "y", .binned = {"pay"}, .bins = bins});
}

/// The bin of every row; -1: none.
std::vector<std::int32_t> bins_of(const Schema& schema, std::vector<double> pay) {
    return table::encode(schema, with_pay(std::move(pay))).ones;
}

std::vector<std::size_t> sizes_of(const Schema& schema, const Table& table) {
    std::vector<std::size_t> sizes(schema.features[0].num_places());
    for (const auto bin : table::encode(schema, table).ones)
        if (bin >= 0 && static_cast<std::size_t>(bin) < sizes.size()) ++sizes[static_cast<std::size_t>(bin)];
    return sizes;
}

TEST(Bins, HaveAboutAsManyRowsEach) {
    Random random(1);
    std::vector<double> pay;
    for (int i = 0; i < 2000; ++i) pay.push_back(std::exp(3 * random.normal()));
    const Table table = with_pay(pay);
    const Schema schema = binned(table, 20);
    ASSERT_EQ(schema.features[0].edges.size(), 19U);
    EXPECT_EQ(schema.num_inputs(), 20U);
    EXPECT_EQ(num_numbers(schema), 0U);
    for (const std::size_t size : sizes_of(schema, table)) EXPECT_NEAR(static_cast<double>(size), 100, 1);
}

/// Nine of ten rows have the same value: it gets its own bin, and the tail shares the others.
TEST(Bins, GiveATieABinOfItsOwn) {
    Random random(2);
    std::vector<double> pay(900, 0.0);
    for (int i = 0; i < 100; ++i) pay.push_back(1 + std::exp(4 * random.normal()));
    const Table table = with_pay(pay);
    const Schema schema = binned(table, 11);
    const auto sizes = sizes_of(schema, table);
    ASSERT_EQ(sizes.size(), 11U);
    EXPECT_EQ(sizes[0], 900U);
    for (std::size_t k = 1; k < sizes.size(); ++k) EXPECT_EQ(sizes[k], 10U);
    EXPECT_GT(schema.features[0].edges[0], 0);
    EXPECT_LT(schema.features[0].edges[0], 1);
}

TEST(Bins, AreOnePerValueWhereThereAreFew) {
    const Schema schema = binned(with_pay({3, 1, 1, 1, 7, 7, 3, 1}), 20);
    EXPECT_EQ(schema.features[0].edges, (std::vector<double>{2, 5}));
    EXPECT_EQ(schema.input_names(), (std::vector<std::string>{"pay < 2", "2 <= pay < 5", "5 <= pay"}));
    EXPECT_EQ(bins_of(schema, {1, 3, 7}), (std::vector<std::int32_t>{0, 1, 2}));
    const Schema one = binned(with_pay({4, 4, 4, 4}), 20);
    EXPECT_TRUE(one.features[0].is_amount()) << "one value cannot be cut";
}

TEST(Bins, HoldEveryValueThatMayCome) {
    const Schema schema = binned(with_pay({1, 2, 3, 4}), 4);
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(bins_of(schema, {-1e300, -infinity, 0, 1.49, 1.5, 3.5, 1e300, infinity}),
              (std::vector<std::int32_t>{0, 0, 0, 0, 1, 3, 3, 3}));
}

TEST(Bins, KnowMissingValuesWhereTrainingMetThem) {
    const Schema met = binned(with_pay({1, missing, 2, 3}), 3);
    EXPECT_EQ(met.num_inputs(), 4U);
    EXPECT_EQ(met.input_names().back(), "pay is missing");
    EXPECT_EQ(bins_of(met, {missing, 2}), (std::vector<std::int32_t>{3, 1}));
    const Schema unmet = binned(with_pay({1, 2, 3}), 3);
    EXPECT_EQ(unmet.num_inputs(), 3U);
    EXPECT_EQ(bins_of(unmet, {missing, 2}), (std::vector<std::int32_t>{-1, 1}));
}

/// A deployed model reads floats: the side of an edge must not depend on more digits than they have.
TEST(Bins, AreToldInSinglePrecision) {
    const Schema schema = binned(with_pay({0.1, 0.2, 0.1, 0.2}), 2);
    const double edge = schema.features[0].edges[0];
    EXPECT_EQ(edge, static_cast<double>(static_cast<float>(edge)));
    for (const double v : {edge * (1 - 1e-9), edge, edge * (1 + 1e-9)})
        EXPECT_EQ(bins_of(schema, {v})[0], 1) << "the same float";
    const double next = 1 + 1e-12;  // the same float as 1
    EXPECT_TRUE(binned(with_pay({1, next, 1, next}), 2).features[0].edges.empty());
}

TEST(Bins, AreKeptInTheSchema) {
    const Schema schema = binned(with_pay({1, missing, 2, 30, 400, 5000}), 3);
    EXPECT_EQ(schema_from_json(to_json(schema)), schema);
}

TEST(Bins, RefuseWithASentence) {
    Table table = with_pay({1, 2, 3, 4});
    table.columns.push_back({.name = "job", .type = ColumnType::category, .codes = {0, 0, 0, 0}, .levels = {"smith"}});
    const auto sentence = [&](const SchemaOptions& options) -> std::string {
        try {
            (void)fit_schema(table, options);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(sentence({.target = "y", .binned = {"job"}}), "column 'job' holds words, and bins are for numbers");
    EXPECT_EQ(sentence({.target = "y", .ignore = {"pay"}, .binned = {"pay"}}),
              "column 'pay' is listed in 'binned', but it is not a feature");
    EXPECT_EQ(sentence({.target = "y", .binned = {"pay"}, .bins = 1}), "there must be at least 2 bins, not 1");
    EXPECT_NE(sentence({.target = "y", .binned = {"payy"}}).find("did you mean 'pay'?"), std::string::npos);
}

}  // namespace
}  // namespace alcole::tabular
