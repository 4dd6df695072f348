#pragma once

#include <alcole/tabular/table.hpp>

#include <string>
#include <utility>
#include <vector>

namespace alcole::python {

/// Twice 128 bits that tell rows from others by a hash of each row's values in these columns, whatever the type of
/// numbers and the order of columns and levels: the sum over rows, in whatever order they are, and a chain through the
/// rows as they stand. Not for adversaries: for the ledger of certificates, and for who resumes with other rows.
std::pair<std::string, std::string> row_print(const tabular::Table& table, std::vector<std::string> names);

}  // namespace alcole::python
