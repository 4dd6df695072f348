#pragma once

#include <alcole/tabular/table.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace alcole::learning {

/// One number per row: rows that agree in all of these columns have the same. Columns of amounts (numbers with more
/// than two values) do not count.
std::vector<std::int32_t> strata_of(const std::vector<std::string>& columns, const tabular::Table& table);

}  // namespace alcole::learning
