#include "learning/training/make_task.hpp"

#include <alcole/tabular/row_values.hpp>
#include <alcole/tabular/split.hpp>

#include "base/text.hpp"
#include "learning/config/rules.hpp"
#include "learning/training/limits.hpp"
#include "learning/training/other_models.hpp"
#include "learning/training/rows.hpp"
#include "learning/training/tighten.hpp"
#include "table/short_forms.hpp"
#include "table/unknown_words.hpp"
#include "table/word_places.hpp"
#include "trees/boosting.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

namespace alcole::learning {
namespace {

using tabular::Table;

/// Rejects three classes where two are expected: a typo in one row would otherwise become a class.
void check_classes(const Config& config, const tabular::Schema& schema) {
    if (config.data.positive.empty() || schema.target.task != tabular::Task::multiclass) return;
    throw std::invalid_argument(config.data.file + ": data.positive is given, for two classes, but '" +
                                schema.target.column + "' has " + std::to_string(schema.target.classes.size()) + ": '" +
                                base::joined(schema.target.classes, "', '") +
                                "'; leave some out with data.where, or make them one with data.merge");
}

/// Notes the order of the classes, for the user to check.
void note_order(const DataConfig& data, TrainingTask& task) {
    const tabular::Target& target = task.schema().target;
    if (target.task != tabular::Task::ordinal) return;
    Note order{.kind = Note::Kind::class_order, .names = {target.column}, .numbers = {data.order.empty() ? 0.0 : 1.0}};
    order.names.insert(order.names.end(), target.classes.begin(), target.classes.end());
    task.notes.push_back(std::move(order));
    std::vector<std::string> absent;
    const table::WordPlaces known(target.classes);
    for (const auto& word : data.order)
        if (known.of(word) < 0) absent.push_back(word);
    if (!absent.empty()) task.notes.push_back({.kind = Note::Kind::absent_classes, .names = std::move(absent)});
}

/// Weights in the order of the classes; empty if all classes count the same.
std::vector<double> class_weights_of(const std::string& text, const tabular::Dataset& train) {
    if (text.empty()) return {};
    std::vector<double> weights = tabular::balanced_class_weights(train);
    if (text == "balanced") return weights;
    std::ranges::fill(weights, 1.0);
    const auto& classes = train.schema().target.classes;
    const table::WordPlaces places(classes);
    for (const auto& [name, weight] : rules::class_weights_in(text)) {
        const auto place = places.of(name);
        if (place < 0)
            throw std::invalid_argument("data.class_weights: the target '" + train.schema().target.column +
                                        "' has no class '" + name + "'" + base::did_you_mean(name, classes));
        weights[static_cast<std::size_t>(place)] = weight;
    }
    return weights;
}

/// Trees compute a score for each class and do not support ordered classes.
void check_trees(const Config& config, const tabular::Schema& schema) {
    if (config.model.kind == "trees" && schema.target.task == tabular::Task::ordinal)
        throw std::invalid_argument(
            "data.task is \"ordinal\", which boosted trees do not support; choose model.kind = "
            "\"mlp\" or \"linear\", or leave the order out");
}

/// Notes keys of [model] that apply to other kinds of models. They may stay in a run file whose kind is overridden with
/// --set, but the user should know that they had no effect.
void note_unused_keys(const Config& config, TrainingTask& task) {
    const std::string& kind = config.model.kind;
    const ModelConfig usual;
    Config used = config;
    if (kind != "mlp") {
        if (!used.model.hidden.empty()) used.model.hidden = usual.hidden;  // an empty list asks for nothing
        used.model.activation = usual.activation;
    }
    if (kind != "trees") used.model.trees = usual.trees;
    for (const auto& key : differences(config, used))
        task.notes.push_back({.kind = Note::Kind::unused_key, .names = {key.name, key.left, kind}});
}

/// The number of pairs grows with the square of the number of groups.
void note_many_gaps(const Config& config, TrainingTask& task) {
    constexpr std::size_t many = 500;
    const auto in_pairs = [](const tabular::Constraint& one) {
        return table::compares_groups(one.kind) && !one.against_whole;
    };
    if (task.goal.constraints.size() > many && std::ranges::any_of(config.constraints, in_pairs))
        task.notes.push_back(
            {.kind = Note::Kind::many_gaps, .numbers = {static_cast<double>(task.goal.constraints.size())}});
}

/// Rows of another file, under the schema of the training rows.
tabular::Dataset given_rows(const std::string& file, Table rows, TrainingTask& task) {
    try {
        tabular::check_fits(task.schema(), rows, true);
        tabular::Dataset data(std::move(rows), task.schema());
        for (const auto& note : table::notes_on(table::unknown_words(data), data.num_rows()))
            task.notes.push_back(about(std::filesystem::path(file).filename().string(), note));
        return data;
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(file + ": " + error.what());
    }
}

/// Takes a fifth of the training rows out, to calibrate on.
std::optional<Table> rows_aside(const Config& config, Table& training, std::vector<std::size_t>& numbers) {
    constexpr double share = 0.2;
    if (config.model.calibrate == tabular::Calibration::none) return std::nullopt;
    std::vector<std::string> strata = config.data.protected_columns;
    strata.push_back(config.data.target);
    const auto parts =
        tabular::split_rows(training.num_rows, share, config.solve.options.seed, strata_of(strata, training));
    std::optional<Table> aside = training.rows(parts.test);
    training = training.rows(parts.train);
    numbers = numbers_at(numbers, parts.train);
    return aside;
}

/// Trees grow as many leaves as help.
std::size_t weights_of(const TrainingTask& task) {
    return task.shape.trees ? 0 : tabular::num_weights(task.shape, task.schema());
}

/// Under constraints on rates, models are compared by their errors. A model trained for them is better if there are
/// enough rows for each weight, and overfits if there are fewer: docs/rates.md has the measurements.
tabular::Objective objective_of(ObjectiveChoice choice, const TrainingTask& task) {
    constexpr std::size_t rows_per_weight = 150;
    if (choice == ObjectiveChoice::loss) return tabular::Objective::loss;
    if (choice == ObjectiveChoice::error_rate) return tabular::Objective::error_rate;
    const bool classes = task.schema().target.task != tabular::Task::regression;
    const bool rates = classes && !task.goal.constraints.empty() && task.of_classes_alone();
    if (!rates || !task.linear()) return tabular::Objective::loss;
    return task.train.num_rows() >= rows_per_weight * weights_of(task) ? tabular::Objective::error_rate
                                                                       : tabular::Objective::loss;
}

/// The width of the errors that a linear model minimises. A width w changes the answer by O(w^2), and the noise of the
/// n rows, of which only those near the threshold decide, by O(sqrt(d / (n w))) for d weights (Horowitz 1992). The two
/// balance at (d / n)^(1/5) up to a factor; half of it rewards larger scores less than a whole. 0, which counts errors,
/// for other models, where nothing of the kind is known. It is part of the goal, so that held-out rows are judged by
/// the same objective.
double error_width_of(const TrainingTask& task) {
    if (task.goal.objective != tabular::Objective::error_rate || !task.linear()) return 0;
    const double per_row = static_cast<double>(weights_of(task)) / static_cast<double>(task.train.num_rows());
    return std::min(1.0, std::pow(per_row, 0.2) / 2);
}

/// Notes a model that is likely to overfit.
void note_many_weights(TrainingTask& task) {
    const std::size_t weights = weights_of(task);
    const std::size_t rows = task.train.num_rows();
    if (weights <= rows) return;
    task.notes.push_back(
        {.kind = Note::Kind::many_weights,
         .numbers = {static_cast<double>(weights), static_cast<double>(rows), task.linear() ? 1.0 : 0.0}});
}

/// The rows of a term as text: "race = other, age >= 18".
std::string group_of(const tabular::Term& term) {
    std::string words;
    for (const auto& condition : term.rows) words += (words.empty() ? "" : ", ") + condition.text;
    return words.empty() ? "all rows" : words;
}

/// The rate of a small group moves in steps of 1 / rows. If one step exceeds the bound, the constraint can hold only by
/// chance, or for a model that treats everybody the same. One note per group, however many constraints mention it.
void note_small_groups(TrainingTask& task) {
    const auto counts = tabular::row_counts(task.train, task.goal.constraints);
    std::vector<Note> groups;
    std::map<std::pair<std::string, std::size_t>, std::size_t> places;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const tabular::RiskDefinition& risk = task.goal.constraints[i];
        if (!rules::is_gap(risk.kind)) continue;
        const auto least = std::ranges::min_element(counts[i]);
        if (*least == 0 || 1 / static_cast<double>(*least) <= risk.bound) continue;
        const std::string name = group_of(risk.terms[static_cast<std::size_t>(least - counts[i].begin())]);
        const auto [place, is_new] = places.try_emplace({name, *least}, groups.size());
        if (is_new)
            groups.push_back({.kind = Note::Kind::small_group,
                              .names = {name},
                              .numbers = {static_cast<double>(*least), risk.bound}});
        Note& group = groups[place->second];
        group.numbers[1] = std::min(group.numbers[1], risk.bound);
        group.names.push_back(risk.name);
    }
    task.notes.insert(task.notes.end(), groups.begin(), groups.end());
}

}  // namespace

TrainingTask make_task(const Config& config, const Source& source, const std::optional<tabular::Split>& split) {
    const DataConfig& data = config.data;
    Table training = split ? source.table.rows(split->train) : source.table;
    std::vector<std::size_t> numbers = numbered(source.row_numbers, source.table.num_rows);
    if (split) numbers = numbers_at(numbers, split->train);
    const auto aside = rows_aside(config, training, numbers);
    const OtherModels others(config.constraints);
    TrainingTask task{{.train = {others.with_answers(std::move(training)), schema_options(config)}}};
    task.row_numbers = std::move(numbers);
    const tabular::Schema& schema = task.schema();
    check_classes(config, schema);
    note_order(data, task);
    check_trees(config, schema);
    tabular::check_calibration(config.model.calibrate, schema.target);
    if (aside) task.calibrate.emplace(*aside, schema);
    if (split)
        task.test.emplace(others.with_answers(source.table.rows(split->test)), schema);
    else if (source.test)
        task.test = given_rows(data.test_file, others.with_answers(*source.test), task);
    if (source.certify && config.certify.file.empty())
        task.certify.emplace(others.with_answers(*source.certify), schema);
    else if (source.certify)
        task.certify = given_rows(config.certify.file, others.with_answers(*source.certify), task);
    task.shape = model_of(config.model);
    task.goal = {.constraints = tabular::define_risks(config.constraints, schema, task.train.table()),
                 .l2 = l2_of(config.model, {.training_rows = task.train.num_rows(),
                                            .weights = weights_of(task),
                                            .unit = schema.target.sd * schema.target.sd}),
                 .weights = data.weights,
                 .class_weights = class_weights_of(data.class_weights, task.train)};
    task.goal.objective = objective_of(config.model.objective, task);
    task.goal.error_width = error_width_of(task);
    if (task.shape.trees) trees::check(*task.shape.trees, schema);
    task.batches = {.rows = config.solve.batch_rows, .min_rows_per_group = config.solve.min_rows_per_group};
    check_fits_memory(task, config);
    note_unused_keys(config, task);
    note_small_groups(task);
    note_many_gaps(config, task);
    note_many_weights(task);
    if (task.certify) check_can_be_certified(config.certify, task, config.solve.options.seed);
    return task;
}

}  // namespace alcole::learning
