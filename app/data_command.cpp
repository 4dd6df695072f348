#include "commands.hpp"
#include "data/catalogue.hpp"
#include "data/fetch.hpp"
#include "interrupt.hpp"
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

}  // namespace

void add_data(CLI::App& app) {
    auto* command = app.add_subcommand("data", "Public data sets: which are known, and how to get them");
    command->require_subcommand(1);
    command->add_subcommand("list", "The data sets, and which of their files are here")->callback(list);
    auto* getter = command->add_subcommand("fetch", "Download one into the cache and check it");
    const auto name = std::make_shared<std::string>();
    const auto mirror = std::make_shared<std::string>();
    std::string names;
    for (const auto& dataset : data::catalogue()) names += (names.empty() ? "" : "|") + dataset.name;
    getter->add_option("name", *name, "Which data set")->required()->type_name(names);
    getter->add_option("--mirror", *mirror, "Fetch URL/NAME/FILE instead of the published address")->type_name("URL");
    getter->callback([name, mirror] { fetch(*name, *mirror); });
}

}  // namespace alcole::app
