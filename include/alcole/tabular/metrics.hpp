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

/// Metrics of a model besides its risks. They are computed from its scores (see scores.hpp) with the formulas of the
/// risks themselves, so that a metric and the risk of the same name are the same number:
///
///     const Metrics metrics = measure(held_out.schema(), held_out.table(), scores_of<float>(held_out, model, theta));
///
/// A value that the rows do not determine (the recall of a group without positives) is empty, never NaN.
namespace alcole::tabular {

/// Rows with about the same predicted probability, and how often the prediction came true.
struct ReliabilityBin {
    std::size_t rows = 0;
    double predicted = 0;  ///< mean probability
    Interval observed{};   ///< share of rows in which it came true, with a 95 % Wilson interval
};

/// How the rows of one class were predicted: a row of the confusion matrix and the rates that follow from it.
struct ClassOutcome {
    std::string name{};                    ///< of the class
    std::vector<std::size_t> predicted{};  ///< number of its rows predicted as each class, in the schema's order
    std::optional<double> recall{};        ///< share of its rows that were predicted as this class
    std::optional<double> precision{};     ///< share of the rows predicted as this class that belong to it
    std::optional<double> f_score{};       ///< harmonic mean of recall and precision
};

/// Metrics of a model on given rows. Those that do not apply to the task are empty.
struct Metrics {
    std::size_t rows = 0;
    std::optional<double> accuracy{};           ///< of classes
    std::optional<double> balanced_accuracy{};  ///< of classes: mean recall of the classes that occur
    std::optional<double> log_loss{};           ///< of classes: mean cross-entropy in nats
    std::optional<double> brier{};              ///< of classes: mean (p - y)^2 for two, sum_k (p_k - y_k)^2 for several
    std::optional<double> calibration_error{};  ///< of classes: the expected calibration error, the mean over the rows
                                                ///< of |predicted - observed| of their bin of `reliability`
    std::optional<double> auc{};                ///< of classes: area under the ROC curve, ties counted half; with
                                                ///< several classes the mean of each against the rest
    std::optional<double> mean_absolute_error{};      ///< of numbers; for ordered classes, the distance in classes
    std::optional<double> mean_squared_error{};       ///< of numbers
    std::optional<double> root_mean_squared_error{};  ///< of numbers
    std::optional<double> r_squared{};                ///< of numbers
    /// The reliability curve, for classes: up to ten bins with about equally many rows, at least 30 each, from the
    /// smallest probability to the largest. Rows with the same probability stay together. With two classes the
    /// probability is that of the positive class, with several that of the predicted one.
    std::vector<ReliabilityBin> reliability{};
    std::vector<ClassOutcome> confusion{};  ///< of classes: one per class, in the schema's order
};
/// Throws std::invalid_argument if a target is missing or unknown.
[[nodiscard]] ALCOLE_EXPORT Metrics measure(const Schema& schema, const Table& table, const Scores& scores);
/// Metrics::accuracy alone. For classes only.
[[nodiscard]] ALCOLE_EXPORT double accuracy(const Schema& schema, const Table& table, const Scores& scores);

/// The metrics that every model should beat: those of the best constant prediction for these very rows. That is the
/// most frequent class, with the shares of the classes as probabilities, or the mean. For ordered classes the mean
/// absolute error is that of the median class.
[[nodiscard]] ALCOLE_EXPORT Metrics measure_baseline(const Schema& schema, const Table& table);

/// The share of rows whose predicted class differs, given the scores of the same rows before and after a change. For
/// classes only.
[[nodiscard]] ALCOLE_EXPORT double share_of_flips(const Scores& before, const Scores& after);

/// The rates of one group, with one class taken as positive. With several classes and none taken as positive, the
/// members that need one are empty. For numbers there are means instead of rates.
struct GroupRates {
    std::string group{};     ///< "sex = Male, race = Other"
    std::string of_class{};  ///< with several classes: the one taken as positive; empty: none, or the target's own
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

    /// With fewer rows than this, a rate says little.
    static constexpr std::size_t few = 30;
    [[nodiscard]] bool is_small() const { return rows < few; }
    [[nodiscard]] ALCOLE_EXPORT std::optional<double> rate(Rate which) const;
    /// A rate with its Wilson interval, of 95 % unless another z is given.
    [[nodiscard]] ALCOLE_EXPORT std::optional<Interval> interval(Rate which) const;
    [[nodiscard]] ALCOLE_EXPORT std::optional<Interval> interval(Rate which, double z) const;
};
/// Returns one entry per combination of attribute values that occurs, in the order of the columns' levels. Rows in
/// which one of them is missing belong to none. `positive` is a class; empty: the positive one of two classes, none of
/// several.
[[nodiscard]] ALCOLE_EXPORT std::vector<GroupRates> measure_groups(const Schema& schema, const Table& table,
                                                                   const Scores& scores,
                                                                   const std::vector<std::string>& attributes,
                                                                   const std::string& positive = {});

/// The difference between the rates, or the means, of two groups.
struct RateGap {
    std::string attributes{};  ///< "sex", "sex, race"
    std::string rate{};        ///< its name; or mean_prediction, mean_absolute_error
    std::string of_class{};    ///< with several classes: the one taken as positive; empty: none, or the target's own
    std::string high{};        ///< the group with the higher rate
    std::string low{};
    Interval difference{};  ///< high minus low, with Newcombe's interval
    /// True if the difference is larger than chance explains for groups that are treated alike.
    [[nodiscard]] bool beyond_chance() const { return difference.low > 0; }
};
/// For each rate and each mean, returns the two groups that differ most; the groups share no row and refer to one
/// class. If that difference may be chance while other groups certainly differ, the pair that differs most certainly is
/// returned as well. The intervals of all pairs of groups hold together with 95 %: with G groups each has 1 - 0.05 / (G
/// (G - 1) / 2), because the largest of many differences is large by chance alone.
[[nodiscard]] ALCOLE_EXPORT std::vector<RateGap> rate_gaps(const std::string& attributes,
                                                           std::span<const GroupRates> groups);

/// The intervals on these rows, 95 % each, of risks that are rates (Wilson), differences of two rates (Newcombe) or
/// differences of two mean predictions (for groups that share no row); none for other risks. A group that makes up the
/// share w of the whole differs from the whole by 1 - w times its difference from the rest.
[[nodiscard]] ALCOLE_EXPORT std::vector<std::optional<Interval>> risk_intervals(const Schema& schema,
                                                                                const Table& table,
                                                                                const Scores& scores,
                                                                                std::span<const RiskDefinition> risks);

}  // namespace alcole::tabular
