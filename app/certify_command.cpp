#include <alcole/learning/apply.hpp>
#include <alcole/learning/certificate.hpp>

#include "commands.hpp"
#include "progress.hpp"
#include "run_options.hpp"
#include "terminal.hpp"
#include "words/words.hpp"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace alcole::app {
namespace {

struct CertifyArguments : ModelArguments {
    double delta = 0.05;
    std::string family = "automatic";
};

void certify_model(const CertifyArguments& arguments) {
    const auto family = certify::family_from(arguments.family);
    const auto model = learning::TrainedModel::load(arguments.model);
    std::vector<std::string> notes;
    const auto data = learning::read_for(model, arguments.file, notes);
    auto certificate = certify::certify(model, data, arguments.delta, family, context_of(arguments.jobs));
    certificate.rows_were_trained_on = learning::learned_from(model, arguments.file);
    if (arguments.json)
        std::printf("%s\n", certify::to_json(certificate).c_str());
    else
        print(words::certificate_summary(certificate, arguments.file));
    for (const auto& note : notes) complain("note: " + note);
    if (certificate.rows_were_trained_on)
        complain(
            "warning: this is the file that the model learned from, so nothing is certified; use rows that had no "
            "part in training");
    if (!certificate.all_certified()) throw Exit{ExitCode::not_met};
}

}  // namespace

void add_certify(CLI::App& app) {
    auto* command = app.add_subcommand("certify", "Whether the constraints hold on people not yet seen");
    const auto arguments = std::make_shared<CertifyArguments>();
    add_model_options(*command, *arguments, "Rows with the target that had no part in training: CSV or ARFF",
                      "Print the certificate as JSON");
    command->add_option("--delta", arguments->delta, "The chance that any of the verdicts is wrong [0.05]");
    command->add_option(
        "--family", arguments->family,
        "Which bounds decide: automatic (the default), betting, hoeffding, bernstein, clopper_pearson; chosen "
        "before the rows are seen");
    command->callback([arguments] { certify_model(*arguments); });
}

}  // namespace alcole::app
