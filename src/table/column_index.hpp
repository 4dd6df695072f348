#pragma once

#include <alcole/tabular/table.hpp>

#include <string_view>
#include <unordered_map>

namespace alcole::table {

/// The columns of a table by name, for many lookups: Table::find() searches all columns each time, which takes minutes
/// for a table of 100,000 columns. The table must outlive it.
class ColumnIndex {
  public:
    explicit ColumnIndex(const tabular::Table& table) : table_(table) {
        places_.reserve(table.columns.size());
        for (std::size_t k = 0; k < table.columns.size(); ++k) places_.try_emplace(table.columns[k].name, k);
    }
    /// Null if there is no such column.
    const tabular::Column* find(std::string_view name) const {
        const auto found = places_.find(name);
        return found == places_.end() ? nullptr : &table_.columns[found->second];
    }
    /// Throws like Table::at().
    const tabular::Column& at(std::string_view name) const {
        const tabular::Column* column = find(name);
        return column != nullptr ? *column : table_.at(name);
    }

  private:
    const tabular::Table& table_;
    std::unordered_map<std::string_view, std::size_t> places_;
};

}  // namespace alcole::table
