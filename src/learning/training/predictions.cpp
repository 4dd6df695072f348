#include "learning/training/predictions.hpp"

#include "base/check_size.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace alcole::learning {
namespace {

/// A float has no more significant digits than this.
std::string digits(double v) { return base::short_number(v, 9); }

/// The expected class of ordered classes, counted from 1.
double expected(std::span<const double> p) {
    double total = 0;
    for (std::size_t k = 0; k < p.size(); ++k) total += static_cast<double>(k + 1) * p[k];
    return total;
}

}  // namespace

std::string prediction_header(const TrainedModel& model, const std::vector<std::string>& others) {
    const auto& target = model.schema.target;
    std::vector<std::string> names = others;
    const auto add = [&](std::string name) {
        while (std::ranges::find(names, name) != names.end()) name = "predicted " + name;
        names.push_back(std::move(name));
    };
    add(target.task == tabular::Task::regression ? "value" : "label");
    if (target.task == tabular::Task::binary) add("probability");
    if (target.task == tabular::Task::ordinal) add("expected");
    if (tabular::scores_classes(target.task))
        for (const auto& name : target.classes) add("probability of " + name);
    std::string line;
    for (const auto& name : names) line += (line.empty() ? "" : ",") + base::csv_cell(name);
    return line + "\n";
}

void append_prediction(const TrainedModel& model, std::span<const double> scores, std::span<const double> p,
                       std::string& out) {
    const auto& target = model.schema.target;
    if (target.task == tabular::Task::regression) {
        out += digits(p[0]);
    } else if (target.task == tabular::Task::binary) {
        out += base::csv_cell(target.classes[tabular::predicted_class(scores)]) + "," + digits(p[0]);
    } else {
        out += base::csv_cell(target.classes[tabular::predicted_class(scores)]);
        if (target.task == tabular::Task::ordinal) out += "," + digits(expected(p));
        for (const double share : p) out += "," + digits(share);
    }
    out += '\n';
}

std::string predictions_csv(const TrainedModel& model, const tabular::Dataset& data,
                            std::span<const std::size_t> row_numbers, const Context& context) {
    base::check_size("the row numbers", row_numbers.size(), data.num_rows(), "one per row");
    const tabular::Column& truth = data.table().at(model.schema.target.column);
    const auto scores = model.scores(data, context);
    const auto p = tabular::predictions_of(model.schema, scores);
    std::string out = prediction_header(model, {truth.name == "row" ? "row number" : "row", truth.name});
    for (std::size_t row = 0; row < data.num_rows(); ++row) {
        out += std::to_string(row_numbers[row]) + "," + base::csv_cell(truth.text(row)) + ",";
        append_prediction(model, scores.of(row), std::span(p).subspan(row * scores.outputs, scores.outputs), out);
    }
    return out;
}

}  // namespace alcole::learning
