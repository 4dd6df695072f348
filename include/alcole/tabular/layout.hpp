#pragma once

#include <alcole/export.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace alcole::tabular {

/// The layout of a CSV file, as guessed from its first lines.
struct Layout {
    char delimiter = ',';
    char comment = '\0';                   ///< starts the lines before the table; 0: there are none
    bool decimal_comma = false;            ///< numbers have a decimal comma, which does not separate values
    std::size_t columns = 0;               ///< 0: the file is empty
    bool header = true;                    ///< the first line has the names
    std::vector<std::string> first_row{};  ///< its cells
};

/// Guesses the layout from the first lines. Throws ReadError if the file cannot be opened.
[[nodiscard]] ALCOLE_EXPORT Layout guess_layout(const std::filesystem::path& file);

}  // namespace alcole::tabular
