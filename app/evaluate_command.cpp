#include "base/json.hpp"
#include "commands.hpp"
#include "learning/outcome/fields.hpp"
#include "learning/training/apply_model.hpp"
#include "progress.hpp"
#include "terminal.hpp"
#include "words/words.hpp"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace alcole::app {
namespace {

struct EvaluateArguments {
    std::string model{};
    std::string file{};
    std::size_t jobs = 0;
    bool json = false;
};

std::string_view verdict_of(const tabular::RiskDefinition& constraint, const std::optional<learning::Judged>& judged) {
    if (!judged) return "unknown";
    return learning::is_met(*judged, constraint.bound) ? "met" : "not_met";
}

/// A constraint of the model and what became of it; nothing where the rows do not say.
struct JudgedConstraint {
    const tabular::RiskDefinition& constraint;
    const std::optional<learning::Judged>& judged;
};

void fields(auto& visit, const JudgedConstraint& one) {
    base::list(visit, "name", one.constraint.name, "kind", one.constraint.kind, "bound", one.constraint.bound,
               "at_least", one.constraint.at_least);
    visit("risk", one.judged ? std::optional(one.judged->risk) : std::nullopt);
    visit("slack", one.judged ? std::optional(one.judged->slack) : std::nullopt);
    visit("flip_rate", one.judged ? one.judged->flip_rate : std::nullopt, base::omit_empty);
    visit("verdict", verdict_of(one.constraint, one.judged));
}

std::string json_of(const learning::TrainedModel& model, const learning::Judgement& judgement) {
    const auto members = [&](auto& visit) {
        fields(visit, judgement.side);
        std::vector<JudgedConstraint> constraints;
        for (std::size_t i = 0; i < model.goal.constraints.size(); ++i)
            constraints.push_back({model.goal.constraints[i], judgement.constraints[i]});
        base::list(visit, "constraints", constraints, "notes", judgement.notes, "training_hash", model.training_hash);
    };
    return base::json_text(base::Group{members}, "the evaluation", 2);
}

report::Document summary_of(const learning::TrainedModel& model, const learning::Judgement& judgement) {
    std::vector<words::Evaluated> constraints;
    for (std::size_t i = 0; i < model.goal.constraints.size(); ++i) {
        const auto& asked = model.goal.constraints[i];
        const auto& judged = judgement.constraints[i];
        constraints.push_back(
            {asked.name, asked.bound, asked.at_least, judged, judged && learning::is_met(*judged, asked.bound)});
    }
    return words::evaluation_summary(constraints, judgement.side, judgement.notes);
}

void evaluate(const EvaluateArguments& arguments) {
    const auto model = learning::TrainedModel::load(arguments.model);
    const auto judgement = learning::evaluate(model, arguments.file, context_of(arguments.jobs));
    if (arguments.json)
        std::printf("%s\n", json_of(model, judgement).c_str());
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
