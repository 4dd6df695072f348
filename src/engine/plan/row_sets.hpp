#pragma once

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace alcole::engine {

/// The rows of a table that terms refer to: those that meet the term's conditions and have its class (or any other
/// class), and among them those that meet its event. Terms with the same rows share a set, which is computed once.
class RowSets {
  public:
    /// `labels` are the rows' classes, empty in regression. Both must outlive this object.
    RowSets(const tabular::Table& table, std::span<const std::int32_t> labels) : table_(table), labels_(labels) {}

    /// The number of the set of rows that meet the conditions and the event; computes it if it is new.
    std::size_t number(const tabular::Term& term);
    /// The number of the set over which the term is a mean, which includes rows that do not meet the event.
    std::size_t whole(const tabular::Term& term);

    std::size_t count() const { return members_.size(); }
    /// The number of rows of a set, possibly 0.
    std::size_t size(std::size_t set) const { return sizes_[set]; }
    bool has(std::size_t set, std::size_t row) const { return members_[set][row]; }
    const std::vector<std::size_t>& sizes() const { return sizes_; }

  private:
    const tabular::Table& table_;
    std::span<const std::int32_t> labels_;
    std::map<std::string, std::size_t> numbers_;
    std::vector<std::vector<bool>> members_;  // sets x rows
    std::vector<std::size_t> sizes_;
};

}  // namespace alcole::engine
