#pragma once

#include "outline.hpp"

#include <string>

namespace alcole::app {

/// Scripts that teach a shell the command line.
std::string bash_completion(const Command& program);
std::string zsh_completion(const Command& program);

/// Text in single quotes for a shell.
std::string in_quotes(const std::string& text);

}  // namespace alcole::app
