#include "first_look.hpp"

#include "base/text.hpp"
#include "learning/config/paths.hpp"
#include "terminal.hpp"
#include "words/progress.hpp"

#include <cstdio>
#include <map>
#include <stdexcept>

namespace alcole::app {
namespace {

/// "4 numbers, 2 of words; missing values: income 24 (3 %), job 3 (0.4 %)".
std::string columns_line(const learning::Look& look) {
    constexpr std::size_t max_listed = 8;
    std::map<tabular::ColumnType, std::size_t> types;
    std::vector<std::string> missing;
    for (std::size_t k = 0; k < look.facts.size(); ++k) {
        ++types[look.table.columns[k].type];
        const std::size_t rows = look.table.num_rows - look.facts[k].present;
        const double share = static_cast<double>(rows) / static_cast<double>(look.table.num_rows);
        if (rows > 0)
            missing.push_back(look.table.columns[k].name + " " + std::to_string(rows) + " (" + base::percent(share) +
                              ")");
    }
    std::vector<std::string> counts;
    for (const auto& [type, count] : types)
        counts.push_back(std::to_string(count) + (type == tabular::ColumnType::number     ? " of numbers"
                                                  : type == tabular::ColumnType::category ? " of words"
                                                                                          : " of yes and no"));
    return "columns: " + base::joined(counts) +
           "; missing values: " + (missing.empty() ? "none" : base::listed(missing, max_listed));
}

}  // namespace

void add_table_options(CLI::App& command, TableArguments& arguments) {
    command.add_option("--target", arguments.target, "The column to predict")->type_name("COLUMN");
    command
        .add_option_function<std::vector<std::string>>(
            "--protected",
            [&arguments](const std::vector<std::string>& names) {
                arguments.protected_columns = names;
                std::erase(arguments.protected_columns, "");
                arguments.protected_given = true;
            },
            "Protected columns, separated by commas; '' for none")
        ->delimiter(',')
        ->type_name("COLUMNS");
    command.add_option("--names", arguments.names, "Column names, separated by commas, for a file without a header")
        ->delimiter(',')
        ->type_name("COLUMNS");
}

learning::Look first_look(const std::string& file, const std::vector<std::string>& names) {
    ProgressLine line;
    const Context context(
        {.on_progress = [&line](const Progress& progress) { line.show(words::progress_text(progress)); }});
    return learning::look_at(file, names, context).value();
}

void refuse_without_target(const learning::Look& look) {
    constexpr std::size_t max_listed = 20;
    auto columns = learning::likely_targets(look);
    const std::size_t others = columns.size() > max_listed ? columns.size() - max_listed : 0;
    columns.resize(columns.size() - others);
    throw std::invalid_argument(
        "--target is missing: which column should be predicted? The columns, likely ones first: " +
        base::joined(columns) + (others > 0 ? ", and " + std::to_string(others) + " more" : ""));
}

void print_look(const learning::Look& look, const learning::Inspection& inspection, const std::string& file) {
    std::printf("%s: %zu rows, %zu columns; '%s' is predicted (%s)\n", learning::shown_name(file).c_str(),
                look.table.num_rows, look.table.columns.size(), inspection.config.data.target.c_str(),
                std::string(to_string(inspection.task)).c_str());
    std::printf("  %s\n", columns_line(look).c_str());
    for (const auto& finding : learning::condensed(inspection.findings))
        std::printf("  %s%s\n", finding.text.c_str(), finding.ignored ? " (ignored)" : "");
    if (const auto& guess = inspection.suggested_protected; !guess.empty())
        std::printf("  no protected columns were given; by their names: --protected %s (in the file as remarks)\n",
                    base::joined(guess, ",").c_str());
}

}  // namespace alcole::app
