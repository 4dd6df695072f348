#include "certify/certificate.hpp"
#include "commands.hpp"
#include "model_file/model_file.hpp"
#include "run/apply_model.hpp"
#include "terminal.hpp"
#include "text.hpp"
#include "text_table.hpp"

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
    std::string family = "betting";
    std::size_t jobs = 0;
    bool json = false;
};

std::string number(const std::optional<double>& value) { return value ? short_number(*value, 4) : "-"; }

std::string whole(const std::optional<double>& value) {
    if (!value) return "-";
    constexpr double readable = 1e7;
    if (*value >= readable) return short_number(*value, 2);
    return std::to_string(static_cast<long long>(*value));
}

std::string verdict_text(certify::Verdict verdict, bool colours) {
    const std::string word(certify::to_string(verdict));
    switch (verdict) {
        case certify::Verdict::certified:
            return coloured(word, Colour::green, colours);
        case certify::Verdict::violated:
            return coloured(word, Colour::red, colours);
        case certify::Verdict::undecided:
        case certify::Verdict::impossible:
            break;
    }
    return coloured(word, Colour::yellow, colours);
}

/// The end of the confidence interval that a certificate needs.
std::optional<double> limit_of(const certify::ConstraintCertificate& constraint) {
    return constraint.at_least ? constraint.risk.low : constraint.risk.high;
}

std::string heading(const std::string& file, const certify::Certificate& certificate) {
    return file + ": " + std::to_string(certificate.rows) + " rows, " +
           std::string(certify::to_string(certificate.family)) +
           " bounds; all of them hold together with probability " + short_number(1 - certificate.delta, 4) +
           ",\nprovided that these rows had no part in training or in any "
           "choice, and are drawn like those to come\n";
}

std::string reasons(const certify::Certificate& certificate) {
    std::string text;
    const auto add = [&](const std::string& name, const std::string& reason) {
        if (!reason.empty()) text += wrapped("'" + name + "' has no bound: " + reason, 100, "  ") + "\n";
    };
    for (const auto& constraint : certificate.constraints) add(constraint.name, constraint.risk.reason);
    add("mean loss", certificate.objective.reason);
    return text.empty() ? text : "\n" + text;
}

std::string summary(const std::string& file, const certify::Certificate& certificate, bool colours) {
    std::vector<std::vector<std::string>> rows = {
        {"constraint", "bound", "rows", "estimate", "at worst", "flips at most", "rows to decide", "verdict"}};
    for (const auto& constraint : certificate.constraints)
        rows.push_back({constraint.name, (constraint.at_least ? ">= " : "<= ") + short_number(constraint.bound),
                        std::to_string(constraint.risk.rows), number(constraint.risk.estimate),
                        number(limit_of(constraint)), constraint.flips ? number(constraint.flips->high) : "-",
                        whole(constraint.rows_to_decide), verdict_text(constraint.verdict, colours)});
    const auto& loss = certificate.objective;
    rows.push_back(
        {"mean loss", "-", std::to_string(loss.rows), number(loss.estimate), number(loss.high), "-", "-", "-"});
    return heading(file, certificate) + "\n" + table_text(rows) + reasons(certificate);
}

void certify_model(const CertifyArguments& arguments) {
    const auto family = certify::family_from(arguments.family);
    const auto model = model_file::read_model(arguments.model);
    std::vector<std::string> notes;
    const auto table = run::read_for(model, arguments.file, notes);
    auto certificate = certify::certify(model, table, arguments.delta, family, arguments.jobs);
    certificate.rows_were_trained_on = run::learned_from(model, arguments.file);
    if (arguments.json)
        std::printf("%s\n", certify::to_json(certificate).c_str());
    else
        std::printf("%s", summary(arguments.file, certificate, colours_for_stdout()).c_str());
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
    command->add_option("--family", arguments->family,
                        "Which bounds decide: betting (the default), hoeffding, bernstein, clopper_pearson; chosen "
                        "before the rows are looked at");
    command->add_option("--jobs", arguments->jobs, "Threads [all cores]; results do not depend on it");
    command->add_flag("--json", arguments->json, "Print the certificate as JSON");
    command->callback([arguments] { certify_model(*arguments); });
}

}  // namespace alcole::app
