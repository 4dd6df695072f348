#pragma once

#include <stdexcept>
#include <string>

namespace alcole::learning::testing {

/// What a refusal says; empty when nothing is refused.
template <class Action>
std::string refusal(const Action& action) {
    try {
        action();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

}  // namespace alcole::learning::testing
