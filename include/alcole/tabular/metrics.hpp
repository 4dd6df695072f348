#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/scores.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// What people ask of a model beside its risks. Computed from its scores (see scores.hpp) with the formulas of the
/// risks themselves, so that a metric and the risk of the same name are the same number:
///
///     const Metrics metrics = measure(held_out.schema(), held_out.table(), scores_of<float>(held_out, model, theta));
///
/// A number that the rows do not determine (the recall of a group without positives) is empty, never NaN.
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
[[nodiscard]] ALCOLE_EXPORT Metrics measure(const Schema& schema, const Table& table, const Scores& scores);

/// Share of rows whose predicted class is another one, given the scores of the same rows before and after a change. For
/// classes only.
[[nodiscard]] ALCOLE_EXPORT double share_of_flips(const Scores& before, const Scores& after);

/// The rates of one group, for one class taken as positive. What several classes have no positive one for is empty.
struct GroupRates {
    std::string group{};     ///< "sex = Male, race = Other"
    std::string of_class{};  ///< of several classes: the one taken as positive; empty: none, or the target's own
    std::size_t rows = 0;
    std::optional<double> positive_rate{};
    std::optional<double> recall{};
    std::optional<double> false_positive_rate{};
    std::optional<double> error_rate{};
    std::optional<double> log_loss{};
};
/// One entry per combination of the attributes' values that occurs, in the order of the columns' levels; rows in which
/// one of them is missing belong to none. `positive` is a class; empty: the positive one of two, none of several.
[[nodiscard]] ALCOLE_EXPORT std::vector<GroupRates> measure_groups(const Schema& schema, const Table& table,
                                                                   const Scores& scores,
                                                                   const std::vector<std::string>& attributes,
                                                                   const std::string& positive = {});

}  // namespace alcole::tabular
