#include <alcole/learning/apply.hpp>

#include "commands.hpp"
#include "progress.hpp"
#include "run_options.hpp"
#include "terminal.hpp"
#include "words/words.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace alcole::app {
namespace {

std::vector<words::Evaluated> constraints_of(const learning::TrainedModel& model,
                                             const learning::Judgement& judgement) {
    std::vector<words::Evaluated> constraints;
    for (std::size_t i = 0; i < model.goal.constraints.size(); ++i) {
        const auto& asked = model.goal.constraints[i];
        const auto& judged = judgement.constraints[i];
        constraints.push_back({asked.name, asked.bound, asked.at_least,
                               asked.fraction ? std::optional(asked.fraction->bound) : std::nullopt, judged,
                               judged && learning::is_met(*judged, asked.bound), asked.other_side});
    }
    return constraints;
}

void evaluate(const ModelArguments& arguments) {
    const auto model = learning::TrainedModel::load(arguments.model);
    ProgressLine line;
    const auto judgement = learning::evaluate(model, arguments.file, context_of(arguments.jobs, line));
    line.clear();
    if (!judgement) end_stopped("the model was not judged");
    const auto constraints = constraints_of(model, *judgement);
    if (arguments.json)
        print_line(learning::to_json(model, *judgement));
    else
        print(words::evaluation_summary(constraints, judgement->side, judgement->notes));
    if (!std::ranges::all_of(constraints, &words::Evaluated::met)) throw Exit{ExitCode::not_met};
}

}  // namespace

void add_evaluate(CLI::App& app) {
    auto* command = app.add_subcommand("evaluate", "Compute the metrics and constraint risks of a model on new data");
    const auto arguments = std::make_shared<ModelArguments>();
    add_model_options(
        *command, *arguments,
        "A table that contains the target: CSV, ARFF or HDF5 (.h5), compressed or not; - for standard input",
        "Print the results as JSON");
    add_examples(*command, {"alcole evaluate run/model.onnx new.csv", "alcole evaluate run new.csv --json"});
    command->callback([arguments] { evaluate(*arguments); });
}

}  // namespace alcole::app
