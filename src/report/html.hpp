#pragma once

#include "report/table.hpp"
#include "report/text.hpp"

#include <string>

/// Pieces of pages.
namespace alcole::report {

std::string html(const Text& text);
std::string table_html(const Table& table);

}  // namespace alcole::report
