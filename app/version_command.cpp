#include <alcole/learning/trained_model.hpp>
#include <alcole/tabular/convert.hpp>
#include <alcole/tabular/learning.hpp>
#include <alcole/version.hpp>

#include "base/json.hpp"
#include "base/text.hpp"
#include "cluster/cluster.hpp"
#include "commands.hpp"
#include "run_options.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace alcole::app {
namespace {

/// The components of the program, with descriptions.
std::vector<std::pair<std::string, std::string>> components() {
    std::vector<std::pair<std::string, std::string>> parts = {
        {"core", "the solver"},
        {"tabular", "tables and models over them"},
        {"optimality", "whether a model is a solution: first and second order, duality"},
        {"model_file", "models as ONNX, format " + std::to_string(learning::TrainedModel::format)},
        {"study", "the paper's study"}};
    if (cluster::available()) parts.emplace_back("cluster", "training on the ranks of an MPI job");
    if (tabular::reads_hdf5()) parts.emplace_back("hdf5", "tables as HDF5 files");
    return parts;
}

std::size_t cores() { return std::max(1U, std::thread::hardware_concurrency()); }

void print_json() {
    const auto members = [](auto& visit) {
        base::list(visit, "version", version, "compiler", ALCOLE_COMPILER, "build_type", ALCOLE_BUILD_TYPE,
                   "instruction_set", tabular::instruction_set(), "instruction_sets", tabular::instruction_sets(),
                   "cores", cores());
        std::vector<std::string> parts;
        for (const auto& [name, what] : components()) parts.push_back(name);
        base::list(visit, "components", parts, "model_format", learning::TrainedModel::format);
    };
    std::printf("%s\n", base::json_text(base::Group{members}, "the version", 2).c_str());
}

void print() {
    std::printf("alcole %s\n", std::string(version).c_str());
    std::printf("build        %s, %s\n", ALCOLE_COMPILER, ALCOLE_BUILD_TYPE);
    const std::string best(tabular::instruction_set());
    std::vector<std::string> others = tabular::instruction_sets();
    std::erase(others, best);
    std::printf("arithmetic   %s%s\n", best.c_str(),
                others.empty() ? "" : (" (also supported: " + base::joined(others) + ")").c_str());
    std::printf("cores        %zu\n", cores());
    std::vector<std::string> parts;
    for (const auto& [name, what] : components()) parts.push_back(name + ": " + what);
    std::printf("components   %s\n", base::joined(parts, "; ").c_str());
}

}  // namespace

void add_version(CLI::App& app) {
    auto* command = app.add_subcommand("version", "Print version, build, instruction sets, cores and components");
    const auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "Print the results as JSON");
    add_examples(*command, {"alcole version", "alcole version --json"});
    command->callback([json] { *json ? print_json() : print(); });
}

}  // namespace alcole::app
