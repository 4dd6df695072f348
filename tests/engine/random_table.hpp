#pragma once

#include <alcole/random.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

/// Small tables that contain everything: repeated numbers, categories, missing values, two and three classes, a number
/// to predict, row weights.
namespace alcole::tests {

struct TableShape {
    std::size_t rows = 60;
    bool missing = true;
    std::uint64_t seed = 1;
};

inline tabular::Column category(const std::string& name, const std::vector<std::string>& levels, std::size_t rows,
                                double missing, Random& random) {
    tabular::Column column{.name = name, .type = tabular::ColumnType::category, .levels = levels};
    for (std::size_t row = 0; row < rows; ++row) {
        const auto code = static_cast<std::int32_t>(random.below(levels.size()));
        column.codes.push_back(random.uniform() < missing ? -1 : code);
    }
    return column;
}

inline tabular::Column number(const std::string& name, std::size_t values, std::size_t rows, double missing,
                              Random& random) {
    tabular::Column column{.name = name};
    for (std::size_t row = 0; row < rows; ++row) {
        const auto value = static_cast<double>(random.below(values)) * 1.5 - 2;
        column.numbers.push_back(random.uniform() < missing ? std::numeric_limits<double>::quiet_NaN() : value);
    }
    return column;
}

inline tabular::Table random_table(const TableShape& shape) {
    Random random(shape.seed);
    const double missing = shape.missing ? 0.1 : 0;
    tabular::Table table{.columns = {}, .num_rows = shape.rows, .notes = {}};
    table.columns.push_back(number("age", 4, shape.rows, missing, random));
    table.columns.push_back(number("debts", 3, shape.rows, 0, random));
    table.columns.push_back(category("job", {"clerk", "smith", "none"}, shape.rows, missing, random));
    table.columns.push_back(category("sex", {"f", "m"}, shape.rows, 0, random));
    table.columns.push_back(category("race", {"red", "green", "blue"}, shape.rows, missing, random));
    table.columns.push_back(category("repaid", {"no", "yes"}, shape.rows, 0, random));
    table.columns.push_back(category("grade", {"low", "middle", "high"}, shape.rows, 0, random));
    table.columns.push_back(number("income", 50, shape.rows, 0, random));
    table.columns.push_back(number("weight", 5, shape.rows, 0, random));
    for (double& w : table.columns.back().numbers) w += 2.5;
    return table;
}

/// How to predict a target of that kind from random_table().
inline tabular::SchemaOptions options_of(tabular::Task task, const std::vector<std::string>& features) {
    using tabular::Task;
    tabular::SchemaOptions options{.target = task == Task::binary       ? "repaid"
                                             : task == Task::regression ? "income"
                                                                        : "grade",
                                   .features = features};
    if (task != Task::ordinal) return options;
    options.task = tabular::TaskChoice::ordinal;
    options.order = {"high", "low", "middle"};  // not the order of the levels
    return options;
}

}  // namespace alcole::tests
