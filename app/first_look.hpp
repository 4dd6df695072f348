#pragma once

#include <alcole/learning/inspect.hpp>

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

/// For a table without a run file: what `init` and `train DATA.csv --target COLUMN` have in common.
namespace alcole::app {

struct TableArguments {
    std::string target{};
    std::vector<std::string> names{};
    std::vector<std::string> protected_columns{};
    bool protected_given = false;
};

/// Adds --target, --protected and --names.
void add_table_options(CLI::App& command, TableArguments& arguments);

/// Reads the table, with progress. Nothing can be lost yet, so a signal ends the program at once.
learning::Look first_look(const std::string& file, const std::vector<std::string>& names);

/// Throws std::invalid_argument with a sentence that lists the columns, likely targets first.
[[noreturn]] void refuse_without_target(const learning::Look& look);

/// Prints the findings, one per line; many of the same kind are summarised.
void print_look(const learning::Look& look, const learning::Inspection& inspection, const std::string& file);

}  // namespace alcole::app
