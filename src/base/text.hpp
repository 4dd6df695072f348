#pragma once

#include <span>
#include <string>
#include <string_view>

/// Words for people, shared by the libraries of the project; not installed.
namespace alcole::base {

/// Three significant digits unless said otherwise.
std::string short_number(double v, int digits = 3);

/// The shortest text that reads back as the same number.
std::string number_text(double v);

/// "; did you mean 'x'?" for the known word nearest to the one given, empty when none is near.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace alcole::base
