#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// How a method is called and drawn, the same in every figure and table.
namespace alcole::words {

struct MethodLook {
    int slot = 0;             ///< its colour and its marker
    std::string name{};       ///< "ordinary"
    std::string long_name{};  ///< "ordinary Lagrangian"
    std::string explained{};  ///< one sentence; empty for methods that are not known here
};

/// `position` is its place among the methods shown. A method that is not known here keeps its own name and gets a slot
/// of its own.
MethodLook look_of(std::string_view method, std::size_t position);

}  // namespace alcole::words
