#include "table/csv_text.hpp"

namespace alcole::tabular {

std::string csv_cell(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

std::string to_csv(const Table& table) {
    std::string csv;
    for (const auto& column : table.columns) csv += (csv.empty() ? "" : ",") + csv_cell(column.name);
    csv += '\n';
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            csv += (c > 0 ? "," : "") + csv_cell(table.columns[c].text(row));
        csv += '\n';
    }
    return csv;
}

}  // namespace alcole::tabular
