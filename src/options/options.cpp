#include <alcole/options.hpp>

#include "enum_names.hpp"
#include "table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <numeric>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

namespace alcole {
namespace {

std::string text(double v) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v).ptr;
    return {buffer.data(), end};
}

template <class V>
std::string text_of(const V& value) {
    if constexpr (std::is_enum_v<V>)
        return std::string(enum_name(value));
    else if constexpr (std::same_as<V, bool>)
        return value ? "true" : "false";
    else if constexpr (std::integral<V>)
        return std::to_string(value);
    else
        return text(value);
}

/// "a whole number >= 1", "one of sgd, adam, adamw", ...
template <class V>
std::string values_of(const Range& range) {
    if constexpr (std::is_enum_v<V>) {
        std::string names = "one of ";
        for (const auto name : enum_names<V>) names += (name == enum_names<V>.front() ? "" : ", ") + std::string(name);
        return names;
    } else if constexpr (std::same_as<V, bool>) {
        return "true or false";
    } else {
        std::string words = std::integral<V> ? "a whole number " : "a number ";
        words += (range.above ? "> " : ">= ") + text(range.least);
        if (range.most < std::numeric_limits<double>::infinity())
            words += std::string(" and ") + (range.below ? "< " : "<= ") + text(range.most);
        return words;
    }
}

/// False when the text is no such value.
template <class V>
bool read(std::string_view words, V& value) {
    if constexpr (std::is_enum_v<V>) {
        const auto& names = enum_names<V>;
        const auto found = std::ranges::find(names, words);
        if (found == names.end()) return false;
        value = static_cast<V>(found - names.begin());
        return true;
    } else if constexpr (std::same_as<V, bool>) {
        value = words == "true";
        return value || words == "false";
    } else {
        const char* end = words.data() + words.size();
        const auto [ptr, error] = std::from_chars(words.data(), end, value);
        return error == std::errc() && ptr == end;
    }
}

template <class V>
bool in_range(const V& value, const Range& range) {
    if constexpr (std::is_enum_v<V>)
        return static_cast<std::size_t>(value) < enum_names<V>.size();
    else
        return std::same_as<V, bool> || range.holds(static_cast<double>(value));
}

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

[[noreturn]] void unknown(std::string_view name) {
    std::string nearest;
    for (const auto& option : option_table())
        if (nearest.empty() || distance(name, option.name) < distance(name, nearest)) nearest = option.name;
    throw std::invalid_argument("there is no option '" + std::string(name) + "'; did you mean '" + nearest + "'?");
}

[[noreturn]] void misfit(std::string_view name, const std::string& values, std::string_view found) {
    throw std::invalid_argument("option '" + std::string(name) + "' must be " + values + ", not '" +
                                std::string(found) + "'");
}

}  // namespace

std::vector<OptionInfo> option_table() {
    std::vector<OptionInfo> table;
    const Options defaults;
    visit_options(defaults,
                  [&table](std::string_view name, const auto& value, const Range& range, std::string_view meaning) {
                      using V = std::remove_cvref_t<decltype(value)>;
                      table.push_back({.name = std::string(name),
                                       .values = values_of<V>(range),
                                       .by_default = text_of(value),
                                       .meaning = std::string(meaning)});
                  });
    return table;
}

void set_option(Options& options, std::string_view name, std::string_view value) {
    bool found = false;
    visit_options(options, [&](std::string_view known, auto& slot, const Range& range, std::string_view) {
        if (known != name) return;
        found = true;
        auto parsed = slot;
        if (!read(value, parsed) || !in_range(parsed, range))
            misfit(name, values_of<std::remove_cvref_t<decltype(slot)>>(range), value);
        slot = parsed;
    });
    if (!found) unknown(name);
}

std::string get_option(const Options& options, std::string_view name) {
    std::string found;
    visit_options(options, [&](std::string_view known, const auto& slot, const Range&, std::string_view) {
        if (known == name) found = text_of(slot);
    });
    if (found.empty()) unknown(name);
    return found;
}

void check(const Options& options) {
    visit_options(options, [](std::string_view name, const auto& slot, const Range& range, std::string_view) {
        using V = std::remove_cvref_t<decltype(slot)>;
        if (in_range(slot, range)) return;
        if constexpr (std::is_enum_v<V>)
            misfit(name, values_of<V>(range), std::to_string(static_cast<int>(slot)));
        else
            misfit(name, values_of<V>(range), text_of(slot));
    });
    if (options.dual.rule == DualRule::printed && options.method != Method::augmented)
        throw std::invalid_argument(
            "option 'dual.rule' is 'printed', which is an update of the augmented Lagrangian; "
            "choose another rule or method 'augmented'");
    const bool has_penalty = options.method == Method::augmented || options.method == Method::penalty;
    if (options.penalty.schedule == PenaltySchedule::adaptive && !has_penalty)
        throw std::invalid_argument("option 'penalty.schedule' is 'adaptive', but method '" +
                                    std::string(enum_name(options.method)) +
                                    "' has no penalty; choose 'constant' or 'periodic'");
}

std::string_view to_string(Method method) { return enum_name(method); }

}  // namespace alcole
