#pragma once

#include <alcole/tabular/table.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

/// What all ways into a Table share, whether a column comes from numpy or from Arrow.
namespace alcole::python {

/// Values in memory that a column can borrow: contiguous and aligned for a T. Null if they are not.
template <class T>
const T* contiguous(const void* first, std::ptrdiff_t stride) {
    if (stride != sizeof(T) || reinterpret_cast<std::uintptr_t>(first) % alignof(T) != 0) return nullptr;
    return static_cast<const T*>(first);
}

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();

/// Maps words to codes, in order of appearance.
class Words {
  public:
    std::int32_t code(std::string word) {
        const auto next = static_cast<std::int32_t>(levels_.size());
        const auto [place, is_new] = codes_.try_emplace(std::move(word), next);
        if (is_new) levels_.push_back(place->first);
        return place->second;
    }
    std::vector<std::string> take() && { return std::move(levels_); }

  private:
    std::unordered_map<std::string, std::int32_t> codes_;
    std::vector<std::string> levels_;
};

/// A column with only missing values is a category without levels, as in a file.
inline tabular::Column empty_column(const std::string& name, std::size_t rows) {
    return {.name = name, .type = tabular::ColumnType::category, .codes = std::vector<std::int32_t>(rows, -1)};
}

/// Rows are counted from 0, as in pandas.
inline double finite(double v, const std::string& name, std::size_t row) {
    if (std::isinf(v))
        throw std::invalid_argument("column '" + name + "' holds an infinity (row " + std::to_string(row) +
                                    "); a number must be finite, or missing (NaN)");
    return v;
}

/// Numbers in place, kept alive by their owner.
inline tabular::Column column_of_numbers(const std::string& name, std::span<const double> lent,
                                         std::shared_ptr<const void> owner) {
    bool any = lent.empty();
    for (std::size_t row = 0; row < lent.size(); ++row) any = !std::isnan(finite(lent[row], name, row)) || any;
    if (!any) return empty_column(name, lent.size());
    return {.name = name, .numbers = tabular::Values<double>::borrowed(lent, std::move(owner))};
}

/// A column of numbers; `value_of(row)` is read once, and is NaN if the value is missing.
template <class ValueOf>
tabular::Column column_of_numbers(const std::string& name, std::size_t rows, const ValueOf& value_of) {
    tabular::Column column{.name = name};
    column.numbers.resize(rows);
    bool any = rows == 0;
    for (std::size_t row = 0; row < rows; ++row) {
        const double value = finite(value_of(row), name, row);
        column.numbers[row] = value;
        any = any || !std::isnan(value);
    }
    return any ? column : empty_column(name, rows);
}

/// A column of words with its levels in order of appearance, whatever order they are given in. `code_of(row)`: an index
/// into `levels`, negative if missing.
template <class CodeOf>
tabular::Column column_of_codes(const std::string& name, std::size_t rows, const std::vector<std::string>& levels,
                                const CodeOf& code_of) {
    Words words;
    std::vector<std::int32_t> renumbered(levels.size(), -1);
    std::vector<std::int32_t> found(rows, -1);
    for (std::size_t row = 0; row < rows; ++row) {
        const std::int64_t given = code_of(row);
        if (given < 0) continue;
        auto& code = renumbered.at(static_cast<std::size_t>(given));
        if (code < 0) code = words.code(levels[static_cast<std::size_t>(given)]);
        found[row] = code;
    }
    return tabular::column_of_words(name, std::move(found), std::move(words).take());
}

/// The number of levels that occur, if they occur in the order of their list and are distinct: such codes can be used
/// by a Column as they are. Nothing otherwise.
inline std::optional<std::size_t> in_order(std::span<const std::int32_t> codes,
                                           const std::vector<std::string>& levels) {
    std::int32_t next = 0;
    for (const std::int32_t code : codes) {
        if (code < -1 || code > next) return std::nullopt;
        if (code == next) ++next;
    }
    const auto count = static_cast<std::size_t>(next);
    if (count > levels.size()) return std::nullopt;
    const std::unordered_set<std::string_view> different(levels.begin(), levels.begin() + next);
    return different.size() == count ? std::optional(count) : std::nullopt;
}

/// Borrows the codes if possible; otherwise copies them, with the levels in order of appearance.
inline tabular::Column column_of_codes(const std::string& name, std::span<const std::int32_t> lent,
                                       std::vector<std::string> levels, std::shared_ptr<const void> owner) {
    const auto count = in_order(lent, levels);
    if (!count) return column_of_codes(name, lent.size(), levels, [&](std::size_t row) { return lent[row]; });
    levels.resize(*count);
    return tabular::column_of_words(name, tabular::Values<std::int32_t>::borrowed(lent, std::move(owner)),
                                    std::move(levels));
}

/// A column of true (1), false (0) and missing (-1).
inline tabular::Column column_of_truths(const std::string& name, std::vector<std::int32_t> codes) {
    return {.name = name, .type = tabular::ColumnType::boolean, .codes = std::move(codes), .levels = {"False", "True"}};
}

}  // namespace alcole::python
