#include "learning/inspect/findings.hpp"

#include "base/text.hpp"
#include "learning/inspect/hints.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::learning {
namespace {

using tabular::Column;
using tabular::ColumnType;

/// Whether nearly all words of a column are of some form; a sample of them tells.
bool most_levels(const Column& column, bool (*holds)(std::string_view), double share) {
    constexpr std::size_t sample = 1000;
    if (column.type != ColumnType::category || column.levels.empty()) return false;
    const std::size_t count = std::min(sample, column.levels.size());
    std::size_t found = 0;
    for (std::size_t k = 0; k < count; ++k) found += holds(column.levels[k * column.levels.size() / count]) ? 1U : 0U;
    return static_cast<double>(found) >= share * static_cast<double>(count);
}

/// 20240131 as a number.
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

/// The numbers of the rows under no name, as programs write them beside a table of any length.
bool numbers_the_rows(const Column& column, const ColumnFacts& facts) {
    return facts.counts_up && hints::names_nothing(column.name);
}

bool is_identifier(const Column& column, const ColumnFacts& facts) {
    if (numbers_the_rows(column, facts)) return true;
    constexpr std::size_t enough = 20;  // a short table has few rows that could be alike
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

/// Numbers as people write them, at least one of which a program would not read.
bool is_written_numbers(const Column& column) {
    constexpr double nearly_all = 0.95;
    return most_levels(column, hints::is_written_number, nearly_all) && !std::ranges::all_of(column.levels, plain_text);
}

/// How much of the error of guessing the largest class is gone when the column is known.
double gain(const Telling& found) {
    constexpr double varied = 0.95;  // beyond it there is too little to gain
    return found.base > varied || found.base == 0 ? 0 : (found.accuracy - found.base) / (1 - found.base);
}

/// So little is left to learn that a column can hardly have been known before the answer.
bool tells(const Telling& found) {
    constexpr double nearly_always = 0.995;
    constexpr double most = 0.9;
    return gain(found) >= most || (gain(found) > 0.5 && found.accuracy >= nearly_always);
}

std::optional<Finding> judge_by_classes(const Column& column, bool fine, const Column& target) {
    const std::string who = base::quoted(target.name);
    const auto classes = ranked(target);
    const Telling by_value = fine ? Telling{} : telling(column, classes);
    if (tells(by_value))
        return of("leak", column,
                  "tells " + who + " in " + percent(by_value.accuracy) + " of the rows by itself; was it known before?",
                  true);
    const Telling by_presence = telling_by_presence(column, classes);
    if (tells(by_presence))
        return of("leak", column,
                  "is there or missing as " + who + " is, in " + percent(by_presence.accuracy) +
                      " of the rows; was it known before?",
                  true);
    constexpr double much = 0.5;
    if (std::max(gain(by_value), gain(by_presence)) >= much)
        return of("suspect", column, "alone takes away half of the error of guessing " + who + "; was it known before?",
                  false);
    return std::nullopt;
}

std::optional<Finding> judge_by_variance(const Column& column, bool fine, const Column& target) {
    constexpr double nearly_all = 0.995;
    const double share = fine ? 0 : explained(column, target.numbers);
    if (share < nearly_all) return std::nullopt;
    return of("leak", column,
              "explains " + percent(share) + " of " + base::quoted(target.name) + " by itself; was it known before?",
              true);
}

}  // namespace

std::string percent(double share) {
    const double rounded = std::floor(share * 1000) / 10;  // 99.96 % is not 100 %
    return base::number_text(rounded) + " %";
}

std::optional<Finding> judge_alone(const Column& column, const ColumnFacts& facts, std::size_t num_rows) {
    constexpr std::size_t many = 50;
    if (facts.present == 0) return of("empty", column, "is empty", true);
    if (facts.distinct == 1 && facts.present == num_rows)
        return of("constant", column, "has the same value in every row", true);
    if (is_date_column(column, facts))
        return of("date", column, "holds dates; if they matter, turn them into numbers, such as days since an event",
                  true);
    if (is_written_numbers(column))
        return of("written_number", column,
                  "holds numbers with thousands separators, decimal commas or signs (" +
                      base::quoted(column.levels.front()) + ") and is read as text; write them plainly, such as 1234.5",
                  false);
    if (is_identifier(column, facts))
        return of("identifier", column,
                  "looks like an identifier: " + std::to_string(facts.distinct) + " different values in " +
                      std::to_string(facts.present) + " rows",
                  true);
    if (column.type == ColumnType::category && facts.distinct > many)
        return of("many_levels", column,
                  "has " + std::to_string(facts.distinct) +
                      " different words, each an input of its own; think of merging the rare ones",
                  false);
    if (column.type == ColumnType::number && facts.whole && facts.distinct > 2 && hints::names_code(column.name))
        return of("codes", column, "holds numbers; if they are codes and not amounts, list it in `categories`", false);
    return std::nullopt;
}

std::optional<Finding> judge_beside(const Column& column, const ColumnFacts& facts, const Column& target,
                                    tabular::Task task) {
    if (numbers_the_rows(column, facts)) return std::nullopt;  // in a short table, each row has its own number
    constexpr std::size_t alike = 10;  // rows per value, else a word says nothing but which row it is
    const bool fine = column.type != ColumnType::number && facts.distinct * alike > facts.present;
    auto finding = task == tabular::Task::regression ? judge_by_variance(column, fine, target)
                                                     : judge_by_classes(column, fine, target);
    if (finding && finding->ignored) return finding;
    if (hints::names_what_follows(column.name, target.name))
        return of("leak", column, "has the name of the target in its own; was it known before?", true);
    const std::string word = hints::shared_word(column.name, target.name);
    if (!finding && !word.empty())
        return of("suspect", column,
                  "has '" + word + "' in its name, as " + base::quoted(target.name) + " has; was it known before?",
                  false);
    return finding;
}

}  // namespace alcole::learning
