#pragma once

#include <stdexcept>
#include <string>

namespace alcole::learning::testing {

/// The message of a rejection; empty if nothing is rejected.
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
