#include <alcole/tabular/metrics.hpp>

#include "base/check_size.hpp"
#include "engine/plan/truths.hpp"
#include "engine/risk/predictions.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>

namespace alcole::tabular {
namespace {

/// What a model says of the rows of a table, and what was true.
struct Judged {
    Judged(const Schema& schema, const Table& table, const Scores& scores)
        : truths(engine::truths_of(schema, table)), said(schema.target.task, scores) {
        base::check_size("scores", scores.values.size(), table.num_rows * schema.num_outputs(),
                         "one per row and output");
    }
    std::int32_t predicted(std::size_t row) const { return engine::predicted_class(said.at(row)); }
    bool correct(std::size_t row) const { return predicted(row) == truths.labels[row]; }
    double loss(std::size_t row) const { return engine::loss(said.at(row), truths.of(row)); }

    engine::Truths truths;
    engine::Predictions said;
};

/// The chance that a row of the class is given more of it than a row of another class: ranks, with ties sharing theirs.
/// Two classes are ranked by their score, of which the probability is an increasing function with fewer digits.
std::optional<double> auc(const Judged& judged, std::int32_t of_class) {
    const std::size_t rows = judged.truths.labels.size();
    std::vector<std::size_t> order(rows);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto likely = [&](std::size_t row) {
        const engine::Prediction said = judged.said.at(row);
        return said.task == Task::binary ? said.s[0] : engine::probability(said, of_class);
    };
    std::ranges::sort(order, {}, likely);
    double ranks = 0;
    double positives = 0;
    for (std::size_t i = 0; i < rows;) {
        std::size_t end = i;
        double tied = 0;
        for (; end < rows && likely(order[end]) == likely(order[i]); ++end)
            tied += judged.truths.labels[order[end]] == of_class ? 1 : 0;
        ranks += tied * (static_cast<double>(i + end + 1) / 2);
        positives += tied;
        i = end;
    }
    const double negatives = static_cast<double>(rows) - positives;
    if (positives == 0 || negatives == 0) return std::nullopt;
    return (ranks - positives * (positives + 1) / 2) / (positives * negatives);
}

std::optional<double> mean_auc(const Judged& judged, const Target& target) {
    if (target.task == Task::binary) return auc(judged, 1);
    double total = 0;
    for (std::size_t k = 0; k < target.classes.size(); ++k) {
        const auto one = auc(judged, static_cast<std::int32_t>(k));
        if (!one) return std::nullopt;
        total += *one;
    }
    return total / static_cast<double>(target.classes.size());
}

void measure_numbers(const Judged& judged, double sd, double mean_loss, Metrics& metrics) {
    const auto& truth = judged.truths.targets;
    const auto n = static_cast<double>(truth.size());
    const double mean = std::accumulate(truth.begin(), truth.end(), 0.0) / n;
    double spread = 0;
    for (const double y : truth) spread += (y - mean) * (y - mean) / n;
    metrics.mean_squared_error = mean_loss * sd * sd;
    if (spread > 0) metrics.r_squared = 1 - mean_loss / spread;
}

/// Counts of one group.
struct Tally {
    double rows = 0, positives = 0, predicted = 0, found = 0, false_alarms = 0, errors = 0, loss = 0;

    void add(const Judged& judged, std::size_t row, std::int32_t positive) {
        const bool is = judged.truths.labels[row] == positive;
        const bool said = judged.predicted(row) == positive;
        rows += 1;
        positives += is ? 1 : 0;
        predicted += said ? 1 : 0;
        found += is && said ? 1 : 0;
        false_alarms += !is && said ? 1 : 0;
        errors += judged.correct(row) ? 0 : 1;
        loss += judged.loss(row);
    }
    GroupRates rates(std::string name, bool has_positive) const {
        const auto ratio = [](double part, double whole) {
            return whole > 0 ? std::optional(part / whole) : std::nullopt;
        };
        GroupRates all{.group = std::move(name),
                       .rows = static_cast<std::size_t>(rows),
                       .error_rate = ratio(errors, rows),
                       .log_loss = ratio(loss, rows)};
        if (!has_positive) return all;
        all.positive_rate = ratio(predicted, rows);
        all.recall = ratio(found, positives);
        all.false_positive_rate = ratio(false_alarms, rows - positives);
        return all;
    }
};

/// -1: none of them.
std::int32_t positive_class(const Schema& schema, const std::string& positive) {
    const auto& classes = schema.target.classes;
    if (classes.empty())
        throw std::invalid_argument("the target '" + schema.target.column + "' is a number, and rates are for classes");
    if (positive.empty()) return classes.size() == 2 ? 1 : -1;
    const auto found = std::ranges::find(classes, positive);
    if (found == classes.end()) throw std::invalid_argument("the target has no class '" + positive + "'");
    return static_cast<std::int32_t>(found - classes.begin());
}

}  // namespace

Metrics measure(const Schema& schema, const Table& table, const Scores& scores) {
    const Judged judged(schema, table, scores);
    Metrics metrics{.rows = table.num_rows};
    if (table.num_rows == 0) return metrics;
    const auto rows = static_cast<double>(table.num_rows);
    double loss = 0;
    for (std::size_t row = 0; row < table.num_rows; ++row) loss += judged.loss(row);
    if (schema.target.task == Task::regression) {
        measure_numbers(judged, schema.target.sd, loss / rows, metrics);
        return metrics;
    }
    double correct = 0;
    for (std::size_t row = 0; row < table.num_rows; ++row) correct += judged.correct(row) ? 1 : 0;
    metrics.accuracy = correct / rows;
    metrics.log_loss = loss / rows;
    metrics.auc = mean_auc(judged, schema.target);
    return metrics;
}

double share_of_flips(const Scores& before, const Scores& after) {
    base::check_size("scores after the change", after.values.size(), before.values.size(), "one for each before it");
    if (before.rows == 0) return 0;
    double flips = 0;
    for (std::size_t row = 0; row < before.rows; ++row)
        flips += predicted_class(before.of(row)) != predicted_class(after.of(row)) ? 1 : 0;
    return flips / static_cast<double>(before.rows);
}

std::vector<GroupRates> measure_groups(const Schema& schema, const Table& table, const Scores& scores,
                                       const std::vector<std::string>& attributes, const std::string& positive) {
    const std::int32_t positive_at = positive_class(schema, positive);
    const std::size_t classes = schema.target.classes.size();
    const Judged judged(schema, table, scores);
    std::vector<const Column*> columns;
    for (const auto& attribute : attributes) {
        columns.push_back(&table.at(attribute));
        if (columns.back()->type == ColumnType::number)
            throw std::invalid_argument("attribute '" + attribute +
                                        "' is a number; read it as a category (data.categories)");
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
        result.push_back(tally.rates(name, positive_at >= 0));
        if (classes > 2) result.back().of_class = positive;
    }
    return result;
}

}  // namespace alcole::tabular
