#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// What people ask of a model beside its risks. Computed from predictions as predict() returns them. A number that the
/// rows do not determine (the recall of a group without positives) is empty, never NaN.
namespace alcole::tabular {

struct Metrics {
    std::size_t rows = 0;
    std::optional<double> accuracy{};            ///< of classes
    std::optional<double> log_loss{};            ///< of classes: mean cross-entropy in nats
    std::optional<double> auc{};                 ///< of classes: area under the ROC curve, ties counted half; with
                                                 ///< several classes the mean of each against the rest
    std::optional<double> mean_squared_error{};  ///< of numbers
    std::optional<double> r_squared{};           ///< of numbers
};
/// Throws std::invalid_argument with a sentence when a target is missing or unknown.
ALCOLE_EXPORT Metrics measure(const Schema& schema, const Table& table, std::span<const double> predictions);

/// The class that a row's probabilities say, as its place among the target's classes: the positive one of two when it
/// is more likely than not, the likeliest of several.
ALCOLE_EXPORT std::size_t predicted_class(std::span<const double> probabilities);

/// Share of rows whose predicted class is another one: predictions of the same rows, before and after a change, for a
/// target with two classes.
ALCOLE_EXPORT double share_of_flips(std::span<const double> before, std::span<const double> after);

/// The rates of one group, for one class taken as positive.
struct GroupRates {
    std::string group{};  ///< "sex = Male, race = Other"
    std::size_t rows = 0;
    std::optional<double> positive_rate{};
    std::optional<double> recall{};
    std::optional<double> false_positive_rate{};
    std::optional<double> error_rate{};
    std::optional<double> log_loss{};
};
/// One entry per combination of the attributes' values that occurs, in the order of the columns' levels; rows in which
/// one of them is missing belong to none. `positive` is a class; empty: the target's positive (or last) one.
ALCOLE_EXPORT std::vector<GroupRates> measure_groups(const Schema& schema, const Table& table,
                                                     std::span<const double> predictions,
                                                     const std::vector<std::string>& attributes,
                                                     const std::string& positive = {});

}  // namespace alcole::tabular
