#include "certify/confidence.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::certify {
namespace {

using tabular::RiskDefinition;
using tabular::Term;
using Measure = Term::Measure;

DerivedRange range_of(const learning::TrainedModel& model, const Term& term, const tabular::AttributeChange& change) {
    if (term.measure == Measure::loss) return loss_range(model);
    if (term.measure == Measure::divergence) return divergence_range(model, change);
    return {.range = Range{}};
}

/// The range has room for what single precision does to the values; what is still outside of it is no more than that.
std::vector<double> within(Range range, std::vector<double> values) {
    for (double& v : values) v = std::clamp(v, range.low, range.high);
    return values;
}

}  // namespace

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
    std::size_t least = terms.empty() ? 0 : terms.front().values.size();
    for (const auto& term : terms) least = std::min(least, term.values.size());
    return least;
}

std::optional<Confidence> confidence(Family family, const RiskSample& risk, double delta) {
    Confidence total;
    const double share = delta / static_cast<double>(risk.terms.size());
    for (const auto& term : risk.terms) {
        const Sample sample{.values = term.values};
        const auto low = lower_bound(family, sample, term.range, share);
        const auto high = upper_bound(family, sample, term.range, share);
        if (!low || !high) return std::nullopt;
        total.low += term.coefficient * (term.coefficient > 0 ? *low : *high);
        total.high += term.coefficient * (term.coefficient > 0 ? *high : *low);
    }
    return total;
}

double delta_each(double delta, std::size_t constraints) { return delta / static_cast<double>(constraints + 1); }

std::string does_not_apply(Family family) {
    return std::string(to_string(family)) +
           " bounds are for rates, and this risk is none; betting bounds are for everything";
}

Sampler::Sampler(const learning::TrainedModel& model, const tabular::Dataset& data, const Context& context)
    : model_(model), rows_(data, model.shape, model.theta, context) {}

RiskSample Sampler::draws_of(const RiskDefinition& risk) {
    RiskSample sample;
    for (const auto& term : risk.terms) {
        auto values = rows_.of(term, risk.change);
        if (values.empty()) {
            sample.trouble = "a group it needs has no rows in this table";
            continue;
        }
        const auto derived = range_of(model_, term, risk.change);
        if (!derived.range) sample.trouble = derived.reason;
        sample.terms.push_back({.coefficient = term.coefficient,
                                .range = derived.range.value_or(Range{}),
                                .values = derived.range ? within(*derived.range, std::move(values)) : values});
    }
    if (sample.terms.size() < risk.terms.size()) sample.terms.clear();  // a part of a gap is no estimate of it
    return sample;
}

RiskSample Sampler::objective() { return draws_of({.name = "objective", .terms = {Term{}}}); }

RiskSample Sampler::flips_of(const RiskDefinition& risk) {
    RiskSample sample;
    if (model_.schema.target.task == tabular::Task::regression) return sample;
    for (const auto& term : risk.terms) {
        if (term.measure != Measure::divergence) continue;
        auto values = rows_.flips(term, risk.change);
        if (!values.empty()) sample.terms.push_back({.coefficient = 1, .range = {}, .values = std::move(values)});
    }
    return sample;
}

/// The widths of all families shrink like a x + b x^2 with x = 1 / sqrt(rows): a from the variance (from the range for
/// Hoeffding), b from the range. The shape is scaled to the width that the rows at hand gave, and solved for x.
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
    constexpr double most = 1e12;  // beyond that it only says "never"
    return needed < most ? std::optional(std::ceil(needed)) : std::nullopt;
}

}  // namespace alcole::certify
