#include <alcole/learning/certificate.hpp>

#include "certify/confidence.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace alcole::certify {
namespace {

using tabular::RiskDefinition;

RiskBounds bounds_of(const RiskSample& sample, Family family, double delta) {
    RiskBounds bounds{.rows = sample.smallest_group(), .reason = sample.trouble};
    if (!sample.terms.empty()) bounds.estimate = sample.estimate();
    if (!sample.trouble.empty()) return bounds;
    for (const Family each : all_families) {
        const auto ends = confidence(each, sample, delta);
        if (!ends) continue;
        bounds.families.push_back({.family = each, .low = ends->low, .high = ends->high});
        if (each == family) {
            bounds.low = ends->low;
            bounds.high = ends->high;
        }
    }
    if (!bounds.high) bounds.reason = does_not_apply(family);
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

ConstraintCertificate judge(Sampler& sampler, const RiskDefinition& risk, const Certificate& asked) {
    ConstraintCertificate constraint{.name = risk.name, .bound = risk.bound, .at_least = risk.at_least};
    const RiskSample sample = sampler.draws_of(risk);
    constraint.risk = bounds_of(sample, asked.family, asked.delta_each);
    constraint.verdict = verdict_of(constraint);
    if (constraint.verdict == Verdict::undecided)
        constraint.rows_to_decide =
            rows_to_reach(risk.bound, asked.family, sample, {*constraint.risk.low, *constraint.risk.high},
                          asked.delta_each, asked.rows);
    const RiskSample flips = sampler.flips_of(risk);
    if (!flips.terms.empty()) constraint.flips = bounds_of(flips, asked.family, asked.delta_each);
    return constraint;
}

}  // namespace

bool Certificate::all_certified() const {
    return !rows_were_trained_on && std::ranges::all_of(constraints, [](const ConstraintCertificate& constraint) {
        return constraint.verdict == Verdict::certified;
    });
}

Certificate certify(const learning::TrainedModel& model, const tabular::Dataset& data, double delta, Family family,
                    const Context& context) {
    if (!(delta > 0 && delta < 1)) throw std::invalid_argument("delta must lie between 0 and 1");
    tabular::check_fits(data.schema(), data.table(), true);
    if (data.num_rows() == 0) throw std::invalid_argument("there are no rows to certify with");
    Certificate certificate{.delta = delta,
                            .delta_each = delta_each(delta, model.goal.constraints.size()),
                            .family = family,
                            .rows = data.num_rows()};
    Sampler sampler(model, data, context);
    for (const auto& risk : model.goal.constraints)
        certificate.constraints.push_back(judge(sampler, risk, certificate));
    certificate.objective = bounds_of(sampler.objective(), family, certificate.delta_each);
    return certificate;
}

}  // namespace alcole::certify
