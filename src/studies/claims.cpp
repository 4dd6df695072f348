#include "studies/claims.hpp"

#include "base/statistics.hpp"
#include "studies/judged.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace alcole::studies {
namespace {

using OfRun = std::function<double(const Run&)>;

const MethodResult* find(const Study& study, const std::string& name) {
    const auto found = std::ranges::find(study.methods, name, &MethodResult::name);
    return found == study.methods.end() || found->runs.empty() ? nullptr : &*found;
}

double largest(const std::vector<double>& values) { return values.empty() ? 0 : *std::ranges::max_element(values); }

/// In units of each constraint's bound.
double worst_slack(const Run& run, const std::vector<ConstraintInfo>& constraints) {
    double worst = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < constraints.size(); ++i)
        worst = std::max(worst, run.train.slack[i] / constraints[i].bound);
    return worst;
}

double restless_slack(const Run& run, const std::vector<ConstraintInfo>& constraints, bool hard_only) {
    double most = 0;
    for (std::size_t i = 0; i < run.oscillation.slack_sd.size(); ++i)
        if (!hard_only || constraints[i].hard)
            most = std::max(most, run.oscillation.slack_sd[i] / constraints[i].bound);
    return most;
}

/// f(one run, the other method's run of the same seed) for every seed that both have.
std::vector<double> paired(const MethodResult& one, const MethodResult& other,
                           const std::function<double(const Run&, const Run&)>& f) {
    std::vector<double> values;
    for (const Run& run : one.runs) {
        const auto match = std::ranges::find(other.runs, run.seed, &Run::seed);
        if (match != other.runs.end()) values.push_back(f(run, *match));
    }
    return values;
}

constexpr double infinity = std::numeric_limits<double>::infinity();

class Judge {
  public:
    explicit Judge(const Study& study)
        : study_(study),
          free_(find(study, "unconstrained")),
          ordinary_(find(study, "lagrangian")),
          drawn_(find(study, "lagrangian_randomised")),
          augmented_(find(study, "augmented")) {}

    std::vector<Claim> all() {
        steadiness();
        feasibility();
        accuracy();
        flips();
        return std::move(claims_);
    }

  private:
    void add(const std::string& id, const std::string& text, const std::vector<double>& values, double from,
             double to) {
        const Interval interval = base::bootstrap_mean(values);
        claims_.push_back(
            {.id = id, .text = text, .value = interval, .verdict = judged(interval, from, to, values.size())});
    }

    /// The geometric mean over seeds of how many times more restless the ordinary method is.
    void ratio(const std::string& id, const std::string& text, const OfRun& restlessness) {
        const auto logs = paired(*ordinary_, *augmented_, [&](const Run& a, const Run& b) {
            constexpr double least = 1e-12;  // a method that does not move at all is not infinitely steadier
            return std::log(std::max(restlessness(a), least) / std::max(restlessness(b), least));
        });
        const Interval log = base::bootstrap_mean(logs);
        const Interval times{std::exp(log.estimate), std::exp(log.low), std::exp(log.high)};
        claims_.push_back({.id = id, .text = text, .value = times, .verdict = judged(times, 1, infinity, logs.size())});
    }

    void steadiness() {
        if (ordinary_ == nullptr || augmented_ == nullptr) return;
        const auto& constraints = study_.constraints;
        ratio("smoother_multipliers",
              "The augmented Lagrangian's multipliers are steadier: over the last half of training, the most restless "
              "multiplier of ordinary dual ascent swings this many times as much (more than 1).",
              [](const Run& run) { return largest(run.oscillation.lambda_sd); });
        ratio(
            "steadier_slacks",
            "Its constraints are steadier too: the most restless slack of ordinary dual ascent swings this many times "
            "as much (more than 1).",
            [&](const Run& run) { return restless_slack(run, constraints, false); });
        if (std::ranges::any_of(constraints, &ConstraintInfo::hard))
            ratio("steadier_on_hard_constraints",
                  "The same among the hard constraints, those most violated without constraints (more than 1).",
                  [&](const Run& run) { return restless_slack(run, constraints, true); });
    }

    void feasibility() {
        if (augmented_ == nullptr) return;
        std::vector<double> worst;
        for (const Run& run : augmented_->runs) worst.push_back(worst_slack(run, study_.constraints));
        add("feasible_last_iterate",
            "The last model of the augmented Lagrangian keeps its constraints on the training data: its worst "
            "violation, "
            "in units of the bound (at most 0.2).",
            worst, -infinity, 0.2);
    }

    void accuracy() {
        const auto difference = [](const Run& a, const Run& b) { return a.test.accuracy - b.test.accuracy; };
        if (augmented_ != nullptr && ordinary_ != nullptr)
            add("accuracy_not_worse",
                "It is as accurate on held-out people as ordinary dual ascent: difference in accuracy (above -0.01).",
                paired(*augmented_, *ordinary_, difference), -0.01, infinity);
        if (augmented_ != nullptr && drawn_ != nullptr)
            add("randomised_matches_augmented",
                "Drawing a model at random from ordinary dual ascent's iterates is as accurate as the one augmented "
                "model: difference in accuracy (within 0.01).",
                paired(*drawn_, *augmented_, difference), -0.01, 0.01);
        if (augmented_ != nullptr && free_ != nullptr)
            add("constraints_cost_accuracy",
                "The constraints cost accuracy: accuracy without them minus accuracy with them (above 0).",
                paired(*free_, *augmented_, difference), std::nextafter(0.0, 1.0), infinity);
    }

    void flips() {
        const auto difference = [](const Run& a, const Run& b) { return a.test.flip.front() - b.test.flip.front(); };
        if (augmented_ != nullptr && ordinary_ != nullptr)
            add("sex_flip_reduced",
                "Changing a person's sex changes fewer answers of the augmented Lagrangian's last model than of "
                "ordinary "
                "dual ascent's last model: difference in flip rate (above 0). The paper prints 7.6 % against 1.5 %.",
                paired(*ordinary_, *augmented_, difference), std::nextafter(0.0, 1.0), infinity);
        if (augmented_ != nullptr && free_ != nullptr)
            add("sex_flip_below_unconstrained",
                "Changing a person's sex changes fewer answers than without constraints: difference in flip rate "
                "(above 0).",
                paired(*free_, *augmented_, difference), std::nextafter(0.0, 1.0), infinity);
    }

    const Study& study_;
    const MethodResult* free_;
    const MethodResult* ordinary_;
    const MethodResult* drawn_;
    const MethodResult* augmented_;
    std::vector<Claim> claims_;
};

}  // namespace

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

Summary summarise(const std::vector<Run>& runs, const std::vector<ConstraintInfo>& constraints) {
    const auto over = [&](const OfRun& f) {
        std::vector<double> values(runs.size());
        std::ranges::transform(runs, values.begin(), f);
        return base::bootstrap_mean(values);
    };
    Summary summary;
    summary.accuracy = over([](const Run& run) { return run.test.accuracy; });
    summary.objective = over([](const Run& run) { return run.train.objective; });
    summary.worst_slack = over([&](const Run& run) { return worst_slack(run, constraints); });
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        summary.flip.push_back(over([i](const Run& run) { return run.test.flip[i]; }));
        summary.lambda.push_back(over([i](const Run& run) { return run.lambda[i]; }));
    }
    summary.lambda_sd = over([](const Run& run) { return largest(run.oscillation.lambda_sd); });
    summary.lambda_variation = over([](const Run& run) { return run.oscillation.lambda_variation; });
    summary.slack_sd = over([&](const Run& run) { return restless_slack(run, constraints, false); });
    summary.seconds = over([](const Run& run) { return run.seconds; }).estimate;
    return summary;
}

std::vector<Claim> judge_claims(const Study& study) { return Judge(study).all(); }

}  // namespace alcole::studies
