#include "first_look.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace alcole::app {

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
            "Columns whose groups matter, with commas between; '' for none")
        ->delimiter(',')
        ->type_name("COLUMNS");
    command.add_option("--names", arguments.names, "Names of the columns, for a file without a header")
        ->delimiter(',')
        ->type_name("COLUMNS");
}

void refuse_without_target(const learning::Look& look) {
    constexpr std::size_t most = 20;
    auto columns = learning::likely_targets(look);
    const std::size_t others = columns.size() > most ? columns.size() - most : 0;
    columns.resize(columns.size() - others);
    throw std::invalid_argument(
        "--target is missing: which column is to be predicted? The columns, likely ones first: " +
        base::joined(columns) + (others > 0 ? ", and " + std::to_string(others) + " more" : ""));
}

void print_look(const learning::Look& look, const learning::Inspection& inspection, const std::string& file) {
    std::printf("%s: %zu rows, %zu columns; '%s' is predicted (%s)\n", file.c_str(), look.table.num_rows,
                look.table.columns.size(), inspection.config.data.target.c_str(),
                std::string(to_string(inspection.task)).c_str());
    for (const auto& finding : learning::summed_up(inspection.findings))
        std::printf("  %s%s\n", finding.text.c_str(), finding.ignored ? " (ignored)" : "");
    if (const auto& guess = inspection.suggested_protected; !guess.empty())
        std::printf("  no protected columns were given; by their names: --protected %s (in the file as remarks)\n",
                    base::joined(guess, ",").c_str());
}

}  // namespace alcole::app
