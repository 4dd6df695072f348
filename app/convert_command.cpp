#include <alcole/tabular/convert.hpp>

#include "base/json.hpp"
#include "commands.hpp"
#include "learning/config/config.hpp"
#include "progress.hpp"
#include "run_options.hpp"
#include "terminal.hpp"

#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace alcole::app {
namespace {

struct ConvertArguments {
    std::string from{};
    std::string to{};
    std::vector<std::string> changes{};
    bool json = false;
};

void convert(const ConvertArguments& arguments) {
    learning::Config config;
    for (const auto& change : arguments.changes) {
        if (!change.starts_with("data."))
            throw std::invalid_argument("--set " + change + ": only keys of [data] control how a table is read");
        learning::set(config, change);
    }
    ProgressLine line;
    const auto converted =
        tabular::convert_table(arguments.from, arguments.to, learning::read_options(config.data), context_of(1, line));
    line.clear();
    if (!converted) end_stopped("the output file was not written");
    if (arguments.json) {
        const auto members = [&](auto& visit) {
            base::list(visit, "rows", converted->rows, "columns", converted->columns, "file", arguments.to, "notes",
                       to_strings(converted->notes));
        };
        print_line(base::json_text(base::Group{members}, "the answer", 2));
        return;
    }
    std::cerr << converted->rows << " rows of " << converted->columns << " columns in " << arguments.to << '\n';
    complain_of(converted->notes);
}

}  // namespace

void add_convert(CLI::App& app) {
    auto* command =
        app.add_subcommand("convert", "Convert a table to HDF5 (typed, compressed, checksummed), for large tables");
    const auto arguments = std::make_shared<ConvertArguments>();
    command
        ->add_option("data", arguments->from,
                     "The table: CSV, ARFF or HDF5 (.h5), compressed or not; a folder of them; - for standard input")
        ->required();
    command->add_option("out", arguments->to, "The file to write, such as data.h5")->required()->type_name("FILE.h5");
    command
        ->add_option(
            "--set", arguments->changes,
            "Set a key of [data] that controls how the table is read, such as data.delimiter=tab; may be repeated")
        ->allow_extra_args(false);
    command->add_flag("--json", arguments->json, "Print the number of rows written, as JSON");
    add_examples(*command, {"alcole convert new.csv new.h5", "alcole convert new.csv new.h5 --json"});
    command->callback([arguments] { convert(*arguments); });
}

}  // namespace alcole::app
