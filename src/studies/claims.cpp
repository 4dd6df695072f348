#include "studies/claims.hpp"

#include "base/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace alcole::studies {
namespace {

using Constraints = std::vector<ConstraintInfo>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double above_zero = std::numeric_limits<double>::denorm_min();
constexpr std::size_t min_seeds = 3;  // with fewer seeds, nothing is decided

/// Holds if the whole interval lies within [from, to], fails if all of it lies outside.
ClaimStatus judged(const Interval& interval, double from, double to, std::size_t seeds) {
    if (seeds < min_seeds) return ClaimStatus::undecided;
    if (interval.low >= from && interval.high <= to) return ClaimStatus::holds;
    if (interval.high < from || interval.low > to) return ClaimStatus::fails;
    return ClaimStatus::undecided;
}

/// log(a / b), with a floor so that exactly zero is not infinitely better than a small number.
double log_quotient(double a, double b) {
    constexpr double floor = 1e-12;
    return std::log(std::max(a, floor) / std::max(b, floor));
}

/// The geometric mean of quotients, from their logarithms.
Interval mean_quotient(const std::vector<double>& logs) {
    const Interval log = base::bootstrap_mean(logs);
    return {std::exp(log.estimate), std::exp(log.low), std::exp(log.high)};
}

const MethodResult* find(const Study& study, std::string_view name) {
    const auto found = std::ranges::find(study.methods, name, &MethodResult::name);
    return found == study.methods.end() || found->runs.empty() ? nullptr : &*found;
}

double largest(const std::vector<double>& values) { return values.empty() ? 0 : *std::ranges::max_element(values); }

/// The largest slack, in units of the constraint's bound.
double worst_slack(const Run& run, const Constraints& constraints) {
    double worst = -infinity;
    for (std::size_t i = 0; i < constraints.size(); ++i)
        worst = std::max(worst, run.train.slack[i] / constraints[i].bound);
    return worst;
}

/// The standard deviation of the slack that oscillates most, in units of its bound.
double slack_sd(const Run& run, const Constraints& constraints, bool hard_only) {
    double largest_sd = 0;
    for (std::size_t i = 0; i < run.oscillation.slack_sd.size(); ++i)
        if (!hard_only || constraints[i].hard)
            largest_sd = std::max(largest_sd, run.oscillation.slack_sd[i] / constraints[i].bound);
    return largest_sd;
}

/// A number for every seed that both methods have, and the range in which its mean should lie.
struct PairedClaim {
    std::string_view id;
    std::string_view text;
    std::string_view method;
    std::string_view other;
    double (*value)(const Run& run, const Run& other, const Constraints& constraints);
    double from;
    double to;
    bool logarithm = false;  ///< the value is the logarithm of a quotient
    bool about_hard = false;
    bool about_late = false;  ///< requires late iterates
};

double more_accurate(const Run& a, const Run& b, const Constraints& /*all*/) {
    return a.test.accuracy - b.test.accuracy;
}
double more_violated(const Run& a, const Run& b, const Constraints& all) {
    return worst_slack(a, all) - worst_slack(b, all);
}
double more_flips(const Run& a, const Run& b, const Constraints& /*all*/) {
    return a.test.flip.front() - b.test.flip.front();
}

constexpr std::array<PairedClaim, 15> paired_claims = {{
    {"smoother_multipliers",
     "The augmented Lagrangian's multipliers are steadier: over the last half of training, the multiplier that "
     "oscillates most swings this many times as much under ordinary dual ascent (more than 1).",
     "lagrangian", "augmented",
     [](const Run& a, const Run& b, const Constraints& /*all*/) {
         return log_quotient(largest(a.oscillation.lambda_sd), largest(b.oscillation.lambda_sd));
     },
     1, infinity, true},
    {"steadier_slacks",
     "Its constraints are steadier too: the slack that oscillates most swings this many times as much under ordinary "
     "dual ascent (more than 1).",
     "lagrangian", "augmented",
     [](const Run& a, const Run& b, const Constraints& all) {
         return log_quotient(slack_sd(a, all, false), slack_sd(b, all, false));
     },
     1, infinity, true},
    {"steadier_on_hard_constraints",
     "The same among the hard constraints, those most violated without constraints (more than 1).", "lagrangian",
     "augmented",
     [](const Run& a, const Run& b, const Constraints& all) {
         return log_quotient(slack_sd(a, all, true), slack_sd(b, all, true));
     },
     1, infinity, true, true},
    {"feasible_last_iterate",
     "The last model of the augmented Lagrangian meets its constraints on the training data: its worst violation, in "
     "units of the bound (at most 0.2).",
     "augmented", "augmented",
     [](const Run& run, const Run& /*itself*/, const Constraints& all) { return worst_slack(run, all); }, -infinity,
     tolerated},
    {"better_last_iterate",
     "It meets them better than the last model of ordinary dual ascent: the worst violation there minus the one here, "
     "in units of the bound (above 0).",
     "lagrangian", "augmented", more_violated, above_zero, infinity},
    {"fewer_late_violations",
     "It matters less when one stops: the share of the epochs of the last half that end with a constraint violated by "
     "more than 0.2 of its bound, under ordinary dual ascent minus under the augmented Lagrangian (above 0).",
     "lagrangian", "augmented",
     [](const Run& a, const Run& b, const Constraints& /*all*/) { return a.late->violating - b.late->violating; },
     above_zero, infinity, false, false, true},
    {"better_worst_stop",
     "Stopping at the worst of these epochs does less harm: the worst violation under ordinary dual ascent minus the "
     "one under the augmented Lagrangian, in units of the bound (above 0).",
     "lagrangian", "augmented",
     [](const Run& a, const Run& b, const Constraints& /*all*/) {
         return a.late->worst_slack.back() - b.late->worst_slack.back();
     },
     above_zero, infinity, false, false, true},
    {"fewer_flips_at_worst_stop",
     "At the worst of these epochs changing a person's sex changes fewer answers: the largest flip rate under ordinary "
     "dual ascent minus the largest under the augmented Lagrangian (above 0).",
     "lagrangian", "augmented",
     [](const Run& a, const Run& b, const Constraints& /*all*/) {
         return a.late->flip.front().back() - b.late->flip.front().back();
     },
     above_zero, infinity, false, false, true},
    {"accuracy_better",
     "It is more accurate on held-out people than ordinary dual ascent, as the paper says: difference in accuracy "
     "(above 0).",
     "augmented", "lagrangian", more_accurate, above_zero, infinity},
    {"accuracy_not_worse",
     "It is at least not less accurate by more than a hundredth: the same difference (above -0.01).", "augmented",
     "lagrangian", more_accurate, -0.01, infinity},
    {"randomised_matches_augmented",
     "Drawing a model at random from ordinary dual ascent's iterates is as accurate as the one augmented model: "
     "difference in accuracy (within 0.01).",
     "lagrangian_randomised", "augmented", more_accurate, -0.01, 0.01},
    {"randomised_as_fair",
     "It is also as fair: difference in the share of answers that change with a person's sex (within 0.01).",
     "lagrangian_randomised", "augmented", more_flips, -0.01, 0.01},
    {"constraints_cost_accuracy",
     "The constraints cost accuracy: accuracy without them minus accuracy with them (above 0).", "unconstrained",
     "augmented", more_accurate, above_zero, infinity},
    {"sex_flip_reduced",
     "Changing a person's sex changes fewer answers of the augmented Lagrangian's last model than of ordinary dual "
     "ascent's last model: difference in flip rate (above 0). The paper prints 7.6 % against 1.5 %.",
     "lagrangian", "augmented", more_flips, above_zero, infinity},
    {"sex_flip_below_unconstrained",
     "Changing a person's sex changes fewer answers than without constraints: difference in flip rate (above 0).",
     "unconstrained", "augmented", more_flips, above_zero, infinity},
}};

/// An error that falls more slowly than this power of N over the upper half of the sizes counts as having reached a
/// floor.
constexpr double flat = -0.25;
/// The theorem's bound falls like this power of N.
constexpr double promised = -0.5;

/// Quotients of the gaps of ordinary dual ascent with a small step and of the augmented Lagrangian: would a smaller
/// step have sufficed?
std::vector<double> log_gaps(const LearnabilityPoint& slow, const LearnabilityPoint& augmented) {
    std::vector<double> logs;
    for (std::size_t i = 0; i < slow.runs.size(); ++i)
        logs.push_back(log_quotient(std::abs(slow.runs[i].gap), std::abs(augmented.runs[i].gap)));
    return logs;
}

std::vector<double> within_bound(const LearnabilityCurve& curve) {
    std::vector<double> within;
    for (const auto& point : curve.points)
        for (const auto& run : point.runs) within.push_back(run.within_bound ? 1 : 0);
    return within;
}

}  // namespace

Oscillation oscillation_of(const Trace& trace) {
    Oscillation result;
    const std::size_t steps = trace.lambda.size();
    if (steps == 0) return result;
    const std::size_t half = steps / 2;
    for (std::size_t i = 0; i < trace.lambda.front().size(); ++i) {
        std::vector<double> lambda;
        std::vector<double> slack;
        for (std::size_t t = half; t < steps; ++t) {
            lambda.push_back(trace.lambda[t][i]);
            slack.push_back(trace.slack[t][i]);
            if (t > half) result.lambda_variation += std::abs(lambda.back() - lambda[lambda.size() - 2]);
        }
        result.lambda_sd.push_back(base::standard_deviation(lambda));
        result.slack_sd.push_back(base::standard_deviation(slack));
    }
    return result;
}

void mark_hard(Study& study) {
    const MethodResult* free = find(study, "unconstrained");
    if (free == nullptr) return;
    std::vector<double> violation(study.constraints.size(), 0.0);
    for (const Run& run : free->runs)
        for (std::size_t i = 0; i < violation.size(); ++i)
            violation[i] += run.train.risk[i] / study.constraints[i].bound;
    std::vector<std::size_t> order(violation.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return violation[i]; });
    for (std::size_t k = 0; k < (order.size() + 1) / 2; ++k) study.constraints[order[k]].hard = true;
}

SeedMeans summarise(const std::vector<Run>& runs, const Constraints& constraints) {
    const auto over = [&](const std::function<double(const Run&)>& f) {
        std::vector<double> values(runs.size());
        std::ranges::transform(runs, values.begin(), f);
        return base::bootstrap_mean(values);
    };
    SeedMeans means;
    means.accuracy = over([](const Run& run) { return run.test.accuracy; });
    means.objective = over([](const Run& run) { return run.train.objective; });
    means.worst_slack = over([&](const Run& run) { return worst_slack(run, constraints); });
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        means.flip.push_back(over([i](const Run& run) { return run.test.flip[i]; }));
        means.lambda.push_back(over([i](const Run& run) { return run.lambda[i]; }));
    }
    means.lambda_sd = over([](const Run& run) { return largest(run.oscillation.lambda_sd); });
    means.lambda_variation = over([](const Run& run) { return run.oscillation.lambda_variation; });
    means.slack_sd = over([&](const Run& run) { return slack_sd(run, constraints, false); });
    means.late = summarise_late(runs);
    means.seconds = over([](const Run& run) { return run.seconds; }).estimate;
    return means;
}

std::vector<Claim> judge_claims(const Study& study) {
    std::vector<Claim> claims;
    for (const auto& claim : paired_claims) {
        const auto* method = find(study, claim.method);
        const auto* other = find(study, claim.other);
        if (method == nullptr || other == nullptr) continue;
        if (claim.about_hard && std::ranges::none_of(study.constraints, &ConstraintInfo::hard)) continue;
        if (claim.about_late && !(method->runs.front().late && other->runs.front().late)) continue;
        std::vector<double> values;
        for (const Run& run : method->runs) {
            const auto match = std::ranges::find(other->runs, run.seed, &Run::seed);
            if (match != other->runs.end()) values.push_back(claim.value(run, *match, study.constraints));
        }
        const Interval mean = claim.logarithm ? mean_quotient(values) : base::bootstrap_mean(values);
        claims.push_back(
            {std::string(claim.id), std::string(claim.text), mean, judged(mean, claim.from, claim.to, values.size())});
    }
    return claims;
}

std::vector<Claim> judge_claims(const Learnability& study) {
    std::vector<Claim> claims;
    if (study.curves.size() < 3 || study.curves[0].points.empty()) return claims;
    const auto& augmented = study.curves[0];
    const auto& ordinary = study.curves[1];
    const std::size_t seeds = augmented.points.front().runs.size();
    const auto add = [&](const char* id, const char* text, const std::optional<Interval>& value, double from,
                         double to) {
        if (value) claims.push_back({id, text, *value, judged(*value, from, to, seeds)});
    };
    add("augmented_gap_vanishes",
        "The augmented Lagrangian's last model approaches the best feasible one, P*: over the upper half of the sizes "
        "its gap falls like N to this power (below -0.25: no floor in sight).",
        augmented.gap.late, -infinity, flat);
    add("augmented_gap_as_promised",
        "Over all sizes its gap falls at least as fast as the theorem's bound, N to the power -1/2 (at most -0.5).",
        augmented.gap.whole, -infinity, promised);
    add("augmented_violation_vanishes",
        "Its violation in the population goes to zero too: over the upper half of the sizes it falls like N to this "
        "power (below -0.25).",
        augmented.violation.late, -infinity, flat);
    add("ordinary_gap_has_a_floor",
        "The last model of ordinary dual ascent with the same step stays away from P*, however many rows there are: "
        "its gap falls like N to this power over the upper half (above -0.25).",
        ordinary.gap.late, flat, infinity);
    add("ordinary_violation_has_a_floor", "The same for its violation (above -0.25).", ordinary.violation.late, flat,
        infinity);
    add("small_step_does_as_well",
        "With a dual step a hundred times smaller ordinary dual ascent comes as close to P* with the largest number of "
        "rows: its gap in units of the augmented one's (at most 1.25).",
        mean_quotient(log_gaps(study.curves[2].points.back(), augmented.points.back())), 0, 1.25);
    add("theorem_covers",
        "Gap and violations of the augmented Lagrangian's last model are within what the theorem promises: share of "
        "the runs (at least 1 - delta).",
        base::bootstrap_mean(within_bound(augmented)), augmented.points.front().runs.front().theorem.probability,
        infinity);
    return claims;
}

}  // namespace alcole::studies
