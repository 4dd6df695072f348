#include "table/utf8.hpp"

#include <array>
#include <cstdint>

namespace alcole::table {

std::size_t valid_utf8_length(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size()) {
        const auto lead = static_cast<unsigned char>(text[i]);
        if (lead == 0) return i;
        if (lead < 0x80) {
            ++i;
            continue;
        }
        const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        if (lead < 0xC2 || lead > 0xF4 || i + length > text.size()) return i;
        std::uint32_t point = lead & (0xFFU >> (length + 1));
        for (std::size_t k = 1; k < length; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            if ((next & 0xC0U) != 0x80U) return i;
            point = (point << 6U) | (next & 0x3FU);
        }
        const std::array<std::uint32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
        if (point < least.at(length) || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) return i;
        i += length;
    }
    return i;
}

}  // namespace alcole::table
