#pragma once

#include <alcole/learning/inspect.hpp>

#include <string>
#include <vector>

/// Questions to a person at a terminal.
namespace alcole::app {

/// Whether someone is there to answer.
bool can_ask();

/// Asks which column is to be predicted; Enter takes the likeliest. Throws std::invalid_argument when no answer comes.
std::string ask_target(const learning::Look& look);

/// Asks which columns are protected; Enter takes the guess, `none` means none.
std::vector<std::string> ask_protected(const learning::Look& look, const std::string& target);

}  // namespace alcole::app
