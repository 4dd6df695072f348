#pragma once

#include <alcole/tabular/table.hpp>

#include <string>
#include <utility>
#include <vector>

namespace alcole::python {

/// Two 128-bit fingerprints of rows, from a hash of each row's values in these columns, whatever the type of numbers
/// and the order of columns and levels: the sum over rows, which does not depend on their order, and a chain through
/// the rows, which does. Not secure against adversaries; used for the ledger of certificates, and to detect that a fit
/// is resumed with other rows.
std::pair<std::string, std::string> row_print(const tabular::Table& table, std::vector<std::string> names);

}  // namespace alcole::python
