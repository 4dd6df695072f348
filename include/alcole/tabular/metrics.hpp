#pragma once

#include <alcole/export.hpp>
#include <alcole/interval.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/scores.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// What people ask of a model beside its risks. Computed from its scores (see scores.hpp) with the formulas of the
/// risks themselves, so that a metric and the risk of the same name are the same number:
///
///     const Metrics metrics = measure(held_out.schema(), held_out.table(), scores_of<float>(held_out, model, theta));
///
/// A number that the rows do not determine (the recall of a group without positives) is empty, never NaN.
namespace alcole::tabular {

/// Rows that were given about the same probability, and how often it came true.
struct ReliabilityBin {
    std::size_t rows = 0;
    double predicted = 0;  ///< mean probability
    Interval observed{};   ///< share of rows in which it came true, with its 95 % Wilson interval
};

/// What became of the rows of one class: a row of the confusion matrix, and what is read off it.
struct ClassOutcome {
    std::string name{};                    ///< of the class
    std::vector<std::size_t> predicted{};  ///< how many of its rows were taken for each class, in the schema's order
    std::optional<double> recall{};        ///< the share of its rows that was recognised
    std::optional<double> precision{};     ///< of the rows that were taken for it, the share that is of it
    std::optional<double> f_score{};       ///< the harmonic mean of both
};

struct Metrics {
    std::size_t rows = 0;
    std::optional<double> accuracy{};           ///< of classes
    std::optional<double> balanced_accuracy{};  ///< of classes: the mean of the recalls of those that occur
    std::optional<double> log_loss{};           ///< of classes: mean cross-entropy in nats
    std::optional<double> brier{};              ///< of classes: mean (p - y)^2 for two, sum_k (p_k - y_k)^2 for several
    std::optional<double> calibration_error{};  ///< of classes: the expected calibration error, the mean over the rows
                                                ///< of |predicted - observed| of their bin of `reliability`
    std::optional<double> auc{};                ///< of classes: area under the ROC curve, ties counted half; with
                                                ///< several classes the mean of each against the rest
    std::optional<double> mean_absolute_error{};  ///< of numbers; of ordered classes how many classes the predicted one
                                                  ///< is off
    std::optional<double> mean_squared_error{};   ///< of numbers
    std::optional<double> root_mean_squared_error{};  ///< of numbers
    std::optional<double> r_squared{};                ///< of numbers
    /// The reliability curve, of classes: up to ten bins with about as many rows each, at least 30, from the least
    /// probability to the largest; rows with the same probability stay together. Of two classes the probability is that
    /// of the positive one, of several that of the predicted one.
    std::vector<ReliabilityBin> reliability{};
    std::vector<ClassOutcome> confusion{};  ///< of classes: one per class, in the schema's order
};
/// Throws std::invalid_argument with a sentence when a target is missing or unknown.
[[nodiscard]] ALCOLE_EXPORT Metrics measure(const Schema& schema, const Table& table, const Scores& scores);

/// What every model should beat: the same answer for every row, the best one for these very rows. That is the most
/// frequent class, with the shares of the classes as probabilities, or the mean; of ordered classes the mean absolute
/// error is that of the median class.
[[nodiscard]] ALCOLE_EXPORT Metrics measure_baseline(const Schema& schema, const Table& table);

/// Share of rows whose predicted class is another one, given the scores of the same rows before and after a change. For
/// classes only.
[[nodiscard]] ALCOLE_EXPORT double share_of_flips(const Scores& before, const Scores& after);

/// The rates of one group, for one class taken as positive. What several classes have no positive one for is empty. Of
/// numbers there are no rates, but means.
struct GroupRates {
    std::string group{};     ///< "sex = Male, race = Other"
    std::string of_class{};  ///< of several classes: the one taken as positive; empty: none, or the target's own
    std::size_t rows = 0;
    std::optional<std::size_t> positives{};  ///< how many of the rows are of the positive class
    std::optional<double> positive_rate{};
    std::optional<double> recall{};
    std::optional<double> false_positive_rate{};
    std::optional<double> error_rate{};
    std::optional<double> log_loss{};
    std::optional<double> calibration_error{};  ///< as in Metrics
    // Of numbers and of ordered classes (the expected class, counted from 1), means with their 95 % intervals,
    // mean +- 1.96 sd / sqrt(rows):
    std::optional<Interval> mean_prediction{};
    std::optional<double> mean_target{};
    std::optional<Interval> mean_absolute_error{};  ///< as in Metrics

    /// With so few rows a rate says little, whatever it is.
    static constexpr std::size_t few = 30;
    [[nodiscard]] bool is_small() const { return rows < few; }
    [[nodiscard]] ALCOLE_EXPORT std::optional<double> rate(Rate which) const;
    /// A rate with its Wilson interval, of 95 % unless another z is asked for.
    [[nodiscard]] ALCOLE_EXPORT std::optional<Interval> interval(Rate which) const;
    [[nodiscard]] ALCOLE_EXPORT std::optional<Interval> interval(Rate which, double z) const;
};
/// One entry per combination of the attributes' values that occurs, in the order of the columns' levels; rows in which
/// one of them is missing belong to none. `positive` is a class; empty: the positive one of two, none of several.
[[nodiscard]] ALCOLE_EXPORT std::vector<GroupRates> measure_groups(const Schema& schema, const Table& table,
                                                                   const Scores& scores,
                                                                   const std::vector<std::string>& attributes,
                                                                   const std::string& positive = {});

/// How far the rates, or the means, of two groups are apart.
struct RateGap {
    std::string attributes{};  ///< "sex", "sex, race"
    std::string rate{};        ///< its name; or mean_prediction, mean_absolute_error
    std::string of_class{};    ///< of several classes: the one taken as positive; empty: none, or the target's own
    std::string high{};        ///< the group with the higher rate
    std::string low{};
    Interval difference{};  ///< high minus low, with Newcombe's interval
    /// More than chance makes of groups that are treated alike.
    [[nodiscard]] bool beyond_chance() const { return difference.low > 0; }
};
/// For each rate, and each mean, the two of these groups, which share no row and are of one class, that differ most;
/// and where that may be chance while others surely differ, those that differ most surely. The intervals of all pairs
/// of groups hold together with 95 %: with G groups each of them has 1 - 0.05 / (G (G - 1) / 2), for who looks for the
/// largest of many differences finds one.
[[nodiscard]] ALCOLE_EXPORT std::vector<RateGap> rate_gaps(const std::string& attributes,
                                                           std::span<const GroupRates> groups);

/// The intervals of risks that are rates (Wilson), differences of two rates (Newcombe) or of two mean predictions (of
/// groups that share no row) on these rows, 95 % each; none for other risks. A group against the whole, of which it is
/// the share w, differs from it by 1 - w times what it differs from the rest by.
[[nodiscard]] ALCOLE_EXPORT std::vector<std::optional<Interval>> risk_intervals(const Schema& schema,
                                                                                const Table& table,
                                                                                const Scores& scores,
                                                                                std::span<const RiskDefinition> risks);

}  // namespace alcole::tabular
