#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/table.hpp>

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace alcole::tabular {

/// Words of one column that count as another word, as 'race in ["Asian", "Native American"] -> Other' in a run file.
struct Merge {
    std::string column{};
    std::vector<std::string> levels{};
    std::string into{};
    friend bool operator==(const Merge&, const Merge&) = default;
};

/// Parses texts such as  race in ["Asian", "Native American"] -> Other  or  income == ">50K." -> ">50K". The left side
/// is a condition with `in` or `==`. Throws std::invalid_argument for anything else.
[[nodiscard]] ALCOLE_EXPORT Merge parse_merge(std::string_view text);

/// Returns the table with the merges applied in order. Words that do not occur are ignored: a table need not contain
/// everything that training saw. Throws std::invalid_argument if a column does not exist or has no categories.
[[nodiscard]] ALCOLE_EXPORT Table apply_merges(Table table, std::span<const Merge> merges);

/// Returns the merges whose column is in the table: a table to predict from lacks the target.
[[nodiscard]] ALCOLE_EXPORT std::vector<Merge> merges_on(const Table& table, std::span<const Merge> merges);

/// Returns the combined effect of all merges of one column, for every word that they change.
[[nodiscard]] ALCOLE_EXPORT std::map<std::string, std::string> merged_words(std::string_view column,
                                                                            std::span<const Merge> merges);

}  // namespace alcole::tabular
