#include "learning/training/source.hpp"

#include <alcole/learning/apply.hpp>
#include <alcole/tabular/filter.hpp>
#include <alcole/tabular/layout.hpp>
#include <alcole/tabular/read.hpp>

#include "base/sha256.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "learning/config/paths.hpp"
#include "learning/inspect/column.hpp"
#include "learning/inspect/findings.hpp"
#include "learning/training/limits.hpp"
#include "learning/training/other_models.hpp"
#include "learning/training/rows.hpp"
#include "table/column_index.hpp"
#include "table/expression.hpp"
#include "table/folder.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string_view>

namespace alcole::learning {
namespace {

namespace fs = std::filesystem;
using tabular::Table;

/// A column that the run file names, and the key that names it.
struct NamedColumn {
    std::string key;
    std::string name;
    std::string place{};  // "run.toml, line 10: at character 7: "; empty: the key says enough
};

std::string in_place(const tabular::Constraint& constraint, std::size_t character) {
    return (constraint.place.empty() ? "" : constraint.place + ": ") + table::at_character(character);
}

std::vector<NamedColumn> columns_of(const Config& config) {
    const DataConfig& data = config.data;
    std::vector<NamedColumn> columns = {{"data.target", data.target}};
    const auto add = [&](const std::string& key, const std::vector<std::string>& names) {
        for (const auto& name : names) columns.push_back({key, name});
    };
    const auto add_conditions = [&](const std::string& key, const std::vector<std::string>& conditions) {
        for (const auto& text : conditions) columns.push_back({key, tabular::parse_condition(text).column});
    };
    add("data.features", data.features);
    add("data.ignore", data.ignore);
    add("data.protected", data.protected_columns);
    add("data.categories", data.categories);
    add("data.binned", data.binned);
    if (!data.weights.empty()) add("data.weights", {data.weights});
    add_conditions("data.where", data.where);
    for (const auto& text : data.merge) columns.push_back({"data.merge", tabular::parse_merge(text).column});
    for (std::size_t k = 0; k < config.constraints.size(); ++k) {
        const std::string key = "constraint." + std::to_string(k + 1);
        add(key + ".attribute", config.constraints[k].attributes);
        add(key + ".within", config.constraints[k].within);
        add_conditions(key + ".rows", config.constraints[k].rows);
        if (const std::string& risk = config.constraints[k].risk; !risk.empty())
            for (const auto& expression : table::parse_expression(risk))
                for (const auto& [name, at] : table::named_columns(expression.sum))
                    columns.push_back({key + ".risk", name, in_place(config.constraints[k], at)});
    }
    add("constraint.model", OtherModels(config.constraints).inputs());
    return columns;
}

/// Nothing if a stop was requested.
std::optional<std::string> checked_hash(const fs::path& file, const std::string& asked, const char* key,
                                        const Context& context) {
    const std::string shown = shown_name(file.string());
    std::error_code error;
    if (file != "-" && !fs::exists(file, error))
        throw std::invalid_argument(shown + ": there is no such file; is the name right?");
    // How far this first, faster pass is would only confuse.
    auto found = table_hash(
        file, context.with_progress([&](const Progress& progress) { context.report({.stage = progress.stage}); }));
    if (found && !asked.empty() && asked != *found)
        throw std::invalid_argument(
            shown + ": its contents do not match " + key +
            "; the file has changed since the key was written (remove the key to use it as it is)");
    return found;
}

/// True if the first line of a CSV file looks like a row rather than like names.
bool begins_with_data(const fs::path& name) {
    const fs::path file = table::files_of(name).front();
    return !tabular::is_arff(file) && !tabular::is_hdf5(file) && !tabular::guess_layout(file).header;
}

/// Checks every name in the run file against the header, so that a typo is reported with its key.
void check_names(const fs::path& file, const Table& header, const std::vector<NamedColumn>& columns) {
    const table::ColumnIndex index(header);
    for (const auto& [key, name, place] : columns) {
        try {
            index.at(name);
        } catch (const std::invalid_argument& error) {
            std::string why = place + file.string() + ": " + key + ": " + error.what();
            const bool number = std::ranges::any_of(
                header.notes, [](const Note& note) { return note.kind == Note::Kind::number_in_header; });
            if (number || begins_with_data(file)) why += "; has the file no header? Then set data.names";
            throw std::invalid_argument(why);
        }
    }
}

/// Notes columns that should not be learned from as they are. Returns the names of those without a value, or with the
/// same value in all rows.
std::set<std::string> note_odd_columns(const fs::path& file, const Table& table, const Config& config, Source& source) {
    const std::set<std::string_view> ignore(config.data.ignore.begin(), config.data.ignore.end());
    std::set<std::string> constant;
    for (const auto& column : table.columns) {
        if (ignore.contains(column.name)) continue;
        const ColumnFacts facts = facts_of(column);
        if (facts.distinct == 0 || (facts.distinct == 1 && facts.present == table.num_rows))
            constant.insert(column.name);
        if (facts.distinct == 1 && facts.present == table.num_rows) continue;  // constants are handled elsewhere
        const auto found = odd_values(column, facts);
        if (found && !(found->kind == Note::Kind::empty_column && config.data.ignore_constant))
            source.notes.push_back(about(file.filename().string(), *found));
    }
    return constant;
}

/// Drops the columns that data.ignore_constant leaves out, unless the run file names them: a wide table may consist
/// mostly of such columns.
void drop(std::set<std::string> constant, const Config& config, const std::vector<NamedColumn>& named, Table& table) {
    for (const auto& column : named) constant.erase(column.name);
    // A name anywhere in the text of an expression counts: it is safer to keep a column too many.
    std::erase_if(constant, [&](const std::string& name) {
        return std::ranges::any_of(config.constraints,
                                   [&](const auto& one) { return one.risk.find(name) != std::string::npos; });
    });
    std::erase_if(table.columns, [&](const tabular::Column& column) { return constant.contains(column.name); });
}

/// Keeps only these rows of a table, and their numbers.
void keep(const std::vector<std::size_t>& rows, Table& table, std::vector<std::size_t>& numbers) {
    if (rows.size() == table.num_rows) return;
    table = table.rows(rows);
    numbers = numbers_at(numbers, rows);
}

/// The rows that data.where selects; errors are reported with that key.
std::vector<std::size_t> chosen_rows(const fs::path& file, const Table& table, const Config& config) {
    try {
        std::vector<tabular::Condition> conditions;
        for (const auto& text : config.data.where) conditions.push_back(tabular::parse_condition(text));
        auto chosen = tabular::matching_rows(table, conditions);
        if (chosen.empty()) throw std::invalid_argument("it leaves no rows");
        return chosen;
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(file.string() + ": data.where: " + error.what());
    }
}

/// `numbers` receives the numbers, in the file, of the rows that are left. `like`: a table whose column types this one
/// must have. Nothing if a stop was requested.
std::optional<Table> read(const fs::path& file, const Config& config, Source& source, std::vector<std::size_t>& numbers,
                          const Context& context, const Table* like = nullptr) {
    tabular::ReadOptions options = read_options(config.data);
    const Table header = tabular::read_header(file, options);
    if (const std::string sign = other_delimiter(header); !sign.empty())
        throw std::invalid_argument(file.string() + ": the header is one column, '" + header.columns.front().name +
                                    "'; set data.delimiter = \"" + sign + "\"");
    const auto columns = columns_of(config);
    check_names(file, header, columns);
    if (!config.data.features.empty()) {  // otherwise all columns are used
        std::set<std::string> names;
        for (const auto& column : columns) names.insert(column.name);
        options.columns.assign(names.begin(), names.end());
    }
    check_fits_memory(file, options);
    if (like != nullptr)
        for (const auto& column : like->columns)
            if (header.find(column.name) != nullptr) options.types.try_emplace(column.name, column.type);
    auto found = tabular::read_table(file, options, context);
    if (!found) return std::nullopt;
    for (const auto& note : found->notes) source.notes.push_back(about(file.filename().string(), note));
    Table table = tabular::apply_merges(std::move(*found), source.merges);
    numbers = numbered({}, table.num_rows);
    keep(chosen_rows(file, table, config), table, numbers);
    auto constant = note_odd_columns(file, table, config, source);
    if (config.data.ignore_constant && like == nullptr) drop(std::move(constant), config, columns, table);
    std::vector<Note> dropped;
    keep(labelled_rows(file, table, config.data.target, dropped), table, numbers);
    for (const auto& note : dropped) source.notes.push_back(about(file.filename().string(), note));
    return table;
}

}  // namespace

/// Not stratified: given the other rows, these are then independent draws, like future rows. Strata would make them
/// dependent.
void set_aside(const Config& config, Source& source) {
    if (!config.certify.asked() || !config.certify.file.empty()) return;
    const auto split = tabular::split_rows(source.table.num_rows, config.certify.share, config.solve.options.seed);
    source.certify = source.table.rows(split.test);
    source.row_numbers = numbered(std::move(source.row_numbers), source.table.num_rows);
    keep(split.train, source.table, source.row_numbers);
}

std::optional<Source> read_source(const Config& config, const Context& context) {
    const base::Stopwatch watch;
    Source source;
    for (const auto& text : config.data.merge) source.merges.push_back(tabular::parse_merge(text));
    const auto hash = checked_hash(config.data.file, config.data.sha256, "data.sha256", context);
    if (!hash) return std::nullopt;
    source.sha256 = *hash;
    auto table = read(config.data.file, config, source, source.row_numbers, context);
    if (!table) return std::nullopt;
    source.table = std::move(*table);
    set_aside(config, source);
    if (!config.data.test_file.empty()) {
        const auto test_hash =
            checked_hash(config.data.test_file, config.data.test_sha256, "data.test_sha256", context);
        if (!test_hash) return std::nullopt;
        source.test_sha256 = *test_hash;
        if (source.test_sha256 == source.sha256)
            throw std::invalid_argument(shown_name(config.data.test_file) + ": data.test_file has the content of " +
                                        shown_name(config.data.file) +
                                        "; rows that a model has learned from cannot show how it does on others "
                                        "(data.test holds a share of them out)");
        source.test = read(config.data.test_file, config, source, source.test_row_numbers, context, &source.table);
        if (!source.test) return std::nullopt;
    }
    source.seconds = watch.seconds();
    return source;
}

bool read_certify_rows(const Config& config, Source& source, const Context& context) {
    const std::string& file = config.certify.file;
    if (!config.certify.asked() || file.empty()) return true;
    const auto hash = checked_hash(file, config.certify.sha256, "certify.sha256", context);
    if (!hash) return false;
    source.certify_sha256 = *hash;
    if (source.certify_sha256 == source.sha256 || source.certify_sha256 == source.test_sha256)
        throw std::invalid_argument(
            shown_name(file) + ": certify.file has the content of " +
            shown_name(source.certify_sha256 == source.sha256 ? config.data.file : config.data.test_file) +
            "; rows that a model has learned from, or was judged on, certify nothing");
    std::vector<std::size_t> numbers;
    source.certify = read(file, config, source, numbers, context, &source.table);
    return source.certify.has_value();
}

CertifyRows certify_rows(const Config& config, const Source& source) {
    if (config.certify.file.empty())
        return {config.data.file, source.known_by.empty() ? source.sha256 : source.known_by};
    return {config.certify.file, source.certify_sha256};
}

Config pinned(Config config, const Source& source) {
    config.data.sha256 = source.sha256;
    config.data.test_sha256 = source.test_sha256;
    if (!source.certify_sha256.empty()) config.certify.sha256 = source.certify_sha256;
    return config;
}

std::vector<std::int32_t> strata_of(const Config& config, const Table& table) {
    std::vector<std::string> names = config.data.protected_columns;
    names.push_back(config.data.target);
    return strata_of(names, table);
}

std::optional<tabular::Split> split_of(const Config& config, const Source& source) {
    if (source.test || config.data.test == 0) return std::nullopt;
    return tabular::split_rows(source.table.num_rows, config.data.test, config.solve.options.seed,
                               strata_of(config, source.table));
}

std::string text_without_folders(Config config) {
    for (auto* path : {&config.data.file, &config.data.test_file, &config.certify.file})
        *path = fs::path(*path).filename().string();
    for (auto& constraint : config.constraints) constraint.model = fs::path(constraint.model).filename().string();
    return to_toml(config, {});
}

std::string training_hash(const Config& config, const Source& source) {
    return base::sha256_of_bytes(text_without_folders(pinned(config, source)));
}

}  // namespace alcole::learning
