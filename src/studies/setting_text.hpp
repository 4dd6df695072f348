#pragma once

#include "base/text.hpp"
#include "studies/settings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// What the tables of settings have in common. A table is one function, `visit(settings, f)`, that calls
/// f(name, value, values, meaning) for every setting; its text forms, its documentation and its errors come from here.
namespace alcole::studies::setting_text {

inline std::string text_of(const std::string& v) { return v; }
inline std::string text_of(bool v) { return v ? "true" : "false"; }
inline std::string text_of(std::int64_t v) { return std::to_string(v); }
inline std::string text_of(std::size_t v) { return std::to_string(v); }
inline std::string text_of(double v) { return base::number_text(v); }
template <class V>
std::string text_of(const std::vector<V>& list) {
    std::string text;
    for (const auto& v : list) text += (text.empty() ? "" : ",") + text_of(v);
    return text;
}

template <class N>
bool parse_number(std::string_view text, N& v) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
    return error == std::errc() && end == text.data() + text.size();
}
inline bool parse(std::string_view text, std::string& v) {
    v = text;
    return true;
}
inline bool parse(std::string_view text, bool& v) {
    v = text == "true";
    return v || text == "false";
}
inline bool parse(std::string_view text, std::int64_t& v) { return parse_number(text, v); }
inline bool parse(std::string_view text, std::size_t& v) { return parse_number(text, v); }
inline bool parse(std::string_view text, double& v) { return parse_number(text, v) && std::isfinite(v); }
template <class V>
bool parse(std::string_view text, std::vector<V>& list) {
    list.clear();
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        V v{};
        if (!parse(text.substr(0, comma), v)) return false;
        list.push_back(v);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return true;
}

template <class S, class Visit>
std::vector<SettingInfo> table(Visit visit) {
    std::vector<SettingInfo> rows;
    const S defaults;
    visit(defaults, [&](std::string_view name, const auto& value, std::string_view values, std::string_view meaning) {
        rows.push_back({std::string(name), std::string(values), text_of(value), std::string(meaning)});
    });
    return rows;
}

template <class S, class Visit>
[[noreturn]] void unknown(Visit visit, std::string_view name) {
    const auto rows = table<S>(visit);
    std::vector<std::string_view> names(rows.size());
    std::ranges::transform(rows, names.begin(), &SettingInfo::name);
    throw std::invalid_argument("the study has no setting '" + std::string(name) + "'" +
                                base::did_you_mean(name, names));
}

[[noreturn]] inline void refuse(std::string_view name, std::string_view values, std::string_view text) {
    throw std::invalid_argument("setting '" + std::string(name) + "' must be " + std::string(values) + ", not '" +
                                std::string(text) + "'");
}

template <class S, class Visit>
void set(S& settings, Visit visit, std::string_view name, std::string_view text) {
    bool found = false;
    visit(settings, [&](std::string_view known, auto& value, std::string_view values, std::string_view /*meaning*/) {
        if (known != name) return;
        found = true;
        if (!parse(text, value)) refuse(name, values, text);
    });
    if (!found) unknown<S>(visit, name);
}

template <class S, class Visit>
std::string get(const S& settings, Visit visit, std::string_view name) {
    std::string text;
    bool found = false;
    visit(settings,
          [&](std::string_view known, const auto& value, std::string_view /*values*/, std::string_view /*meaning*/) {
              if (known != name) return;
              found = true;
              text = text_of(value);
          });
    if (!found) unknown<S>(visit, name);
    return text;
}

/// Throws the sentence of the table when a value is not good.
template <class S, class Visit>
void require(bool good, const S& settings, Visit visit, std::string_view name) {
    if (good) return;
    for (const auto& info : table<S>(visit))
        if (info.name == name) refuse(name, info.values, get(settings, visit, name));
}

}  // namespace alcole::studies::setting_text
