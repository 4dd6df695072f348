#pragma once

#include <alcole/export.hpp>

#include <span>
#include <string>
#include <string_view>

/// Words for people, shared by the libraries of the project; not installed.
namespace alcole {

/// Three significant digits unless said otherwise.
ALCOLE_EXPORT std::string short_number(double v, int digits = 3);

/// The shortest text that reads back as the same number.
ALCOLE_EXPORT std::string number_text(double v);

/// "; did you mean 'x'?" for the known word nearest to the one given, empty when none is near.
ALCOLE_EXPORT std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace alcole
