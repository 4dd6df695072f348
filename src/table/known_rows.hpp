#pragma once

#include <alcole/tabular/filter.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace alcole::table {

/// The rows of a table that conditions choose; cached, because pairs of groups ask for the same rows repeatedly.
class KnownRows {
  public:
    explicit KnownRows(const tabular::Table& table) : table_(table) {}

    /// Throws std::invalid_argument if a condition does not fit the table; names the position of the first that does
    /// not, if it has one.
    const std::vector<std::size_t>& of(const std::vector<tabular::Condition>& conditions);

  private:
    std::vector<std::size_t> matching(const std::vector<tabular::Condition>& conditions) const;

    const tabular::Table& table_;
    std::map<std::string, std::vector<std::size_t>> known_;
};

/// The position of the last condition that has one, as the beginning of a message.
std::string at_last(const std::vector<tabular::Condition>& conditions);

}  // namespace alcole::table
