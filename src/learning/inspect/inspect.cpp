#include <alcole/learning/inspect.hpp>
#include <alcole/tabular/layout.hpp>

#include "learning/config/config.hpp"
#include "learning/inspect/column.hpp"
#include "learning/inspect/hints.hpp"
#include "table/folder.hpp"
#include "table/reading.hpp"

#include <algorithm>

namespace alcole::learning {
namespace {

using tabular::Column;
using tabular::ColumnType;

std::string sign_text(char sign) { return sign == '\t' ? "tabs" : "'" + std::string(1, sign) + "'"; }

/// Stores what the first lines tell as keys of the run file.
void take_layout(Look& look, const tabular::Layout& layout, const std::vector<std::string>& names) {
    look.data.delimiter = layout.delimiter == '\t' ? "tab" : std::string(1, layout.delimiter);
    if (layout.delimiter != ',')
        look.findings.push_back(
            {.kind = "delimiter", .text = "values are separated by " + sign_text(layout.delimiter)});
    look.data.decimal_comma = layout.decimal_comma;
    if (layout.decimal_comma)
        look.findings.push_back({.kind = "decimal_comma", .text = "numbers have a decimal comma"});
    if (layout.comment != '\0') {
        look.data.comment = std::string(1, layout.comment);
        look.findings.push_back({.kind = "comment",
                                 .text = "the file begins with a line that is not a row; lines that start with " +
                                         sign_text(layout.comment) + " are skipped"});
    }
    look.data.names = names;
    if (!names.empty() || layout.header) return;
    for (std::size_t k = 1; k <= layout.columns; ++k) look.data.names.push_back("c" + std::to_string(k));
    const std::string first = layout.first_row.empty() ? "" : layout.first_row.front();
    look.findings.push_back({.kind = "header",
                             .text = "the first line looks like data ('" + first +
                                     "', ...), not like names; the columns are called c1 to c" +
                                     std::to_string(layout.columns) + " until you name them in `names`"});
}

/// A score for how likely a column is to be the target.
double likeliness(const Look& look, std::size_t k) {
    const Column& column = look.table.columns[k];
    const ColumnFacts& facts = look.facts[k];
    double score = 0;
    if (hints::names_target(column.name)) score += 3;
    if (k + 1 == look.table.columns.size()) score += 2;
    if (k == 0) score += 0.5;
    if (facts.distinct == 2 && facts.present == look.table.num_rows) score += 1;
    const bool named_otherwise = hints::names_identifier(column.name) || hints::names_nothing(column.name) ||
                                 hints::names_protected(column.name);
    if (facts.distinct < 2 || named_otherwise) score -= 5;
    if (column.type == ColumnType::category && facts.distinct > 50) score -= 4;
    return score;
}

}  // namespace

std::optional<Look> look_at(const std::filesystem::path& file, const std::vector<std::string>& names,
                            const Context& context) {
    std::error_code ignored;
    const std::filesystem::path first = table::files_of(file).front();  // a folder is one table
    if (std::filesystem::exists(first, ignored) && !std::filesystem::is_regular_file(first, ignored))
        throw tabular::ReadError(
            file.string() +
            ": is not a regular file, and a first look reads the table more than once; give a file, or - for "
            "standard input");
    // Standard input is copied first, with the context; what follows reads the copy.
    if (!table::unless_stopped([&] { return table::readable_file(file, context); })) return std::nullopt;
    Look look;
    look.data.file = file.string();
    if (!tabular::is_arff(first) && !tabular::is_hdf5(first)) take_layout(look, tabular::guess_layout(first), names);
    auto table = tabular::read_table(file, read_options(look.data), context);
    if (!table) return std::nullopt;
    look.table = std::move(*table);
    for (const auto& note : look.table.notes) look.findings.push_back({.kind = "reading", .text = to_string(note)});
    for (const auto& column : look.table.columns) look.facts.push_back(facts_of(column));
    return look;
}

std::vector<std::string> likely_targets(const Look& look) {
    std::vector<std::size_t> order(look.table.columns.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t k) { return likeliness(look, k); });
    std::vector<std::string> names;
    names.reserve(order.size());
    for (const auto k : order) names.push_back(look.table.columns[k].name);
    return names;
}

std::vector<std::string> likely_protected(const Look& look, const std::string& target) {
    constexpr std::size_t max_groups = 12;
    std::vector<std::string> names;
    for (std::size_t k = 0; k < look.facts.size(); ++k) {
        const std::string& name = look.table.columns[k].name;
        const std::size_t groups = look.facts[k].distinct;
        if (name != target && hints::names_protected(name) && groups >= 2 && groups <= max_groups)
            names.push_back(name);
    }
    return names;
}

}  // namespace alcole::learning
