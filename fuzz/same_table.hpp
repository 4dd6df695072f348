#pragma once

#include <alcole/tabular/table.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace alcole::tabular {

/// Every column must have a value for each row, and every code a level.
inline void check(const Table& table) {
    for (const auto& column : table.columns) {
        if (column.size() != table.num_rows) std::abort();
        for (const auto number : column.numbers)
            if (std::isinf(number)) std::abort();
        for (const auto code : column.codes)
            if (code < -1 || code >= static_cast<std::int32_t>(column.levels.size())) std::abort();
    }
}

inline bool same(const Column& a, const Column& b) {
    const auto same_number = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    return a.name == b.name && a.type == b.type && a.levels == b.levels && a.codes == b.codes &&
           std::ranges::equal(a.numbers, b.numbers, same_number);
}

/// Equality apart from the notes.
inline bool same(const Table& a, const Table& b) {
    return a.num_rows == b.num_rows &&
           std::ranges::equal(a.columns, b.columns, [](const auto& x, const auto& y) { return same(x, y); });
}

}  // namespace alcole::tabular
