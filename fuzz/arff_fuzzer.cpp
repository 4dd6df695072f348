// Any bytes are either rejected with a sentence or read; a table that was read, written out and read again is the same
// table.
#include "same_table.hpp"
#include "table/open_table.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

using namespace alcole::tabular;
using alcole::table::ByteSource;
using alcole::table::read_arff_from;

std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) {
        const auto at = std::string_view("\\'\n\r\t").find(c);
        if (at == std::string_view::npos)
            result += c;
        else
            result.append("\\").append(1, "\\'nrt"[at]);
    }
    return result + "'";
}

/// The declaration of a column: with its levels if it has any.
std::string type_of(const Column& column) {
    if (column.type == ColumnType::number) return "numeric";
    std::string type;
    for (const auto& level : column.levels) type += (type.empty() ? "{" : ",") + quoted(level);
    return type.empty() ? "string" : type + "}";
}

std::string written(const Table& table) {
    std::string text = "@relation written\n";
    for (const auto& column : table.columns) text += "@attribute " + quoted(column.name) + " " + type_of(column) + "\n";
    text += "@data\n";
    for (std::size_t row = 0; row < table.num_rows; ++row)
        for (const auto& column : table.columns)
            text += (column.missing(row) ? "?" : quoted(column.text(row))) +
                    (&column == &table.columns.back() ? '\n' : ',');
    return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Table table;
    try {
        table = read_arff_from(ByteSource("bytes", {reinterpret_cast<const char*>(data), size}), {});
    } catch (const ReadError&) {
        return 0;
    }
    check(table);
    if (!same(table, read_arff_from(ByteSource("bytes", written(table)), {}))) std::abort();
    return 0;
}
