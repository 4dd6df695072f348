#pragma once

#include <alcole/interval.hpp>

#include <cstddef>
#include <string>
#include <string_view>

/// Text for people and for markup: numbers, intervals, escapes.
namespace alcole::report {

/// Concatenates the parts.
template <typename... Parts>
std::string cat(const Parts&... parts) {
    std::string text;
    (text.append(std::string_view(parts)), ...);  // NOLINT(cppcoreguidelines-pro-bounds-array-to-pointer-decay)
    return text;
}

/// For the text of an element and, with `quotes`, for attributes. Bytes that are not UTF-8, or not allowed in XML,
/// become U+FFFD, so that every name gives a well-formed page.
std::string escape(std::string_view text, bool quotes = true);

/// At most `max_characters` characters, with an ellipsis if something was left out.
std::string shortened(std::string_view text, std::size_t max_characters);

/// A JSON string with its quotes, safe inside a script element.
std::string json_string(std::string_view text);

/// A position in a drawing: at most one decimal.
std::string coordinate(double v);

/// With `decimals` decimals and a true minus sign; "n/a" for NaN and infinities.
std::string fixed(double v, int decimals);

/// Three significant digits by default; powers of ten for very large and very small numbers.
std::string number(double v, int digits = 3);

/// The same for programs: an ASCII minus, an exponent with e, null for NaN and infinities.
std::string json_number(double v, int digits = 4);

/// An integer in groups of three digits.
std::string count(std::size_t n);

/// "64 bytes", "1.2 MB".
std::string bytes(std::size_t n);

/// True if the ends say more than the estimate, which they do not for a single run, or for runs that differ by
/// rounding.
bool has_width(const Interval& interval);

/// The number of decimals that distinguish the ends of an interval, for values multiplied by a factor.
int decimals_for(const Interval& interval, double factor = 1);

/// "0.85", with as many decimals as its interval justifies.
std::string estimate_text(const Interval& interval);

/// "0.71 to 1.02"
std::string range_text(const Interval& interval);

/// "0.85 (0.71 to 1.02)"
std::string interval_text(const Interval& interval);

/// "66.2 to 68.0 %" and "67.1 %", for shares between 0 and 1.
std::string percent_range_text(const Interval& share);
std::string percent_text(double share, int decimals = 1);

/// True if an interval can be drawn: all three numbers are finite.
bool drawable(const Interval& interval);

/// The complement 1 - share, with its interval mirrored.
Interval rest_of(const Interval& share);

}  // namespace alcole::report
