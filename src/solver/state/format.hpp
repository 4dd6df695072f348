#pragma once

#include <alcole/state.hpp>

#include <string>
#include <string_view>

namespace alcole::solver {

/// The bytes of a state, without the frame that save() puts around them.
template <class T>
std::string encode(const State<T>& state);

/// The inverse; accepts any bytes and throws std::runtime_error with a sentence if they are not such an encoding.
template <class T>
State<T> decode(std::string_view bytes);

}  // namespace alcole::solver
