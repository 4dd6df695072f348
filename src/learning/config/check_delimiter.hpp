#pragma once

#include <alcole/tabular/table.hpp>

#include <string>

namespace alcole::learning {

/// A file with another delimiter than expected is one wide column: the one it seems to have, else nothing.
inline std::string other_delimiter(const tabular::Table& header) {
    if (header.columns.size() != 1) return {};
    for (const char* sign : {";", "\t", "|", ","})
        if (header.columns.front().name.find(sign) != std::string::npos) return *sign == '\t' ? "tab" : sign;
    return {};
}

}  // namespace alcole::learning
