#include <alcole/learning/inspect.hpp>

#include "ask.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "commands.hpp"
#include "first_look.hpp"
#include "run_options.hpp"
#include "terminal.hpp"

#include <cstdio>
#include <filesystem>
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

struct InitArguments : TableArguments {
    std::string file{};
    std::string out = "run.toml";
    bool force = false;
    bool json = false;
};

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
                   "protected", data.protected_columns, "suggested_protected", inspection.suggested_protected,
                   "suggested_binned", inspection.suggested_binned, "suggested_order", inspection.suggested_order,
                   "ignore", data.ignore, "findings", inspection.findings, "config", arguments.out);
    };
    return base::json_text(base::Group{members}, "what was noticed", 2);
}

void init(const InitArguments& arguments) {
    const fs::path out = arguments.out;
    refuse_input(out, {arguments.file});
    if (!arguments.force && fs::exists(out))
        throw std::invalid_argument(arguments.out + " already exists; --force overwrites it, --out names another file");
    const learning::Look look = first_look(arguments.file, arguments.names);
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
    if (arguments.json) {
        print_line(json_of(look, inspection, arguments));
        return;
    }
    print_look(look, inspection, arguments.file);
    std::printf("%s has been written. Review it, then: alcole train %s\n", arguments.out.c_str(),
                arguments.out.c_str());
}

}  // namespace

void add_init(CLI::App& app) {
    auto* command = app.add_subcommand("init", "Inspect a table and write a run file for it");
    const auto arguments = std::make_shared<InitArguments>();
    command
        ->add_option("file", arguments->file, "The table: CSV, ARFF or HDF5, compressed or not; - for standard input")
        ->required()
        ->type_name("FILE.csv|FILE.arff|FILE.h5");
    add_table_options(*command, *arguments);
    command->add_option("-o,--out", arguments->out, "The run file to write [run.toml]")->type_name("FILE.toml");
    command->add_flag("--force", arguments->force, "Overwrite an existing file");
    command->add_flag("--json", arguments->json, "Print the results as JSON");
    add_examples(*command, {"alcole init people.csv --target approved --protected sex,race --out first.toml",
                            "alcole init people.csv --target approved --json --out second.toml"});
    command->callback([arguments] { init(*arguments); });
}

}  // namespace alcole::app
