#include "model_file/words.hpp"

#include "base/text.hpp"
#include "table/word_places.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace alcole::model_file {
namespace {

using tabular::ColumnType;
using tabular::Feature;

/// The words that the table reader knows, plus 0.0 and 1.0, because some programs write integers like that.
constexpr std::array<std::string_view, 6> false_words = {"false", "no", "f", "n", "0", "0.0"};
constexpr std::array<std::string_view, 6> true_words = {"true", "yes", "t", "y", "1", "1.0"};

std::optional<bool> truth_of(std::string_view word) {
    const std::string lower = base::lower(word);
    if (std::ranges::find(true_words, lower) != true_words.end()) return true;
    if (std::ranges::find(false_words, lower) != false_words.end()) return false;
    return std::nullopt;
}

/// A word in every combination of upper and lower case.
std::vector<std::string> in_any_case(std::string_view word) {
    std::vector<std::string> forms = {std::string(word)};
    for (std::size_t at = 0; at < word.size(); ++at) {
        if (std::islower(static_cast<unsigned char>(word[at])) == 0) continue;
        for (std::size_t i = 0, count = forms.size(); i < count; ++i) {
            forms.push_back(forms[i]);
            forms.back()[at] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[at])));
        }
    }
    return forms;
}

void add_spellings(const std::string& level, std::int64_t place, std::map<std::string, std::int64_t>& places) {
    const auto truth = truth_of(level);
    if (!truth) return;
    for (const auto word : *truth ? true_words : false_words)
        for (auto& form : in_any_case(word)) places.emplace(std::move(form), place);
}

/// Adds 1 and 1.0 for a code that is the number 1, unless another word is the same number.
void add_numbers(std::map<std::string, std::int64_t>& places) {
    std::map<double, std::vector<std::int64_t>> by_value;
    for (const auto& [word, place] : places)
        if (const auto number = table::number_of_code(word)) by_value[*number].push_back(place);
    for (const auto& [value, found] : by_value) {
        if (found.size() > 1) continue;
        const std::string plain = base::number_text(value);
        places.emplace(plain, found.front());
        if (plain.find_first_not_of("-0123456789") == std::string::npos) places.emplace(plain + ".0", found.front());
    }
}

}  // namespace

std::map<std::string, std::int64_t> places_of_words(const Feature& feature, std::span<const tabular::Merge> merges) {
    std::map<std::string, std::int64_t> places;
    for (std::size_t i = 0; i < feature.levels.size(); ++i) places[feature.levels[i]] = static_cast<std::int64_t>(i);
    const std::map<std::string, std::int64_t> levels = places;
    const auto merged = tabular::merged_words(feature.column, merges);
    for (const auto& [word, into] : merged) {
        const auto found = levels.find(into);
        places[word] = found == levels.end() ? -1 : found->second;
    }
    const bool empty_is_a_word = places.contains("");
    std::erase_if(places, [](const auto& entry) {
        return entry.second < 0;
    });  // treated like words that did not occur in training
    if (feature.type == ColumnType::boolean)
        for (const auto& [level, place] : levels) add_spellings(level, place, places);
    else
        add_numbers(places);
    if (feature.missing_seen && !empty_is_a_word) places[""] = static_cast<std::int64_t>(feature.levels.size());
    return places;
}

std::optional<std::string> boolean_level(const Feature& feature, const std::string& word) {
    if (std::ranges::find(feature.levels, word) != feature.levels.end()) return word;
    const auto truth = truth_of(word);
    const auto same = [&](const std::string& level) { return truth && truth_of(level) == truth; };
    const auto found = std::ranges::find_if(feature.levels, same);
    return found == feature.levels.end() ? std::nullopt : std::optional(*found);
}

}  // namespace alcole::model_file
