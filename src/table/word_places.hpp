#pragma once

#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace alcole::table {

/// The number that a code stands for: 1, 1.0 and 1.00 are the same code, written by different programs. Nothing for
/// other words, and for codes with leading zeros, which are words: 01 is not 1.
std::optional<double> number_of_code(std::string_view word);

/// The positions of words in a list. A word that is not in the list has the position of the only word that is the same
/// number.
class WordPlaces {
  public:
    /// `words` must outlive this object.
    explicit WordPlaces(std::span<const std::string> words);
    /// -1: not in the list.
    std::int32_t of(std::string_view word) const;

  private:
    std::unordered_map<std::string_view, std::int32_t> places_;
    std::unordered_map<double, std::int32_t> numbers_;  // -1: ambiguous
};

/// Spells the words of category features as the schema does if they are the same numbers; everything after this
/// compares words literally.
tabular::Table respelt(tabular::Table table, const tabular::Schema& schema);

}  // namespace alcole::table
