#pragma once

#include "base/enum_names.hpp"
#include "base/fields.hpp"
#include "base/setting_info.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

/// Settings: structs whose list of fields gives the allowed values and the meaning of every member,
///
///     visit("rows", s.rows, Allowed{.min = 100}, "How many people there are.");
///
/// From that list follow conversion to and from text, the table for the documentation and the command line, and the
/// checks. The solver's options, the keys of a run file and the settings of studies are such lists.
namespace alcole::base {

/// Restricts the values of a setting beyond its type.
struct Allowed {
    // Numbers, and the numbers of a list.
    double min = 0;
    bool above = false;  ///< min itself is excluded
    double max = std::numeric_limits<double>::infinity();
    bool below = false;  ///< max itself is excluded
    // Texts, and the texts of a list.
    std::span<const std::string_view> words{};    ///< must be one of these; for a bool, the words for false and true
    bool (*holds)(const std::string&) = nullptr;  ///< whether a text is allowed
    void (*check)(const std::string&) = nullptr;  ///< the same, but throws with a sentence of its own
    bool is_path = false;
    // Lists.
    std::size_t max_entries = std::numeric_limits<std::size_t>::max();
    bool growing = false;
    /// Two names may share one list: `one` takes the only entry of a list with one entry, `several` takes all others.
    enum class Entries : std::uint8_t { any, one, several } entries = Entries::any;

    std::string_view what{};      ///< describes the allowed values, in place of words derived from the other members
    bool free_on_resume = false;  ///< a resumed run may continue with another value

    bool holds_number(double v) const {
        return (above ? v > min : v >= min) && (below ? v < max : v <= max) &&
               v < std::numeric_limits<double>::infinity();
    }
};

inline constexpr Allowed any_size{};                              // >= 0
inline constexpr Allowed positive{.above = true};                 // > 0
inline constexpr Allowed at_least_one{.min = 1};                  // >= 1
inline constexpr Allowed more_than_one{.min = 1, .above = true};  // > 1
inline constexpr Allowed share{.above = true, .max = 1, .below = true};
inline constexpr Allowed share_or_one{.above = true, .max = 1};
inline constexpr Allowed share_or_zero{.max = 1, .below = true};

/// A resumed run must keep the settings it started with, except limits, tolerances and what is recorded.
constexpr Allowed free_on_resume(Allowed allowed) {
    allowed.free_on_resume = true;
    return allowed;
}

inline bool fits(double v, const Allowed& allowed) { return allowed.holds_number(v); }
inline bool fits(bool /*v*/, const Allowed& /*allowed*/) { return true; }
template <std::integral I>
bool fits(I v, const Allowed& allowed) {
    return allowed.holds_number(static_cast<double>(v));
}
template <class E>
requires std::is_enum_v<E>
bool fits(E v, const Allowed& /*allowed*/) { return static_cast<std::size_t>(v) < enum_names<E>.size(); }
inline bool fits(const std::string& v, const Allowed& allowed) {
    if (allowed.check != nullptr) allowed.check(v);
    return (allowed.words.empty() || std::ranges::find(allowed.words, v) != allowed.words.end()) &&
           (allowed.holds == nullptr || allowed.holds(v));
}
template <class V>
bool fits(const std::optional<V>& v, const Allowed& allowed) {
    return !v || fits(*v, allowed);
}
template <class V>
bool fits(const std::vector<V>& list, const Allowed& allowed) {
    return list.size() <= allowed.max_entries &&
           std::ranges::all_of(list, [&](const V& v) { return fits(v, allowed); }) &&
           (!allowed.growing || std::ranges::adjacent_find(list, std::greater_equal{}) == list.end());
}

/// `what` with its range: "a number > 0 and <= 1", "a list of at most 64 whole numbers >= 1".
std::string range_words(const std::string& what, const Allowed& allowed);

/// "a list of at most 64 growing whole numbers"
std::string list_words(const Allowed& allowed);

/// The allowed values of a setting of this type, in words.
template <class V>
std::string values_words(const Allowed& allowed) {
    if (!allowed.what.empty()) return std::string(allowed.what);
    if (!allowed.words.empty()) return (is_a<V, std::vector> ? "a list, each " : "") + one_of(allowed.words);
    if constexpr (std::is_enum_v<V>)
        return one_of(enum_names<V>);
    else if constexpr (std::same_as<V, bool>)
        return "true or false";
    else if constexpr (std::same_as<V, std::optional<double>>)
        return range_words("a number", allowed) + ", or \"auto\"";
    else if constexpr (std::same_as<V, std::string>)
        return "text in quotes";
    else if constexpr (std::same_as<V, std::vector<std::string>>)
        return "a list of texts";
    else if constexpr (is_a<V, std::vector>)
        return range_words(list_words(allowed), allowed);
    else
        return range_words(std::integral<V> ? "a whole number" : "a number", allowed);
}

inline std::string text_of(const std::string& v) { return v; }
inline std::string text_of(bool v) { return v ? "true" : "false"; }
inline std::string text_of(double v) { return number_text(v); }
template <std::integral I>
std::string text_of(I v) {
    return std::to_string(v);
}
template <class E>
requires std::is_enum_v<E> std::string text_of(E v) { return std::string(enum_name(v)); }
template <class V>
std::string text_of(const std::vector<V>& list) {
    std::vector<std::string> texts;
    for (const auto& v : list) texts.push_back(text_of(v));
    return joined(texts, ",");
}

/// Converts text to a value; false if it is not one of this type.
inline bool parse(std::string_view text, std::string& v) {
    v = text;
    return true;
}
inline bool parse(std::string_view text, bool& v) {
    v = text == "true";
    return v || text == "false";
}
template <class N>
requires std::is_arithmetic_v<N>
bool parse(std::string_view text, N& v) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
    return error == std::errc() && end == text.data() + text.size();
}
template <class E>
requires std::is_enum_v<E>
bool parse(std::string_view text, E& v) {
    const auto known = enum_from<E>(text);
    if (known) v = *known;
    return known.has_value();
}
template <class V>
bool parse(std::string_view text, std::vector<V>& list) {
    list.clear();
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        if (!parse(text.substr(0, comma), list.emplace_back())) return false;
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return true;
}

template <class S>
std::vector<SettingInfo> setting_table_of(const S& defaults = {}) {
    std::vector<SettingInfo> table;
    const auto add = [&](std::string_view name, const auto& slot, const Allowed& allowed, std::string_view meaning) {
        using V = std::remove_cvref_t<decltype(slot)>;
        table.push_back(
            {std::string(name), values_words<V>(allowed), text_of(slot), std::string(meaning), allowed.free_on_resume});
    };
    fields(add, defaults);
    return table;
}

/// "there is no KIND 'name'; did you mean 'nam'?"
[[noreturn]] void refuse_name(std::string_view kind, std::string_view name, const std::vector<SettingInfo>& table);
/// "KIND 'name' must be VALUES, not 'text'", with a suggestion if one of `words` is similar.
[[noreturn]] void refuse_value(std::string_view kind, std::string_view name, const std::string& values,
                               std::string_view text, std::span<const std::string_view> words = {});

/// Sets one setting from text; the entries of a list are separated by commas. `kind` is what such a setting is called
/// in messages, for example "option". Throws std::invalid_argument with a sentence.
template <class S>
void set_setting(S& settings, std::string_view name, std::string_view text, std::string_view kind) {
    bool found = false;
    const auto put = [&](std::string_view known, auto& slot, const Allowed& allowed, std::string_view /*meaning*/) {
        if (known != name) return;
        found = true;
        auto parsed = slot;
        if (!parse(text, parsed) || !fits(parsed, allowed))
            refuse_value(kind, name, values_words<std::remove_cvref_t<decltype(slot)>>(allowed), text, allowed.words);
        slot = parsed;
    };
    fields(put, settings);
    if (!found) refuse_name(kind, name, setting_table_of(settings));
}

template <class S>
std::string get_setting(const S& settings, std::string_view name, std::string_view kind) {
    std::optional<std::string> text;
    const auto take = [&](std::string_view known, const auto& slot, const Allowed&, std::string_view) {
        if (known == name) text = text_of(slot);
    };
    fields(take, settings);
    if (!text) refuse_name(kind, name, setting_table_of(settings));
    return *text;
}

/// Throws std::invalid_argument with a sentence about the first setting whose value is not allowed.
template <class S>
void check_settings(const S& settings, std::string_view kind) {
    const auto check = [&](std::string_view name, const auto& slot, const Allowed& allowed, std::string_view) {
        using V = std::remove_cvref_t<decltype(slot)>;
        if (fits(slot, allowed)) return;
        if constexpr (std::is_enum_v<V>)
            refuse_value(kind, name, values_words<V>(allowed), std::to_string(static_cast<int>(slot)));
        else
            refuse_value(kind, name, values_words<V>(allowed), text_of(slot), allowed.words);
    };
    fields(check, settings);
}

}  // namespace alcole::base
