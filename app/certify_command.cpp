#include <alcole/learning/certificate.hpp>

#include "commands.hpp"
#include "learning/training/apply_model.hpp"
#include "progress.hpp"
#include "terminal.hpp"
#include "words/certificate.hpp"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace alcole::app {
namespace {

struct CertifyArguments {
    std::string model{};
    std::string file{};
    double delta = 0.05;
    std::string family = "automatic";
    std::size_t jobs = 0;
    bool json = false;
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
    command->add_option("model", arguments->model, "A model.onnx that alcole wrote")->required();
    command->add_option("data", arguments->file, "Rows with the target that had no part in training: CSV or ARFF")
        ->required();
    command->add_option("--delta", arguments->delta, "The chance that any of the verdicts is wrong [0.05]");
    command->add_option(
        "--family", arguments->family,
        "Which bounds decide: automatic (the default), betting, hoeffding, bernstein, clopper_pearson; chosen "
        "before the rows are looked at");
    command->add_option("--jobs", arguments->jobs, "Threads [all cores]; results do not depend on it");
    command->add_flag("--json", arguments->json, "Print the certificate as JSON");
    command->callback([arguments] { certify_model(*arguments); });
}

}  // namespace alcole::app
