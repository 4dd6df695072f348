#pragma once

#include <stdexcept>

namespace alcole::base {

/// For Json::parse. Parsing takes no stack, but copies of the value take some for every level, so a file of brackets
/// alone could end the program. Nothing of ours is nested deeper than a few levels.
inline constexpr auto refuse_deep_json = [](int depth, auto /*event*/, auto& /*value*/) {
    constexpr int deepest = 50;
    if (depth > deepest) throw std::invalid_argument("the JSON in it is nested too deeply to be ours");
    return true;
};

}  // namespace alcole::base
