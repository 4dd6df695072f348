// Any bytes are either rejected with a sentence or read. The rows do not depend on where the reader's buffer ends, and
// a table that was read, written out in quotes and read again is the same table. The first byte chooses the options.
#include "same_table.hpp"
#include "table/open_table.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

using namespace alcole::tabular;
using alcole::table::ByteSource;

ReadOptions options_from(unsigned choice) {
    ReadOptions options;
    if ((choice & 1U) != 0) options.trim = false;
    if ((choice & 2U) != 0) options.comment = '#';
    if ((choice & 4U) != 0) options.delimiter = ';';
    if ((choice & 8U) != 0) options.names = {"a", "b"};
    return options;
}

/// All rows in one string, and how the reading ended.
std::string rows_of(const std::string& bytes, const ReadOptions& options, std::size_t piece) {
    std::string result;
    try {
        alcole::table::RowScanner rows(
            ByteSource("bytes", bytes),
            {.delimiter = options.delimiter, .quote = options.quote, .comment = options.comment, .trim = options.trim},
            piece);
        while (rows.next()) {
            result += std::to_string(rows.line());
            for (const auto& cell : rows.cells()) result.append(cell.quoted ? "|" : ":").append(cell.text);
            result += '\n';
        }
    } catch (const ReadError& error) {
        result += error.what();
    }
    return result;
}

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) result.append(c == '"' ? 2 : 1, c);
    return result + '"';
}

std::string written(const Table& table) {
    std::string text;
    for (std::size_t row = 0; row <= table.num_rows; ++row)
        for (const auto& column : table.columns)
            text +=
                quoted(row == 0 ? column.name : column.text(row - 1)) + (&column == &table.columns.back() ? '\n' : ',');
    return text;
}

Table read(const std::string& bytes, const ReadOptions& options) {
    return alcole::table::read_csv_from([&] { return ByteSource("bytes", bytes); }, options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const ReadOptions options = options_from(data[0]);
    const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (rows_of(bytes, options, 1U << 20U) != rows_of(bytes, options, 1 + data[0] % 16)) std::abort();
    Table table;
    try {
        table = read(bytes, options);
    } catch (const ReadError&) {
        return 0;
    }
    check(table);
    if (!same(table, read(written(table), {}))) std::abort();
    return 0;
}
