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

/// One training to be done.
struct Job {
    std::string label;
    std::string method;
    std::uint64_t seed = 0;
    double dual_step = 0;
};

bool wants(const Settings& settings, const std::string& method) {
    return std::ranges::find(settings.methods, method) != settings.methods.end();
}

/// Four decades around the setting's own step, two steps a decade.
std::vector<double> swept_steps(const Settings& settings) {
    std::vector<double> steps;
    for (int k = -6; k <= 2; ++k) steps.push_back(settings.dual_step * std::pow(10.0, k / 2.0));
    return steps;
}

std::string sweep_label(const std::string& method, double step) {
    return method + "-step" + base::short_number(step, 4);
}

/// Seed by seed, so that an interrupted study has complete seeds; the randomised predictor comes with `lagrangian`.
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

/// Trains what is not in the folder yet.
class Workers {
  public:
    Workers(const Settings& settings, const std::filesystem::path& folder, const std::vector<Job>& jobs)
        : settings_(settings),
          jobs_(jobs),
          people_(people_of(settings)),
          files_(folder, settings),
          trained_(jobs.size()) {}

    /// False: stopped.
    bool run(const Context& context) {
        experiment::Jobs runner(context, jobs_.size(), "runs");
        runner.run(jobs_.size(), [&](std::size_t job, const Context& own) { train(job, runner, own); });
        return std::ranges::all_of(trained_, [](const auto& one) { return one.has_value(); });
    }

    const std::optional<Trained>& result(std::size_t job) const { return trained_[job]; }
    const People& people() const { return people_; }

  private:
    void train(std::size_t number, experiment::Jobs& runner, const Context& context) {
        const Job& job = jobs_[number];
        auto& trained = trained_[number];
        trained = files_.load(job.label, job.seed);
        if (trained) return runner.advance();
        Settings settings = settings_;
        settings.dual_step = job.dual_step;
        const double epoch = 1 / static_cast<double>(settings_.epochs);
        trained = train_run(
            people_, settings, job.method, job.seed, [&] { runner.advance(epoch); }, context);
        if (trained) files_.save(job.label, job.seed, *trained);
    }

    const Settings& settings_;
    const std::vector<Job>& jobs_;
    People people_;
    RunFiles files_;
    std::vector<std::optional<Trained>> trained_;
};

/// Every method's point on the sweep. The best step of a method is the one whose multipliers swing least among those
/// whose last iterate keeps the constraints to 0.2 of the bound; where none does, the one that violates least.
std::vector<StepSweepPoint> sweep_of(const Settings& settings, const std::map<std::string, std::vector<Run>>& runs,
                                     const std::vector<ConstraintInfo>& constraints) {
    std::vector<StepSweepPoint> points;
    for (const std::string method : {"lagrangian", "augmented"}) {
        const std::size_t first = points.size();
        for (const double step : swept_steps(settings)) {
            const Summary summary = summarise(runs.at(sweep_label(method, step)), constraints);
            points.push_back({.method = method,
                              .dual_step = step,
                              .lambda_sd = summary.lambda_sd,
                              .worst_slack = summary.worst_slack,
                              .accuracy = summary.accuracy});
        }
        const auto badness = [](const StepSweepPoint& p) {
            return std::pair(std::max(0.2, p.worst_slack.estimate), p.lambda_sd.estimate);
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
    Workers workers(settings, folder, jobs);
    if (!workers.run(context)) return std::nullopt;

    Study study;
    std::map<std::string, std::vector<Run>> runs;
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        const Trained& trained = *workers.result(j);
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
    study.data.name = workers.people().name;
    study.data.origin = workers.people().origin;
    study.data.synthetic = workers.people().synthetic;
    for (const auto* name : {"unconstrained", "lagrangian", "lagrangian_randomised", "augmented"})
        if (wants(settings, name)) study.methods.push_back({.name = name, .runs = runs[name]});
    mark_hard(study);
    for (auto& method : study.methods) method.summary = summarise(method.runs, study.constraints);
    study.claims = judge_claims(study);
    if (settings.sweep_steps) study.step_sweep = sweep_of(settings, runs, study.constraints);
    study.record = record_of(settings, stopwatch);
    return study;
}

}  // namespace alcole::studies
