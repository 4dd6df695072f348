#pragma once

#include <alcole/context.hpp>
#include <alcole/learning/trained_model.hpp>
#include <alcole/tabular/dataset.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// Predictions as CSV, a line per row.
namespace alcole::learning {

/// The names of other columns, which come first, and of the predictions. A prediction that has the name of one of them
/// is called "predicted ...".
std::string prediction_header(const TrainedModel& model, const std::vector<std::string>& others);

/// The predictions of one row and the end of its line. `p`: see tabular::predictions_of().
void append_prediction(const TrainedModel& model, std::span<const double> scores, std::span<const double> p,
                       std::string& out);

/// What the model says of rows whose answer is known: their numbers, the answer, the prediction.
std::string predictions_csv(const TrainedModel& model, const tabular::Dataset& data,
                            std::span<const std::size_t> row_numbers, const Context& context);

}  // namespace alcole::learning
