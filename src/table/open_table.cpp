#include "table/open_table.hpp"

namespace alcole::table {

bool OpenTable::next_row() {
    do {
        if (!rows.next()) return false;
    } while (rows.blank_line());
    if (!dense_only) return true;
    const std::string_view text = rows.raw();
    if (const auto first = text.find_first_not_of(" \t"); first != std::string::npos && text[first] == '{')
        rows.fail("sparse rows, in braces, cannot be read; save the file with dense rows");
    return true;
}

}  // namespace alcole::table
