#pragma once

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

/// Names of enumerators. They are written once, in the order of declaration, by a function next to the enumeration:
///
///     constexpr auto names_of(Decision) { return base::words("holds", "fails", "undetermined"); }
namespace alcole::base {

template <class... Word>
constexpr std::array<std::string_view, sizeof...(Word)> words(const Word&... word) {
    return {word...};
}

/// Hidden explicitly: compilers would export a variable for an exported enumeration.
template <class Enum>
[[gnu::visibility("hidden")]] inline constexpr auto enum_names = names_of(Enum{});

template <class Enum>
std::string_view enum_name(Enum value) {
    return enum_names<Enum>.at(static_cast<std::size_t>(value));
}

/// The enumerator with this name, if there is one.
template <class Enum>
std::optional<Enum> enum_from(std::string_view word) {
    const auto found = std::ranges::find(enum_names<Enum>, word);
    if (found == enum_names<Enum>.end()) return std::nullopt;
    return static_cast<Enum>(found - enum_names<Enum>.begin());
}

/// The same, but throws std::invalid_argument "there is no WHAT 'word'; did you mean 'work'?" if there is none.
template <class Enum>
Enum enum_from(std::string_view word, const std::string& what) {
    if (const auto found = enum_from<Enum>(word)) return *found;
    throw std::invalid_argument("there is no " + what + " " + quoted(word) + did_you_mean(word, enum_names<Enum>));
}

/// "one of a, b, c"
template <class Names>
std::string one_of(const Names& names) {
    return "one of " + joined(std::vector<std::string>(names.begin(), names.end()));
}

}  // namespace alcole::base
