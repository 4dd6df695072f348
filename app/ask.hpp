#pragma once

#include <alcole/learning/inspect.hpp>

#include <string>
#include <vector>

/// Questions to a user at a terminal.
namespace alcole::app {

/// True if a user is there to answer.
bool can_ask();

/// Asks which column to predict; Enter accepts the most likely one. Throws std::invalid_argument if no answer comes.
std::string ask_target(const learning::Look& look);

/// Asks which columns are protected; Enter accepts the guess, `none` means none.
std::vector<std::string> ask_protected(const learning::Look& look, const std::string& target);

}  // namespace alcole::app
