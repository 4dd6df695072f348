#include <alcole/tabular/metrics.hpp>

#include "base/check_size.hpp"
#include "table/encode.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>

namespace alcole::tabular {
namespace {

/// Predictions and truth of the rows of a table with classes.
struct Judged {
    std::size_t classes = 0;
    std::vector<std::int32_t> labels{};
    std::span<const double> p{};

    double probability(std::size_t row, std::size_t of_class) const {
        if (classes > 2) return p[row * classes + of_class];
        return of_class == 1 ? p[row] : 1 - p[row];
    }
    std::size_t label(std::size_t row) const { return static_cast<std::size_t>(labels[row]); }
    /// As the engine decides: positive above one half, else the first of the most probable classes.
    std::size_t predicted(std::size_t row) const {
        const std::size_t width = classes == 2 ? 1 : classes;
        return predicted_class(p.subspan(row * width, width));
    }
    double log_loss(std::size_t row) const {
        constexpr double least = 1e-300;  // a probability that rounded to zero costs much, not everything
        return -std::log(std::max(probability(row, label(row)), least));
    }
};

Judged judge(const Schema& schema, const Table& table, std::span<const double> predictions) {
    base::check_size("predictions", predictions.size(), table.num_rows * schema.num_outputs(),
                     "one per row and output");
    Judged judged{.classes = schema.target.classes.size(), .labels = classes_of(schema, table), .p = predictions};
    for (std::size_t row = 0; row < table.num_rows; ++row)
        if (judged.labels[row] < 0)
            throw std::invalid_argument("the target '" + schema.target.column + "' of row " + std::to_string(row + 1) +
                                        " is '" + table.at(schema.target.column).text(row) +
                                        "', none of the model's classes");
    return judged;
}

/// The chance that a row of the class scores above one that is not of it: ranks, with ties sharing theirs.
std::optional<double> auc(const Judged& judged, std::size_t of_class) {
    const std::size_t rows = judged.labels.size();
    std::vector<std::size_t> order(rows);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto score = [&](std::size_t row) { return judged.probability(row, of_class); };
    std::ranges::sort(order, {}, score);
    double ranks = 0;
    double positives = 0;
    for (std::size_t i = 0; i < rows;) {
        std::size_t end = i;
        double tied = 0;
        for (; end < rows && score(order[end]) == score(order[i]); ++end)
            tied += judged.label(order[end]) == of_class ? 1 : 0;
        ranks += tied * (static_cast<double>(i + end + 1) / 2);
        positives += tied;
        i = end;
    }
    const double negatives = static_cast<double>(rows) - positives;
    if (positives == 0 || negatives == 0) return std::nullopt;
    return (ranks - positives * (positives + 1) / 2) / (positives * negatives);
}

std::optional<double> mean_auc(const Judged& judged) {
    if (judged.classes == 2) return auc(judged, 1);
    double total = 0;
    for (std::size_t k = 0; k < judged.classes; ++k) {
        const auto one = auc(judged, k);
        if (!one) return std::nullopt;
        total += *one;
    }
    return total / static_cast<double>(judged.classes);
}

Metrics measure_numbers(const Schema& schema, const Table& table, std::span<const double> predictions) {
    base::check_size("predictions", predictions.size(), table.num_rows, "one per row");
    const auto& truth = table.at(schema.target.column).numbers;
    base::check_size("the target's numbers", truth.size(), table.num_rows, "one per row");
    Metrics metrics{.rows = table.num_rows};
    if (table.num_rows == 0) return metrics;
    const auto n = static_cast<double>(table.num_rows);
    const double mean = std::accumulate(truth.begin(), truth.end(), 0.0) / n;
    if (std::isnan(mean)) throw std::invalid_argument("the target '" + schema.target.column + "' has missing values");
    double squares = 0;
    double spread = 0;
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        squares += (predictions[row] - truth[row]) * (predictions[row] - truth[row]);
        spread += (truth[row] - mean) * (truth[row] - mean);
    }
    metrics.mean_squared_error = squares / n;
    if (spread > 0) metrics.r_squared = 1 - squares / spread;
    return metrics;
}

/// Counts of one group.
struct Tally {
    double rows = 0, positives = 0, predicted = 0, found = 0, false_alarms = 0, errors = 0, loss = 0;

    void add(const Judged& judged, std::size_t row, std::size_t positive) {
        const bool is = judged.label(row) == positive;
        const bool said = judged.predicted(row) == positive;
        rows += 1;
        positives += is ? 1 : 0;
        predicted += said ? 1 : 0;
        found += is && said ? 1 : 0;
        false_alarms += !is && said ? 1 : 0;
        errors += judged.predicted(row) != judged.label(row) ? 1 : 0;
        loss += judged.log_loss(row);
    }
    GroupRates rates(std::string name) const {
        const auto ratio = [](double part, double whole) {
            return whole > 0 ? std::optional(part / whole) : std::nullopt;
        };
        return {.group = std::move(name),
                .rows = static_cast<std::size_t>(rows),
                .positive_rate = ratio(predicted, rows),
                .recall = ratio(found, positives),
                .false_positive_rate = ratio(false_alarms, rows - positives),
                .error_rate = ratio(errors, rows),
                .log_loss = ratio(loss, rows)};
    }
};

std::size_t positive_class(const Schema& schema, const std::string& positive) {
    const auto& classes = schema.target.classes;
    if (classes.empty())
        throw std::invalid_argument("the target '" + schema.target.column + "' is a number, and rates are for classes");
    if (positive.empty()) return classes.size() - 1;
    const auto found = std::ranges::find(classes, positive);
    if (found == classes.end()) throw std::invalid_argument("the target has no class '" + positive + "'");
    return static_cast<std::size_t>(found - classes.begin());
}

}  // namespace

std::size_t predicted_class(std::span<const double> probabilities) {
    if (probabilities.size() == 1) return probabilities[0] > 0.5 ? 1 : 0;
    return static_cast<std::size_t>(std::ranges::max_element(probabilities) - probabilities.begin());
}

Metrics measure(const Schema& schema, const Table& table, std::span<const double> predictions) {
    if (schema.target.task == Task::regression) return measure_numbers(schema, table, predictions);
    const Judged judged = judge(schema, table, predictions);
    Metrics metrics{.rows = table.num_rows};
    if (table.num_rows == 0) return metrics;
    double correct = 0;
    double loss = 0;
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        correct += judged.predicted(row) == judged.label(row) ? 1 : 0;
        loss += judged.log_loss(row);
    }
    metrics.accuracy = correct / static_cast<double>(table.num_rows);
    metrics.log_loss = loss / static_cast<double>(table.num_rows);
    metrics.auc = mean_auc(judged);
    return metrics;
}

double share_of_flips(std::span<const double> before, std::span<const double> after) {
    base::check_size("predictions after the change", after.size(), before.size(), "one for each before it");
    if (before.empty()) return 0;
    double flips = 0;
    for (std::size_t row = 0; row < before.size(); ++row) flips += (before[row] > 0.5) != (after[row] > 0.5) ? 1 : 0;
    return flips / static_cast<double>(before.size());
}

std::vector<GroupRates> measure_groups(const Schema& schema, const Table& table, std::span<const double> predictions,
                                       const std::vector<std::string>& attributes, const std::string& positive) {
    const std::size_t positive_at = positive_class(schema, positive);
    const Judged judged = judge(schema, table, predictions);
    std::vector<const Column*> columns;
    for (const auto& attribute : attributes) {
        columns.push_back(&table.at(attribute));
        if (columns.back()->type == ColumnType::number)
            throw std::invalid_argument("attribute '" + attribute +
                                        "' is a number; give the column's type as category");
    }
    std::map<std::vector<std::int32_t>, Tally> groups;
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        std::vector<std::int32_t> codes;
        codes.reserve(columns.size());
        for (const Column* column : columns) codes.push_back(column->codes[row]);
        if (std::ranges::find(codes, -1) == codes.end()) groups[codes].add(judged, row, positive_at);
    }
    std::vector<GroupRates> result;
    for (const auto& [codes, tally] : groups) {
        std::string name;
        for (std::size_t i = 0; i < codes.size(); ++i)
            name +=
                (i > 0 ? ", " : "") + attributes[i] + " = " + columns[i]->levels[static_cast<std::size_t>(codes[i])];
        result.push_back(tally.rates(name));
    }
    return result;
}

}  // namespace alcole::tabular
