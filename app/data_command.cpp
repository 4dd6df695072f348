#include "base/files.hpp"
#include "commands.hpp"
#include "data/catalogue.hpp"
#include "data/fetch.hpp"
#include "data/twin.hpp"
#include "interrupt.hpp"
#include "run_options.hpp"
#include "studies/people.hpp"
#include "terminal.hpp"

#include <cstdio>
#include <memory>
#include <string>

namespace alcole::app {
namespace {

void list() {
    for (const auto& dataset : data::catalogue()) {
        std::printf("%-8s %s (%s)\n", dataset.name.c_str(), dataset.description.c_str(), dataset.licence.c_str());
        for (const auto& file : dataset.files) {
            const auto found = data::find_file(dataset.name, file.name);
            std::printf("         %s: %s\n", file.name.c_str(), found ? found->c_str() : "not here");
        }
    }
}

void fetch(const std::string& name, const std::string& mirror) {
    const data::Dataset& dataset = data::dataset(name);
    ProgressLine line;
    data::FetchOptions options{.mirror = mirror};
    options.progress = [&](const std::string& file, std::uint64_t got, std::uint64_t total) {
        line.show(file + ": " + std::to_string(got / 1024) + " of " + std::to_string(total / 1024) + " KiB");
    };
    options.stop = [] { return interrupt().stop_requested(); };
    try {
        data::fetch(dataset, options);
    } catch (const data::FetchError& error) {
        line.clear();
        complain(error.what());
        throw Exit{error.stopped() ? ExitCode::interrupted : ExitCode::failure};
    }
    line.clear();
    for (const auto& file : dataset.files) std::printf("%s\n", data::fetched_path(dataset.name, file.name).c_str());
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
    auto* command = app.add_subcommand("data", "Public data sets: which are known, and how to get them");
    command->require_subcommand(1);
    auto* lister = command->add_subcommand("list", "The data sets, and which of their files are here");
    add_examples(*lister, {"alcole data list", "alcole data list > sets.txt"});
    lister->callback(list);
    auto* twin =
        command->add_subcommand("twin", "Synthetic people like those of COMPAS, as CSV: a table to try things on");
    const auto rows = std::make_shared<std::size_t>(6172);
    const auto seed = std::make_shared<std::uint64_t>(studies::twin_seed);
    const auto out = std::make_shared<std::string>();
    twin->add_option("--rows", *rows, "How many people [6172]")->check(whole_number(1, 10'000'000));
    twin->add_option("--seed", *seed, "Other people [4, those of the study]");
    twin->add_option("-o,--out", *out, "The file to write [standard output]");
    add_examples(*twin, {"alcole data twin --rows 500 --out twin.csv", "alcole data twin --rows 5 --seed 7"});
    twin->callback([rows, seed, out] { write_twin(*rows, *seed, *out); });
    auto* getter = command->add_subcommand("fetch", "Download one into the cache and check it");
    const auto name = std::make_shared<std::string>();
    const auto mirror = std::make_shared<std::string>();
    std::string names;
    for (const auto& dataset : data::catalogue()) names += (names.empty() ? "" : "|") + dataset.name;
    getter->add_option("name", *name, "Which data set")->required()->type_name(names);
    getter->add_option("--mirror", *mirror, "Fetch URL/NAME/FILE instead of the published address")->type_name("URL");
    add_examples(*getter, {"alcole data fetch compas", "alcole data fetch adult --mirror https://example.org/data"});
    getter->callback([name, mirror] { fetch(*name, *mirror); });
}

}  // namespace alcole::app
