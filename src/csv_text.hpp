#pragma once

#include <alcole/tabular/table.hpp>

#include <string>
#include <string_view>

/// Tables as text.
namespace alcole {

/// A value in quotes where it needs them, with the quotes inside doubled.
std::string csv_cell(std::string_view text);

/// The whole table with a header; missing values are empty.
std::string to_csv(const tabular::Table& table);

}  // namespace alcole
