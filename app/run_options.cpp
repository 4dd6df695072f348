#include "run_options.hpp"

#include "base/files.hpp"
#include "base/scratch.hpp"
#include "ranks.hpp"
#include "terminal.hpp"

#include <cmath>
#include <stdexcept>
#include <string_view>

namespace alcole::app {

CLI::Validator whole_number(std::int64_t min, std::int64_t max) {
    return CLI::Range(min, max).description("");  // --help shows the type alone
}

void add_jobs(CLI::App& command, std::size_t& jobs, const std::string& what) {
    constexpr int max_jobs = 1'000'000;  // a number the machine cannot use is reduced; a larger one than this is a typo
    command.add_option("-j,--jobs", jobs, what + " [all cores]; does not affect results")
        ->check(whole_number(0, max_jobs));
}

void add_memory(CLI::App& command) {
    const auto limit = [](const std::string& text) {
        std::size_t end = 0;
        constexpr std::string_view units = "KMGT";
        double bytes = 0;
        try {
            bytes = std::stod(text, &end);
        } catch (const std::exception&) {
            end = 0;
        }
        const auto unit = end + 1 == text.size() ? units.find(text[end]) : std::string_view::npos;
        if (end == 0 || unit == std::string_view::npos || !(bytes > 0) || !(bytes < 1e6))
            throw std::invalid_argument("--memory " + text + ": a number with K, M, G or T was expected, such as 2G");
        const auto whole = static_cast<std::uint64_t>(std::ldexp(bytes, 10 * (static_cast<int>(unit) + 1)));
        base::scratch::limit_memory(whole);
        if (ranks() != nullptr) alcole::limit_memory(*ranks(), whole);
    };
    command
        .add_option_function<std::string>("--memory", limit,
                                          "Memory limit, such as 2G, of each rank; what does not fit goes to disk, in "
                                          "TMPDIR [no limit]; does not affect "
                                          "results")
        ->type_name("SIZE");
}

void add_page_options(CLI::App& command, PageArguments& arguments, const std::string& by_default) {
    command.add_option("-o,--out", arguments.out, "Folder for the results [" + by_default + "]")->type_name("DIR");
    command.add_flag("--json", arguments.json, "Print the results as JSON");
    command.add_flag("--svg", arguments.svg, "Also write the figures as SVG files");
}

void write_figures(const PageArguments& arguments, const report::Document& page, const std::filesystem::path& folder) {
    if (!arguments.svg) return;
    std::size_t number = 0;
    for (const auto& figure : report::figures(page))
        base::write_file(folder / ("figure-" + std::to_string(++number) + ".svg"), figure);
}

void add_run_options(CLI::App& command, RunArguments& arguments, const std::string& ending, const std::string& what) {
    command.add_option("file", arguments.file, what)->required();
    command
        .add_option("--set", arguments.changes, "Override a key of the run file, such as solve.seed=3; may be repeated")
        ->allow_extra_args(false);
    add_page_options(command, arguments, "run" + ending + " for run.toml");
    add_jobs(command, arguments.jobs);
    add_memory(command);
}

void add_examples(CLI::App& command, const std::vector<std::string>& examples) {
    std::string text = "Examples:";
    for (const auto& example : examples) text += "\n  " + example;
    command.footer(text);
}

void add_model_options(CLI::App& command, ModelArguments& arguments, const std::string& data, const std::string& json) {
    const auto file_of = [](std::string& name) -> std::string {
        std::error_code unknown;
        if (!std::filesystem::exists(name, unknown) && !unknown)
            return name + ": there is no such model; is the name right?";
        if (!std::filesystem::is_directory(name, unknown)) return {};
        const std::string folder = name;
        name = (std::filesystem::path(name) / "model.onnx").string();
        return std::filesystem::exists(name) ? ""
                                             : folder + ": there is no model.onnx in it; 'alcole train' writes one";
    };
    command.add_option("model", arguments.model, "A model.onnx written by alcole, or the directory of its run")
        ->required()
        ->transform(CLI::Validator(file_of, ""));
    const auto is_model = [](const std::string& name) -> std::string {
        const std::filesystem::path file = name;
        if (file.extension() != ".onnx" && !std::filesystem::exists(file / "model.onnx")) return {};
        return name + ": is a model, where a table was expected; the model comes first, then the table";
    };
    command.add_option("data", arguments.file, data)->required()->check(CLI::Validator(is_model, ""));
    add_jobs(command, arguments.jobs);
    add_memory(command);
    command.add_flag("--json", arguments.json, json);
}

learning::Config config_of(const RunArguments& arguments) {
    try {
        return config_of(arguments, learning::read_config(arguments.file));
    } catch (const std::invalid_argument& error) {
        const std::string why = error.what();
        if (why.find("not TOML") == std::string::npos || arguments.file.ends_with(".toml")) throw;
        throw std::invalid_argument(arguments.file + ": this is not a run file (TOML); if it is a table, alcole init " +
                                    arguments.file + " writes a run file for it");
    }
}

learning::Config config_of(const RunArguments& arguments, learning::Config config) {
    for (const auto& change : arguments.changes) learning::set(config, change);
    try {
        learning::check(config);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(arguments.file + ": " + error.what());
    }
    if (ranks() != nullptr && config.model.kind == "trees")
        print_to_stderr("note: boosted trees grow on rank 0 alone, and the other ranks of this job wait for its end");
    return config;
}

void refuse_input(const std::filesystem::path& out, const std::vector<std::string>& inputs) {
    for (const auto& input : inputs) {
        std::error_code error;
        if (std::filesystem::equivalent(input == "-" ? "/dev/stdin" : input, out, error))
            throw std::invalid_argument(out.string() + ": is an input and cannot be overwritten; choose another --out");
    }
}

std::filesystem::path folder_of(const RunArguments& arguments, const std::string& ending) {
    if (!arguments.out.empty()) return arguments.out;
    const std::filesystem::path file = arguments.file;
    return file.parent_path() / (file.stem().string() + ending);
}

}  // namespace alcole::app
