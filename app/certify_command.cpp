#include <alcole/learning/apply.hpp>
#include <alcole/learning/certificate.hpp>
#include <alcole/learning/run.hpp>

#include "base/sha256.hpp"
#include "commands.hpp"
#include "learning/config/paths.hpp"
#include "progress.hpp"
#include "run_options.hpp"
#include "terminal.hpp"
#include "words/certificate_plan.hpp"
#include "words/words.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace alcole::app {
namespace {

struct CertifyArguments : ModelArguments {
    double delta = 0.05;
    std::string family = "automatic";
    std::size_t openings = 1;
    std::string plan{};  ///< a run file: plan, but certify nothing
    std::vector<std::string> changes{};
};

/// Everything that affects the answer: another model, delta or family counts as another look at the rows.
certify::Opening opening_of(const CertifyArguments& arguments, const std::string& rows) {
    const std::string print = base::sha256_of(arguments.model);
    return {.rows = rows,
            .question = base::sha256_of_bytes(print + " " + std::to_string(arguments.delta) + " " + arguments.family),
            .model = print,
            .planned = arguments.openings,
            .file = arguments.file};
}

/// Plans a certificate from the run file, before anything is trained. The confidence is 1 - delta if the run file asks
/// for no certificate.
void plan(const CertifyArguments& arguments) {
    RunArguments run;
    run.file = arguments.plan;
    run.changes = arguments.changes;
    learning::Config config = config_of(run);
    if (!config.certify.asked()) config.certify.confidence = 1 - arguments.delta;
    learning::check(config);
    ProgressLine line;
    const Context context = context_of(arguments.jobs, line);
    auto source = learning::read_source(config, context);
    const bool stopped = !source || !learning::read_certify_rows(config, *source, context);
    line.clear();
    if (stopped) end_stopped("nothing was planned");
    const auto planned = learning::what_can_be_certified(config, *source);
    if (arguments.json)
        print_line(certify::to_json(planned));
    else
        print(words::plan_summary(planned, source->certify->num_rows, config.certify.confidence, arguments.plan));
}

void certify_model(const CertifyArguments& arguments) {
    const auto family = certify::family_from(arguments.family);
    const auto model = learning::TrainedModel::load(arguments.model);
    ProgressLine line;
    const Context context = context_of(arguments.jobs, line);
    std::vector<Note> notes;
    const auto data = learning::read_for(model, arguments.file, notes, context);
    const auto hash = data ? learning::table_hash(arguments.file, context) : std::nullopt;
    line.clear();
    if (!hash) end_stopped("the rows were not opened");
    const bool trained_on = learning::was_trained_on(model, *hash);
    const certify::Ledger ledger(trained_on ? std::filesystem::path() : certify::shared_ledger());
    const certify::Opening opening = opening_of(arguments, *hash);
    ledger.check(opening);
    const double delta = arguments.delta / static_cast<double>(arguments.openings);
    auto certificate = certify::certify(model, *data, delta, family, context);
    ledger.open(opening);  // only now: a refused request has revealed nothing
    if (trained_on) certificate.void_for_training_rows();
    if (arguments.json)
        print_line(certify::to_json(certificate));
    else
        print(words::certificate_summary(certificate, learning::shown_name(arguments.file)));
    complain_of(notes);
    if (certificate.rows_were_trained_on)
        print_to_stderr(
            "warning: this is the file that the model learned from, so nothing is certified; use rows that had no "
            "part in training");
    if (!certificate.all_certified()) throw Exit{ExitCode::not_met};
}

}  // namespace

void add_certify(CLI::App& app) {
    auto* command = app.add_subcommand("certify", "Certify whether the constraints hold on rows not yet seen");
    const auto arguments = std::make_shared<CertifyArguments>();
    add_model_options(*command, *arguments,
                      "A table that contains the target and played no part in training: CSV, ARFF or HDF5 (.h5), "
                      "compressed or not; - for standard "
                      "input",
                      "Print the certificate as JSON");
    command->add_option("--delta", arguments->delta, "Probability that any of the verdicts is wrong [0.05]");
    command->add_option(
        "--family", arguments->family,
        "Confidence bounds that decide, to be chosen before the rows are seen: automatic, betting, hoeffding, "
        "bernstein or clopper_pearson [automatic]");
    command
        ->add_option("--openings", arguments->openings,
                     "How often these rows will be opened, planned before the first time [1]; the openings share delta")
        ->check(whole_number(1, 1000));
    command->add_option(
        "--plan", arguments->plan,
        "Certify nothing; report what the rows of this run file can certify, before anything is trained");
    command
        ->add_option("--set", arguments->changes,
                     "With --plan: override a key of the run file, such as certify.share=0.4")
        ->allow_extra_args(false);
    for (auto* option : command->get_options({})) option->required(false);
    add_examples(*command, {"alcole certify run new.csv --delta 0.1", "alcole certify --plan run.toml"});
    command->callback([arguments] {
        if (!arguments->plan.empty() && arguments->model.empty()) return plan(*arguments);
        if (!arguments->plan.empty() || arguments->model.empty() || arguments->file.empty())
            throw std::invalid_argument(
                "certify needs a model and the rows to certify it with, or --plan RUN.toml alone");
        certify_model(*arguments);
    });
}

}  // namespace alcole::app
