#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/table.hpp>

#include <string>
#include <string_view>

/// Tables as text.
namespace alcole::tabular {

/// A value in quotes where it needs them, with the quotes inside doubled.
ALCOLE_EXPORT std::string csv_cell(std::string_view text);

/// The whole table with a header; missing values are empty.
ALCOLE_EXPORT std::string to_csv(const Table& table);

}  // namespace alcole::tabular
