#pragma once

#include <alcole/export.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace alcole::tabular {

/// How the text of a CSV file seems to be laid out, by its first lines.
struct Layout {
    char delimiter = ',';
    char comment = '\0';                   ///< lines before the table start with it; 0: there are none
    bool decimal_comma = false;            ///< decimals stand behind a comma, which does not separate values
    std::size_t columns = 0;               ///< 0: the file is empty
    bool header = true;                    ///< the first line has the names
    std::vector<std::string> first_row{};  ///< its cells
};

/// Looks at the first lines. Throws ReadError when the file cannot be opened.
ALCOLE_EXPORT Layout guess_layout(const std::filesystem::path& file);

}  // namespace alcole::tabular
