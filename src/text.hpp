#pragma once

#include <array>
#include <charconv>
#include <string>

namespace alcole {

/// A number in words that people read: three significant digits unless said otherwise.
inline std::string short_number(double v, int digits = 3) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v, std::chars_format::general, digits);
    return {buffer.data(), end.ptr};
}

}  // namespace alcole
