#pragma once

#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/scores.hpp>
#include <alcole/tabular/table.hpp>

#include "base/check_size.hpp"
#include "engine/plan/truths.hpp"
#include "engine/risk/predictions.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace alcole::engine {

/// Whether predictions of this task have a value that can be averaged: a number, or a place among ordered classes.
inline bool has_values(tabular::Task task) {
    return task == tabular::Task::regression || task == tabular::Task::ordinal;
}

/// A model's predictions for the rows of a table, next to the true targets.
struct Compared {
    Compared(const tabular::Schema& schema, const tabular::Table& table, const tabular::Scores& scores)
        : truths(truths_of(schema, table)),
          predictions(schema.target.task, scores),
          mean(schema.target.mean),
          sd(schema.target.sd) {
        base::check_size("scores", scores.values.size(), table.num_rows * schema.num_outputs(),
                         "one per row and output");
    }
    std::int32_t predicted(std::size_t row) const { return predicted_class(predictions.at(row)); }
    bool correct(std::size_t row) const { return predicted(row) == truths.labels[row]; }
    double loss(std::size_t row) const { return engine::loss(predictions.at(row), truths.of(row)); }
    /// (p - y)^2 for two classes, sum_k (p_k - y_k)^2 for several.
    double squared_error(std::size_t row) const {
        const Prediction at = predictions.at(row);
        const std::int32_t truth = truths.labels[row];
        double total = 0;
        for (std::size_t k = 0; k < at.outputs; ++k) {
            const bool is = at.task == tabular::Task::binary ? truth == 1 : truth == static_cast<std::int32_t>(k);
            total += (at.p[k] - (is ? 1 : 0)) * (at.p[k] - (is ? 1 : 0));
        }
        return total;
    }

    /// The predicted value and the true one: in the column's own units, or the number of an ordered class, counted from
    /// 1 (the predicted value is then the expected class).
    double value(std::size_t row) const { return mean + sd * engine::value(predictions.at(row)); }
    double target(std::size_t row) const {
        return truths.labels.empty() ? mean + sd * truths.targets[row] : truths.labels[row] + 1;
    }
    /// In the column's own units, or in classes.
    double absolute_error(std::size_t row) const {
        return truths.labels.empty() ? std::abs(value(row) - target(row))
                                     : std::abs(predicted(row) - truths.labels[row]);
    }

    Truths truths;
    Predictions predictions;
    double mean;
    double sd;
};

}  // namespace alcole::engine
