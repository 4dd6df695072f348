#include "certify/confidence.hpp"

#include "certify/difference.hpp"
#include "certify/range.hpp"
#include "table/same.hpp"
#include "table/unknown_words.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace alcole::certify {
namespace {

using tabular::RiskDefinition;
using tabular::Term;
using Measure = Term::Measure;
using Cause = NoBound::Cause;

/// The range of the values of a term. It includes 0 if the term has an event, because rows that do not meet the event
/// count as zero.
DerivedRange range_of(const learning::TrainedModel& model, const Term& term, const tabular::AttributeChange& change) {
    if (term.measure == Measure::quantile)
        return {.no_bound = {{.cause = Cause::unbounded_error, .names = {model.schema.target.column}}}};
    DerivedRange derived{.range = Range{}};
    if (term.measure == Measure::prediction) derived = value_range(model);
    if (term.measure == Measure::off) derived.range = Range{.low = -1, .high = 1};
    if (term.measure == Measure::loss) derived = loss_range(model);
    if (term.measure == Measure::divergence) derived = divergence_range(model, change);
    if (derived.range && term.has_event()) {
        derived.range->low = std::min(0.0, derived.range->low);
        derived.range->high = std::max(0.0, derived.range->high);
    }
    return derived;
}

/// Whether both terms are means over the same rows, regardless of their events.
bool same_rows(const Term& one, const Term& other) {
    const auto label = [](const Term& term) { return term.label_is_event ? std::nullopt : term.label; };
    const bool labels = label(one) == label(other) && (!label(one) || one.other_labels == other.other_labels);
    return labels && table::same(one.rows, other.rows);
}

/// Merges two terms over the same rows into one, whose values are weighted sums. The risk then needs one bound instead
/// of two.
void add_values(TermSample& to, const TermSample& more) {
    const auto scaled = [](const TermSample& of) {
        const double a = of.coefficient * of.range.low;
        const double b = of.coefficient * of.range.high;
        return Range{.low = std::min(a, b), .high = std::max(a, b)};
    };
    const Range one = scaled(to);
    const Range other = scaled(more);
    for (std::size_t i = 0; i < to.values.size(); ++i)
        to.values[i] = to.coefficient * to.values[i] + more.coefficient * more.values[i];
    to.coefficient = 1;
    to.range = {.low = one.low + other.low, .high = one.high + other.high};
    to.rate = false;
}

Count count_of(const TermSample& term) {
    return {.ones = static_cast<std::size_t>(std::ranges::count(term.values, 1.0)), .rows = term.values.size()};
}

}  // namespace

bool share_no_row(const Term& one, const Term& other) {
    using Relation = tabular::Condition::Relation;
    const auto names_words = [](const tabular::Condition& c) {
        return c.relation == Relation::equal || c.relation == Relation::among;
    };
    for (const auto& here : one.rows)
        for (const auto& there : other.rows)
            if (here.column == there.column && names_words(here) && names_words(there) &&
                std::ranges::find_first_of(here.values, there.values) == here.values.end())
                return true;
    return false;
}

bool move_within(Range range, std::vector<double>& values) {
    constexpr double rounding = 1e-6;  // the range already allows for rounding in single precision
    const double slack = rounding * (range.width() + std::max(std::abs(range.low), std::abs(range.high)));
    for (double& v : values) {
        if (!(v >= range.low - slack && v <= range.high + slack)) return false;
        v = std::clamp(v, range.low, range.high);
    }
    return true;
}

double TermSample::mean() const {
    double sum = 0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
}

double TermSample::variance() const {
    if (values.size() < 2) return 0;
    const double middle = mean();
    double squares = 0;
    for (const double v : values) squares += (v - middle) * (v - middle);
    return squares / static_cast<double>(values.size() - 1);
}

double RiskSample::estimate() const {
    double sum = 0;
    for (const auto& term : terms) sum += term.coefficient * term.mean();
    return sum;
}

std::size_t RiskSample::smallest_group() const {
    std::size_t smallest = terms.empty() ? 0 : terms.front().values.size();
    for (const auto& term : terms) smallest = std::min(smallest, term.values.size());
    return smallest;
}

bool RiskSample::is_gap_of_rates() const {
    return disjoint && terms.size() == 2 && terms[0].rate && terms[1].rate && terms[0].coefficient != 0 &&
           terms[0].coefficient == -terms[1].coefficient;
}

std::optional<double> upper_end(Family family, const RiskSample& risk, double delta) {
    if (family == Family::automatic && risk.is_gap_of_rates()) {
        const std::size_t added = risk.terms[0].coefficient > 0 ? 0 : 1;
        return risk.terms[added].coefficient *
               difference_upper_bound(count_of(risk.terms[added]), count_of(risk.terms[1 - added]), delta);
    }
    double total = 0;
    const double share = delta / static_cast<double>(risk.terms.size());
    for (const auto& term : risk.terms) {
        const Sample sample{.values = term.values, .counts = {}, .rate = term.rate};
        const auto end = term.coefficient > 0 ? upper_bound(family, sample, term.range, share)
                                              : lower_bound(family, sample, term.range, share);
        if (!end) return std::nullopt;
        total += term.coefficient * *end;
    }
    return total;
}

std::optional<double> lower_end(Family family, const RiskSample& risk, double delta) {
    RiskSample negative = risk;
    for (auto& term : negative.terms) term.coefficient = -term.coefficient;
    const auto end = upper_end(family, negative, delta);
    return end ? std::optional(-*end) : std::nullopt;
}

std::optional<Confidence> confidence(Family family, const RiskSample& risk, double delta, Side side) {
    const auto low = lower_end(family, risk, delta);
    const auto high = upper_end(family, risk, delta);
    if (!low || !high) return std::nullopt;
    if (side == Side::only) return Confidence{*low, *high};
    return Confidence{std::min(*low, *lower_end(family, risk, delta / 2)), *high};
}

NoBound does_not_apply(Family family) {
    return {.cause = Cause::not_a_rate, .names = {std::string(to_string(family))}};
}

std::optional<NoBound> unknown_twins(const tabular::Dataset& data, const RiskDefinition& risk) {
    const std::size_t rows = table::rows_with_unknown_attribute(data, risk);
    if (rows == 0) return std::nullopt;
    return NoBound{
        .cause = Cause::unknown_values, .names = {risk.change.column}, .numbers = {static_cast<double>(rows)}};
}

Sampler::Sampler(const learning::TrainedModel& model, const tabular::Dataset& data, const Context& context)
    : model_(model), rows_(data, model.shape, model.theta, context) {}

RiskSample Sampler::draws_of(const RiskDefinition& risk) {
    RiskSample sample;
    std::vector<const Term*> heads;  // the first term for each set of rows, in the order of sample.terms
    bool empty = false;
    for (const auto& term : risk.terms) {
        auto values = rows_.of(term, risk.change);
        if (values.empty()) {
            empty = true;
            sample.no_bound = {.cause = Cause::empty_group};
            continue;
        }
        const auto derived = range_of(model_, term, risk.change);
        if (!derived.range) sample.no_bound = derived.no_bound;
        if (derived.range && !move_within(*derived.range, values)) sample.no_bound = {.cause = Cause::beyond_range};
        TermSample drawn{.coefficient = term.coefficient,
                         .range = derived.range.value_or(Range{}),
                         .values = std::move(values),
                         .rate = term.is_rate()};
        const auto known = std::ranges::find_if(heads, [&](const Term* head) { return same_rows(*head, term); });
        if (known != heads.end()) {
            add_values(sample.terms[static_cast<std::size_t>(known - heads.begin())], drawn);
            continue;
        }
        heads.push_back(&term);
        sample.terms.push_back(std::move(drawn));
    }
    sample.disjoint = heads.size() == 2 && share_no_row(*heads[0], *heads[1]);
    if (empty) sample.terms.clear();  // without one of its terms, the rest of a gap is not an estimate
    return sample;
}

RiskSample Sampler::objective() { return draws_of({.name = "objective", .terms = {Term{}}}); }

RiskSample Sampler::flips_of(const RiskDefinition& risk) {
    RiskSample sample;
    if (model_.schema.target.task == tabular::Task::regression) return sample;
    for (const auto& term : risk.terms) {
        if (term.measure != Measure::divergence) continue;
        auto values = rows_.flips(term, risk.change);
        if (!values.empty())
            sample.terms.push_back({.coefficient = 1, .range = {}, .values = std::move(values), .rate = true});
    }
    return sample;
}

/// The widths of all families shrink like a x + b x^2 with x = sqrt(rows now / rows needed), where a comes from the
/// variance (for Hoeffding from the range) and b from the range. The curve is scaled to the current width at x = 1 and
/// solved for x.
std::optional<double> rows_to_reach(double target, Family family, const RiskSample& risk, const Confidence& now,
                                    double delta, std::size_t rows) {
    const double estimate = risk.estimate();
    const double distance = std::abs(target - estimate);
    const double width = target > estimate ? now.high - estimate : estimate - now.low;
    const double logarithm = std::log(static_cast<double>(risk.terms.size()) / delta);
    double a = 0;
    double b = 0;
    for (const auto& term : risk.terms) {
        const double unit = logarithm / static_cast<double>(term.values.size());
        const double reach = std::abs(term.coefficient) * term.range.width();
        if (family == Family::hoeffding)
            a += reach * std::sqrt(unit / 2);
        else
            a += std::abs(term.coefficient) * std::sqrt(2 * term.variance() * unit);
        if (family != Family::hoeffding) b += reach * unit * (family == Family::bernstein ? 7.0 / 3 : 1.0);
    }
    if (!(distance > 0) || !(width > 0) || !(a + b > 0)) return std::nullopt;
    const double goal = distance / width * (a + b);
    const double x = 2 * goal / (a + std::sqrt(a * a + 4 * b * goal));
    const double needed = static_cast<double>(rows) / (x * x);
    constexpr double never = 1e12;  // a larger number means "never"
    return needed < never ? std::optional(std::ceil(needed)) : std::nullopt;
}

}  // namespace alcole::certify
