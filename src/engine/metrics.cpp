#include <alcole/tabular/metrics.hpp>

#include "base/check_size.hpp"
#include "base/statistics.hpp"
#include "engine/plan/truths.hpp"
#include "engine/risk/predictions.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <stdexcept>

namespace alcole::tabular {
namespace {

/// What a model says of the rows of a table, and what was true.
struct Compared {
    Compared(const Schema& schema, const Table& table, const Scores& scores)
        : truths(engine::truths_of(schema, table)),
          said(schema.target.task, scores),
          mean(schema.target.mean),
          sd(schema.target.sd) {
        base::check_size("scores", scores.values.size(), table.num_rows * schema.num_outputs(),
                         "one per row and output");
    }
    std::int32_t predicted(std::size_t row) const { return engine::predicted_class(said.at(row)); }
    bool correct(std::size_t row) const { return predicted(row) == truths.labels[row]; }
    double loss(std::size_t row) const { return engine::loss(said.at(row), truths.of(row)); }
    /// Of two classes (p - y)^2, of several sum_k (p_k - y_k)^2.
    double squared_error(std::size_t row) const {
        const engine::Prediction at = said.at(row);
        const std::int32_t truth = truths.labels[row];
        double total = 0;
        for (std::size_t k = 0; k < at.outputs; ++k) {
            const bool is = at.task == Task::binary ? truth == 1 : truth == static_cast<std::int32_t>(k);
            total += (at.p[k] - (is ? 1 : 0)) * (at.p[k] - (is ? 1 : 0));
        }
        return total;
    }

    /// What is predicted and what was true, in numbers: of ordered classes the expected one and the true one, from 1
    /// on; of numbers in units of the column.
    double value(std::size_t row) const { return mean + sd * engine::value(said.at(row)); }
    double target(std::size_t row) const {
        return truths.labels.empty() ? mean + sd * truths.targets[row] : truths.labels[row] + 1;
    }
    /// In units of the column, or in classes.
    double absolute_error(std::size_t row) const {
        return truths.labels.empty() ? std::abs(value(row) - target(row))
                                     : std::abs(predicted(row) - truths.labels[row]);
    }

    engine::Truths truths;
    engine::Predictions said;
    double mean;
    double sd;
};

/// The chance that a row of the class is given more of it than a row of another class: ranks, with ties sharing theirs.
/// Two classes are ranked by their score, of which the probability is an increasing function with fewer digits.
std::optional<double> auc(const Compared& compared, std::int32_t of_class) {
    const std::size_t rows = compared.truths.labels.size();
    std::vector<std::size_t> order(rows);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto likely = [&](std::size_t row) {
        const engine::Prediction said = compared.said.at(row);
        return said.task == Task::binary ? said.s[0] : engine::probability(said, of_class);
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

std::optional<double> mean_auc(const Compared& compared, const Target& target) {
    if (target.task == Task::binary) return auc(compared, 1);
    double total = 0;
    for (std::size_t k = 0; k < target.classes.size(); ++k) {
        const auto one = auc(compared, static_cast<std::int32_t>(k));
        if (!one) return std::nullopt;
        total += *one;
    }
    return total / static_cast<double>(target.classes.size());
}

/// A probability that was given, and whether it came true: the bits of the number, the last of which is the answer.
/// Numbers that are not negative are in the order of their bits, and a list of bits is quickly sorted.
class Claim {
  public:
    Claim(double probability, bool came_true)
        : bits_((std::bit_cast<std::uint64_t>(probability) & ~std::uint64_t{1}) | (came_true ? 1U : 0U)) {}
    double probability() const { return std::bit_cast<double>(bits_ & ~std::uint64_t{1}); }
    bool came_true() const { return (bits_ & 1U) != 0; }
    friend bool operator<(Claim a, Claim b) { return a.bits_ < b.bits_; }

  private:
    std::uint64_t bits_;
};

Claim claim_of(const Compared& compared, std::size_t row) {
    const engine::Prediction said = compared.said.at(row);
    if (said.task == Task::binary) return {said.p[0], compared.truths.labels[row] == 1};
    return {engine::probability(said, compared.predicted(row)), compared.correct(row)};
}

std::vector<Claim> claims_of(const Compared& compared) {
    std::vector<Claim> claims;
    claims.reserve(compared.truths.labels.size());
    for (std::size_t row = 0; row < compared.truths.labels.size(); ++row) claims.push_back(claim_of(compared, row));
    return claims;
}

/// Bins of about equal size. What is equally probable stays together, so the order of the rows plays no part.
std::vector<ReliabilityBin> bins_of(std::vector<Claim> claims) {
    constexpr std::size_t most = 10;
    std::sort(claims.begin(), claims.end());
    const std::size_t count = std::clamp<std::size_t>(claims.size() / GroupRates::few, 1, most);
    std::vector<ReliabilityBin> bins;
    for (std::size_t begin = 0; begin < claims.size();) {
        std::size_t end = std::max(begin + 1, claims.size() * (bins.size() + 1) / count);
        while (end < claims.size() && claims[end].probability() == claims[end - 1].probability()) ++end;
        double predicted = 0;
        double seen = 0;
        for (std::size_t i = begin; i < end; ++i) {
            predicted += claims[i].probability();
            seen += claims[i].came_true() ? 1 : 0;
        }
        const auto rows = static_cast<double>(end - begin);
        bins.push_back({.rows = end - begin, .predicted = predicted / rows, .observed = base::wilson(seen, rows)});
        begin = end;
    }
    return bins;
}

std::optional<double> calibration_error(const std::vector<ReliabilityBin>& bins) {
    double rows = 0;
    double total = 0;
    for (const auto& bin : bins) {
        rows += static_cast<double>(bin.rows);
        total += static_cast<double>(bin.rows) * std::abs(bin.predicted - bin.observed.estimate);
    }
    return rows > 0 ? std::optional(total / rows) : std::nullopt;
}

std::vector<double> class_counts(const engine::Truths& truths, std::size_t classes) {
    std::vector<double> counts(classes, 0);
    for (const auto label : truths.labels) counts[static_cast<std::size_t>(label)] += 1;
    return counts;
}

std::vector<ClassOutcome> confusion_of(const Compared& compared, const std::vector<std::string>& classes) {
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

/// Mean squared distance of the targets to their mean, in units of the schema's sd.
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

double mean_absolute_error(const Compared& compared, std::size_t rows) {
    double total = 0;
    for (std::size_t row = 0; row < rows; ++row) total += compared.absolute_error(row);
    return total / static_cast<double>(rows);
}

/// How many classes the median one is off, on average.
double error_of_median(const std::vector<double>& counts) {
    const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
    double below = 0;
    double total = 0;
    for (const double count : counts) {  // a step between two classes parts the rows below it from those above
        below += count;
        total += std::min(below, all - below);
    }
    return total / all;
}

void measure_numbers(const Compared& compared, double sd, double mean_loss, Metrics& metrics) {
    const double spread = spread_of(compared.truths.targets);
    metrics.mean_squared_error = mean_loss * sd * sd;
    metrics.root_mean_squared_error = std::sqrt(mean_loss) * sd;
    if (spread > 0) metrics.r_squared = 1 - mean_loss / spread;
}

/// A mean with its interval.
struct Mean {
    double rows = 0, sum = 0, squares = 0;

    void add(double value) {
        rows += 1;
        sum += value;
        squares += value * value;
    }
    Interval interval() const { return base::mean_interval(sum, squares, rows); }
};

bool has_values(const Schema& schema) {
    return schema.target.task == Task::regression || schema.target.task == Task::ordinal;
}

/// What groups have beside rates: means, where there are values to take them of.
struct Means {
    Mean predicted{}, error{};
    double targets = 0;

    void add(const Compared& compared, std::size_t row) {
        predicted.add(compared.value(row));
        error.add(compared.absolute_error(row));
        targets += compared.target(row);
    }
    void write(GroupRates& rates) const {
        if (predicted.rows == 0) return;
        rates.rows = static_cast<std::size_t>(predicted.rows);
        rates.mean_prediction = predicted.interval();
        rates.mean_target = targets / predicted.rows;
        rates.mean_absolute_error = error.interval();
    }
};

/// Counts of one group.
struct Tally {
    double rows = 0, positives = 0, predicted = 0, found = 0, false_alarms = 0, errors = 0, loss = 0;
    std::vector<Claim> claims{};
    Means means{};

    void add(const Compared& compared, std::size_t row, std::int32_t positive) {
        if (compared.truths.labels.empty()) return;
        const bool is = compared.truths.labels[row] == positive;
        const bool said = compared.predicted(row) == positive;
        rows += 1;
        positives += is ? 1 : 0;
        predicted += said ? 1 : 0;
        found += is && said ? 1 : 0;
        false_alarms += !is && said ? 1 : 0;
        errors += compared.correct(row) ? 0 : 1;
        loss += compared.loss(row);
        claims.push_back(claim_of(compared, row));
    }
    GroupRates rates(std::string name, bool has_positive) const {
        if (rows == 0) return {.group = std::move(name)};
        const auto ratio = [](double part, double whole) {
            return whole > 0 ? std::optional(part / whole) : std::nullopt;
        };
        GroupRates all{.group = std::move(name),
                       .rows = static_cast<std::size_t>(rows),
                       .positives = static_cast<std::size_t>(positives),
                       .error_rate = ratio(errors, rows),
                       .log_loss = ratio(loss, rows),
                       .calibration_error = tabular::calibration_error(bins_of(claims))};
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
    if (classes.empty() && !positive.empty())
        throw std::invalid_argument("the target '" + schema.target.column + "' is a number, and rates are for classes");
    if (positive.empty()) return classes.size() == 2 ? 1 : -1;
    const auto found = std::ranges::find(classes, positive);
    if (found == classes.end()) throw std::invalid_argument("the target has no class '" + positive + "'");
    return static_cast<std::int32_t>(found - classes.begin());
}

}  // namespace

Metrics measure(const Schema& schema, const Table& table, const Scores& scores) {
    const Compared compared(schema, table, scores);
    Metrics metrics{.rows = table.num_rows};
    if (table.num_rows == 0) return metrics;
    const auto rows = static_cast<double>(table.num_rows);
    double loss = 0;
    for (std::size_t row = 0; row < table.num_rows; ++row) loss += compared.loss(row);
    if (has_values(schema)) metrics.mean_absolute_error = mean_absolute_error(compared, table.num_rows);
    if (schema.target.task == Task::regression) {
        measure_numbers(compared, schema.target.sd, loss / rows, metrics);
        return metrics;
    }
    double correct = 0;
    double squares = 0;
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        correct += compared.correct(row) ? 1 : 0;
        squares += compared.squared_error(row);
    }
    metrics.accuracy = correct / rows;
    metrics.confusion = confusion_of(compared, schema.target.classes);
    metrics.balanced_accuracy = balanced_accuracy(metrics.confusion);
    metrics.log_loss = loss / rows;
    metrics.brier = squares / rows;
    metrics.reliability = bins_of(claims_of(compared));
    metrics.calibration_error = calibration_error(metrics.reliability);
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

std::vector<GroupRates> measure_groups(const Schema& schema, const Table& table, const Scores& scores,
                                       const std::vector<std::string>& attributes, const std::string& positive) {
    const std::int32_t positive_at = positive_class(schema, positive);
    const std::size_t classes = schema.target.classes.size();
    const Compared compared(schema, table, scores);
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
        if (std::ranges::find(codes, -1) != codes.end()) continue;
        groups[codes].add(compared, row, positive_at);
        if (has_values(schema) && positive.empty()) groups[codes].means.add(compared, row);
    }
    std::vector<GroupRates> result;
    for (const auto& [codes, tally] : groups) {
        std::string name;
        for (std::size_t i = 0; i < codes.size(); ++i)
            name +=
                (i > 0 ? ", " : "") + attributes[i] + " = " + columns[i]->levels[static_cast<std::size_t>(codes[i])];
        result.push_back(tally.rates(name, positive_at >= 0));
        tally.means.write(result.back());
        if (classes > 2) result.back().of_class = positive;
    }
    return result;
}

}  // namespace alcole::tabular
