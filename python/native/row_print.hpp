#pragma once

#include <alcole/tabular/table.hpp>

#include <string>
#include <vector>

namespace alcole::python {

/// 128 bits that tell one set of rows from another: sum over rows of a hash of the row's values in these columns. The
/// order of rows and of columns, the type of numbers and the order of levels do not matter. Not for adversaries: for
/// the ledger of certificates, and for who resumes with other rows.
std::string row_print(const tabular::Table& table, std::vector<std::string> names);

}  // namespace alcole::python
