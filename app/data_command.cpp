#include <alcole/data/catalogue.hpp>
#include <alcole/data/twin.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "commands.hpp"
#include "interrupt.hpp"
#include "run_options.hpp"
#include "studies/people.hpp"
#include "terminal.hpp"
#include "web/fetch.hpp"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace alcole::app {
namespace {

/// A data set of the catalogue, with the place of each of its files.
struct Listed {
    struct File {
        std::string name{};
        std::optional<std::string> path{};  ///< none: not on this machine
    };
    std::string name{};
    std::string description{};
    std::string licence{};
    std::vector<File> files{};
};

void fields(auto& visit, const Listed::File& file) { base::list(visit, "name", file.name, "path", file.path); }

void fields(auto& visit, const Listed& set) {
    base::list(visit, "name", set.name, "description", set.description, "licence", set.licence, "files", set.files);
}

std::vector<Listed> listed() {
    std::vector<Listed> sets;
    for (const auto& dataset : data::catalogue()) {
        Listed set{.name = dataset.name, .description = dataset.description, .licence = dataset.licence};
        for (const auto& file : dataset.files) {
            const auto path = data::find_file(dataset.name, file.name);
            set.files.push_back({.name = file.name, .path = path ? std::optional(path->string()) : std::nullopt});
        }
        sets.push_back(std::move(set));
    }
    return sets;
}

void list(bool json) {
    const std::vector<Listed> sets = listed();
    if (json) {
        print_line(base::json_text(sets, "the list of data sets", 2));
        return;
    }
    for (const Listed& set : sets) {
        std::printf("%-8s %s (%s)\n", set.name.c_str(), set.description.c_str(), set.licence.c_str());
        for (const auto& file : set.files)
            std::printf("         %s: %s\n", file.name.c_str(), file.path.value_or("not on this machine").c_str());
    }
}

void fetch(const std::string& name, const std::string& mirror) {
    const data::PublicDataset& dataset = data::dataset(name);
    ProgressLine line;
    web::FetchOptions options{.mirror = mirror};
    options.progress = [&](const std::string& file, std::uint64_t got, std::uint64_t total) {
        line.show(file + ": " + std::to_string(got / 1024) + " of " + std::to_string(total / 1024) + " KiB");
    };
    options.stop = [] { return interrupt().stop_requested(); };
    try {
        web::fetch(dataset, options);
    } catch (const web::FetchError& error) {
        line.clear();
        print_to_stderr(error.what());
        throw Exit{error.stopped() ? ExitCode::interrupted : ExitCode::failure};
    }
    line.clear();
    for (const auto& file : dataset.files) print_line(data::fetched_path(dataset.name, file.name));
}

void write_twin(std::size_t rows, std::uint64_t seed, const std::string& out) {
    const std::string csv = tabular::to_csv(data::twin(rows, seed));
    if (out.empty())
        std::printf("%s", csv.c_str());
    else
        base::write_file(out, csv);
}

}  // namespace

void add_data(CLI::App& app) {
    auto* command = app.add_subcommand("data", "List or download public data sets, or write a synthetic one");
    command->require_subcommand(1);
    add_examples(*command, {"alcole data list", "alcole data twin --out twin.csv"});
    auto* lister = command->add_subcommand("list", "List the data sets, and which of their files are on this machine");
    const auto json = std::make_shared<bool>(false);
    lister->add_flag("--json", *json, "Print the results as JSON");
    add_examples(*lister, {"alcole data list", "alcole data list --json"});
    lister->callback([json] { list(*json); });
    auto* twin = command->add_subcommand("twin", "Write a synthetic table that resembles COMPAS, as CSV");
    const auto rows = std::make_shared<std::size_t>(6172);
    const auto seed = std::make_shared<std::uint64_t>(studies::twin_seed);
    const auto out = std::make_shared<std::string>();
    twin->add_option("--rows", *rows, "Number of people [6172]")->check(whole_number(1, 10'000'000));
    twin->add_option("--seed", *seed, "Seed; another seed gives other people [4, as in the study]");
    twin->add_option("-o,--out", *out, "The file to write [standard output]");
    add_examples(*twin, {"alcole data twin --rows 500 --out twin.csv", "alcole data twin --rows 5 --seed 7"});
    twin->callback([rows, seed, out] { write_twin(*rows, *seed, *out); });
    auto* getter = command->add_subcommand("fetch", "Download a data set into the cache and check it");
    const auto name = std::make_shared<std::string>();
    const auto mirror = std::make_shared<std::string>();
    std::string names;
    for (const auto& dataset : data::catalogue()) names += (names.empty() ? "" : "|") + dataset.name;
    getter->add_option("name", *name, "The data set")->required()->type_name(names);
    getter->add_option("--mirror", *mirror, "Download URL/NAME/FILE instead of the published address")
        ->type_name("URL");
    add_examples(*getter, {"alcole data fetch compas", "alcole data fetch german"});
    getter->callback([name, mirror] { fetch(*name, *mirror); });
}

}  // namespace alcole::app
