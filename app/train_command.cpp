#include <alcole/learning/inspect.hpp>
#include <alcole/learning/report.hpp>
#include <alcole/learning/run.hpp>
#include <alcole/learning/trained_model.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "commands.hpp"
#include "completion.hpp"
#include "first_look.hpp"
#include "progress.hpp"
#include "run_options.hpp"
#include "terminal.hpp"
#include "words/certificate_plan.hpp"
#include "words/words.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

namespace alcole::app {
namespace {

namespace fs = std::filesystem;

struct TrainArguments : RunArguments {
    TableArguments table{};  ///< if it has a target, `file` is a table, and the run file is generated
    bool resume = false;
    bool force = false;
    bool timings = false;
    bool quick = false;        ///< the default for a table
    std::string confidence{};  ///< of the certificate; empty: as in the run file
};

/// Quotes a word for a shell if necessary.
std::string for_shell(const std::string& word) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=+,:";
    return !word.empty() && word.find_first_not_of(plain) == std::string::npos ? word : in_quotes(word);
}

/// " --set KEY=VALUE" for every change, after `before` if there are any.
std::string set_words(const TrainArguments& arguments, const std::string& before = {}) {
    std::string words;
    for (const auto& change : arguments.changes) words += " --set " + for_shell(change);
    return words.empty() ? "" : before + words;
}

/// The command that continues the run.
std::string resume_command(const TrainArguments& arguments, const fs::path& folder) {
    return "alcole train " + for_shell(arguments.file) + " --out " + for_shell(folder.string()) + set_words(arguments) +
           " --resume";
}

/// True for a constant model, and for a search that has not yet left its start: every weight is 0, except perhaps one
/// for each class.
bool gives_one_answer(const learning::TrainedModel& model) {
    const auto classes = static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, model.schema.target.classes.size()));
    return !model.shape.trees && std::ranges::count_if(model.theta, [](double w) { return w != 0; }) <= classes;
}

/// Which model a run that was stopped has kept: a feasible one that was found early can have learned little.
std::string kept_model(const learning::TrainedModel& model) {
    const bool constrained = !model.goal.constraints.empty();
    if (gives_one_answer(model))
        return std::string(", which still gives everyone the same answer") +
               (constrained ? ", since no better one meets every constraint yet" : "");
    const std::string judges = "'alcole evaluate' judges it)";
    if (!constrained) return " (" + judges;
    return " (the best one that meets every constraint, which may come from early in the search, or the last one if "
           "none does; " +
           judges;
}

/// What remains of a run that was stopped.
std::string kept_when_stopped(const TrainArguments& arguments, const fs::path& folder) {
    const fs::path model = folder / "model.onnx";
    std::string kept = "the state is saved";
    if (!fs::exists(folder / "metrics.json") && fs::exists(model))
        kept =
            "the model so far is " + model.string() + kept_model(learning::TrainedModel::load(model)) + ", and " + kept;
    return kept + ". To continue: " + resume_command(arguments, folder);
}

/// Keeps a user who repeats a command from discarding an interrupted training.
learning::Leftover check_leftover(const TrainArguments& arguments, const fs::path& folder,
                                  const learning::Config& config, const learning::Source& source) {
    using learning::Leftover;
    if (arguments.resume) return Leftover::nothing;
    const Leftover left = learning::left_in(folder, config, source);
    if (left == Leftover::interrupted && !arguments.force)
        throw std::invalid_argument(folder.string() +
                                    ": this training was interrupted; --resume continues it, --force starts over");
    if (left == Leftover::other)
        print_to_stderr("note: " + folder.string() + ": another training was interrupted here; this one replaces it");
    return left;
}

/// 0 if all constraints are certified or, without a certificate, met in training; 3 if they cannot be met together;
/// otherwise 2.
int exit_code(const learning::Fitted& fitted) {
    const learning::Outcome& outcome = fitted.outcome;
    if (outcome.certificate && outcome.certificate->all_certified()) return ExitCode::success;
    if (fitted.feasible()) return outcome.certificate ? ExitCode::not_met : ExitCode::success;
    return outcome.status == Status::infeasible ? ExitCode::infeasible : ExitCode::not_met;
}

/// The name of a table without its extensions: people for people.csv.gz; "run" for standard input. A folder of tables
/// keeps its results beside it: parts-run for parts, and run for the folder that one is in.
fs::path table_stem(fs::path file) {
    if (file == "-") return "run";
    if (fs::is_directory(file)) {
        const fs::path folder = (file / "").lexically_normal().parent_path();
        const bool named = folder.has_filename() && folder != "." && folder.filename() != "..";
        return named ? folder.string() + "-run" : "run";
    }
    constexpr std::array<std::string_view, 4> packed = {".gz", ".zst", ".bz2", ".xz"};
    if (std::ranges::find(packed, file.extension().string()) != packed.end()) file.replace_extension();
    return file.replace_extension();
}

/// Throws if a table is given instead of a run file, and says what to type instead.
void refuse_table(const TrainArguments& arguments) {
    const std::string name = arguments.file;
    const auto ends = [&](std::string_view ending) { return name.find(ending) != std::string::npos; };
    if (!arguments.table.target.empty() || name.ends_with(".toml")) return;
    if (name != "-" && !ends(".csv") && !ends(".tsv") && !ends(".arff") && !ends(".h5")) return;
    try {
        refuse_without_target(first_look(name, arguments.table.names));
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(name + ": this is a table, not a run file, and " + error.what());
    }
}

/// The run file shortened for a terminal: of a list with hundreds of names, only the first lines, and how many follow.
std::string abridged(const std::string& text) {
    constexpr std::size_t max_lines = 5;
    std::string shown;
    std::size_t names = 0;
    std::istringstream lines(text);
    const auto end_list = [&] {
        if (names > max_lines) shown += "  # ... and " + std::to_string(names - max_lines) + " more lines of names\n";
        names = 0;
    };
    for (std::string line; std::getline(lines, line);) {
        const bool name = line.starts_with("  \"") && line.find('#') == std::string::npos;
        if (!name) end_list();
        if (!name || ++names <= max_lines) shown += line + "\n";
    }
    return shown;
}

/// A model that was to protect a column must not be trained without a constraint on it, however plainly a finding
/// says that the column forms no groups.
void check_protects(const learning::Inspection& inspection, const std::vector<std::string>& asked) {
    const auto& kept = inspection.config.data.protected_columns;
    for (const auto& finding : inspection.findings)
        if (finding.kind == "protected" && std::ranges::find(asked, finding.column) != asked.end() &&
            std::ranges::find(kept, finding.column) == kept.end())
            throw std::invalid_argument("--protected: " + finding.text +
                                        ", so no model was trained; 'alcole init' writes a run file all the same");
}

/// Inspects the table as `init` does and writes a run file into the folder of the results. A file that was edited in
/// the meantime is not overwritten.
learning::Config look_first(TrainArguments& arguments) {
    const auto& [target, names, protected_columns, protected_given] = arguments.table;
    if (arguments.file.ends_with(".toml"))
        throw std::invalid_argument(arguments.file + ": --target is for a table; a run file names its target itself");
    const fs::path folder = arguments.out.empty() ? table_stem(arguments.file) : fs::path(arguments.out);
    const learning::Look look = first_look(arguments.file, names);
    const auto inspection =
        learning::inspect(look, target, protected_given ? std::optional(protected_columns) : std::nullopt);
    check_protects(inspection, protected_columns);
    const std::string text = learning::starter_text(inspection, folder);
    learning::check_free(folder);  // before anything is printed or written
    refuse_input(folder, {arguments.file});
    const fs::path file = folder / "start.toml";
    if (fs::exists(file) && base::read_file(file) != text)
        throw std::invalid_argument(file.string() + ": already exists and differs; train with it (alcole train " +
                                    for_shell(file.string()) + "), or choose another --out");
    learning::Config config = config_of(arguments, learning::parse_config(text, file.string(), folder));
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw std::runtime_error(folder.string() + ": the folder cannot be made: " + error.message());
    base::write_file(file, text);
    if (!arguments.json) {
        print_look(look, inspection, arguments.file);
        std::printf("\n%s, the run file that is used%s:\n\n%s\n", file.c_str(), set_words(arguments, ", with").c_str(),
                    abridged(text).c_str());
        static_cast<void>(std::fflush(stdout));
    }
    arguments.file = file.string();
    arguments.out = folder.string();
    return config;
}

/// Says what to edit after a first look.
void say_next(const TrainArguments& arguments, const learning::Config& config) {
    const std::string& file = arguments.file;
    const bool from_standard_input = config.data.file == "-";
    std::printf(
        "\nnext:   read %s: are the right columns in `ignore`, and %s?\n"
        "        Change it (kind, bound, model), then%s: alcole train %s\n",
        file.c_str(),
        config.constraints.empty() ? "should one of the constraints in comments be enforced"
                                   : "is each [[constraint]] the one you want",
        from_standard_input ? ", with the table on standard input again" : "",
        (for_shell(file) + set_words(arguments)).c_str());
}

void train(TrainArguments arguments) {
    if (arguments.quick && arguments.file.ends_with(".toml"))
        throw std::invalid_argument(arguments.file +
                                    ": --quick is for a table; a run file says itself what is trained");
    refuse_table(arguments);
    const bool looks_first = !arguments.table.target.empty();
    const learning::Config config = looks_first ? look_first(arguments) : config_of(arguments);
    ProgressLine line;
    const Context context = context_of(arguments.jobs, line, arguments.timings);
    auto source = learning::read_source(config, context);
    const bool stopped = !source || !learning::read_certify_rows(config, *source, context);
    line.clear();
    if (stopped) end_stopped("training had not begun");
    if (source->certify) {
        source->ledger = certify::shared_ledger();
        learning::check_not_opened(config, *source);
        const report::Text reach = words::hardest_reach(learning::what_can_be_certified(config, *source));
        if (!reach.empty()) print_to_stderr("note: " + report::ascii(reach));
    }
    if (const auto note = learning::out_of_proportion(config, *source)) print_to_stderr("note: " + to_string(*note));
    const fs::path folder = folder_of(arguments, "");
    refuse_input(folder, {config.data.file});  // in a folder of tables, trace.csv would be one more
    const learning::Leftover left = check_leftover(arguments, folder, config, *source);
    const auto fitted = learning::train(config, *std::move(source), folder, arguments.resume, context);
    line.clear();
    if (!fitted) end_stopped(kept_when_stopped(arguments, folder));
    write_figures(arguments, words::run_page(fitted->outcome), folder);
    if (arguments.json) {
        print_line(learning::to_json(fitted->outcome));
    } else {
        print(words::run_summary(fitted->outcome), folder);
        std::printf("model:  %s%s\n", (folder / "model.onnx").c_str(),
                    left == learning::Leftover::results ? "\n(both in place of earlier ones)" : "");
        if (looks_first) say_next(arguments, config);
    }
    throw Exit{exit_code(*fitted)};
}

void explain(const std::string& folder, bool json) {
    const learning::Outcome outcome = learning::read_outcome(folder);
    if (json) {
        const auto members = [&](auto& visit) {
            base::list(visit, "status", to_string(outcome.status), "paragraphs", learning::explain(outcome));
        };
        print_line(base::json_text(base::Group{members}, "the explanation", 2));
    } else {
        print(words::explanation(outcome));
    }
}

}  // namespace

void add_train(CLI::App& app) {
    auto* command = app.add_subcommand(
        "train", "Train a model under the constraints of a run file, or of a table with --target, and judge it");
    const auto arguments = std::make_shared<TrainArguments>();
    add_run_options(*command, *arguments, "",
                    "The run file (TOML; see docs/config.md), or a table if --target is given");
    add_table_options(*command, arguments->table);
    command->add_flag("--quick", arguments->quick, "With --target: accepted, and changes nothing");
    command->add_flag("--resume", arguments->resume,
                      "Continue an interrupted run from the state it left in the folder");
    command->add_flag("--force", arguments->force, "Start over instead of continuing an interrupted run");
    command->add_flag("--timings", arguments->timings, "Report where the time went, under mpirun for every rank");
    command->add_option("--certify", arguments->confidence,
                        "Set rows aside and certify the model on them with this confidence, such as 0.95");
    add_examples(*command, {"alcole train run.toml", "alcole train run.toml --set solve.seed=3 --out run-3"});
    command->callback([arguments] {
        if (!arguments->confidence.empty()) arguments->changes.push_back("certify.confidence=" + arguments->confidence);
        train(*arguments);
    });
}

void add_report(CLI::App& app) {
    auto* command = app.add_subcommand("report", "Rewrite the report and the model card of a finished run");
    const auto folder = std::make_shared<std::string>();
    const auto arguments = std::make_shared<PageArguments>();
    command->add_option("folder", *folder, "The folder of a run")->required();
    command->add_flag("--json", arguments->json, "Print the results as JSON");
    command->add_flag("--svg", arguments->svg, "Also write the figures as SVG files");
    add_examples(*command, {"alcole report run", "alcole report run --svg"});
    command->callback([folder, arguments] {
        const learning::Outcome outcome = learning::read_outcome(*folder);
        write_report(outcome, *folder);
        write_figures(*arguments, words::run_page(outcome), *folder);
        if (arguments->json)
            print_line(learning::to_json(outcome));
        else
            print(words::run_summary(outcome), *folder);
    });
}

void add_explain(CLI::App& app) {
    auto* command = app.add_subcommand("explain", "Explain the result of a run in plain words");
    const auto folder = std::make_shared<std::string>();
    const auto json = std::make_shared<bool>(false);
    command->add_option("folder", *folder, "The folder of a run")->required();
    command->add_flag("--json", *json, "Print the results as JSON");
    add_examples(*command, {"alcole explain run", "alcole explain run --json"});
    command->callback([folder, json] { explain(*folder, *json); });
}

}  // namespace alcole::app
