#include "base/text.hpp"
#include "experiment/jobs.hpp"
#include "studies/claims.hpp"
#include "studies/people.hpp"
#include "studies/record.hpp"
#include "studies/run_files.hpp"
#include "studies/train_run.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace alcole::studies {
namespace {

/// A training to be done.
struct Job {
    std::string label;
    std::string method;
    std::uint64_t seed = 0;
    double dual_step = 0;
};

bool wants(const Settings& settings, const std::string& method) {
    return std::ranges::find(settings.methods, method) != settings.methods.end();
}

/// Four decades, from a thousandth of the setting's step to ten times, with two steps per decade.
std::vector<double> swept_steps(const Settings& settings) {
    std::vector<double> steps;
    for (int k = -6; k <= 2; ++k) steps.push_back(settings.dual_step * std::pow(10.0, k / 2.0));
    return steps;
}

std::string sweep_label(const std::string& method, double step) {
    return method + "-step" + base::short_number(step, 4);
}

/// Seed by seed, so that an interrupted study has complete seeds; the randomised predictor is a by-product of
/// `lagrangian`.
std::vector<Job> jobs_of(const Settings& settings) {
    std::vector<Job> jobs;
    for (std::int64_t seed = 0; seed < settings.seeds; ++seed) {
        const auto s = static_cast<std::uint64_t>(seed);
        for (const auto* method : {"lagrangian", "augmented", "unconstrained"}) {
            const bool drawn = method == std::string("lagrangian") && wants(settings, "lagrangian_randomised");
            if (wants(settings, method) || drawn) jobs.push_back({method, method, s, settings.dual_step});
        }
    }
    if (!settings.sweep_steps) return jobs;
    for (std::int64_t seed = 0; seed < settings.sweep_seeds; ++seed)
        for (const double step : swept_steps(settings))
            for (const auto* method : {"lagrangian", "augmented"})
                jobs.push_back({sweep_label(method, step), method, static_cast<std::uint64_t>(seed), step});
    return jobs;
}

/// Trains what is not in the folder yet. Trainings that were stopped are missing from the result.
std::vector<std::optional<MethodRuns>> train_all(const std::vector<Job>& jobs, const People& people,
                                                 const Settings& settings, const RunFiles& files,
                                                 const Context& context) {
    std::vector<std::optional<MethodRuns>> all(jobs.size());
    experiment::Jobs runner(context, jobs.size(), "runs");
    runner.run(jobs.size(), [&](std::size_t number, const Context& own) {
        const Job& job = jobs[number];
        auto& trained = all[number];
        trained = files.load(job.label, job.seed);
        if (trained) return runner.advance();
        Settings with_step = settings;
        with_step.dual_step = job.dual_step;
        const auto on_epoch = [&] { runner.advance(1 / static_cast<double>(settings.epochs)); };
        trained = train_run(people, with_step, job.method, job.seed, on_epoch, own);
        if (trained) files.save(job.label, job.seed, *trained);
    });
    return all;
}

/// The points of the sweep for each method. The best step of a method is the one with the least oscillation of its
/// multipliers among those whose last iterate meets the constraints to 0.2 of the bound; if there is none, the one with
/// the smallest violation.
std::vector<StepSweepPoint> sweep_of(const Settings& settings, const std::map<std::string, std::vector<Run>>& runs,
                                     const std::vector<ConstraintInfo>& constraints) {
    std::vector<StepSweepPoint> points;
    for (const std::string method : {"lagrangian", "augmented"}) {
        const std::size_t first = points.size();
        for (const double step : swept_steps(settings)) {
            const SeedMeans means = summarise(runs.at(sweep_label(method, step)), constraints);
            points.push_back({.method = method,
                              .dual_step = step,
                              .lambda_sd = means.lambda_sd,
                              .worst_slack = means.worst_slack,
                              .accuracy = means.accuracy});
        }
        const auto badness = [](const StepSweepPoint& p) {
            return std::pair(std::max(tolerated, p.worst_slack.estimate), p.lambda_sd.estimate);
        };
        std::ranges::min_element(points.begin() + static_cast<std::ptrdiff_t>(first), points.end(), {}, badness)->best =
            true;
    }
    return points;
}

}  // namespace

std::optional<Study> run_study(const Settings& settings, const std::filesystem::path& folder, const Context& context) {
    check(settings);
    const Stopwatch stopwatch;
    const auto jobs = jobs_of(settings);
    const People people = people_of(settings);
    const auto all = train_all(jobs, people, settings, RunFiles(folder, settings), context);
    if (!std::ranges::all_of(all, [](const auto& one) { return one.has_value(); })) return std::nullopt;

    Study study;
    std::map<std::string, std::vector<Run>> runs;
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        const MethodRuns& trained = *all[j];
        if (study.constraints.empty()) {
            study.constraints = trained.constraints;
            study.data = trained.data;
        }
        for (const auto& [name, run] : trained.runs)
            if (jobs[j].label == jobs[j].method)
                runs[name].push_back(run);
            else if (name == jobs[j].method)
                runs[jobs[j].label].push_back(run);
    }
    study.data.name = people.name;
    study.data.origin = people.origin;
    study.data.synthetic = people.synthetic;
    for (const auto* name : {"unconstrained", "lagrangian", "lagrangian_randomised", "augmented"})
        if (wants(settings, name)) study.methods.push_back({.name = name, .runs = runs[name]});
    mark_hard(study);
    for (auto& method : study.methods) method.means = summarise(method.runs, study.constraints);
    study.claims = judge_claims(study);
    if (settings.sweep_steps) study.step_sweep = sweep_of(settings, runs, study.constraints);
    study.record = record_of(settings, stopwatch);
    return study;
}

}  // namespace alcole::studies
