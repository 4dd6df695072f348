#include "learning/training/make_task.hpp"

#include <alcole/tabular/row_values.hpp>

#include "base/text.hpp"
#include "learning/config/rules.hpp"
#include "learning/training/limits.hpp"
#include "learning/training/tighten.hpp"

#include <algorithm>
#include <stdexcept>

namespace alcole::learning {
namespace {

using tabular::Table;

/// Three words where two were meant: a slip in one row would otherwise make a class of its own.
void check_classes(const Config& config, const tabular::Schema& schema) {
    if (config.data.positive.empty() || schema.target.task != tabular::Task::multiclass) return;
    throw std::invalid_argument(config.data.file + ": data.positive is given, for two classes, but '" +
                                schema.target.column + "' has " + std::to_string(schema.target.classes.size()) + ": '" +
                                base::joined(schema.target.classes, "', '") +
                                "'; leave some out with data.where, or make them one with data.merge");
}

/// Rows of another file under the schema of the training rows.
tabular::Dataset given_rows(const std::string& file, const tabular::Schema& schema, const Table& rows) {
    try {
        tabular::check_fits(schema, rows, true);
        return {rows, schema};
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(file + ": " + error.what());
    }
}

/// The rate of a few people moves in steps. Where one step is wider than the bound, the constraint can hold only by
/// chance, or for a model that treats everybody the same.
void note_small_groups(Task& task) {
    const auto counts = tabular::row_counts(task.train, task.goal.constraints);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const tabular::RiskDefinition& risk = task.goal.constraints[i];
        if (!rules::is_gap(risk.kind)) continue;
        const std::size_t smallest = std::ranges::min(counts[i]);
        if (smallest == 0 || 1 / static_cast<double>(smallest) <= risk.bound) continue;
        task.notes.push_back("'" + risk.name + "': one of its groups has only " + std::to_string(smallest) +
                             " rows, so its rate moves in steps of " +
                             base::short_number(1 / static_cast<double>(smallest)) + ", wider than the bound of " +
                             base::short_number(risk.bound) + "; merge small groups (data.merge) or loosen the bound");
    }
}

}  // namespace

Task make_task(const Config& config, const Source& source, const std::optional<tabular::Split>& split) {
    const DataConfig& data = config.data;
    std::vector<std::string> ignore = data.ignore;
    if (!data.weights.empty() && data.features.empty()) ignore.push_back(data.weights);
    Task task{{.train = {split ? source.table.rows(split->train) : source.table,
                         tabular::SchemaOptions{.target = data.target,
                                                .positive = data.positive,
                                                .features = data.features,
                                                .ignore = std::move(ignore)}}}};
    const tabular::Schema& schema = task.schema();
    check_classes(config, schema);
    if (split)
        task.test.emplace(source.table.rows(split->test), schema);
    else if (source.test)
        task.test = given_rows(data.test_file, schema, *source.test);
    if (source.certify && config.certify.file.empty())
        task.certify.emplace(*source.certify, schema);
    else if (source.certify)
        task.certify = given_rows(config.certify.file, schema, *source.certify);
    task.goal = {.constraints = tabular::define_risks(config.constraints, schema, task.train.table()),
                 .l2 = l2_of(config.model, task.train.num_rows()),
                 .weights = data.weights,
                 .objective = config.model.objective};
    task.shape = model_of(config.model);
    task.batches = {.rows = config.solve.batch_rows, .min_rows_per_group = config.solve.min_rows_per_group};
    check_fits_memory(task, config);
    note_small_groups(task);
    if (task.certify) check_can_be_certified(config.certify, task, config.solve.options.seed);
    return task;
}

}  // namespace alcole::learning
