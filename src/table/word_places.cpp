#include "table/word_places.hpp"

#include "table/column_builder.hpp"

#include <algorithm>

namespace alcole::table {
namespace {

using tabular::Column;
using tabular::ColumnType;

/// Replaces levels by the schema's spelling; levels that become equal are merged.
void spell_as(Column& column, const std::vector<std::string>& words) {
    const WordPlaces known(words);
    std::vector<std::string> levels;
    std::vector<std::int32_t> code_of;
    for (const auto& level : column.levels) {
        const std::int32_t place = known.of(level);
        const std::string& word = place < 0 ? level : words[static_cast<std::size_t>(place)];
        const auto found = std::ranges::find(levels, word);
        code_of.push_back(static_cast<std::int32_t>(found - levels.begin()));
        if (found == levels.end()) levels.push_back(word);
    }
    for (auto& code : column.codes)
        if (code >= 0) code = code_of[static_cast<std::size_t>(code)];
    column.levels = std::move(levels);
}

bool spelt_otherwise(const Column& column, const std::vector<std::string>& words) {
    const WordPlaces known(words);
    return std::ranges::any_of(column.levels, [&](const std::string& level) {
        const std::int32_t place = known.of(level);
        return place >= 0 && words[static_cast<std::size_t>(place)] != level;
    });
}

}  // namespace

std::optional<double> number_of_code(std::string_view word) {
    const std::string_view digits = word.substr(word.starts_with('-') ? 1 : 0);
    const bool zero_in_front = digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
    const ParsedNumber number = parse_number(word);
    if (zero_in_front || number.kind != ParsedNumber::Kind::number) return std::nullopt;
    return number.value;
}

WordPlaces::WordPlaces(std::span<const std::string> words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto place = static_cast<std::int32_t>(i);
        places_.try_emplace(words[i], place);
        const auto number = number_of_code(words[i]);
        if (!number) continue;
        const auto [found, is_new] = numbers_.try_emplace(*number, place);
        if (!is_new) found->second = -1;
    }
}

std::int32_t WordPlaces::of(std::string_view word) const {
    if (const auto found = places_.find(word); found != places_.end()) return found->second;
    if (numbers_.empty()) return -1;
    const auto number = number_of_code(word);
    const auto found = number ? numbers_.find(*number) : numbers_.end();
    return found == numbers_.end() ? -1 : found->second;
}

tabular::Table respelt(tabular::Table table, const tabular::Schema& schema) {
    for (const auto& feature : schema.features) {
        if (feature.type != ColumnType::category) continue;
        const auto column = std::ranges::find(table.columns, feature.column, &Column::name);
        if (column != table.columns.end() && spelt_otherwise(*column, feature.levels))
            spell_as(*column, feature.levels);
    }
    return table;
}

}  // namespace alcole::table
