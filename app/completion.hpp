#pragma once

#include "outline.hpp"

#include <string>

namespace alcole::app {

/// Scripts that enable completion in a shell.
std::string bash_completion(const Command& program);
std::string zsh_completion(const Command& program);

/// Quotes a text for a shell, with single quotes.
std::string in_quotes(const std::string& text);

}  // namespace alcole::app
