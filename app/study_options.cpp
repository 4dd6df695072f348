#include "study_options.hpp"

#include "base/files.hpp"
#include "base/text.hpp"
#include "commands.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <system_error>

namespace alcole::app {
namespace {

/// The command line's name of a setting; the data are named by the argument, and --data names their file.
std::string flag_of(const std::string& setting) {
    if (setting == "file") return "--data";
    std::string flag = "--" + setting;
    std::ranges::replace(flag, '_', '-');
    return flag;
}

}  // namespace

void add_setting_options(CLI::App& command, const std::vector<studies::SettingInfo>& table, Given& given) {
    for (const auto& info : table) {
        if (info.name == "data") continue;
        const std::string help = info.meaning + " [" + info.values + ", " + info.by_default + "]";
        const auto store = [&given, name = info.name](const std::string& text) { given[name] = text; };
        if (info.values == "true or false")
            command.add_flag_function(
                flag_of(info.name), [store](std::int64_t) { store("true"); }, info.meaning);
        else
            command.add_option_function<std::string>(flag_of(info.name), store, help);
    }
}

void add_folder_options(CLI::App& command, StudyFolder& arguments, const std::string& folder) {
    arguments.out = folder;
    command.add_option("--out", arguments.out, "Folder for the results [" + folder + "]")->type_name("DIR");
    command.add_option("--jobs", arguments.jobs, "Threads [all cores]; results do not depend on it");
    command.add_flag("--json", arguments.json, "Print the results as JSON");
}

void make_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error || !std::filesystem::is_directory(folder))
        throw std::runtime_error(folder.string() + ": this folder cannot be made; choose another one by --out");
}

void write_study(const StudyFolder& arguments, const report::Document& page, const std::string& json,
                 const report::Document& summary) {
    const std::filesystem::path folder = arguments.out;
    base::write_file(folder / "report.html", report::html(page));
    base::write_file(folder / "study.json", json + "\n");
    if (arguments.json) {
        std::printf("%s\n", json.c_str());
    } else {
        print(summary);
        std::printf("\nreport: %s\n", (folder / "report.html").c_str());
    }
}

void study_stopped(ProgressLine& line) {
    line.clear();
    complain("stopped; nothing was written");
    throw Exit{ExitCode::interrupted};
}

}  // namespace alcole::app
