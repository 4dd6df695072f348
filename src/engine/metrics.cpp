#include <alcole/tabular/metrics.hpp>

#include "base/check_size.hpp"
#include "base/statistics.hpp"
#include "engine/compared.hpp"
#include "engine/reliability.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace alcole::tabular {
namespace {

/// The probability that a row of the class is ranked above a row of another class, from ranks that ties share. With two
/// classes rows are ranked by score: the probability increases with it, but has fewer digits.
std::optional<double> auc(const engine::Compared& compared, std::int32_t of_class) {
    const std::size_t rows = compared.truths.labels.size();
    std::vector<std::size_t> order(rows);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto likely = [&](std::size_t row) {
        const engine::Prediction at = compared.predictions.at(row);
        return at.task == Task::binary ? at.s[0] : engine::probability(at, of_class);
    };
    std::ranges::sort(order, {}, likely);
    double ranks = 0;
    double positives = 0;
    for (std::size_t i = 0; i < rows;) {
        std::size_t end = i;
        double tied = 0;
        for (; end < rows && likely(order[end]) == likely(order[i]); ++end)
            tied += compared.truths.labels[order[end]] == of_class ? 1 : 0;
        ranks += tied * (static_cast<double>(i + end + 1) / 2);
        positives += tied;
        i = end;
    }
    const double negatives = static_cast<double>(rows) - positives;
    if (positives == 0 || negatives == 0) return std::nullopt;
    return (ranks - positives * (positives + 1) / 2) / (positives * negatives);
}

std::optional<double> mean_auc(const engine::Compared& compared, const Target& target) {
    if (target.task == Task::binary) return auc(compared, 1);
    double total = 0;
    for (std::size_t k = 0; k < target.classes.size(); ++k) {
        const auto one = auc(compared, static_cast<std::int32_t>(k));
        if (!one) return std::nullopt;
        total += *one;
    }
    return total / static_cast<double>(target.classes.size());
}

std::vector<double> class_counts(const engine::Truths& truths, std::size_t classes) {
    std::vector<double> counts(classes, 0);
    for (const auto label : truths.labels) counts[static_cast<std::size_t>(label)] += 1;
    return counts;
}

std::vector<ClassOutcome> confusion_of(const engine::Compared& compared, const std::vector<std::string>& classes) {
    std::vector<ClassOutcome> confusion;
    for (const auto& name : classes)
        confusion.push_back({.name = name, .predicted = std::vector<std::size_t>(classes.size())});
    for (std::size_t row = 0; row < compared.truths.labels.size(); ++row)
        ++confusion[static_cast<std::size_t>(compared.truths.labels[row])]
              .predicted[static_cast<std::size_t>(compared.predicted(row))];
    for (std::size_t k = 0; k < classes.size(); ++k) {
        ClassOutcome& one = confusion[k];
        const auto found = static_cast<double>(one.predicted[k]);
        double rows = 0;
        double taken = 0;
        for (std::size_t other = 0; other < classes.size(); ++other) {
            rows += static_cast<double>(one.predicted[other]);
            taken += static_cast<double>(confusion[other].predicted[k]);
        }
        if (rows > 0) one.recall = found / rows;
        if (taken > 0) one.precision = found / taken;
        if (rows + taken > 0) one.f_score = 2 * found / (rows + taken);
    }
    return confusion;
}

double balanced_accuracy(const std::vector<ClassOutcome>& confusion) {
    double recalls = 0;
    double occurring = 0;
    for (const auto& one : confusion) {
        if (!one.recall) continue;
        recalls += *one.recall;
        occurring += 1;
    }
    return recalls / occurring;
}

/// The mean squared distance of the targets from their mean, in units of the schema's sd.
double spread_of(const std::vector<double>& targets) {
    const double deviation = base::standard_deviation(targets);
    return deviation * deviation;
}

double distance_to_mean(const std::vector<double>& targets) {
    const double middle = base::mean(targets);
    double total = 0;
    for (const double y : targets) total += std::abs(y - middle);
    return total / static_cast<double>(targets.size());
}

double mean_absolute_error(const engine::Compared& compared, std::size_t rows) {
    double total = 0;
    for (std::size_t row = 0; row < rows; ++row) total += compared.absolute_error(row);
    return total / static_cast<double>(rows);
}

/// The mean distance of the rows from their median class.
double error_of_median(const std::vector<double>& counts) {
    const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
    double below = 0;
    double total = 0;
    for (const double count : counts) {  // each boundary between classes is crossed by the rows on its smaller side
        below += count;
        total += std::min(below, all - below);
    }
    return total / all;
}

double share_correct(const engine::Compared& compared, std::size_t rows) {
    double correct = 0;
    for (std::size_t row = 0; row < rows; ++row) correct += compared.correct(row) ? 1 : 0;
    return correct / static_cast<double>(rows);
}

void measure_numbers(const engine::Compared& compared, double sd, double mean_loss, Metrics& metrics) {
    const double spread = spread_of(compared.truths.targets);
    metrics.mean_squared_error = mean_loss * sd * sd;
    metrics.root_mean_squared_error = std::sqrt(mean_loss) * sd;
    if (spread > 0) metrics.r_squared = 1 - mean_loss / spread;
}

}  // namespace

double accuracy(const Schema& schema, const Table& table, const Scores& scores) {
    return share_correct(engine::Compared(schema, table, scores), table.num_rows);
}

Metrics measure(const Schema& schema, const Table& table, const Scores& scores) {
    const engine::Compared compared(schema, table, scores);
    Metrics metrics{.rows = table.num_rows};
    if (table.num_rows == 0) return metrics;
    const auto rows = static_cast<double>(table.num_rows);
    double loss = 0;
    for (std::size_t row = 0; row < table.num_rows; ++row) loss += compared.loss(row);
    if (engine::has_values(schema.target.task))
        metrics.mean_absolute_error = mean_absolute_error(compared, table.num_rows);
    if (schema.target.task == Task::regression) {
        measure_numbers(compared, schema.target.sd, loss / rows, metrics);
        return metrics;
    }
    double squares = 0;
    for (std::size_t row = 0; row < table.num_rows; ++row) squares += compared.squared_error(row);
    metrics.accuracy = share_correct(compared, table.num_rows);
    metrics.confusion = confusion_of(compared, schema.target.classes);
    metrics.balanced_accuracy = balanced_accuracy(metrics.confusion);
    metrics.log_loss = loss / rows;
    metrics.brier = squares / rows;
    metrics.reliability = engine::reliability_bins(engine::claims_of(compared));
    metrics.calibration_error = engine::calibration_error(metrics.reliability);
    metrics.auc = mean_auc(compared, schema.target);
    return metrics;
}

Metrics measure_baseline(const Schema& schema, const Table& table) {
    const engine::Truths truths = engine::truths_of(schema, table);
    Metrics metrics{.rows = table.num_rows};
    if (table.num_rows == 0) return metrics;
    const Target& target = schema.target;
    if (target.task == Task::regression) {
        metrics.mean_squared_error = spread_of(truths.targets) * target.sd * target.sd;
        metrics.root_mean_squared_error = std::sqrt(*metrics.mean_squared_error);
        metrics.mean_absolute_error = target.sd * distance_to_mean(truths.targets);
        if (*metrics.mean_squared_error > 0) metrics.r_squared = 0;
        return metrics;
    }
    const auto counts = class_counts(truths, target.classes.size());
    if (target.task == Task::ordinal) metrics.mean_absolute_error = error_of_median(counts);
    double occurring = 0;
    double entropy = 0;
    double squares = 0;
    double most = 0;
    for (const double count : counts) {
        const double share = count / static_cast<double>(table.num_rows);
        if (share == 0) continue;
        occurring += 1;
        entropy -= share * std::log(share);
        squares += share * share;
        most = std::max(most, share);
    }
    metrics.accuracy = most;
    metrics.balanced_accuracy = 1 / occurring;
    metrics.log_loss = entropy;
    metrics.brier =
        (1 - squares) * (target.task == Task::binary ? 0.5 : 1);  // q (1 - q) is half of 1 - q^2 - (1 - q)^2
    metrics.calibration_error = 0;
    if (occurring > 1) metrics.auc = 0.5;
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

}  // namespace alcole::tabular
