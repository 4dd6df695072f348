#include <alcole/learning/fit.hpp>
#include <alcole/tabular/split.hpp>

#include "learning/training/examine.hpp"
#include "learning/training/rows.hpp"
#include "learning/training/source.hpp"
#include "learning/training/tighten.hpp"
#include "learning/training/train.hpp"

#include <algorithm>

namespace alcole::learning {

Rows split(const tabular::Table& table, const tabular::SchemaOptions& schema, const SplitOptions& options) {
    // Not stratified: given the other rows, the rows of the certificate are then independent draws, like future rows.
    std::optional<tabular::Split> aside;
    if (options.certify > 0) aside = tabular::split_rows(table.num_rows, options.certify, options.seed);
    const tabular::Table rest = aside ? table.rows(aside->train) : table;
    std::vector<std::string> strata = options.strata;
    strata.push_back(schema.target);
    const auto sides =
        options.test > 0
            ? std::optional(tabular::split_rows(rest.num_rows, options.test, options.seed, strata_of(strata, rest)))
            : std::nullopt;
    Rows rows{.train = {sides ? rest.rows(sides->train) : rest, schema}};
    if (sides) rows.test.emplace(rest.rows(sides->test), rows.train.schema());
    if (aside) rows.certify.emplace(table.rows(aside->test), rows.train.schema());
    return rows;
}

tabular::Goal goal_for(const tabular::Dataset& train, const std::vector<tabular::Constraint>& constraints, double l2) {
    return {.constraints = tabular::define_risks(constraints, train.schema(), train.table()), .l2 = l2};
}

bool Fitted::feasible() const {
    return std::ranges::none_of(outcome.constraints,
                                [](const ConstraintOutcome& one) { return one.verdict == ConstraintStatus::not_met; });
}

std::optional<Fitted> fit(const Rows& rows, const tabular::Goal& goal, const FitOptions& options,
                          const Context& context) {
    Config config;
    config.data.target = rows.train.schema().target.column;
    config.data.protected_columns = options.protected_columns;
    config.solve = options.solve;
    config.certify = options.certify;
    TrainingTask task{rows, goal, options.shape};
    task.batches = {.rows = options.solve.batch_rows, .min_rows_per_group = options.solve.min_rows_per_group};
    if (!options.certify.asked()) task.certify.reset();
    if (task.certify) check_can_be_certified(options.certify, task, options.solve.options.seed);
    const Source no_file;
    return Trainer(config, no_file, std::move(task), context)
        .train({.examine = options.examine, .unconstrained = options.unconstrained});
}

std::optional<Examination> examine(const Rows& rows, const Fitted& fitted, std::size_t starts, const Context& context) {
    return examine(TrainingTask{rows, fitted.model.goal, fitted.model.shape}, fitted.model, fitted.outcome,
                   fitted.search, starts, context);
}

Judgement judge(const TrainedModel& model, const tabular::Dataset& data, const Context& context) {
    return Judge(data, model.goal, model.shape, context)
        .judge(model.theta, model.goal.bounds(), model.protected_columns);
}

}  // namespace alcole::learning
