#pragma once

#include <alcole/interval.hpp>

#include <cstddef>
#include <string>
#include <string_view>

/// Text for people and for markup: numbers, intervals, escapes.
namespace alcole::report {

/// The parts one after the other.
template <typename... Parts>
std::string cat(const Parts&... parts) {
    std::string text;
    (text.append(std::string_view(parts)), ...);  // NOLINT(cppcoreguidelines-pro-bounds-array-to-pointer-decay)
    return text;
}

/// For the text of an element and, with `quotes`, for attributes. What is not UTF-8, or not allowed in XML, becomes
/// U+FFFD, so that any name gives a well-formed page.
std::string escape(std::string_view text, bool quotes = true);

/// At most so many characters, with an ellipsis where something was left out.
std::string shortened(std::string_view text, std::size_t most);

/// A JSON string with its quotes, safe inside a script element.
std::string json_string(std::string_view text);

/// A position in a drawing: at most one decimal.
std::string coordinate(double v);

/// With so many decimals and a true minus sign; "n/a" for what is not a number.
std::string fixed(double v, int decimals);

/// Three significant digits unless said otherwise, powers of ten for the very large and the very small.
std::string number(double v, int digits = 3);

/// The same for programs: an ASCII minus, an exponent with e, null for what is not a number.
std::string json_number(double v, int digits = 4);

/// A whole number in groups of three digits.
std::string count(std::size_t n);

/// "64 bytes", "1.2 MB".
std::string bytes(std::size_t n);

/// Whether its ends say more than its estimate: those of a single run, or of runs that differ by rounding, do not.
bool has_width(const Interval& interval);

/// How many decimals tell the ends of an interval apart, of values multiplied by a factor.
int decimals_for(const Interval& interval, double factor = 1);

/// "0.85"; with the decimals that its interval deserves.
std::string estimate_text(const Interval& interval);

/// "0.71 to 1.02"
std::string range_text(const Interval& interval);

/// "0.85 (0.71 to 1.02)"
std::string interval_text(const Interval& interval);

/// "67.1 %" and "66.2 to 68.0 %", of shares between 0 and 1.
std::string percent_range_text(const Interval& share);
std::string percent_text(double share, int decimals = 1);

/// Whether an interval can be drawn: all three numbers are numbers.
bool drawable(const Interval& interval);

/// The share that is left: 1 - share, with its interval turned round.
Interval rest_of(const Interval& share);

}  // namespace alcole::report
