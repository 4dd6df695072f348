// `alcole study` and the two short studies below it.
#include "base/files.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "learning/config/value.hpp"
#include "progress.hpp"
#include "run_options.hpp"
#include "studies/pages/pages.hpp"
#include "terminal.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace alcole::app {
namespace {

namespace fs = std::filesystem;

struct StudyArguments : PageArguments {
    std::map<std::string, std::string> given{};  // settings, as given on the command line
    std::size_t jobs = 0;
    // For the paper's study only:
    std::string what{};  // twin, compas or a configuration file
    bool quick = false;
    bool periodic = false;
};

/// The flag of a setting; `data` is the positional argument, and --data names its file.
std::string flag_of(const std::string& setting) {
    if (setting == "file") return "--data";
    std::string flag = "--" + setting;
    std::ranges::replace(flag, '_', '-');
    return flag;
}

/// Adds one option per setting: --batch-rows for batch_rows.
template <class Settings>
void add_setting_options(CLI::App& command, StudyArguments& arguments) {
    for (const auto& info : studies::setting_table<Settings>()) {
        if (info.name == "data") continue;
        const std::string help =
            info.meaning + " [" + info.values + (info.by_default.empty() ? "" : "; default: " + info.by_default) + "]";
        const auto store = [&arguments, name = info.name](const std::string& text) { arguments.given[name] = text; };
        if (info.values == "true or false")
            command.add_flag_function(
                flag_of(info.name), [store](std::int64_t) { store("true"); }, info.meaning);
        else
            command.add_option_function<std::string>(flag_of(info.name), store, help);
    }
}

template <class Settings>
void take_given(const StudyArguments& arguments, Settings& settings) {
    for (const auto& [name, value] : arguments.given) studies::set(settings, name, value);
    studies::check(settings);
}

/// A value of a configuration file as text that the settings understand; lists become comma-separated.
std::string text_of(const std::string& key, const learning::Value& value) {
    if (const auto* text = value.get<std::string>()) return *text;
    if (const auto* truth = value.get<bool>()) return *truth ? "true" : "false";
    if (const auto* whole = value.get<std::int64_t>()) return std::to_string(*whole);
    if (const auto* number = value.get<double>()) return base::number_text(*number);
    const auto* list = value.get<std::vector<learning::Value>>();
    if (list == nullptr) throw std::invalid_argument("'" + key + "' is neither a word, a number nor a list");
    std::string text;
    for (const auto& entry : *list) text += (text.empty() ? "" : ",") + text_of(key, entry);
    return text;
}

/// Reads one key per setting. Throws std::invalid_argument with file, line and key.
void read_config(const fs::path& file, studies::Settings& settings) {
    if (!fs::is_regular_file(file))
        throw std::invalid_argument(file.string() + ": there is no such file; is the name right?");
    const auto refuse = [&](std::size_t line, const std::string& why) {
        throw std::invalid_argument(file.string() + ", line " + std::to_string(line) + ": " + why);
    };
    const learning::TomlFile document = learning::parse_toml(base::read_file(file), file.string());
    if (!document.constraints.empty())
        refuse(document.constraints.front().line, "the study has its own constraints; is this a run file?");
    for (const auto& one : document.assignments) {
        try {
            studies::set(settings, one.key, text_of(one.key, one.value));
        } catch (const std::invalid_argument& error) {
            refuse(one.line, error.what());
        }
    }
    if (!settings.file.empty() && fs::path(settings.file).is_relative())
        settings.file = (file.parent_path() / settings.file).string();
}

/// A word that is not a data set may be a misspelt kind of study.
void set_data(studies::Settings& settings, const std::string& word) {
    constexpr std::array<std::string_view, 4> known = {"twin", "compas", "learnability", "duality"};
    if (std::ranges::find(known, word) == known.end()) {
        const std::string meant = base::did_you_mean(word, known);
        throw std::invalid_argument(
            "there is no study '" + word + "'" +
            (meant.empty() ? "; choose twin, compas, learnability, duality or a configuration file (.toml)" : meant));
    }
    studies::set(settings, "data", word);
}

studies::Settings settings_of(const StudyArguments& arguments) {
    studies::Settings settings;
    if (arguments.quick) {
        settings.seeds = 3;
        settings.epochs = 60;
    }
    if (arguments.periodic) {
        settings.penalty = 20;
        settings.penalty_factor = 2;
        settings.penalty_interval = 20;
    }
    if (arguments.what.ends_with(".toml"))
        read_config(arguments.what, settings);
    else if (!arguments.what.empty())
        set_data(settings, arguments.what);
    else if (arguments.given.contains("file"))
        settings.data = "compas";  // the only data set that can be read from a file
    take_given(arguments, settings);
    return settings;
}

/// Writes report.html and then study.json; prints the JSON, or the summary and the location of the report.
template <class Result>
void show(const StudyArguments& arguments, const Result& result, const fs::path& folder) {
    const report::Document page = studies::page(result);
    const std::string json = studies::to_json(result);
    base::write_file(folder / "report.html", report::html(page));
    write_figures(arguments, page, folder);
    base::write_file(folder / "study.json", json + "\n");
    if (arguments.json)
        print_line(json);
    else
        print(studies::summary(result), folder);
}

void run(const StudyArguments& arguments) {
    const studies::Settings settings = settings_of(arguments);
    const fs::path folder = arguments.out.empty() ? fs::path("study-" + settings.data) : fs::path(arguments.out);
    ProgressLine line;
    const auto result = studies::run_study(settings, folder, context_of(arguments.jobs, line));
    line.clear();
    if (!result)
        end_stopped("the finished runs are in " + folder.string() + ", and the same command continues from there");
    show(arguments, *result, folder);
    if (result->data.synthetic && !arguments.json)
        std::printf("these people are synthetic; for the real data: alcole data fetch compas && alcole study compas\n");
}

/// Creates the folder before the work begins.
void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error || !fs::is_directory(folder))
        throw std::runtime_error(folder.string() + ": this folder cannot be created; choose another one with --out");
}

template <class Settings, class Result>
using RunStudy = std::optional<Result> (*)(const Settings&, const Context&);

template <class Settings, class Result>
void run_short(const StudyArguments& arguments, RunStudy<Settings, Result> run_study) {
    Settings settings;
    take_given(arguments, settings);
    const fs::path folder = arguments.out;
    make_folder(folder);
    ProgressLine line;
    const auto result = run_study(settings, context_of(arguments.jobs, line));
    line.clear();
    if (!result) end_stopped("nothing was written");
    show(arguments, *result, folder);
}

template <class Settings, class Result>
void add_short_study(CLI::App& study, const std::string& name, const std::string& about,
                     RunStudy<Settings, Result> run_study, const std::vector<std::string>& examples) {
    auto* command = study.add_subcommand(name, about);
    const auto arguments = std::make_shared<StudyArguments>();
    arguments->out = "study-" + name;
    add_setting_options<Settings>(*command, *arguments);
    add_page_options(*command, *arguments, arguments->out);
    add_jobs(*command, arguments->jobs);
    add_examples(*command, examples);
    command->callback([arguments, run_study] { run_short(*arguments, run_study); });
}

/// Rejects `study --seeds 3 learnability`, which would apply the seeds to the wrong study.
void check_places(const CLI::App& command) {
    const auto inner = command.get_subcommands();
    if (inner.empty()) return;
    for (const auto* option : command.get_options())
        if (option->count() > 0)
            throw std::invalid_argument("options of 'study " + inner.front()->get_name() +
                                        "' come after it, not before: " + option->get_name());
}

}  // namespace

void add_study(CLI::App& app) {
    auto* command = app.add_subcommand(
        "study", "Run the paper's study: four methods on the same splits, and which of its claims hold");
    const auto arguments = std::make_shared<StudyArguments>();
    command->add_option("what", arguments->what, "twin, compas, or a configuration file (.toml) [twin]")
        ->type_name("twin|compas|FILE.toml");
    add_setting_options<studies::Settings>(*command, *arguments);
    add_page_options(*command, *arguments, "study-twin, study-compas");
    add_jobs(*command, arguments->jobs, "Number of trainings in parallel");
    command->add_flag("--quick", arguments->quick, "Only 3 seeds and 60 epochs");
    command->add_flag("--periodic", arguments->periodic,
                      "The paper's schedule of alpha: 20 at the start, doubled every 20 epochs");
    add_examples(*command, {"alcole study --quick --rows 400 --svg",
                            "alcole study twin --rows 400 --seeds 2 --epochs 20 --out small"});
    command->parse_complete_callback([command] { check_places(*command); });  // before any work
    command->callback([command, arguments] {
        if (command->get_subcommands().empty()) run(*arguments);
    });
    add_short_study(
        *command, "learnability",
        "Measure gap and violation in the population against the number of rows, next to the theorem's bound",
        studies::run_learnability,
        {"alcole study learnability --rows 250,500 --seeds 3 --json",
         "alcole study learnability --rows 250,500 --seeds 2 --out learn"});
    add_short_study(*command, "duality", "Solve non-convex problems on which the ordinary dual leaves a gap",
                    studies::run_duality,
                    {"alcole study duality --no-network", "alcole study duality --no-network --json --out dual"});
}

}  // namespace alcole::app
