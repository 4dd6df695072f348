// The run file that `alcole init` writes: few keys, many comments.
#include <alcole/learning/inspect.hpp>

#include "base/text.hpp"
#include "learning/config/paths.hpp"
#include "learning/config/value.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace alcole::learning {
namespace {

/// A comment on a single line: control characters in names are replaced.
std::string remark(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
    return "# " + text;
}

std::string text_value(const std::string& text) { return toml_text({text}); }

template <class Entry>
std::string list_value(const std::vector<Entry>& entries) {
    std::vector<Value> list;
    list.reserve(entries.size());
    for (const auto& entry : entries) list.push_back({entry});
    return toml_text({std::move(list)});
}

std::string with_remark(const std::string& assignment, const std::string& text) {
    constexpr std::size_t column = 40;
    const std::size_t gap = assignment.size() + 2 < column ? column - assignment.size() : 2;
    return assignment + std::string(gap, ' ') + remark(text) + "\n";
}

/// The sentence without the column name that it starts with.
std::string reason(const Finding& finding) {
    const std::string name = "'" + finding.column + "' ";
    return finding.text.starts_with(name) ? finding.text.substr(name.size()) : finding.text;
}

/// Quoted names, each followed by a comma, broken into lines.
std::string name_lines(const std::vector<std::string>& names) {
    constexpr std::size_t max_width = 100;
    std::string text;
    std::string line = " ";
    for (const auto& name : names) {
        if (line.size() > max_width) text += std::exchange(line, " ") + "\n";
        line += " " + text_value(name) + ",";
    }
    return names.empty() ? "" : text + line + "\n";
}

bool is_uninformative(const Finding& finding) {
    return finding.ignored && (finding.kind == "constant" || finding.kind == "empty");
}

/// True if so many columns are constant or empty that listing them would bury the rest of the file.
bool leaves_out_constants(const Inspection& inspection) {
    constexpr std::ptrdiff_t many = 100;
    return std::ranges::count_if(inspection.findings, is_uninformative) > many;
}

/// Ignored columns, each on its own line with the reason; those that are merely suspected are commented out, for a
/// person to decide. If many columns have the same kind of reason, only the first ones are explained.
std::string ignored(const Inspection& inspection) {
    std::string lines;
    std::vector<std::string> others;
    std::vector<Finding> findings = inspection.findings;
    const bool short_form = leaves_out_constants(inspection);
    if (short_form) std::erase_if(findings, is_uninformative);
    const auto shown = condensed(findings);
    for (const auto& finding : shown) {
        const std::string entry = finding.column.empty() ? "" : text_value(finding.column) + ",";
        if (finding.ignored && !entry.empty()) lines += with_remark("  " + entry, reason(finding));
        if (finding.kind == "suspect" && !finding.ignored) lines += with_remark("# " + entry, reason(finding));
    }
    const auto stands = [&](const std::string& column) {
        return std::ranges::any_of(shown, [&](const Finding& one) { return one.ignored && one.column == column; });
    };
    for (const auto& finding : findings)
        if (finding.ignored && !stands(finding.column)) others.push_back(finding.column);
    lines += name_lines(others);
    if (!lines.empty()) lines = "ignore = [\n" + lines + "]\n";
    const std::size_t dropped = inspection.findings.size() - findings.size();
    if (short_form)
        lines += with_remark("ignore_constant = true",
                             std::to_string(dropped) + " columns have no value, or one for all rows");
    return lines;
}

std::string data_table(const Inspection& inspection, const std::filesystem::path& folder) {
    const DataConfig& data = inspection.config.data;
    std::string text = "[data]\n";
    text += data.file == "-"
                ? with_remark("file = \"-\"", "standard input")
                : with_remark("file = " + text_value(path_from(folder, data.file)), "relative to this file");
    if (data.delimiter != ",") text += "delimiter = " + text_value(data.delimiter) + "\n";
    if (data.decimal_comma) text += with_remark("decimal_comma = true", "numbers are written 1.234,5");
    if (!data.comment.empty()) text += "comment = " + text_value(data.comment) + "\n";
    if (!data.names.empty()) text += "names = " + list_value(data.names) + "\n";
    text += with_remark("target = " + text_value(data.target),
                        "what is predicted: " + std::string(to_string(inspection.task)));
    if (!inspection.suggested_order.empty()) {
        text += with_remark("# task = \"ordinal\"", "its values look like ordered classes; uncomment if so");
        if (!inspection.classes.empty())
            text += with_remark("# order = " + list_value(inspection.suggested_order), "the lowest first");
    }
    if (!data.positive.empty()) text += "positive = " + text_value(data.positive) + "\n";
    text += ignored(inspection);
    if (!data.where.empty()) text += "where = " + list_value(data.where) + "\n";
    if (!data.categories.empty())
        text += with_remark("categories = " + list_value(data.categories), "numbers that are codes");
    if (!inspection.suggested_binned.empty())
        text += with_remark("# binned = " + list_value(inspection.suggested_binned),
                            "a few values far from the rest; in bins they often predict better");
    if (!data.protected_columns.empty())
        text += with_remark("protected = " + list_value(data.protected_columns), "whose groups are reported");
    else if (!inspection.suggested_protected.empty())
        text += with_remark("# protected = " + list_value(inspection.suggested_protected),
                            "by their names; uncomment if so");
    return text + with_remark("test = 0.3", "share of the rows that is held out");
}

std::string block(const std::string& mark, const std::string& kind, const std::string& attribute,
                  const std::string& bound, const std::string& meaning) {
    return mark + "[[constraint]]\n" + mark + with_remark("kind = " + text_value(kind), meaning) + mark +
           "attribute = " + text_value(attribute) + "\n" + mark + "bound = " + bound + "\n";
}

std::string counterfactual(const std::string& mark, const std::string& attribute) {
    return block(mark, "counterfactual", attribute, "1e-3",
                 "predictions must hardly change when " + text_value(attribute) + " alone is changed");
}

/// Rounds up to two significant digits.
std::string rounded_up(double v) {
    const double unit = v > 0 ? std::pow(10, std::floor(std::log10(v)) - 1) : 1;
    const std::string text = base::number_text(std::ceil(v / unit) * unit);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

/// Other kinds of constraints for the same column, commented out.
std::string alternatives(const Inspection& inspection, const std::string& attribute) {
    std::string text = "# Other kinds; docs/config.md has all of them.\n";
    if (inspection.task == tabular::Task::regression)
        return text +
               block("# ", "group_loss", attribute, rounded_up(inspection.mean_alone.value_or(1)),
                     "the mean squared error of each group is at most this: what the mean alone gives; ask for less");
    return text +
           block("# ", "demographic_parity", attribute, "0.05",
                 inspection.task == tabular::Task::multiclass
                     ? "each class is predicted equally often for all groups, within this"
                     : "groups are predicted positive equally often, within this") +
           "#\n" +
           block("# ", "equal_opportunity", attribute, "0.05",
                 inspection.task == tabular::Task::multiclass
                     ? "of those in a class, equally many of each group are found, class by class"
                     : "of those who are positive, groups are found equally often");
}

std::string constraints(const Inspection& inspection) {
    const auto& given = inspection.config.data.protected_columns;
    const auto& suggested = inspection.suggested_protected;
    std::string text;
    for (const auto& attribute : given) text += "\n" + counterfactual("", attribute);
    for (const auto& attribute : suggested) text += "\n" + counterfactual("# ", attribute);
    if (given.empty() && suggested.empty())
        return "\n# There is no protected column with groups. A constraint looks like this:\n" +
               counterfactual("# ", "a column");
    return text + "\n" + alternatives(inspection, given.empty() ? suggested.front() : given.front());
}

}  // namespace

std::string starter_text(const Inspection& inspection, const std::filesystem::path& folder) {
    const std::string& file = inspection.config.data.file;
    std::string text =
        remark("A run file, from a first look at " +
               (file == "-" ? "standard input" : std::filesystem::path(file).filename().string()) + ".") +
        "\n# Train with: alcole train THIS_FILE. Keys that are left out have their defaults; docs/config.md "
        "explains every key.\n\n";
    text += data_table(inspection, folder);
    text += "\n[model]\n";
    const auto& hidden = inspection.config.model.hidden;
    if (inspection.config.model.kind == "linear")
        text += with_remark("kind = \"linear\"", "there are more inputs than rows, too many for a network");
    else
        text += with_remark("kind = \"mlp\"", R"(or "trees", often the most accurate on tables; or "linear")") +
                "hidden = " + list_value(std::vector<std::int64_t>(hidden.begin(), hidden.end())) + "\n";
    text += constraints(inspection);
    text += "\n[solve]\n" + with_remark("regime = \"auto\"", R"(or "full", "stochastic")") +
            with_remark("seed = 0", "of the split and of the initial weights");
    text += "\n# [certify]\n# " +
            with_remark("confidence = 0.95", "set rows aside and certify the model on them; or: train --certify 0.95");
    return text;
}

}  // namespace alcole::learning
