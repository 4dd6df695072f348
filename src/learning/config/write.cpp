#include "learning/config/config.hpp"
#include "learning/config/paths.hpp"
#include "learning/config/rows.hpp"
#include "learning/config/rules.hpp"

#include <algorithm>

namespace alcole::learning {
namespace {

constexpr std::string_view header =
    "# One run: which data, which model, which constraints, how to solve. Every key is written out, with its default\n"
    "# where none was given. Paths are relative to this file.\n";

/// One line `name = value`; paths are written relative to the folder.
std::string assignment(const std::string& name, const Row& row, const std::filesystem::path& folder) {
    const auto* path = row.is_path ? row.value->get<std::string>() : nullptr;
    return name + " = " + toml_text(path != nullptr ? Value{path_from(folder, *path)} : *row.value) + "\n";
}

/// The rows below the headers of their tables.
std::string tables(const std::vector<Row>& rows, const std::filesystem::path& folder) {
    std::string text;
    std::string open;
    for (const auto& row : rows) {
        const auto dot = row.name.rfind('.');
        const std::string table = row.name.substr(0, dot);
        if (table != open) text += "\n[" + table + "]\n";
        open = table;
        text += assignment(row.name.substr(dot + 1), row, folder);
    }
    return text;
}

std::string block(const tabular::Constraint& constraint, const std::filesystem::path& folder) {
    std::string text = "\n[[constraint]]\n";
    for (const auto& row : rows_of(constraint))
        if (row.value && rules::applies(row.name, constraint.kind)) text += assignment(row.name, row, folder);
    return text;
}

bool required(const std::string& name) {
    return name == "data.file" || name == "data.target" || name == "constraint.kind" || name == "constraint.bound";
}

OptionInfo info_of(const Row& row) {
    return {.name = row.name,
            .values = row.values,
            .by_default = required(row.name) ? ""
                          : row.value        ? toml_text(*row.value)
                                             : "\"\"",
            .meaning = row.meaning,
            .free_on_resume = false};
}

bool same(const Row& left, const Row& right) {
    if (left.value == right.value) return true;
    if (!left.value || !right.value) return false;
    const auto* a = left.value->get<std::string>();
    const auto* b = right.value->get<std::string>();
    if (left.is_path) return same_place(*a, *b);
    return left.name.ends_with("sha256") && (a->empty() || b->empty());
}

void compare(std::vector<KeyDifference>& out, const std::vector<Row>& left, const std::vector<Row>& right) {
    const auto text = [](const Row& row) { return row.value ? toml_text(*row.value) : "not given"; };
    for (std::size_t k = 0; k < left.size(); ++k)
        if (!same(left[k], right[k])) out.push_back({left[k].name, text(left[k]), text(right[k])});
}

}  // namespace

std::string to_toml(const Config& config, const std::filesystem::path& folder) {
    std::string text(header);
    const auto add = [&](const std::string& name, const auto& section) {
        if (name == "solve")  // constraints are written between [model] and [solve]
            for (const auto& constraint : config.constraints) text += block(constraint, folder);
        text += tables(rows_of(section, name + "."), folder);
    };
    sections(add, config);
    return text;
}

bool is_written_out(std::string_view text) { return text.starts_with(header); }

std::vector<OptionInfo> key_table() {
    std::vector<OptionInfo> table;
    for (const auto& row : rows_of_sections(Config{})) {
        if (row.name == "solve.regime")
            for (const auto& key : rows_of(tabular::Constraint{}, "constraint.")) table.push_back(info_of(key));
        table.push_back(info_of(row));
    }
    return table;
}

std::vector<KeyDifference> differences(const Config& left, const Config& right) {
    std::vector<KeyDifference> out;
    compare(out, rows_of_sections(left), rows_of_sections(right));
    const auto& ours = left.constraints;
    const auto& theirs = right.constraints;
    if (ours.size() != theirs.size())
        out.push_back(
            {"constraint", std::to_string(ours.size()) + " of them", std::to_string(theirs.size()) + " of them"});
    for (std::size_t k = 0; k < std::min(ours.size(), theirs.size()); ++k) {
        const std::string prefix = "constraint." + std::to_string(k + 1) + ".";
        compare(out, rows_of(ours[k], prefix), rows_of(theirs[k], prefix));
    }
    return out;
}

}  // namespace alcole::learning
