#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Words for people, shared by the libraries of the project; not installed.
namespace alcole::base {

/// Three significant digits unless said otherwise.
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

/// What stands between these signs, without blanks at either end; nothing of what is empty.
std::vector<std::string> cut(std::string_view text, std::string_view signs);

/// Words with the same sign between all of them: "a, b, c".
std::string joined(const std::vector<std::string>& words, std::string_view between = ", ");

/// Words as a sentence lists them: "a, b and c"; where there are more than `most`, "a, b and 4 more".
std::string listed(const std::vector<std::string>& words, std::size_t most = std::numeric_limits<std::size_t>::max());

/// "1 row", "3 rows", "2 tries" (`many` for words that take no -s).
std::string plural(std::size_t count, std::string_view one, std::string_view many = {});

/// A share as "12 %", with so many significant digits.
std::string percent(double share, int digits = 2);

/// "3.2 s", "45 s", "3 min 5 s", "2 h 10 min".
std::string duration(double seconds);

/// A value of a CSV file: in quotes where it needs them, with the quotes inside doubled.
std::string csv_cell(std::string_view text);

/// "; did you mean 'x'?" for the known word nearest to the one given, empty when none is near.
/// The one that `word` may have been meant to be; empty: none is near enough.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);
inline std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
    return did_you_mean(word, std::vector<std::string_view>(known.begin(), known.end()));
}

}  // namespace alcole::base
