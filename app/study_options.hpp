#pragma once

#include "studies/settings.hpp"
#include "studies/study.hpp"
#include "terminal.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
/// What the commands of the studies have in common.
namespace alcole::app {

/// Settings by name, as they stand on the command line.
using Given = std::map<std::string, std::string>;

/// One option per setting: --batch-rows for batch_rows. `given` must outlive the parsing.
void add_setting_options(CLI::App& command, const std::vector<studies::SettingInfo>& table, Given& given);

/// Of the studies that are short: a folder, threads, JSON.
struct StudyFolder {
    Given given{};
    std::string out{};
    std::size_t jobs = 0;
    bool json = false;
};
void add_folder_options(CLI::App& command, StudyFolder& arguments, const std::string& folder);

/// Before the work begins. Throws std::runtime_error with a sentence when it cannot be made.
void make_folder(const std::filesystem::path& folder);

/// Writes report.html and study.json, the latter last, then prints the JSON, or the summary and where the report is.
void write_study(const StudyFolder& arguments, const report::Document& page, const std::string& json,
                 const report::Document& summary);

/// Nothing was written.
[[noreturn]] void study_stopped(ProgressLine& line);

}  // namespace alcole::app
