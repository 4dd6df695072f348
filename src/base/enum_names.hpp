#pragma once

#include <array>
#include <string_view>

/// The text of every enumerator, in the order of its declaration: a specialisation beside each enumeration.
namespace alcole::base {

template <class Enum>
inline constexpr auto enum_names = 0;

template <class Enum>
std::string_view enum_name(Enum value) {
    return enum_names<Enum>.at(static_cast<std::size_t>(value));
}

}  // namespace alcole::base
