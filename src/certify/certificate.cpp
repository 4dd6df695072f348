#include <alcole/learning/certificate.hpp>

#include "certify/confidence.hpp"
#include "certify/shares.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>

namespace alcole::certify {
namespace {

using tabular::RiskDefinition;

/// The family and the confidence level of a risk's bounds.
struct Level {
    Family family = Family::automatic;
    double delta = 0;
    Side side = Side::only;
};

RiskBounds bounds_of(const RiskSample& sample, const Level& level) {
    RiskBounds bounds{.rows = sample.smallest_group(), .delta = level.delta, .no_bound = sample.no_bound};
    if (!sample.terms.empty()) bounds.estimate = sample.estimate();
    if (sample.no_bound) return bounds;
    for (const Family each : all_families) {
        const auto ends = confidence(each, sample, level.delta, level.side);
        if (!ends) continue;
        bounds.families.push_back({.family = each, .low = ends->low, .high = ends->high});
        if (each == level.family) {
            bounds.low = ends->low;
            bounds.high = ends->high;
        }
    }
    if (!bounds.high) bounds.no_bound = does_not_apply(level.family);
    return bounds;
}

Verdict verdict_of(const ConstraintCertificate& constraint) {
    if (!constraint.risk.high) return Verdict::impossible;
    const double low = *constraint.risk.low;
    const double high = *constraint.risk.high;
    const bool holds = constraint.at_least ? low >= constraint.bound : high <= constraint.bound;
    const bool fails = constraint.at_least ? high < constraint.bound : low > constraint.bound;
    return holds ? Verdict::certified : fails ? Verdict::violated : Verdict::undecided;
}

/// Why no number of rows bounds a risk. A constraint on every row is about the worst one: the mean over other rows,
/// which can be bounded, says nothing about it.
std::optional<NoBound> out_of_reach(const tabular::Dataset& data, const RiskDefinition& risk) {
    if (risk.each_row) return NoBound{.cause = NoBound::Cause::training_rows};
    return unknown_twins(data, risk);
}

ConstraintCertificate judge(Sampler& sampler, const RiskDefinition& risk, const Level& level,
                            const tabular::Dataset& data) {
    ConstraintCertificate constraint{.name = risk.name, .bound = risk.bound, .at_least = risk.at_least};
    if (auto why = out_of_reach(data, risk)) {
        constraint.risk = {.rows = data.num_rows(), .delta = level.delta, .no_bound = std::move(why)};
        return constraint;
    }
    const RiskSample sample = sampler.draws_of(risk);
    constraint.risk = bounds_of(sample, level);
    constraint.verdict = verdict_of(constraint);
    if (constraint.verdict == Verdict::undecided)
        constraint.rows_to_decide =
            rows_to_reach(risk.bound, level.family, sample, {*constraint.risk.low, *constraint.risk.high}, level.delta,
                          data.num_rows());
    const RiskSample flips = sampler.flips_of(risk);
    if (!flips.terms.empty()) constraint.flips = bounds_of(flips, level);
    return constraint;
}

void check(const Shares& shares, std::span<const std::size_t> claims, double delta) {
    if (shares.constraints.size() != claims.size())
        throw std::invalid_argument("there must be one share of delta for each constraint");
    double sum = shares.objective;
    for (std::size_t i = 0; i < claims.size(); ++i)
        if (i == 0 || claims[i] != claims[i - 1]) sum += shares.constraints[i];
    constexpr double rounding = 1e-12;
    if (!(sum <= delta * (1 + rounding))) throw std::invalid_argument("the shares of delta add up to more than delta");
}

}  // namespace

bool Certificate::all_certified() const {
    return !rows_were_trained_on && !of_tighter_search &&
           std::ranges::all_of(constraints, [](const ConstraintCertificate& constraint) {
               return constraint.verdict == Verdict::certified;
           });
}

void Certificate::void_for_training_rows() {
    rows_were_trained_on = true;
    for (auto& constraint : constraints) {
        constraint.rows_to_decide.reset();
        if (constraint.verdict != Verdict::impossible) constraint.verdict = Verdict::undecided;
    }
}

Certificate certify(const learning::TrainedModel& model, const tabular::Dataset& data, double delta, Family family,
                    const Context& context) {
    return certify(model, data, delta, equal_shares(model, model.goal.constraints, delta), family, context);
}

Certificate certify(const learning::TrainedModel& model, const tabular::Dataset& data, double delta,
                    const Shares& shares, Family family, const Context& context) {
    if (!(delta > 0 && delta < 1)) throw std::invalid_argument("delta must lie between 0 and 1");
    const auto& risks = model.goal.constraints;
    const auto claims = claims_of(risks);
    check(shares, claims, delta);
    tabular::check_fits(data.schema(), data.table(), true);
    if (data.num_rows() == 0) throw std::invalid_argument("there are no rows to certify with");
    Certificate certificate{.delta = delta, .family = family, .rows = data.num_rows()};
    Sampler sampler(model, data, context);
    for (std::size_t i = 0; i < risks.size(); ++i) {
        const Side side = std::ranges::count(claims, claims[i]) > 1 ? Side::one_of_two : Side::only;
        certificate.constraints.push_back(judge(sampler, risks[i], {family, shares.constraints[i], side}, data));
    }
    certificate.objective = bounds_of(sampler.objective(), {.family = family, .delta = shares.objective});
    return certificate;
}

}  // namespace alcole::certify
