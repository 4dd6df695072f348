#include "base/files.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "progress.hpp"
#include "studies/json.hpp"
#include "studies/pages/study_page.hpp"
#include "studies/run_files.hpp"
#include "studies/run_study.hpp"
#include "study_config.hpp"
#include "study_options.hpp"
#include "terminal.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace alcole::app {
namespace {

namespace fs = std::filesystem;

struct StudyArguments {
    std::string what{};  // twin, compas or a configuration file
    Given given{};       // settings
    std::string out{};
    std::size_t jobs = 0;
    bool quick = false;
    std::vector<std::string> formats = {"html"};
};

/// A word that is no data set may be a misspelt kind of study.
void set_data(studies::Settings& settings, const std::string& word) {
    constexpr std::array<std::string_view, 4> known = {"twin", "compas", "learnability", "duality"};
    if (std::ranges::find(known, word) == known.end())
        throw std::invalid_argument("setting 'data' must be one of twin, compas, not '" + word + "'" +
                                    base::did_you_mean(word, known));
    studies::set(settings, "data", word);
}

studies::Settings settings_of(const StudyArguments& arguments) {
    studies::Settings settings;
    if (arguments.quick) {
        settings.seeds = 3;
        settings.epochs = 60;
    }
    if (arguments.what.ends_with(".toml"))
        read_config(arguments.what, settings);
    else if (!arguments.what.empty())
        set_data(settings, arguments.what);
    else if (arguments.given.contains("file"))
        settings.data = "compas";  // that is whose file it can be
    for (const auto& [name, value] : arguments.given) studies::set(settings, name, value);
    studies::check(settings);
    return settings;
}

void write_outputs(const studies::Study& study, const fs::path& folder, const std::vector<std::string>& formats) {
    base::write_file(folder / "study.json", studies::to_json(study) + "\n");
    for (const auto& format : formats) {
        if (format == "html") base::write_file(folder / "report.html", report::html(studies::study_page(study)));
        if (format != "svg") continue;
        for (int figure = 1; figure <= (study.step_sweep.empty() ? 3 : 4); ++figure)
            base::write_file(folder / ("figure-" + std::to_string(figure) + ".svg"),
                             studies::figure_svg(study, figure));
    }
}

void run(const StudyArguments& arguments) {
    const studies::Settings settings = settings_of(arguments);
    const fs::path folder = arguments.out.empty() ? fs::path("study-" + settings.data) : fs::path(arguments.out);
    ProgressLine line;
    const auto result = studies::run_study(settings, folder, context_of(arguments.jobs, line));
    line.clear();
    if (!result) {
        complain("stopped; the finished runs are in " + folder.string() + ", and the same command goes on from there");
        throw Exit{ExitCode::interrupted};
    }
    write_outputs(*result, folder, arguments.formats);
    print(studies::study_summary(*result));
    const bool page = std::ranges::find(arguments.formats, "html") != arguments.formats.end();
    std::printf("\n%s: %s\n", page ? "report" : "results", (folder / (page ? "report.html" : "study.json")).c_str());
    if (result->data.synthetic)
        std::printf("these people are synthetic; for the real data: alcole data fetch compas && alcole study compas\n");
}

/// `study --seeds 3 learnability` would give the seeds to another study than the one meant.
void check_places(const CLI::App& command) {
    const auto inner = command.get_subcommands();
    if (inner.empty()) return;
    for (const auto* option : command.get_options())
        if (option->count() > 0)
            throw std::invalid_argument("options of 'study " + inner.front()->get_name() + "' stand behind it, not " +
                                        option->get_name() + " before it");
}

}  // namespace

void add_study(CLI::App& app) {
    auto* command =
        app.add_subcommand("study", "The paper's study: three methods on the same splits, and which claims hold");
    const auto arguments = std::make_shared<StudyArguments>();
    command->add_option("what", arguments->what, "twin, compas, or a configuration file (.toml) [twin]")
        ->type_name("twin|compas|FILE.toml");
    add_setting_options(*command, studies::setting_table<studies::Settings>(), arguments->given);
    command->add_option("--out", arguments->out, "Folder for the results [study-twin, study-compas]")->type_name("DIR");
    command->add_option("--jobs", arguments->jobs, "Trainings at a time [all cores]");
    command->add_flag("--quick", arguments->quick, "A first look: 3 seeds, 60 epochs");
    command->add_option("--format", arguments->formats, "html (a page), svg (figures), json (study.json alone)")
        ->delimiter(',')
        ->check(CLI::IsMember({"html", "svg", "json"}));
    command->parse_complete_callback([command] { check_places(*command); });  // before any work
    command->callback([command, arguments] {
        if (command->get_subcommands().empty()) run(*arguments);
    });
    add_study_learnability(*command);
    add_study_duality(*command);
}

}  // namespace alcole::app
