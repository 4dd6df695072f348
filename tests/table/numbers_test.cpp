#include <alcole/random.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include "table/encode.hpp"
#include "table/numbers_builder.hpp"
#include "temporary_file.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

const double absent = std::numeric_limits<double>::quiet_NaN();

std::vector<std::uint64_t> bits(const auto& numbers) {
    std::vector<std::uint64_t> all;
    for (const double v : numbers) all.push_back(std::bit_cast<std::uint64_t>(v));
    return all;
}

/// `rows` values of `usual`, except for every tenth.
std::vector<double> mostly(double usual, std::size_t rows) {
    std::vector<double> values(rows, usual);
    for (std::size_t row = 3; row < rows; row += 10) values[row] = static_cast<double>(row);
    return values;
}

Numbers built(const std::vector<double>& values) {
    table::NumbersBuilder builder;
    for (const double v : values) builder.add(v);
    return std::move(builder).finish();
}

TEST(Numbers, KeepTheRowsThatDifferWhereTheyAreFew) {
    for (const double usual : {0.0, -0.0, 7.5, absent}) {
        const auto values = mostly(usual, 200);
        for (const Numbers& numbers : {Numbers::compact(values), built(values)}) {
            ASSERT_NE(numbers.few(), nullptr) << usual;
            EXPECT_EQ(numbers.few()->rows.size(), 20U);
            EXPECT_LT(numbers.num_bytes(), 400U);
            EXPECT_EQ(numbers.size(), 200U);
            EXPECT_EQ(bits(numbers), bits(values));
            EXPECT_EQ(bits(numbers.to_vector()), bits(values));
            for (std::size_t row = 0; row < values.size(); ++row)
                EXPECT_EQ(std::bit_cast<std::uint64_t>(numbers[row]), std::bit_cast<std::uint64_t>(values[row]));
        }
    }
}

TEST(Numbers, AreAllKeptWhereThatIsLess) {
    EXPECT_EQ(Numbers::compact(std::vector<double>(20)).few(), nullptr);  // the lists would be longer
    std::vector<double> half(100);
    for (std::size_t row = 0; row < 50; ++row) half[2 * row] = 1;
    EXPECT_EQ(Numbers::compact(half).few(), nullptr);
    EXPECT_EQ(built(half).few(), nullptr);
    EXPECT_EQ(bits(built(half)), bits(half));
    Numbers::Few many{.size = 40, .rest = 1, .rows = {}, .values = {}};
    for (std::uint32_t row = 0; row < 11; ++row) {
        many.rows.push_back(row);
        many.values.push_back(2);
    }
    EXPECT_EQ(Numbers(many).few(), nullptr);
    EXPECT_EQ(Numbers(many)[10], 2);
    EXPECT_EQ(Numbers(many)[11], 1);
}

TEST(Numbers, TellZerosOfTwoSignsApart) {
    std::vector<double> values(100, 0.0);
    values[7] = -0.0;
    const Numbers numbers = Numbers::compact(values);
    ASSERT_NE(numbers.few(), nullptr);
    EXPECT_TRUE(std::signbit(numbers[7]));
    EXPECT_FALSE(std::signbit(numbers[8]));
}

TEST(Numbers, TakeAnyValueWhenTheyAreChanged) {
    Numbers numbers = Numbers::compact(mostly(0, 100));
    const Numbers before = numbers;
    numbers[50] = 9;
    numbers.push_back(4);
    EXPECT_EQ(numbers.few(), nullptr);
    EXPECT_EQ(numbers.size(), 101U);
    EXPECT_EQ(numbers[50], 9);
    EXPECT_EQ(numbers[13], 13);
    EXPECT_EQ(before[50], 0);
    EXPECT_NE(before.few(), nullptr);
    EXPECT_THROW((void)before.at(100), std::out_of_range);
    EXPECT_EQ(before, Numbers(mostly(0, 100)));
    EXPECT_FALSE(before == numbers);
}

TEST(Numbers, AreCollectedWhateverComesFirst) {
    std::vector<double> rare_first(300, 0.0);
    rare_first[0] = 5;
    EXPECT_NE(built(rare_first).few(), nullptr);
    EXPECT_EQ(bits(built(rare_first)), bits(rare_first));
    std::vector<double> crowd_first(3000, 0.0);
    for (std::size_t row = 0; row < 200; ++row) crowd_first[row] = static_cast<double>(row);
    EXPECT_NE(built(crowd_first).few(), nullptr);
    EXPECT_EQ(bits(built(crowd_first)), bits(crowd_first));
    std::vector<double> crowd_last(3000, 0.0);
    for (std::size_t row = 1000; row < 3000; ++row) crowd_last[row] = static_cast<double>(row);
    EXPECT_EQ(built(crowd_last).few(), nullptr);
    EXPECT_EQ(bits(built(crowd_last)), bits(crowd_last));
    std::vector<double> other_rest(3000, 1.0);
    for (std::size_t row = 0; row < 100; ++row) other_rest[row] = 0;
    ASSERT_NE(built(other_rest).few(), nullptr);
    EXPECT_EQ(built(other_rest).few()->rest, 1);
    EXPECT_EQ(bits(built(other_rest)), bits(other_rest));
}

std::string text_of(const std::vector<double>& values) {
    std::string text = "a,b\n";
    for (std::size_t row = 0; row < values.size(); ++row)
        text += (std::isnan(values[row]) ? "" : std::to_string(static_cast<int>(values[row]))) + "," +
                std::to_string(row) + "\n";
    return text;
}

TEST(Numbers, AreReadFromTextAsAFew) {
    for (const double usual : {0.0, absent}) {
        const auto values = mostly(usual, 500);
        const Table table = testing::csv(text_of(values));
        ASSERT_NE(table.at("a").numbers.few(), nullptr);
        EXPECT_EQ(table.at("b").numbers.few(), nullptr);
        EXPECT_EQ(bits(table.at("a").numbers), bits(values));
        EXPECT_EQ(table.at("a").num_missing(), std::isnan(usual) ? 450U : 0U);
        EXPECT_EQ(table.at("a").missing(0), std::isnan(usual));
        EXPECT_EQ(table.at("a").text(3), "3");
    }
}

/// A table with a column of each kind, in the form that readers choose, or with a number for every row.
Table mixed(bool compact) {
    Table table{.columns = {}, .num_rows = 400};
    Random random(4);
    for (const double usual : {0.0, 2.0, absent}) {
        std::vector<double> values(400, usual);
        for (double& v : values)
            if (random.uniform() < 0.15) v = random.uniform() < 0.2 ? absent : std::floor(4 * random.normal());
        const std::string name = "x" + std::to_string(table.columns.size());
        table.columns.push_back({.name = name, .numbers = compact ? Numbers::compact(values) : Numbers(values)});
    }
    table.columns.push_back({.name = "y"});
    for (std::size_t row = 0; row < 400; ++row) table.columns.back().numbers.push_back(row % 3 == 0 ? 1 : 0);
    return table;
}

TEST(Numbers, GiveTheSameRowsInAnyOrder) {
    const Table few = mixed(true);
    const Table all = mixed(false);
    ASSERT_NE(few.columns[2].numbers.few(), nullptr);
    ASSERT_EQ(all.columns[2].numbers.few(), nullptr);
    Random random(5);
    for (const std::size_t count : {0UL, 1UL, 30UL, 200UL, 900UL}) {
        std::vector<std::size_t> which;
        for (std::size_t k = 0; k < count; ++k) which.push_back(random.below(400));  // with repetitions
        const Table a = few.rows(which);
        const Table b = all.rows(which);
        for (std::size_t c = 0; c < a.columns.size(); ++c)
            EXPECT_EQ(bits(a.columns[c].numbers), bits(b.columns[c].numbers)) << count << " " << c;
    }
    const std::vector<std::size_t> beyond = {400};
    EXPECT_THROW((void)few.rows(beyond), std::out_of_range);
}

TEST(Numbers, AreTheSameToASchemaAndToAModel) {
    for (const std::vector<std::string>& binned : {std::vector<std::string>{}, {"x0", "x2"}}) {
        const Schema of_few = fit_schema(mixed(true), {.target = "y", .binned = binned, .bins = 4});
        const Schema of_all = fit_schema(mixed(false), {.target = "y", .binned = binned, .bins = 4});
        for (std::size_t f = 0; f < 3; ++f) {
            EXPECT_EQ(of_few.features[f].mean, of_all.features[f].mean);
            EXPECT_EQ(of_few.features[f].sd, of_all.features[f].sd);
            EXPECT_EQ(of_few.features[f].edges, of_all.features[f].edges);
            EXPECT_EQ(of_few.features[f].missing_seen, of_all.features[f].missing_seen);
        }
        const Table few = mixed(true);
        const Table all = mixed(false);
        const table::Encoder a(of_few, few);
        const table::Encoder b(of_all, all);
        for (const std::size_t first : {0UL, 1UL, 250UL}) {
            EXPECT_EQ(bits(a.rows(first, 150).numbers), bits(b.rows(first, 150).numbers));
            EXPECT_EQ(a.rows(first, 150).ones, b.rows(first, 150).ones);
        }
        EXPECT_EQ(table::classes_of(of_few, few), table::classes_of(of_all, all));
    }
}

/// 300 columns; in each, one row in `every` differs.
Table wide(std::size_t every, bool compact) {
    Table table{.columns = {}, .num_rows = 100};
    Random random(6);
    for (std::size_t c = 0; c < 300; ++c) {
        std::vector<double> values(100, c % 7 == 0 ? absent : static_cast<double>(c % 3));
        for (std::size_t row = 0; row < 100; ++row)
            if (random.below(every) == 0) values[row] = random.normal();
        table.columns.push_back(
            {.name = "x" + std::to_string(c), .numbers = compact ? Numbers::compact(values) : Numbers(values)});
    }
    table.columns.push_back({.name = "y"});
    for (std::size_t row = 0; row < 100; ++row) table.columns.back().numbers.push_back(row % 2 == 0 ? 1 : 0);
    return table;
}

TEST(WideRows, AreListsOfWhatIsUnusual) {
    const Table table = wide(10, true);
    const Schema schema = fit_schema(table, {.target = "y"});
    const table::Encoder encoder(schema, table);
    ASSERT_EQ(encoder.usual().size(), 300U);
    const table::Encoded encoded = encoder.rows(10, 50);
    EXPECT_TRUE(encoded.numbers.empty());
    ASSERT_EQ(encoded.lists.rows(), 50U);
    for (std::size_t row = 0; row < 50; ++row) {
        std::vector<double> numbers = encoder.usual();
        for (std::size_t k = encoded.lists.begin[row]; k < encoded.lists.begin[row + 1]; ++k)
            numbers[encoded.lists.at[k]] = encoded.lists.values[k];
        for (std::size_t c = 0; c < 300; ++c) {
            const double v = table.columns[c].numbers[row + 10];
            EXPECT_EQ(numbers[c], std::isnan(v) ? 0 : (v - schema.features[c].mean) / schema.features[c].sd);
        }
    }
    EXPECT_LT(encoded.lists.at.size(), 50U * 300 / 5);
}

TEST(WideRows, DoNotDependOnHowColumnsAreKept) {
    const Table few = wide(10, true);
    const Table all = wide(10, false);
    const Schema schema = fit_schema(few, {.target = "y"});
    const table::Encoder a(schema, few);
    const table::Encoder b(schema, all);
    EXPECT_EQ(a.usual(), b.usual());
    EXPECT_EQ(a.rows(0, 100).lists.at, b.rows(0, 100).lists.at);
    EXPECT_EQ(bits(a.rows(0, 100).lists.values), bits(b.rows(0, 100).lists.values));
    const Table full = wide(2, true);
    EXPECT_TRUE(table::Encoder(fit_schema(full, {.target = "y"}), full).usual().empty());
}

}  // namespace
}  // namespace alcole::tabular
