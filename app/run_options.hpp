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

/// A whole number between two others; a sign or a slip beyond is refused, never wrapped around.
CLI::Range whole_number(std::int64_t least, std::int64_t most = 1'000'000'000);

/// --jobs, the same in every command.
void add_jobs(CLI::App& command, std::size_t& jobs, const std::string& what = "Threads");

/// --memory, likewise.
void add_memory(CLI::App& command);

/// What every command takes that writes a page into a folder: --out, --json, --svg.
struct PageArguments {
    std::string out{};
    bool json = false;
    bool svg = false;
};
/// `by_default`: how the folder is called when none is given.
void add_page_options(CLI::App& command, PageArguments& arguments, const std::string& by_default);

/// With --svg: the figures of the page as files beside it.
void write_figures(const PageArguments& arguments, const report::Document& page, const std::filesystem::path& folder);

/// What every command that trains takes: a run file, changes to it, a folder, how many threads.
struct RunArguments : PageArguments {
    std::string file{};
    std::vector<std::string> changes{};
    std::size_t jobs = 0;
};

/// `ending`: of the default folder, such as "-sweep". `what`: what the help says of the file.
void add_run_options(CLI::App& command, RunArguments& arguments, const std::string& ending = "",
                     const std::string& what = "The run file (TOML), see docs/config.md");

/// Two or more command lines, shown at the end of the help and in the manual; a test runs all of them.
void add_examples(CLI::App& command, const std::vector<std::string>& examples);

/// What every command takes that applies a model to a file of rows. `model`: the file, also where the folder of a run
/// was given.
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
