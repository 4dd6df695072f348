#pragma once

#include "outline.hpp"

#include <string>

namespace alcole::app {

/// alcole(1), in the language of man(7).
std::string man_page(const Command& program);

}  // namespace alcole::app
