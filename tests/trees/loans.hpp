#pragma once

#include <alcole/random.hpp>
#include <alcole/tabular/table.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace alcole::tests {

/// Loans that depend on two numbers, one of them sometimes missing, on a category and on sex. No two rows are equal.
/// `strength` of all of these: less means more chance; sex then has its own share.
inline tabular::Table loans(std::size_t rows, std::uint64_t seed = 11, double strength = 1) {
    using tabular::ColumnType;
    Random random(seed, 4);
    tabular::Column income{.name = "income"};
    tabular::Column age{.name = "age"};
    tabular::Column job{.name = "job", .type = ColumnType::category, .levels = {"clerk", "cook", "none"}};
    tabular::Column sex{.name = "sex", .type = ColumnType::category, .levels = {"f", "m"}};
    tabular::Column repaid{.name = "repaid", .type = ColumnType::category, .levels = {"no", "yes"}};
    for (std::size_t row = 0; row < rows; ++row) {
        income.numbers.push_back(random.normal());
        age.numbers.push_back(row % 9 == 0 ? std::numeric_limits<double>::quiet_NaN() : random.normal());
        job.codes.push_back(static_cast<std::int32_t>(random.below(3)));
        sex.codes.push_back(static_cast<std::int32_t>(random.below(2)));
        const double told = 1.5 * income.numbers.back() +
                            (std::isnan(age.numbers.back()) ? 0.7 : std::sin(2 * age.numbers.back())) +
                            (job.codes.back() == 1 ? 1.0 : 0.0) + 0.8 * sex.codes.back() - 0.5;
        const double score = strength * told + (1 - strength) * (sex.codes.back() - 0.5);
        repaid.codes.push_back(random.uniform() < 1 / (1 + std::exp(-score)) ? 1 : 0);
    }
    return {.columns = {income, age, job, sex, repaid}, .num_rows = rows, .notes = {}};
}

/// The same people, with a grade of three and a pay in some unit instead.
inline tabular::Table paid(std::size_t rows, double unit = 1, std::uint64_t seed = 11) {
    tabular::Table table = loans(rows, seed);
    Random random(seed, 5);
    tabular::Column grade{.name = "grade", .type = tabular::ColumnType::category, .levels = {"low", "middle", "high"}};
    tabular::Column pay{.name = "pay"};
    for (std::size_t row = 0; row < rows; ++row) {
        const double told = table.at("income").numbers[row] + 0.7 * table.at("sex").codes[row] + random.normal() / 2;
        grade.codes.push_back(told < -0.3 ? 0 : told < 0.9 ? 1 : 2);
        pay.numbers.push_back(unit * (told + (table.at("job").codes[row] == 1 ? 1 : 0)));
    }
    table.columns.back() = grade;
    table.columns.push_back(pay);
    return table;
}

/// Rows of a table, possibly with repetitions.
inline tabular::Table taken(const tabular::Table& table, const std::vector<std::size_t>& rows) {
    tabular::Table some = table;
    some.num_rows = rows.size();
    for (std::size_t c = 0; c < some.columns.size(); ++c) {
        const tabular::Column& from = table.columns[c];
        tabular::Column& to = some.columns[c];
        to.numbers.clear();
        to.codes.clear();
        for (const std::size_t row : rows) {
            if (!from.numbers.empty()) to.numbers.push_back(from.numbers[row]);
            if (!from.codes.empty()) to.codes.push_back(from.codes[row]);
        }
    }
    return some;
}

}  // namespace alcole::tests
