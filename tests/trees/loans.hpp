#pragma once

#include <alcole/random.hpp>
#include <alcole/tabular/table.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace alcole::tests {

/// Loans that depend on two numbers, one of them sometimes missing, on a category and on the sex. No two rows are
/// equal. `strength`: of all of these, less is more chance; the sex then has its own share.
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

}  // namespace alcole::tests
