#include "commands.hpp"
#include "progress.hpp"
#include "run/outcome/json.hpp"
#include "run/training/apply_model.hpp"
#include "terminal.hpp"
#include "words/run.hpp"

#include <cstdio>
#include <memory>
#include <string>

namespace alcole::app {
namespace {

struct EvaluateArguments {
    std::string model{};
    std::string file{};
    std::size_t jobs = 0;
    bool json = false;
};

std::string_view verdict_of(const tabular::RiskDefinition& constraint, const std::optional<run::Judged>& judged) {
    if (!judged) return "unknown";
    return run::is_met(*judged, constraint.bound) ? "met" : "not_met";
}

nlohmann::ordered_json to_json(const learning::TrainedModel& model, const run::Judgement& judgement) {
    nlohmann::ordered_json json = run::to_json(judgement.side);
    json["constraints"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < model.goal.constraints.size(); ++i) {
        const auto& constraint = model.goal.constraints[i];
        const auto& judged = judgement.constraints[i];
        nlohmann::ordered_json entry = {{"name", constraint.name},
                                        {"kind", tabular::to_string(constraint.kind)},
                                        {"bound", constraint.bound},
                                        {"at_least", constraint.at_least}};
        entry["risk"] = judged ? nlohmann::ordered_json(judged->risk) : nlohmann::ordered_json();
        entry["slack"] = judged ? nlohmann::ordered_json(judged->slack) : nlohmann::ordered_json();
        if (judged && judged->flip_rate) entry["flip_rate"] = *judged->flip_rate;
        entry["verdict"] = verdict_of(constraint, judged);
        json["constraints"].push_back(entry);
    }
    json["notes"] = judgement.notes;
    json["training_hash"] = model.training_hash;
    return json;
}

report::Document summary_of(const learning::TrainedModel& model, const run::Judgement& judgement) {
    std::vector<words::Evaluated> constraints;
    for (std::size_t i = 0; i < model.goal.constraints.size(); ++i) {
        const auto& asked = model.goal.constraints[i];
        const auto& judged = judgement.constraints[i];
        constraints.push_back(
            {asked.name, asked.bound, asked.at_least, judged, judged && run::is_met(*judged, asked.bound)});
    }
    return words::evaluation_summary(constraints, judgement.side, judgement.notes);
}

void evaluate(const EvaluateArguments& arguments) {
    const auto model = learning::TrainedModel::load(arguments.model);
    const auto judgement = run::evaluate(model, arguments.file, context_of(arguments.jobs));
    if (arguments.json)
        std::printf("%s\n", to_json(model, judgement).dump(2).c_str());
    else
        print(summary_of(model, judgement));
    for (std::size_t i = 0; i < model.goal.constraints.size(); ++i)
        if (verdict_of(model.goal.constraints[i], judgement.constraints[i]) != "met") throw Exit{ExitCode::not_met};
}

}  // namespace

void add_evaluate(CLI::App& app) {
    auto* command = app.add_subcommand("evaluate", "Metrics and constraint risks of a model on new data");
    const auto arguments = std::make_shared<EvaluateArguments>();
    command->add_option("model", arguments->model, "A model.onnx that alcole wrote")->required();
    command->add_option("data", arguments->file, "A table with the target in it: CSV or ARFF")->required();
    command->add_option("--jobs", arguments->jobs, "Threads [all cores]; results do not depend on it");
    command->add_flag("--json", arguments->json, "Print the results as JSON");
    command->callback([arguments] { evaluate(*arguments); });
}

}  // namespace alcole::app
