#pragma once

#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace alcole::table {

/// A table as a model sees it.
struct Encoded {
    std::size_t rows = 0;
    std::vector<double> numbers{};       ///< rows x num_numbers, standardised
    std::vector<std::int32_t> ones{};    ///< rows x blocks: which input of the block is 1, from 0; -1: none
    std::vector<std::size_t> unknown{};  ///< per feature, how many values training never met
};
Encoded encode(const tabular::Schema& schema, const tabular::Table& table);

/// Each row's class, or -1 where the target is missing or unknown. For classes only.
std::vector<std::int32_t> classes_of(const tabular::Schema& schema, const tabular::Table& table);
/// Each row's target in units of the schema's sd. For numbers only; NaN where missing.
std::vector<double> scaled_targets(const tabular::Schema& schema, const tabular::Table& table);

/// For every code of a column (from -1 on, so one entry more than levels): its place among `words`, or -1.
std::vector<std::int32_t> places_among(const tabular::Column& column, const std::vector<std::string>& words);

}  // namespace alcole::table
