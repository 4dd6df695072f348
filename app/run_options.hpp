#pragma once

#include <alcole/learning/config.hpp>

#include "report/document.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace alcole::app {

/// An integer in a range; negative numbers and typos outside the range are rejected, never wrapped around.
CLI::Validator whole_number(std::int64_t min, std::int64_t max = 1'000'000'000);

/// --jobs, the same in every command.
void add_jobs(CLI::App& command, std::size_t& jobs, const std::string& what = "Number of threads");

/// --memory, the same in every command.
void add_memory(CLI::App& command);

/// Arguments of every command that writes a page into a folder: --out, --json, --svg.
struct PageArguments {
    std::string out{};
    bool json = false;
    bool svg = false;
};
/// `by_default`: the name of the folder if none is given.
void add_page_options(CLI::App& command, PageArguments& arguments, const std::string& by_default);

/// With --svg, writes the figures of the page as files next to it.
void write_figures(const PageArguments& arguments, const report::Document& page, const std::filesystem::path& folder);

/// Arguments of every command that trains: a run file, changes to it, a folder, the number of threads.
struct RunArguments : PageArguments {
    std::string file{};
    std::vector<std::string> changes{};
    std::size_t jobs = 0;
};

/// `ending`: suffix of the default folder, such as "-sweep". `what`: the help text for the file.
void add_run_options(CLI::App& command, RunArguments& arguments, const std::string& ending = "",
                     const std::string& what = "The run file (TOML; see docs/config.md)");

/// Two or more command lines, shown at the end of the help and in the manual; a test runs all of them.
void add_examples(CLI::App& command, const std::vector<std::string>& examples);

/// Arguments of every command that applies a model to a file of rows. `model`: the model file, even if the folder of a
/// run was given.
struct ModelArguments {
    std::string model{};
    std::string file{};
    std::size_t jobs = 0;
    bool json = false;
};

/// `data` and `json`: their help texts.
void add_model_options(CLI::App& command, ModelArguments& arguments, const std::string& data, const std::string& json);

/// The run file with the changes applied, checked.
learning::Config config_of(const RunArguments& arguments);
/// The same for a config from another source.
learning::Config config_of(const RunArguments& arguments, learning::Config config);

/// Throws if `out` is one of the files that are read, "-" for standard input, and would be destroyed.
void refuse_input(const std::filesystem::path& out, const std::vector<std::string>& inputs);

/// --out, or the name of the run file without its extension, plus `ending`.
std::filesystem::path folder_of(const RunArguments& arguments, const std::string& ending);

}  // namespace alcole::app
