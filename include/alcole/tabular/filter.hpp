#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Selects rows by simple conditions:
///
///     age >= 18                      c_charge_degree != "O"             employed == true
///     race in ["Hispanic", "Other"]  race not in ["Asian"]              income is missing      income is not missing
///
/// Write a column name in backticks if it contains a comparison sign or word. Quotes around words are optional. A
/// missing value meets no condition except `is missing`: a row without `days` is neither `days <= 30` nor `days > 30`.
/// A word that the column does not contain is an error after == and in, since it is probably a typing mistake; after !=
/// and not in it keeps all rows.
namespace alcole::tabular {

/// One condition on the value of a column.
struct Condition {
    enum class Relation : std::uint8_t {
        equal,
        not_equal,
        less,
        at_most,
        greater,
        at_least,
        among,
        not_among,
        missing,
        not_missing,
    };
    std::string column{};
    Relation relation = Relation::equal;
    std::vector<std::string> values{};
    std::string text{};  ///< as it was written
    std::size_t at = 0;  ///< where it begins in an expression, counted from 1; 0: it is not part of one
};

/// Throws std::invalid_argument if the text is not a condition.
[[nodiscard]] ALCOLE_EXPORT Condition parse_condition(std::string_view text);

/// Returns the rows that meet all conditions, in order. Throws std::invalid_argument if a column does not exist or a
/// value does not fit it.
[[nodiscard]] ALCOLE_EXPORT std::vector<std::size_t> matching_rows(const Table& table,
                                                                   std::span<const Condition> conditions);

}  // namespace alcole::tabular
