#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Text helpers for messages and reports; not installed.
namespace alcole::base {

/// With `digits` significant digits: "0.123", "1.2e-05".
std::string short_number(double v, int digits = 3);

/// The shortest text that reads back as the same number.
std::string number_text(double v);

/// ASCII letters in lowercase.
std::string lower(std::string_view word);

constexpr std::string_view blanks = " \t\r\n";

/// Without blanks at either end.
std::string_view trimmed(std::string_view text);

/// 'name'
std::string quoted(std::string_view name);

/// Splits text at any of these characters. The parts are trimmed, and empty ones are left out.
std::vector<std::string> cut(std::string_view text, std::string_view signs);

/// The words with `between` between them: "a, b, c".
std::string joined(const std::vector<std::string>& words, std::string_view between = ", ");

/// The words as listed in a sentence: "a, b and c", or "a, b and 4 more" if there are more than `max_items`.
std::string listed(const std::vector<std::string>& words,
                   std::size_t max_items = std::numeric_limits<std::size_t>::max());

/// "1 row", "3 rows", "2 tries" (`many` is for plurals not formed with -s).
std::string plural(std::size_t count, std::string_view one, std::string_view many = {});

/// A share as a percentage with `digits` significant digits: "12 %".
std::string percent(double share, int digits = 2);

/// "3.2 s", "45 s", "3 min 5 s", "2 h 10 min".
std::string duration(double seconds);

/// A cell of a CSV file: quoted if necessary, with the quotes inside doubled.
std::string csv_cell(std::string_view text);

/// The known word closest to `word` in edit distance; empty if none is close.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);
/// "; did you mean 'x'?" with the nearest known word; empty if none is close.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);
/// The same, or, if none is close, "; the columns are a, b and 4 more": for `word` being no `things`.
std::string did_you_mean_or(std::string_view things, std::string_view word, std::span<const std::string_view> known);
inline std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
    return did_you_mean(word, std::vector<std::string_view>(known.begin(), known.end()));
}

}  // namespace alcole::base
