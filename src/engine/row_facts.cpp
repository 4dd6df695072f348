#include "engine/row_facts.hpp"

#include <alcole/tabular/filter.hpp>

#include "table/encode.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::engine {

std::size_t rows_of(const tabular::Term& term, const tabular::Schema& schema, const tabular::Table& table) {
    const auto rows = tabular::matching_rows(table, term.rows);
    if (!term.label) return rows.size();
    const std::string& wanted = schema.target.classes[static_cast<std::size_t>(*term.label)];
    const tabular::Column& target = table.at(schema.target.column);
    return static_cast<std::size_t>(std::ranges::count_if(
        rows, [&](std::size_t row) { return (target.text(row) == wanted) != term.other_labels; }));
}

double largest_input(const tabular::Dataset& data) {
    const tabular::Schema& schema = data.schema();
    const tabular::Encoded& encoded = data.encoded();
    const std::size_t numbers = tabular::num_numbers(schema);
    const std::size_t blocks = tabular::blocks_of(schema).size();
    double most = 0;
    for (std::size_t row = 0; row < encoded.rows; ++row) {
        double squares = 0;
        for (std::size_t j = 0; j < numbers; ++j) {
            const double x = encoded.numbers[row * numbers + j];
            squares += x * x;
        }
        for (std::size_t b = 0; b < blocks; ++b) squares += encoded.ones[row * blocks + b] >= 0 ? 1 : 0;
        most = std::max(most, squares);
    }
    return std::sqrt(most);
}

}  // namespace alcole::engine
