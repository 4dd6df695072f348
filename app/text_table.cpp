#include "text_table.hpp"

#include <algorithm>

namespace alcole::app {

std::string table_text(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> width(rows.front().size());
    for (const auto& row : rows)
        for (std::size_t c = 0; c < width.size(); ++c) width[c] = std::max(width[c], row[c].size());
    std::string text;
    for (const auto& row : rows) {
        for (std::size_t c = 0; c + 1 < row.size(); ++c)
            text += row[c] + std::string(width[c] + 2 - row[c].size(), ' ');
        text += row.back() + "\n";
    }
    return text;
}

}  // namespace alcole::app
