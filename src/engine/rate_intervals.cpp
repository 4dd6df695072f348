// Confidence intervals of rates and of their differences.
#include <alcole/tabular/metrics.hpp>

#include "base/normal.hpp"
#include "base/statistics.hpp"
#include "engine/plan/row_sets.hpp"
#include "engine/plan/truths.hpp"
#include "engine/risk/predictions.hpp"
#include "table/same.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <tuple>

namespace alcole::tabular {
namespace {

constexpr std::array<Rate, 4> rates_of_groups = {Rate::positive_rate, Rate::recall, Rate::false_positive_rate,
                                                 Rate::error_rate};

/// A number of rows, and in how many of them a condition holds.
struct Share {
    double is = 0;
    double rows = 0;
    Interval interval() const { return base::wilson(is, rows); }
};

/// Counts the rates that terms stand for, and remembers them.
class ShareCounter {
  public:
    ShareCounter(const Schema& schema, const Table& table, const Scores& scores)
        : scores_(scores), labels_(engine::truths_of(schema, table).labels), sets_(table, labels_) {}

    /// Nothing if the term is not a rate of predicted classes, or has no rows.
    std::optional<Share> of(const Term& term) {
        using enum Term::Measure;
        const bool is_strict_rate =
            term.measure == predicted || term.measure == other || term.measure == correct || term.measure == error;
        if (!is_strict_rate || term.has_event()) return std::nullopt;
        const auto set = sets_.number(term);
        if (sets_.size(set) == 0) return std::nullopt;
        const auto [found, is_new] = known_.try_emplace({set, term.measure, term.of_class});
        if (is_new) found->second = counted(term, set);
        return found->second;
    }

  private:
    Share counted(const Term& term, std::size_t set) const {
        Share share{.rows = static_cast<double>(sets_.size(set))};
        for (std::size_t row = 0; row < labels_.size(); ++row) {
            if (!sets_.has(set, row)) continue;
            const auto label = static_cast<std::int32_t>(predicted_class(scores_.of(row)));
            using enum Term::Measure;
            const bool of_class = term.measure == predicted || term.measure == other;
            const bool matches = label == (of_class ? term.of_class : labels_[row]);
            share.is += matches == (term.measure == predicted || term.measure == correct) ? 1 : 0;
        }
        return share;
    }

    const Scores& scores_;
    std::vector<std::int32_t> labels_;
    engine::RowSets sets_;
    std::map<std::tuple<std::size_t, Term::Measure, std::int32_t>, Share> known_;
};

/// Whether the conditions imply that every row of `part` belongs to `whole`.
bool is_part(const Term& part, const Term& whole) {
    return std::ranges::all_of(whole.rows, [&](const Condition& asked) {
        return std::ranges::any_of(part.rows, [&](const Condition& one) { return table::same(one, asked); });
    });
}

/// Whether the conditions imply that no row belongs to both: they require different values of the same column.
bool are_apart(const Term& a, const Term& b) {
    return std::ranges::any_of(a.rows, [&](const Condition& one) {
        return one.relation == Condition::Relation::equal && std::ranges::any_of(b.rows, [&](const Condition& other) {
                   return other.column == one.column && other.relation == one.relation && other.values != one.values;
               });
    });
}

std::optional<Interval> part_against_whole(const Share& part, const Share& whole) {
    const Share rest{.is = whole.is - part.is, .rows = whole.rows - part.rows};
    if (rest.rows <= 0) return std::nullopt;
    const double share = rest.rows / whole.rows;
    const Interval apart = base::newcombe(part.interval(), rest.interval());
    return Interval{share * apart.estimate, share * apart.low, share * apart.high};
}

Interval reversed(const Interval& of) { return {-of.estimate, -of.high, -of.low}; }

std::optional<Interval> difference(const Term& plus, const Share& a, const Term& minus, const Share& b) {
    if (are_apart(plus, minus)) return base::newcombe(a.interval(), b.interval());
    if (is_part(plus, minus)) return part_against_whole(a, b);
    if (!is_part(minus, plus)) return std::nullopt;
    const auto against = part_against_whole(b, a);
    return against ? std::optional(reversed(*against)) : std::nullopt;
}

/// Mean predictions over sets of rows, with their confidence intervals.
class MeanCounter {
  public:
    MeanCounter(const Schema& schema, const Table& table, const Scores& scores)
        : target_(schema.target),
          predictions_(schema.target.task, scores),
          labels_(engine::truths_of(schema, table).labels),
          sets_(table, labels_) {}

    std::optional<Interval> of(const Term& term) {
        const auto set = sets_.number(term);
        const auto rows = static_cast<double>(sets_.size(set));
        if (rows == 0) return std::nullopt;
        double sum = 0;
        double squares = 0;
        for (std::size_t row = 0; row < predictions_.scores().size() / predictions_.outputs(); ++row) {
            if (!sets_.has(set, row)) continue;
            const double value = engine::value(predictions_.at(row));
            sum += value;
            squares += value * value;
        }
        const Interval unit = base::mean_interval(sum, squares, rows);
        const auto scaled = [&](double v) { return target_.mean + target_.sd * v; };
        return Interval{scaled(unit.estimate), scaled(unit.low), scaled(unit.high)};
    }

  private:
    const Target& target_;
    engine::Predictions predictions_;
    std::vector<std::int32_t> labels_;
    engine::RowSets sets_;
};

bool is_value(const Term& term) { return term.measure == Term::Measure::prediction && !term.has_event(); }

std::optional<Interval> mean_gap(const RiskDefinition& risk, MeanCounter& counter) {
    if (risk.terms.size() != 2 || !are_apart(risk.terms[0], risk.terms[1])) return std::nullopt;
    const auto first = counter.of(risk.terms[0]);
    const auto second = counter.of(risk.terms[1]);
    if (!first || !second || risk.terms[0].coefficient != 1 || risk.terms[1].coefficient != -1) return std::nullopt;
    return base::newcombe(*first, *second);
}

std::optional<Interval> interval_of(const RiskDefinition& risk, ShareCounter& counter) {
    if (risk.terms.empty() || risk.terms.size() > 2 || risk.terms[0].coefficient != 1) return std::nullopt;
    const auto first = counter.of(risk.terms[0]);
    if (!first) return std::nullopt;
    if (risk.terms.size() == 1) return first->interval();
    const auto second = counter.of(risk.terms[1]);
    if (!second || risk.terms[1].coefficient != -1) return std::nullopt;
    return difference(risk.terms[0], *first, risk.terms[1], *second);
}

/// A measure by which groups are compared, with its interval at any z.
struct GroupMeasure {
    std::string name{};
    std::function<std::optional<Interval>(const GroupRates&, double z)> of{};
};

std::vector<GroupMeasure> group_measures() {
    std::vector<GroupMeasure> list;
    for (const Rate rate : rates_of_groups)
        list.push_back(
            {std::string(to_string(rate)), [rate](const GroupRates& g, double z) { return g.interval(rate, z); }});
    const auto add_mean = [&](const char* name, std::optional<Interval> GroupRates::*mean) {
        list.push_back({name, [mean](const GroupRates& g, double z) -> std::optional<Interval> {
                            if (!g.of_class.empty() || !(g.*mean)) return std::nullopt;  // the same for all classes
                            const auto& [at, low, high] = *(g.*mean);
                            const double wider = z / base::usual_z;
                            return Interval{at, at - wider * (at - low), at + wider * (high - at)};
                        }});
    };
    add_mean("mean_prediction", &GroupRates::mean_prediction);
    add_mean("mean_absolute_error", &GroupRates::mean_absolute_error);
    return list;
}

RateGap gap_between(const std::string& attributes, const GroupMeasure& by, const GroupRates& a, const GroupRates& b,
                    double z) {
    const bool in_order = by.of(a, z)->estimate >= by.of(b, z)->estimate;
    const GroupRates& high = in_order ? a : b;
    const GroupRates& low = in_order ? b : a;
    return {.attributes = attributes,
            .rate = by.name,
            .of_class = a.of_class,
            .high = high.group,
            .low = low.group,
            .difference = base::newcombe(*by.of(high, z), *by.of(low, z))};
}

}  // namespace

std::optional<double> GroupRates::rate(Rate which) const {
    switch (which) {
        case Rate::positive_rate:
            return positive_rate;
        case Rate::recall:
            return recall;
        case Rate::false_positive_rate:
            return false_positive_rate;
        case Rate::error_rate:
            return error_rate;
        case Rate::false_negative_rate:
            return recall ? std::optional(1 - *recall) : std::nullopt;
        case Rate::true_negative_rate:
            return false_positive_rate ? std::optional(1 - *false_positive_rate) : std::nullopt;
        case Rate::balanced_error:
        case Rate::precision:
        case Rate::false_discovery_rate:
        case Rate::f_score:
            return std::nullopt;
        case Rate::accuracy:
            break;
    }
    return error_rate ? std::optional(1 - *error_rate) : std::nullopt;
}

std::optional<Interval> GroupRates::interval(Rate which) const { return interval(which, base::usual_z); }

std::optional<Interval> GroupRates::interval(Rate which, double z) const {
    const auto value = rate(which);
    const bool of_positives = which == Rate::recall || which == Rate::false_negative_rate;
    const bool of_negatives = which == Rate::false_positive_rate || which == Rate::true_negative_rate;
    if (!value || ((of_positives || of_negatives) && !positives)) return std::nullopt;
    const std::size_t n = of_positives ? *positives : of_negatives ? rows - *positives : rows;
    if (n == 0) return std::nullopt;
    return base::wilson(*value * static_cast<double>(n), static_cast<double>(n), z);
}

std::vector<RateGap> rate_gaps(const std::string& attributes, std::span<const GroupRates> groups) {
    std::vector<RateGap> found;
    const auto pairs = static_cast<double>(groups.size() * (groups.size() - 1)) / 2;
    if (groups.size() < 2) return found;
    const double z = base::normal_quantile(1 - 0.025 / pairs);
    for (const GroupMeasure& by : group_measures()) {
        std::vector<RateGap> gaps;
        for (std::size_t i = 0; i < groups.size(); ++i)
            for (std::size_t j = i + 1; j < groups.size(); ++j)
                if (by.of(groups[i], z) && by.of(groups[j], z))
                    gaps.push_back(gap_between(attributes, by, groups[i], groups[j], z));
        if (gaps.empty()) continue;
        const auto widest = std::ranges::max_element(gaps, {}, [](const RateGap& g) { return g.difference.estimate; });
        found.push_back(*widest);
        const auto surest = std::ranges::max_element(gaps, {}, [](const RateGap& g) { return g.difference.low; });
        if (!widest->beyond_chance() && surest->beyond_chance()) found.push_back(*surest);
    }
    return found;
}

std::vector<std::optional<Interval>> risk_intervals(const Schema& schema, const Table& table, const Scores& scores,
                                                    std::span<const RiskDefinition> risks) {
    ShareCounter counter(schema, table, scores);
    std::vector<std::optional<Interval>> intervals;
    intervals.reserve(risks.size());
    const auto means = [](const RiskDefinition& risk) { return std::ranges::all_of(risk.terms, is_value); };
    std::optional<MeanCounter> mean_counter;
    if (std::ranges::any_of(risks, means)) mean_counter.emplace(schema, table, scores);
    for (const auto& risk : risks)
        intervals.push_back(means(risk) && !risk.terms.empty() ? mean_gap(risk, *mean_counter)
                                                               : interval_of(risk, counter));
    return intervals;
}

}  // namespace alcole::tabular
