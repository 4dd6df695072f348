#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace alcole::base {
namespace {

/// The edit distance between two words: insertions, deletions, substitutions and swaps of adjacent letters.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1);  // two rows up
    std::vector<std::size_t> above(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        before = std::exchange(above, row);
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            row[j + 1] = std::min({above[j] + (a[i] == b[j] ? 0 : 1), row[j] + 1, above[j + 1] + 1});
            if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
                row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
        }
    }
    return row.back();
}

}  // namespace

std::string short_number(double v, int digits) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v, std::chars_format::general, digits);
    return {buffer.data(), end.ptr};
}

std::string number_text(double v) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v);
    return {buffer.data(), end.ptr};
}

std::string lower(std::string_view word) {
    std::string result(word);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

std::vector<std::string> cut(std::string_view text, std::string_view signs) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find_first_of(signs, at), text.size());
        if (const auto part = trimmed(text.substr(at, end - at)); !part.empty()) parts.emplace_back(part);
        at = end + 1;
    }
    return parts;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string text;
    for (const auto& word : words) (&word == words.data() ? text : text.append(between)) += word;
    return text;
}

std::string listed(const std::vector<std::string>& words, std::size_t max_items) {
    const std::size_t shown = words.size() <= max_items ? words.size() : std::max<std::size_t>(max_items, 1) - 1;
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    if (shown == words.size()) return text;
    return text + (shown == 0 ? "" : " and ") + std::to_string(words.size() - shown) + (shown == 0 ? "" : " more");
}

std::string plural(std::size_t count, std::string_view one, std::string_view many) {
    std::string text = std::to_string(count) + " ";
    if (count == 1 || many.empty()) text += one;
    if (count != 1) text += many.empty() ? "s" : many;
    return text;
}

std::string percent(double share, int digits) {
    constexpr double plain = 1e6;  // 1100 %, not 1.1e+03 %
    const double value = std::abs(100 * share);
    const bool whole = value >= std::pow(10.0, digits) && value < plain;
    return (whole ? std::to_string(std::lround(100 * share)) : short_number(100 * share, digits)) + " %";
}

std::string duration(double seconds) {
    if (!std::isfinite(seconds)) return "n/a";
    constexpr long minute = 60;
    constexpr long hour = 60 * minute;
    constexpr double short_time = 10;
    const long whole = std::lround(seconds);
    if (seconds < short_time) return short_number(seconds, 2) + " s";
    if (whole < minute) return std::to_string(whole) + " s";
    if (whole < hour) return std::to_string(whole / minute) + " min " + std::to_string(whole % minute) + " s";
    return std::to_string(whole / hour) + " h " + std::to_string(whole % hour / minute) + " min";
}

std::string csv_cell(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
    if (known.empty()) return "";
    const std::string wanted = lower(word);
    std::vector<std::size_t> distances;
    for (const auto one : known) distances.push_back(distance(wanted, lower(one)));
    const auto closest = std::ranges::min_element(distances);
    const std::string_view found = known[static_cast<std::size_t>(closest - distances.begin())];
    const std::size_t max_distance = std::max(word.size(), found.size()) / 3;  // beyond this it is a different word
    return *closest <= max_distance ? found : "";
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
    const std::string_view meant = nearest(word, known);
    return meant.empty() ? "" : "; did you mean " + quoted(meant) + "?";
}

std::string did_you_mean_or(std::string_view things, std::string_view word, std::span<const std::string_view> known) {
    constexpr std::size_t max_items = 16;
    if (std::string meant = did_you_mean(word, known); !meant.empty() || known.empty()) return meant;
    return "; the " + std::string(things) + " are " + listed({known.begin(), known.end()}, max_items);
}

}  // namespace alcole::base
