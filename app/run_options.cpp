#include "run_options.hpp"

#include <stdexcept>

namespace alcole::app {

void add_jobs(CLI::App& command, std::size_t& jobs, const std::string& what) {
    constexpr int most = 1'000'000;  // what is more than the machine can use is cut; what is more than this is a slip
    command.add_option("--jobs", jobs, what + " [all cores]; results do not depend on it")->check(CLI::Range(0, most));
}

void add_run_options(CLI::App& command, RunArguments& arguments, const std::string& what) {
    command.add_option("file", arguments.file, what)->required();
    command
        .add_option("--set", arguments.changes, "Change a key of the run file, such as solve.seed=3; may be repeated")
        ->allow_extra_args(false);
    command.add_option("--out", arguments.out, "Folder for the results [the run file's name]");
    add_jobs(command, arguments.jobs);
    command.add_flag("--json", arguments.json, "Print the results as JSON");
}

void add_model_options(CLI::App& command, ModelArguments& arguments, const std::string& data, const std::string& json) {
    command.add_option("model", arguments.model, "A model.onnx that alcole wrote")->required();
    command.add_option("data", arguments.file, data)->required();
    add_jobs(command, arguments.jobs);
    command.add_flag("--json", arguments.json, json);
}

learning::Config config_of(const RunArguments& arguments) {
    return config_of(arguments, learning::read_config(arguments.file));
}

learning::Config config_of(const RunArguments& arguments, learning::Config config) {
    for (const auto& change : arguments.changes) learning::set(config, change);
    try {
        learning::check(config);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(arguments.file + ": " + error.what());
    }
    return config;
}

std::filesystem::path folder_of(const RunArguments& arguments, const std::string& ending) {
    if (!arguments.out.empty()) return arguments.out;
    const std::filesystem::path file = arguments.file;
    return file.parent_path() / (file.stem().string() + ending);
}

}  // namespace alcole::app
