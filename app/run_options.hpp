#pragma once

#include <alcole/learning/config.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace alcole::app {

/// What every command that trains takes: a run file, changes to it, a folder, how many threads.
struct RunArguments {
    std::string file{};
    std::vector<std::string> changes{};
    std::string out{};
    std::size_t jobs = 0;
    bool json = false;
};

/// --jobs, the same in every command.
void add_jobs(CLI::App& command, std::size_t& jobs, const std::string& what = "Threads");

/// `what`: what the help says of the file.
void add_run_options(CLI::App& command, RunArguments& arguments,
                     const std::string& what = "The run file (TOML), see docs/config.md");

/// What every command takes that applies a model to a file of rows.
struct ModelArguments {
    std::string model{};
    std::string file{};
    std::size_t jobs = 0;
    bool json = false;
};

/// `data` and `json`: what the help says of them.
void add_model_options(CLI::App& command, ModelArguments& arguments, const std::string& data, const std::string& json);

/// The run file with the changes made, checked.
learning::Config config_of(const RunArguments& arguments);
/// The same of a config that came from elsewhere.
learning::Config config_of(const RunArguments& arguments, learning::Config config);

/// --out, or the name of the run file without its extension and with `ending`.
std::filesystem::path folder_of(const RunArguments& arguments, const std::string& ending);

}  // namespace alcole::app
