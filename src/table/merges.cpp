#include <alcole/tabular/filter.hpp>
#include <alcole/tabular/merge.hpp>

#include "base/text.hpp"
#include "table/word_places.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace alcole::tabular {
namespace {

constexpr std::string_view arrow = "->";

[[noreturn]] void refuse_merge(std::string_view merge, const std::string& why) {
    throw std::invalid_argument("merge '" + std::string(merge) + "': " + why);
}

/// The position of the arrow. An arrow inside quotes is part of a word; a quote inside a word, as in it's, opens
/// nothing.
std::size_t arrow_in(std::string_view text) {
    char open = '\0';
    char before = ' ';
    for (std::size_t at = 0; at < text.size(); before = text[at++]) {
        const char c = text[at];
        if (open != '\0') {
            if (c == open) open = '\0';
        } else if (std::string_view("\"'`").find(c) != std::string_view::npos &&
                   std::string_view(" \t\r\n[,=").find(before) != std::string_view::npos) {
            open = c;
        } else if (text.substr(at).starts_with(arrow)) {
            return at;
        }
    }
    refuse_merge(text, R"(no arrow found; write for example  race in ["Asian", "Native American"] -> Other)");
}

/// The target word, with or without quotes.
std::string target_of(std::string_view merge, std::string_view text) {
    if (text.empty()) refuse_merge(merge, "the word after the arrow is missing");
    const char quote = text.front();
    if (quote != '"' && quote != '\'') return std::string(text);
    const auto end = text.find(quote, 1);
    if (end == std::string_view::npos) refuse_merge(merge, "a quote is opened and never closed");
    if (end + 1 < text.size())
        refuse_merge(merge, "'" + std::string(base::trimmed(text.substr(end + 1))) + "' is left over at the end");
    if (end == 1) refuse_merge(merge, "the word after the arrow is empty");
    return std::string(text.substr(1, end - 1));
}

Condition condition_of(std::string_view merge, std::string_view text) {
    try {
        return parse_condition(text);
    } catch (const std::invalid_argument& error) {
        refuse_merge(merge, error.what());
    }
}

/// Those of the words that occur in the column, as the column spells them.
std::vector<std::string> occurring(const std::vector<std::string>& words, const Column& column) {
    const table::WordPlaces known(column.levels);
    std::vector<std::string> levels;
    for (const auto& word : words)
        if (const auto place = known.of(word); place >= 0)
            levels.push_back(column.levels[static_cast<std::size_t>(place)]);
    return levels;
}

}  // namespace

Merge parse_merge(std::string_view text) {
    text = base::trimmed(text);
    const std::size_t at = arrow_in(text);
    Condition condition = condition_of(text, text.substr(0, at));
    using Relation = Condition::Relation;
    if (condition.relation != Relation::equal && condition.relation != Relation::among)
        refuse_merge(text, "words to be merged are named with == or in, and with nothing else");
    return {.column = std::move(condition.column),
            .levels = std::move(condition.values),
            .into = target_of(text, base::trimmed(text.substr(at + arrow.size())))};
}

Table apply_merges(Table table, std::span<const Merge> merges) {
    for (const Merge& merge : merges) {
        const Column& column = table.at(merge.column);
        std::vector<std::string> levels = merge.levels;
        if (column.type == ColumnType::category) {  // for other types merge_levels() throws
            levels = occurring(merge.levels, column);
            if (levels.empty()) continue;
        }
        table = merge_levels(std::move(table), merge.column, levels, merge.into);
    }
    return table;
}

std::vector<Merge> merges_on(const Table& table, std::span<const Merge> merges) {
    std::vector<Merge> result;
    std::ranges::copy_if(merges, std::back_inserter(result),
                         [&](const Merge& merge) { return table.find(merge.column) != nullptr; });
    return result;
}

/// From last to first: the result of a merge is known once all later merges are.
std::map<std::string, std::string> merged_words(std::string_view column, std::span<const Merge> merges) {
    std::map<std::string, std::string> words;
    std::for_each(merges.rbegin(), merges.rend(), [&](const Merge& merge) {
        if (merge.column != column) return;
        const auto later = words.find(merge.into);
        const std::string into = later == words.end() ? merge.into : later->second;
        for (const auto& level : merge.levels)
            if (level != merge.into) words[level] = into;
    });
    return words;
}

}  // namespace alcole::tabular
