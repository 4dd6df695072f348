#include <alcole/tabular/layout.hpp>
#include <alcole/tabular/read.hpp>

#include "table/column_builder.hpp"
#include "table/row_scanner.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>

namespace alcole::tabular {
namespace {

using Rows = std::vector<std::vector<std::string>>;

/// Number of rows to examine; fewer for a wide table, whose many columns are just as informative.
constexpr std::size_t max_rows = 200;
constexpr std::size_t min_rows = 3;
constexpr std::size_t enough_text = std::size_t{1} << 20U;

/// The first rows, split at this delimiter; none if that fails.
Rows first_rows(const std::filesystem::path& file, char delimiter, char comment) {
    constexpr std::size_t piece = std::size_t{1} << 16U;
    table::RowScanner scanner(table::ByteSource(file), {.delimiter = delimiter, .comment = comment}, piece);
    Rows rows;
    try {
        std::size_t text = 0;
        while (rows.size() < max_rows && (rows.size() < min_rows || text < enough_text) && scanner.next()) {
            if (scanner.blank_line()) continue;
            auto& row = rows.emplace_back();
            for (const auto& cell : scanner.cells()) text += row.emplace_back(cell.text).size() + 1;
        }
    } catch (const ReadError&) {
        return {};  // for example a quote that is never closed, which rules this delimiter out
    }
    return rows;
}

/// The most frequent number of columns, and how many rows have it.
struct Width {
    std::size_t columns = 0;
    std::size_t rows = 0;
};

Width usual_width(const Rows& rows) {
    std::map<std::size_t, std::size_t> counts;
    for (const auto& row : rows) ++counts[row.size()];
    Width width;
    for (const auto& [columns, count] : counts)
        if (count > width.rows) width = {.columns = columns, .rows = count};
    return width;
}

constexpr auto number = table::ParsedNumber::Kind::number;
bool has_point(const std::string& text) { return table::parse_number(text).kind == number; }
bool has_comma(const std::string& text) { return table::parse_number_with_comma(text).kind == number; }
bool is_number(const std::string& text) { return has_point(text) || has_comma(text); }
bool is_missing(const std::string& text) {
    static const ReadOptions usual;
    return std::ranges::find(usual.missing, text) != usual.missing.end();
}

/// True if numbers are written with a decimal comma: some below the header are, and none has a decimal point. A comma
/// before exactly three digits proves nothing, because it may separate thousands.
bool has_decimal_commas(const Rows& rows) {
    bool found = false;
    for (const auto& row : std::span(rows).subspan(1))
        for (const auto& cell : row) {
            if (has_point(cell) && !has_comma(cell)) return false;
            const std::size_t comma = cell.find(',');
            found = found || (comma != std::string::npos && cell.size() - comma != 4 && has_comma(cell));
        }
    return found;
}

/// True if the rows below the first are numbered from 0 or 1.
bool counts_rows(const Rows& rows, std::size_t place) {
    if (rows.size() < 2 || rows[1].size() <= place) return false;
    const std::size_t first = rows[1][place] == "0" ? 0 : 1;
    for (std::size_t row = 1; row < rows.size(); ++row)
        if (rows[row].size() <= place || rows[row][place] != std::to_string(row - 1 + first)) return false;
    return true;
}

/// How much the first cell of a column speaks for a header (positive) or against it (negative). A word above numbers is
/// a name; a number above numbers is a value, or a year. Above words, a cell that recurs below is a value, which is
/// weaker evidence. An empty cell above row numbers also indicates a header.
double vote(const Rows& rows, std::size_t place) {
    const std::string& first = rows.front()[place];
    if (first.empty() && counts_rows(rows, place)) return 1;
    if (is_missing(first)) return -0.1;
    std::size_t numbers = 0;
    std::size_t present = 0;
    bool again = false;
    for (std::size_t row = 1; row < rows.size(); ++row) {
        if (rows[row].size() <= place || is_missing(rows[row][place])) continue;
        ++present;
        numbers += is_number(rows[row][place]) ? 1U : 0U;
        again = again || rows[row][place] == first;
    }
    if (present == 0) return is_number(first) ? -0.1 : 0.1;
    if (numbers == present) return is_number(first) ? -1 : 4;
    return again ? -0.1 : 0.1;
}

bool has_header(const Rows& rows) {
    double votes = 0;
    for (std::size_t place = 0; place < rows.front().size(); ++place) votes += vote(rows, place);
    return votes > 0 || rows.size() < 2;
}

/// The character that starts a comment line before the table, if there is one.
std::optional<char> remark_sign(const Rows& rows, std::size_t columns) {
    const auto& first = rows.front();
    if (first.size() == columns || first.front().empty()) return std::nullopt;
    constexpr std::string_view signs = "#%|";
    const char sign = first.front().front();
    return signs.find(sign) == std::string_view::npos ? std::nullopt : std::optional(sign);
}

}  // namespace

Layout guess_layout(const std::filesystem::path& file) {
    Layout layout;
    Rows best;
    double best_score = 0;
    for (const char delimiter : {',', ';', '\t', '|'}) {
        Rows rows = first_rows(file, delimiter, '\0');
        if (rows.empty()) continue;
        const Width width = usual_width(rows);
        // The delimiter should give rows of equal length, the first row included; after that, more columns are better.
        const double same = static_cast<double>(width.rows) / static_cast<double>(rows.size());
        const double fits = rows.front().size() == width.columns ? 1 : 0.5;
        const double score = width.columns < 2
                                 ? 1e-6
                                 : same * fits + 1e-4 * static_cast<double>(std::min<std::size_t>(width.columns, 1000));
        if (score <= best_score) continue;
        best_score = score;
        best = std::move(rows);
        layout.delimiter = delimiter;
        layout.columns = width.columns;
    }
    if (best.empty()) return layout;
    if (const auto sign = remark_sign(best, layout.columns)) {
        layout.comment = *sign;
        best = first_rows(file, layout.delimiter, *sign);
        if (best.empty()) return layout;
    }
    layout.header = has_header(best);
    layout.decimal_comma = layout.delimiter != ',' && has_decimal_commas(best);
    layout.first_row = best.front();
    return layout;
}

}  // namespace alcole::tabular
