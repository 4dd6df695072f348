#include <alcole/learning/inspect.hpp>

#include "ask.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "run_options.hpp"
#include "terminal.hpp"

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace alcole::learning {

void fields(auto& visit, const Finding& finding) {
    base::list(visit, "kind", finding.kind, "column", finding.column, "text", finding.text, "ignored", finding.ignored);
}

}  // namespace alcole::learning

namespace alcole::app {
namespace {

namespace fs = std::filesystem;

struct InitArguments {
    std::string file{};
    std::string target{};
    std::vector<std::string> names{};
    std::vector<std::string> protected_columns{};
    bool protected_given = false;
    std::string out = "run.toml";
    bool force = false;
    bool json = false;
};

[[noreturn]] void refuse_without_target(const learning::Look& look) {
    throw std::invalid_argument(
        "--target is missing: which column is to be predicted? The columns, likely ones first: " +
        base::joined(learning::likely_targets(look)));
}

/// A column of the inspected table.
struct Seen {
    const learning::Look& look;
    std::size_t column;
};

void fields(auto& visit, const Seen& seen) {
    const auto& [look, k] = seen;
    base::list(visit, "name", look.table.columns[k].name, "type", to_string(look.table.columns[k].type), "distinct",
               look.facts[k].distinct, "missing", look.table.num_rows - look.facts[k].present);
}

std::string json_of(const learning::Look& look, const learning::Inspection& inspection,
                    const InitArguments& arguments) {
    const auto members = [&](auto& visit) {
        const auto& data = inspection.config.data;
        std::vector<Seen> columns;
        for (std::size_t k = 0; k < look.facts.size(); ++k) columns.push_back({look, k});
        base::list(visit, "file", arguments.file, "rows", look.table.num_rows, "columns", columns, "delimiter",
                   data.delimiter, "header", data.names.empty() || !arguments.names.empty(), "target", data.target,
                   "task", to_string(inspection.task), "classes", inspection.classes, "positive", data.positive,
                   "protected", data.protected_columns, "suggested_protected", inspection.suggested_protected, "ignore",
                   data.ignore, "findings", inspection.findings, "config", arguments.out);
    };
    return base::json_text(base::Group{members}, "what was noticed", 2);
}

/// "4 numbers, 2 of words; missing values: income 24 (3 %), job 3 (0.4 %)".
std::string columns_line(const learning::Look& look) {
    constexpr std::size_t most = 8;
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
           "; missing values: " + (missing.empty() ? "none" : base::listed(missing, most));
}

void print_look(const learning::Look& look, const learning::Inspection& inspection, const InitArguments& arguments) {
    std::printf("%s: %zu rows, %zu columns; '%s' is predicted (%s)\n", arguments.file.c_str(), look.table.num_rows,
                look.table.columns.size(), inspection.config.data.target.c_str(),
                std::string(to_string(inspection.task)).c_str());
    std::printf("  %s\n", columns_line(look).c_str());
    for (const auto& finding : inspection.findings)
        std::printf("  %s%s\n", finding.text.c_str(), finding.ignored ? " (ignored)" : "");
    if (const auto& guess = inspection.suggested_protected; !guess.empty())
        std::printf("  no protected columns were given; by their names: --protected %s (in the file as remarks)\n",
                    base::joined(guess, ",").c_str());
    std::printf("%s is written. Read it, then: alcole train %s\n", arguments.out.c_str(), arguments.out.c_str());
}

void init(const InitArguments& arguments) {
    const fs::path out = arguments.out;
    if (!arguments.force && fs::exists(out))
        throw std::invalid_argument(arguments.out +
                                    " is there already; --force writes over it, --out names another file");
    const learning::Look look = learning::look_at(arguments.file, arguments.names);
    const bool asks = can_ask() && !arguments.json;
    if (arguments.target.empty() && !asks) refuse_without_target(look);
    const std::string target = arguments.target.empty() ? ask_target(look) : arguments.target;
    std::optional<std::vector<std::string>> chosen;
    if (arguments.protected_given)
        chosen = arguments.protected_columns;
    else if (asks)
        chosen = ask_protected(look, target);
    const learning::Inspection inspection = learning::inspect(look, target, chosen);
    base::write_file(out, learning::starter_text(inspection, out.parent_path()));
    if (arguments.json)
        std::printf("%s\n", json_of(look, inspection, arguments).c_str());
    else
        print_look(look, inspection, arguments);
}

}  // namespace

void add_init(CLI::App& app) {
    auto* command = app.add_subcommand("init", "Look at a table and write a run file for it");
    const auto arguments = std::make_shared<InitArguments>();
    command->add_option("file", arguments->file, "The table: CSV or ARFF")->required()->type_name("FILE.csv|FILE.arff");
    command->add_option("--target", arguments->target, "The column to predict")->type_name("COLUMN");
    auto* columns = command
                        ->add_option("--protected", arguments->protected_columns,
                                     "Columns whose groups matter, with commas between; '' for none")
                        ->delimiter(',')
                        ->type_name("COLUMNS");
    command->add_option("--names", arguments->names, "Names of the columns, for a file without a header")
        ->delimiter(',')
        ->type_name("COLUMNS");
    command->add_option("-o,--out", arguments->out, "The run file to write [run.toml]")->type_name("FILE.toml");
    command->add_flag("--force", arguments->force, "Write over an existing file");
    command->add_flag("--json", arguments->json, "Print the results as JSON");
    add_examples(*command, {"alcole init people.csv --target approved --protected sex,race --out first.toml",
                            "alcole init people.csv --target approved --json --out second.toml"});
    command->callback([arguments, columns] {
        arguments->protected_given = columns->count() > 0;
        std::erase(arguments->protected_columns, "");
        init(*arguments);
    });
}

}  // namespace alcole::app
