#include <alcole/tabular/metrics.hpp>

#include "base/statistics.hpp"
#include "engine/compared.hpp"
#include "engine/reliability.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>

namespace alcole::tabular {
namespace {

/// A running mean with its confidence interval.
struct Mean {
    double rows = 0, sum = 0, squares = 0;

    void add(double value) {
        rows += 1;
        sum += value;
        squares += value * value;
    }
    Interval interval() const { return base::mean_interval(sum, squares, rows); }
};

/// The means of a group, for tasks whose predictions have values.
struct Means {
    Mean predicted{}, error{};
    double targets = 0;

    void add(const engine::Compared& compared, std::size_t row) {
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

/// The counts of one group, from which its rates follow.
struct Tally {
    double rows = 0, positives = 0, predicted = 0, found = 0, false_alarms = 0, errors = 0, loss = 0;
    std::vector<engine::Claim> claims{};
    Means means{};

    void add(const engine::Compared& compared, std::size_t row, std::int32_t positive) {
        if (compared.truths.labels.empty()) return;
        const bool is_positive = compared.truths.labels[row] == positive;
        const bool predicted_positive = compared.predicted(row) == positive;
        rows += 1;
        positives += is_positive ? 1 : 0;
        predicted += predicted_positive ? 1 : 0;
        found += is_positive && predicted_positive ? 1 : 0;
        false_alarms += !is_positive && predicted_positive ? 1 : 0;
        errors += compared.correct(row) ? 0 : 1;
        loss += compared.loss(row);
        claims.push_back(engine::claim_of(compared, row));
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
                       .calibration_error = engine::calibration_error(engine::reliability_bins(claims))};
        if (!has_positive) return all;
        all.positive_rate = ratio(predicted, rows);
        all.recall = ratio(found, positives);
        all.false_positive_rate = ratio(false_alarms, rows - positives);
        return all;
    }
};

/// The class taken as positive, or -1 if there is none.
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

std::vector<GroupRates> measure_groups(const Schema& schema, const Table& table, const Scores& scores,
                                       const std::vector<std::string>& attributes, const std::string& positive) {
    const std::int32_t positive_at = positive_class(schema, positive);
    const std::size_t classes = schema.target.classes.size();
    const engine::Compared compared(schema, table, scores);
    std::vector<const Column*> columns;
    for (const auto& attribute : attributes) {
        columns.push_back(&table.at(attribute));
        if (columns.back()->type == ColumnType::number)
            throw std::invalid_argument("attribute '" + attribute +
                                        "' is a number; to form groups, make it a category: data.categories, or in "
                                        "Python X.astype('category')");
    }
    std::map<std::vector<std::int32_t>, Tally> groups;
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        std::vector<std::int32_t> codes;
        codes.reserve(columns.size());
        for (const Column* column : columns) codes.push_back(column->codes[row]);
        if (std::ranges::find(codes, -1) != codes.end()) continue;
        groups[codes].add(compared, row, positive_at);
        if (engine::has_values(schema.target.task) && positive.empty()) groups[codes].means.add(compared, row);
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
