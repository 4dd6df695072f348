#include "learning/inspect/findings.hpp"

#include "base/text.hpp"
#include "learning/inspect/column.hpp"
#include "learning/inspect/hints.hpp"
#include "table/column_builder.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace alcole::learning {
namespace {

using tabular::Column;
using tabular::ColumnType;

/// True if at least `share` of the words in a column have some form, judged by a sample of them.
bool most_levels(const Column& column, bool (*holds)(std::string_view), double share) {
    constexpr std::size_t sample = 1000;
    if (column.type != ColumnType::category || column.levels.empty()) return false;
    const std::size_t count = std::min(sample, column.levels.size());
    std::size_t found = 0;
    for (std::size_t k = 0; k < count; ++k) found += holds(column.levels[k * column.levels.size() / count]) ? 1U : 0U;
    return static_cast<double>(found) >= share * static_cast<double>(count);
}

/// True for a number such as 20240131.
bool is_date_number(double v) {
    const double month = std::fmod(std::floor(v / 100), 100);
    const double day = std::fmod(v, 100);
    return v >= 19000101 && v <= 21001231 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

bool is_date_column(const Column& column, const ColumnFacts& facts) {
    if (column.type != ColumnType::number) return most_levels(column, hints::is_date, 0.95);
    return facts.whole && facts.distinct > 1 &&
           std::ranges::all_of(column.numbers, [](double v) { return std::isnan(v) || is_date_number(v); });
}

/// A column of row numbers without a name, as programs write next to a table of any length.
bool numbers_the_rows(const Column& column, const ColumnFacts& facts) {
    return facts.counts_up && hints::names_nothing(column.name);
}

bool is_identifier(const Column& column, const ColumnFacts& facts) {
    if (numbers_the_rows(column, facts)) return true;
    constexpr std::size_t enough = 20;  // in a short table all values may differ by chance
    const bool named = hints::names_identifier(column.name) || hints::names_nothing(column.name);
    const double own = static_cast<double>(facts.distinct) / static_cast<double>(facts.present);
    if (column.type == ColumnType::number)
        return facts.whole && facts.present >= enough && own >= 0.98 && (named || facts.counts_up);
    if (column.type != ColumnType::category) return false;
    return (facts.present >= enough && own >= 0.95) || (named && own >= 0.2 && facts.distinct > enough);
}

Finding of(const std::string& kind, const Column& column, const std::string& text, bool ignored) {
    return {.kind = kind, .column = column.name, .text = base::quoted(column.name) + " " + text, .ignored = ignored};
}

bool plain_text(std::string_view text) { return text.find_first_not_of("0123456789.-+") == std::string_view::npos; }

/// True for numbers written for people, at least one of which would not be parsed as a number.
bool is_written_numbers(const Column& column) {
    constexpr double nearly_all = 0.95;
    const auto signs = [](const std::string& text) { return hints::is_written_number(text) && !plain_text(text); };
    return most_levels(column, hints::is_written_number, nearly_all) && std::ranges::any_of(column.levels, signs);
}

bool is_number(const std::string& word) { return table::parse_number(word).kind == table::ParsedNumber::Kind::number; }

/// The words among numbers, with the number of rows that contain them: any number of words that mark a missing value,
/// or up to three others. None for a column of words.
std::optional<Note> strays_among_numbers(const Column& column) {
    constexpr std::size_t max_strays = 3;
    constexpr std::size_t amounts = 12;  // with fewer distinct numbers, they may be codes like the words
    if (column.type != ColumnType::category) return std::nullopt;
    const auto numbers = static_cast<std::size_t>(std::ranges::count_if(column.levels, is_number));
    const auto marks = static_cast<std::size_t>(std::ranges::count_if(column.levels, hints::marks_missing));
    const std::size_t strays = column.levels.size() - numbers;
    if (numbers <= amounts || strays == 0 || strays - marks > max_strays) return std::nullopt;
    Note found{.kind = Note::Kind::stray_words, .names = {column.name}};
    for (std::size_t level = 0; level < column.levels.size(); ++level) {
        if (is_number(column.levels[level])) continue;
        const auto rows = std::ranges::count(column.codes, static_cast<std::int32_t>(level));
        found.names.push_back(column.levels[level]);
        found.numbers.push_back(static_cast<double>(rows));
    }
    return found;
}

/// The target as numbers: its values for regression, otherwise 1 for the largest class and 0 for the others.
std::vector<double> numbers_of(const Column& target, tabular::Task task) {
    if (task == tabular::Task::regression) return target.numbers.to_vector();
    const auto classes = ranked(target);
    std::map<std::int32_t, std::size_t> sizes;
    for (const auto one : classes)
        if (one >= 0) ++sizes[one];
    const auto largest = std::ranges::max_element(sizes, {}, [](const auto& size) { return size.second; });
    std::vector<double> numbers;
    for (const auto one : classes) numbers.push_back(one < 0 ? std::nan("") : one == largest->first ? 1.0 : 0.0);
    return numbers;
}

/// (accuracy - base) / (1 - base): the share of the errors of guessing the largest class that the column avoids.
double gain(const Association& found) {
    constexpr double varied = 0.95;  // if the largest class is more frequent, there is too little to gain
    return found.base > varied || found.base == 0 ? 0 : (found.accuracy - found.base) / (1 - found.base);
}

/// True if the column predicts the target so well that it can hardly have been known beforehand.
bool reveals_target(const Association& found) {
    constexpr double nearly_always = 0.995;
    constexpr double min_gain = 0.9;
    return gain(found) >= min_gain || (gain(found) > 0.5 && found.accuracy >= nearly_always);
}

std::optional<Finding> judge_by_classes(const Column& column, bool fine, const Column& target) {
    constexpr std::ptrdiff_t enough = 20;  // with fewer rows, many thresholds separate the classes by chance
    const std::string who = base::quoted(target.name);
    const auto classes = ranked(target);
    if (std::ranges::count_if(classes, [](std::int32_t one) { return one >= 0; }) < enough) return std::nullopt;
    const Association by_value = fine ? Association{} : association(column, classes);
    if (reveals_target(by_value))
        return of("leak", column,
                  "tells " + who + " in " + percent_rounded_down(by_value.accuracy) +
                      " of the rows by itself; is it known at the time of the prediction?",
                  true);
    const Association by_presence = association_by_presence(column, classes);
    if (reveals_target(by_presence))
        return of("leak", column,
                  "is present or missing together with " + who + " in " + percent_rounded_down(by_presence.accuracy) +
                      " of the rows; is it known at the time of the prediction?",
                  true);
    constexpr double much = 0.5;
    if (std::max(gain(by_value), gain(by_presence)) >= much)
        return of("suspect", column,
                  "alone removes half of the error of guessing " + who + "; is it known at the time of the prediction?",
                  false);
    return std::nullopt;
}

std::optional<Finding> judge_by_variance(const Column& column, bool fine, const Column& target) {
    constexpr double nearly_all = 0.995;
    const double share = fine ? 0 : explained(column, target.numbers.to_vector());
    if (share < nearly_all) return std::nullopt;
    return of("leak", column,
              "explains " + percent_rounded_down(share) + " of " + base::quoted(target.name) +
                  " by itself; is it known at the time of the prediction?",
              true);
}

}  // namespace

std::string percent_rounded_down(double share) {
    const double rounded = std::floor(share * 1000) / 10;  // rounded down, so that 99.96 % is not shown as 100 %
    return base::number_text(rounded) + " %";
}

std::optional<Note> odd_values(const Column& column, const ColumnFacts& facts) {
    if (facts.present == 0) return Note{.kind = Note::Kind::empty_column, .names = {column.name}};
    if (is_date_column(column, facts)) return std::nullopt;
    if (auto strays = strays_among_numbers(column)) return strays;
    if (!is_written_numbers(column)) return std::nullopt;
    return Note{.kind = Note::Kind::written_numbers, .names = {column.name, column.levels.front()}};
}

std::optional<Finding> judge_spelling(const Column& column) {
    std::map<std::string, std::string> seen;  // by the word in lower case
    for (const auto& word : column.levels) {
        const auto [other, is_new] = seen.emplace(base::lower(word), word);
        if (!is_new)
            return of("spelling", column,
                      "has words that differ only in capitals, such as \"" + other->second + "\" and \"" + word +
                          "\"; if they mean the same, make them one with `merge`",
                      false);
    }
    return std::nullopt;
}

std::optional<Finding> judge_alone(const Column& column, const ColumnFacts& facts, std::size_t num_rows) {
    constexpr std::size_t many = 50;
    if (facts.distinct == 1 && facts.present == num_rows)
        return of("constant", column, "has the same value in every row", true);
    if (is_date_column(column, facts))
        return of("date", column, "holds dates; if they matter, turn them into numbers, such as days since an event",
                  true);
    if (const auto odd = odd_values(column, facts))
        return Finding{.kind = odd->kind == Note::Kind::empty_column  ? "empty"
                               : odd->kind == Note::Kind::stray_words ? "stray_word"
                                                                      : "written_number",
                       .column = column.name,
                       .text = to_string(*odd),
                       .ignored = odd->kind == Note::Kind::empty_column};
    if (is_identifier(column, facts))
        return of("identifier", column,
                  "looks like an identifier: " + std::to_string(facts.distinct) + " different values in " +
                      std::to_string(facts.present) + " rows",
                  true);
    if (column.type == ColumnType::category && facts.distinct > many)
        return of("many_levels", column,
                  "has " + std::to_string(facts.distinct) +
                      " different words, each an input of its own; the rare ones can be merged with `merge`",
                  false);
    return std::nullopt;
}

std::optional<Finding> judge_order(const Column& column, const ColumnFacts& facts, const Column& target,
                                   tabular::Task task) {
    constexpr std::size_t max_codes = 1000;
    constexpr double much = 0.2;
    if (column.type != ColumnType::number || !facts.whole || facts.distinct <= 2) return std::nullopt;
    if (hints::names_code(column.name))
        return of("codes", column, "holds numbers; if they are codes and not amounts, list it in `categories`", false);
    if (facts.distinct > max_codes) return std::nullopt;
    if (disorder(column, numbers_of(target, task)) < much) return std::nullopt;
    return of("codes", column,
              "holds whole numbers whose order says little about " + base::quoted(target.name) +
                  "; if they are codes and not amounts, list it in `categories`",
              false);
}

std::optional<Finding> judge_tail(const Column& column, const ColumnFacts& facts) {
    constexpr std::size_t many = 20;
    constexpr double heavy = 15;
    if (column.type != ColumnType::number || facts.distinct <= many || kurtosis(column) < heavy) return std::nullopt;
    return of("heavy_tail", column, "has a few values far from the rest; they weigh less in bins (`binned`)", false);
}

std::optional<Finding> judge_beside(const Column& column, const ColumnFacts& facts, const Column& target,
                                    tabular::Task task) {
    if (numbers_the_rows(column, facts))
        return std::nullopt;           // even in a short table, where every row has its own number
    constexpr std::size_t alike = 10;  // with fewer rows per value, a word merely identifies its row
    const bool fine = column.type != ColumnType::number && facts.distinct * alike > facts.present;
    auto finding = task == tabular::Task::regression ? judge_by_variance(column, fine, target)
                                                     : judge_by_classes(column, fine, target);
    if (finding && finding->ignored) return finding;
    if (hints::contains_target_name(column.name, target.name))
        return of("leak", column, "contains the name of the target; is it known at the time of the prediction?", true);
    const std::string word = hints::shared_word(column.name, target.name);
    if (!finding && !word.empty())
        return of("suspect", column,
                  "has '" + word + "' in its name, as " + base::quoted(target.name) +
                      " does; is it known at the time of the prediction?",
                  false);
    return finding;
}

}  // namespace alcole::learning
