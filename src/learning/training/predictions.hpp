#pragma once

#include <alcole/context.hpp>
#include <alcole/learning/trained_model.hpp>
#include <alcole/tabular/dataset.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// Predictions as CSV, one line per row.
namespace alcole::learning {

/// The names of other columns, which come first, and then of the predictions. A prediction whose name is taken is
/// called "predicted ...".
std::string prediction_header(const TrainedModel& model, const std::vector<std::string>& others);

/// Appends the predictions for one row and the line end. `p`: see tabular::predictions_of().
void append_prediction(const TrainedModel& model, std::span<const double> scores, std::span<const double> p,
                       std::string& out);

/// The predictions for rows whose target is known: row number, true value, prediction.
std::string predictions_csv(const TrainedModel& model, const tabular::Dataset& data,
                            std::span<const std::size_t> row_numbers, const Context& context);

}  // namespace alcole::learning
