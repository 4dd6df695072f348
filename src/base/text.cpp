#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <utility>
#include <vector>

namespace alcole::base {
namespace {

/// How many single-letter edits lie between two words.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t kept = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({kept, row[j] + 1, diagonal + 1});
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

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
    if (known.empty()) return "";
    const auto nearest = std::ranges::min_element(known, {}, [word](std::string_view k) { return distance(word, k); });
    const std::size_t tolerable =
        std::max<std::size_t>(3, word.size() / 2);  // beyond it, it is another word altogether
    return distance(word, *nearest) <= tolerable ? "; did you mean '" + std::string(*nearest) + "'?" : "";
}

}  // namespace alcole::base
