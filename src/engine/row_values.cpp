#include "engine/row_values.hpp"

#include <alcole/tabular/learning.hpp>

#include "base/check_size.hpp"
#include "table/encode.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace alcole::engine {
namespace {

using tabular::Schema;
using tabular::Table;
using tabular::Task;
using tabular::Term;
using Measure = Term::Measure;

/// The log of the sum over classes of exp(score); of two classes one score is given and the other is zero.
double norm_of(Task task, const double* s, std::size_t outputs) {
    if (task == Task::binary) return std::max(s[0], 0.0) + std::log1p(std::exp(-std::abs(s[0])));
    const double top = *std::max_element(s, s + outputs);
    double total = 0;
    for (std::size_t k = 0; k < outputs; ++k) total += std::exp(s[k] - top);
    return top + std::log(total);
}

std::int32_t class_of(Task task, const double* s, std::size_t outputs) {
    if (task == Task::binary) return s[0] > 0 ? 1 : 0;
    return static_cast<std::int32_t>(std::max_element(s, s + outputs) - s);
}

/// KL(p || q) = sum_k p_k (s_k - t_k) - norm(s) + norm(t), which rounding must not make negative.
double divergence(Task task, const double* s, const double* t, std::size_t outputs) {
    if (task == Task::regression) return (s[0] - t[0]) * (s[0] - t[0]) / 2;
    const double norm = norm_of(task, s, outputs);
    double total = norm_of(task, t, outputs) - norm;
    for (std::size_t k = 0; k < outputs; ++k) total += std::exp(s[k] - norm) * (s[k] - t[k]);
    return std::max(total, 0.0);
}

/// The truth of every row.
struct Truth {
    Truth(const Schema& schema, const Table& table) {
        if (schema.target.task == Task::regression)
            targets = tabular::scaled_targets(schema, table);
        else
            labels = tabular::classes_of(schema, table);
    }
    std::vector<std::int32_t> labels{};
    std::vector<double> targets{};
};

/// A row whose truth is not known has no loss, and belongs to no class.
void check_known(const Schema& schema, const Truth& truth) {
    const std::size_t rows = std::max(truth.labels.size(), truth.targets.size());
    for (std::size_t row = 0; row < rows; ++row) {
        const bool known = truth.labels.empty() ? std::isfinite(truth.targets[row]) : truth.labels[row] >= 0;
        if (!known)
            throw std::invalid_argument("the target '" + schema.target.column + "' of row " + std::to_string(row + 1) +
                                        " is missing or none of the model's classes");
    }
}

double loss(const Schema& schema, const Truth& truth, std::size_t row, const double* s, std::size_t outputs) {
    const Task task = schema.target.task;
    if (task == Task::regression) {
        const double off = (s[0] - truth.targets[row]) * schema.target.sd;
        return off * off;
    }
    const std::int32_t label = truth.labels[row];
    const double own = task == Task::binary ? (label == 1 ? s[0] : 0.0) : s[label];
    return norm_of(task, s, outputs) - own;
}

std::vector<std::size_t> rows_of(const Table& table, const Term& term, const Truth& truth) {
    auto rows = tabular::matching_rows(table, term.rows);
    if (term.label)
        std::erase_if(rows, [&](std::size_t row) { return (truth.labels[row] == *term.label) == term.other_labels; });
    return rows;
}

void check_changed(const ScoreTable& scores, const ScoreTable& changed) {
    base::check_size("the scores after the change", changed.scores.size(), scores.scores.size(),
                     "one for each before it");
}

}  // namespace

ScoreTable scores_of(const tabular::Dataset& data, const tabular::Model& model, std::span<const float> theta,
                     const Context& context) {
    return {.rows = data.num_rows(),
            .outputs = data.schema().num_outputs(),
            .scores = tabular::scores(data, model, theta, context)};
}

std::vector<double> row_values(const Schema& schema, const Table& table, const Term& term, const ScoreTable& scores,
                               const ScoreTable& changed) {
    const Task task = schema.target.task;
    const Truth truth(schema, table);
    check_known(schema, truth);
    if (term.measure == Measure::divergence) check_changed(scores, changed);
    const auto value = [&](std::size_t row) {
        const double* s = scores.of(row);
        if (term.measure == Measure::loss) return loss(schema, truth, row, s, scores.outputs);
        if (term.measure == Measure::divergence) return divergence(task, s, changed.of(row), scores.outputs);
        const std::int32_t predicted = class_of(task, s, scores.outputs);
        const std::int32_t asked = term.measure == Measure::predicted ? term.of_class : truth.labels[row];
        return (predicted == asked) == (term.measure != Measure::error) ? 1.0 : 0.0;
    };
    std::vector<double> values;
    for (const std::size_t row : rows_of(table, term, truth)) values.push_back(value(row));
    return values;
}

std::vector<double> row_flips(const Schema& schema, const Table& table, const Term& term, const ScoreTable& scores,
                              const ScoreTable& changed) {
    const Task task = schema.target.task;
    check_changed(scores, changed);
    std::vector<double> values;
    for (const std::size_t row : rows_of(table, term, Truth(schema, table))) {
        const auto before = class_of(task, scores.of(row), scores.outputs);
        values.push_back(before != class_of(task, changed.of(row), scores.outputs) ? 1.0 : 0.0);
    }
    return values;
}

}  // namespace alcole::engine
