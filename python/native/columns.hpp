#pragma once

#include <alcole/tabular/table.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

/// What every way into a Table shares, whether a column comes from numpy or from Arrow.
namespace alcole::python {

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();

/// Words to codes, in order of appearance.
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

/// Nothing but missing values: no words, and no numbers to average, as in a file.
inline tabular::Column empty_column(const std::string& name, std::size_t rows) {
    return {.name = name, .type = tabular::ColumnType::category, .codes = std::vector<std::int32_t>(rows, -1)};
}

/// Rows are counted from 0, as pandas does.
inline double finite(double v, const std::string& name, std::size_t row) {
    if (std::isinf(v))
        throw std::invalid_argument("column '" + name + "' holds an infinity (row " + std::to_string(row) +
                                    "); a number must be finite, or missing (NaN)");
    return v;
}

/// A column of numbers; `value_of(row)` is read once, from where it lies, and NaN where it is missing.
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

/// A column of words with its levels in the order of appearance, whatever order they come in. `code_of(row)`: a place
/// in `levels`, negative where there is none.
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

/// A column of true (1), false (0) and nothing (-1).
inline tabular::Column column_of_truths(const std::string& name, std::vector<std::int32_t> codes) {
    return {.name = name, .type = tabular::ColumnType::boolean, .codes = std::move(codes), .levels = {"False", "True"}};
}

}  // namespace alcole::python
