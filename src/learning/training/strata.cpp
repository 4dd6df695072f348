#include "learning/training/strata.hpp"

#include <map>
#include <set>
#include <utility>

namespace alcole::learning {

std::vector<std::int32_t> strata_of(const std::vector<std::string>& columns, const tabular::Table& table) {
    std::vector<std::int32_t> strata(table.num_rows, 0);
    for (const auto& name : columns) {
        const tabular::Column& column = table.at(name);
        if (column.type == tabular::ColumnType::number) {
            const std::set<double> different(column.numbers.begin(), column.numbers.end());
            if (different.size() > 2) continue;  // an amount makes no groups
        }
        std::map<std::pair<std::int32_t, std::string>, std::int32_t> place;
        for (std::size_t row = 0; row < table.num_rows; ++row) {
            const auto code = static_cast<std::int32_t>(place.size());
            strata[row] = place.try_emplace({strata[row], column.text(row)}, code).first->second;
        }
    }
    return strata;
}

}  // namespace alcole::learning
