#include "report/format.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace alcole::report {
namespace {

constexpr std::string_view minus = "\u2212";
constexpr std::string_view narrow_space = "\u202f";  // does not break a line
constexpr std::string_view replacement = "\ufffd";

/// The length of the UTF-8 sequence at the start of the text; 0 if there is none that XML allows.
std::size_t sequence_length(std::string_view text) {
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    if (first < 0x80) return first >= 0x20 || first == '\n' || first == '\t' ? 1 : 0;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
    unsigned code = first & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80) return 0;
        code = code << 6U | (byte(i) & 0x3fU);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return overlong || surrogate || code > 0x10ffff || (code & 0xfffeU) == 0xfffe ? 0 : length;
}

template <typename Write>
std::string for_each_character(std::string_view text, const Write& write) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = sequence_length(text);
        out += length == 0 ? std::string(replacement) : std::string(write(text.substr(0, length)));
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out;
}

std::string ascii_fixed(double v, int decimals) {
    std::array<char, 400> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v, std::chars_format::fixed, decimals);
    std::string text(buffer.data(), end.ptr);
    if (text.find_first_not_of("-0.") == std::string::npos && text.front() == '-') text.erase(0, 1);  // no "-0.0"
    return text;
}

std::string with_minus(std::string text) {
    if (text.starts_with('-')) text.replace(0, 1, minus);
    return text;
}

int exponent_of(double v) { return v == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(v)))); }

std::string superscript(int v) {
    static constexpr std::array<std::string_view, 10> digits = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                                                "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    std::string text = v < 0 ? "\u207b" : "";
    for (const char c : std::to_string(std::abs(v))) text += digits[static_cast<std::size_t>(c - '0')];
    return text;
}

Interval percent_of(const Interval& share) { return {100 * share.estimate, 100 * share.low, 100 * share.high}; }

}  // namespace

std::string escape(std::string_view text, bool quotes) {
    return for_each_character(text, [quotes](std::string_view c) -> std::string_view {
        if (c == "&") return "&amp;";
        if (c == "<") return "&lt;";
        if (c == ">") return "&gt;";
        if (quotes && c == R"(")") return "&quot;";
        if (quotes && c == "'") return "&#39;";
        return c;
    });
}

std::string shortened(std::string_view text, std::size_t max_characters) {
    std::size_t characters = 0;
    std::size_t end = 0;  // end of the text that leaves room for the ellipsis
    for (std::size_t at = 0; at < text.size(); at += std::max<std::size_t>(1, sequence_length(text.substr(at))))
        if (++characters == max_characters) end = at;
    return characters <= max_characters ? std::string(text) : cat(text.substr(0, end), "\u2026");
}

std::string json_string(std::string_view text) {
    return '"' +
           for_each_character(text,
                              [](std::string_view c) -> std::string_view {
                                  if (c == R"(")") return "\\\"";
                                  if (c == "\\") return "\\\\";
                                  if (c == "\n") return "\\n";
                                  if (c == "\t") return "\\t";
                                  if (c == "<") return "\\u003c";  // so that no name can close the script element
                                  if (c == "&") return "\\u0026";
                                  return c;
                              }) +
           '"';
}

std::string coordinate(double v) {
    std::string text = ascii_fixed(v, 1);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
}

std::string fixed(double v, int decimals) {
    if (!std::isfinite(v)) return "n/a";
    return with_minus(ascii_fixed(v, decimals));
}

std::string number(double v, int digits) {
    if (!std::isfinite(v)) return "n/a";
    const int exponent = exponent_of(v);
    if (exponent < -4 || exponent > 5) {
        std::string text = ascii_fixed(v / std::pow(10.0, exponent), digits - 1);
        while (text.find('.') != std::string::npos && (text.back() == '0' || text.back() == '.')) text.pop_back();
        const std::string power = cat("10", superscript(exponent));
        return text == "1" ? power : cat(with_minus(text), "\u00d7", power);
    }
    std::string text = ascii_fixed(v, std::max(0, digits - 1 - exponent));
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
    }
    return with_minus(text);
}

std::string json_number(double v, int digits) {
    if (!std::isfinite(v)) return "null";
    std::array<char, 40> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v, std::chars_format::general, digits);
    return {buffer.data(), end.ptr};
}

std::string count(std::size_t n) {
    std::string digits = std::to_string(n);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, narrow_space);
    return digits;
}

std::string bytes(std::size_t n) {
    const auto size = static_cast<double>(n);
    if (n < 10'000) return cat(count(n), " bytes");
    return n < 1'000'000 ? cat(number(size / 1e3), " KB") : cat(number(size / 1e6), " MB");
}

bool has_width(const Interval& interval) { return interval.high - interval.low > 1e-6 * std::abs(interval.estimate); }

int decimals_for(const Interval& interval, double factor) {
    const double width = factor * std::abs(interval.high - interval.low);
    const double size = factor * std::abs(interval.estimate);
    if (!std::isfinite(width) || !std::isfinite(size)) return 2;
    const double told_apart = has_width(interval) ? width / 5 : size / 100;
    if (told_apart == 0) return 2;
    const int min_decimals = size >= 1 && size < 10 ? 1 : 0;  // 8.2, not 8
    return std::clamp(-exponent_of(told_apart), min_decimals, 6);
}

std::string estimate_text(const Interval& interval) { return fixed(interval.estimate, decimals_for(interval)); }

std::string range_text(const Interval& interval) {
    const int decimals = decimals_for(interval);
    return cat(fixed(interval.low, decimals), " to ", fixed(interval.high, decimals));
}

std::string interval_text(const Interval& interval) {
    return cat(estimate_text(interval), " (", range_text(interval), ")");
}

std::string percent_range_text(const Interval& share) {
    const auto percent = percent_of(share);
    return cat(fixed(percent.low, 1), " to ", fixed(percent.high, 1), narrow_space, "%");
}

std::string percent_text(double share, int decimals) { return cat(fixed(100 * share, decimals), narrow_space, "%"); }

bool drawable(const Interval& interval) {
    return std::isfinite(interval.estimate) && std::isfinite(interval.low) && std::isfinite(interval.high);
}

Interval rest_of(const Interval& share) { return {1 - share.estimate, 1 - share.high, 1 - share.low}; }

}  // namespace alcole::report
