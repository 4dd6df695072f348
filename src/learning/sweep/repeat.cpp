#include <alcole/learning/repeat.hpp>

#include "base/statistics.hpp"
#include "base/stopwatch.hpp"
#include "experiment/jobs.hpp"
#include "learning/sweep/folds.hpp"
#include "learning/training/make_task.hpp"
#include "learning/training/train.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace alcole::learning {
namespace {

/// One of several trainings.
struct Training {
    Config config{};
    std::optional<tabular::Split> split{};
    std::string where{};  ///< for messages
};

/// Outcomes in the order of the trainings. Nothing if stopped.
std::optional<std::vector<Outcome>> train_all(const std::vector<Training>& trainings, const Source& source,
                                              const Context& context) {
    std::vector<std::optional<Trained>> trained(trainings.size());
    experiment::Jobs jobs(context, trainings.size());
    jobs.run(trainings.size(), [&](std::size_t i, const Context& own) {
        const Training& one = trainings[i];
        experiment::naming(one.where, [&] {
            trained[i] = Trainer(one.config, source, make_task(one.config, source, one.split), own).train();
        });
        jobs.advance();
    });
    std::vector<Outcome> outcomes;
    for (auto& one : trained) {
        if (!one) return std::nullopt;
        outcomes.push_back(std::move(one->outcome));
    }
    return outcomes;
}

/// The mean of f over the runs that have it, with a confidence interval.
template <class Of, class F>
Interval interval_over(const Of& runs, const F& f) {
    std::vector<double> values;
    for (const auto& run : runs)
        if (const std::optional<double> value = f(run)) values.push_back(*value);
    return base::bootstrap_mean(values);
}

/// The largest slack relative to its bound; none if there is no constraint to take it from.
std::optional<double> worst_slack(const Outcome& run, bool held_out) {
    std::optional<double> worst;
    for (const auto& constraint : run.constraints) {
        if (held_out && !constraint.test) continue;
        const double slack = held_out ? constraint.test->slack : constraint.train.slack;
        const double bound = std::max(std::abs(constraint.bound), 1e-12);
        worst = std::max(worst.value_or(-std::numeric_limits<double>::infinity()), slack / bound);
    }
    return worst;
}

double oscillation(const Outcome& run) {
    double largest_deviation = 0;
    double largest = 0;
    for (std::size_t i = 0; i < run.constraints.size(); ++i) {
        std::vector<double> values;
        for (std::size_t t = run.trace.size() / 2; t < run.trace.size(); ++t)
            values.push_back(run.trace[t].multiplier[i]);
        for (const double value : values) largest = std::max(largest, value);
        largest_deviation = std::max(largest_deviation, base::standard_deviation(values));
    }
    return largest > 0 ? largest_deviation / largest : 0;
}

void add_constraint(Repeated& repeated, const std::string& name) {
    const auto over = [&](const auto& f) {
        return interval_over(repeated.runs, [&](const Outcome& run) -> std::optional<double> {
            const auto found = std::ranges::find(run.constraints, name, &ConstraintOutcome::name);
            return found == run.constraints.end() ? std::nullopt : f(*found);
        });
    };
    using One = const ConstraintOutcome&;
    using Value = std::optional<double>;
    repeated.train_risk.push_back(over([](One c) -> Value { return c.train.risk; }));
    repeated.test_risk.push_back(over([](One c) { return c.test ? Value(c.test->risk) : Value(); }));
    repeated.test_flip.push_back(over([](One c) { return c.test ? c.test->flip_rate : Value(); }));
    repeated.multiplier.push_back(over([](One c) -> Value { return c.multiplier; }));
}

/// The run's settings, adapted to one method.
Config with_method(Config config, Method method) {
    Options& options = config.solve.options;
    options.method = method;
    const bool has_penalty = method == Method::augmented || method == Method::penalty;
    if (!has_penalty && options.penalty.schedule == PenaltySchedule::adaptive)
        options.penalty.schedule = PenaltySchedule::automatic;
    if (method != Method::augmented && options.dual.rule == DualRule::printed) options.dual.rule = DualRule::automatic;
    return config;
}

/// The run of one method with the k-th seed, which determines the split and the initial weights.
Training training_of(const Config& config, Method method, std::size_t k, const Source& source) {
    Training training{.config = with_method(config, method)};
    training.config.solve.options.seed += k;
    training.split = split_of(training.config, source);
    training.where = "method '" + std::string(to_string(method)) + "' with seed " +
                     std::to_string(training.config.solve.options.seed);
    return training;
}

/// A key that grows with badness: first the violation beyond the 1 % that counts as met, then the objective.
std::pair<double, double> badness(const Outcome& run) {
    return {std::max(worst_slack(run, false).value_or(0), 0.01), run.train.objective};
}

/// The ordinary Lagrangian with one seed and one of the candidate dual steps.
struct Trial {
    std::size_t seed = 0;
    double step = 0;
    Outcome outcome{};
};

/// Trains every trial with 1 / share of a run's dual steps, and keeps the best `kept` of each seed. Returns false if
/// stopped.
bool keep_best(std::vector<Trial>& trials, std::size_t kept, std::int64_t share, const Config& config,
               const Source& source, const Context& context) {
    std::vector<Training> trainings;
    for (const Trial& trial : trials) {
        Training& training = trainings.emplace_back(training_of(config, Method::lagrangian, trial.seed, source));
        Options& options = training.config.solve.options;
        options.dual.step = trial.step;
        options.max_outer = std::max<std::int64_t>(1, options.max_outer / share);
        options.stochastic.max_epochs = std::max<std::int64_t>(1, options.stochastic.max_epochs / share);
        options.diagnose = options.diagnose && share == 1;
    }
    auto outcomes = train_all(trainings, source, context);
    if (!outcomes) return false;
    for (std::size_t i = 0; i < trials.size(); ++i) trials[i].outcome = std::move((*outcomes)[i]);
    std::ranges::stable_sort(trials, {}, [](const Trial& t) { return std::pair(t.seed, badness(t.outcome)); });
    std::size_t of_its_seed = 0;
    std::vector<Trial> best;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        of_its_seed = i > 0 && trials[i].seed == trials[i - 1].seed ? of_its_seed + 1 : 0;
        if (of_its_seed < kept) best.push_back(std::move(trials[i]));
    }
    trials = std::move(best);
    return true;
}

/// For every seed, the run with the best dual step: all candidates for a quarter of the run, then the better half to
/// the end. Nothing if stopped.
std::optional<std::vector<Trial>> ordinary_runs(const Config& config, const Source& source, std::size_t seeds,
                                                const Context& context) {
    constexpr std::int64_t quarter = 4;
    std::vector<Trial> trials;
    for (std::size_t seed = 0; seed < seeds; ++seed)
        for (const double step : tried_steps) trials.push_back({seed, step});
    if (!keep_best(trials, tried_steps.size() / 2, quarter, config, source, context)) return std::nullopt;
    if (!keep_best(trials, 1, 1, config, source, context)) return std::nullopt;
    return trials;
}

/// Summarises consecutive groups of `seeds` runs.
void add_summaries(std::vector<Outcome> outcomes, std::size_t seeds, Method method, std::vector<Repeated>& list) {
    for (auto next = std::make_move_iterator(outcomes.begin()); next != std::make_move_iterator(outcomes.end());
         next += static_cast<std::ptrdiff_t>(seeds))
        list.push_back(summarise(method, {next, next + static_cast<std::ptrdiff_t>(seeds)}));
}

}  // namespace

std::vector<tabular::Split> folds_of(const Config& config, const tabular::Table& table, std::size_t k) {
    if (k < 2 || k > table.num_rows)
        throw std::invalid_argument("the number of folds must be at least 2 and at most the number of rows, " +
                                    std::to_string(table.num_rows) + ", not " + std::to_string(k));
    return tabular::k_folds(table.num_rows, k, config.solve.options.seed, strata_of(config, table));
}

Repeated summarise(Method method, std::vector<Outcome> runs) {
    Repeated repeated{.method = method, .runs = std::move(runs)};
    const auto over = [&](const auto& f) { return interval_over(repeated.runs, f); };
    using One = const Outcome&;
    using Value = std::optional<double>;
    repeated.train_objective = over([](One run) -> Value { return run.train.objective; });
    repeated.test_objective = over([](One run) { return run.test ? Value(run.test->objective) : Value(); });
    repeated.test_accuracy = over([](One run) { return run.test ? Value(run.test->quality()) : Value(); });
    repeated.worst_train_slack = over([](One run) { return worst_slack(run, false); });
    repeated.worst_test_slack = over([](One run) { return worst_slack(run, true); });
    repeated.oscillation = over([](One run) -> Value { return oscillation(run); });
    if (!repeated.runs.empty())
        for (const auto& constraint : repeated.runs.front().constraints) add_constraint(repeated, constraint.name);
    std::vector<double> seconds;
    for (const auto& run : repeated.runs) {
        seconds.push_back(run.seconds);
        const auto met = [](const ConstraintOutcome& constraint) {
            return constraint.verdict != ConstraintStatus::not_met;
        };
        repeated.runs_met += std::ranges::all_of(run.constraints, met) ? 1 : 0;
    }
    repeated.seconds = base::mean(seconds);
    return repeated;
}

std::optional<Repeated> cross_validate(const Config& config, const Source& source, std::size_t k,
                                       const Context& context) {
    std::vector<Training> trainings;
    for (auto& fold : folds_of(config, source.table, k))
        trainings.push_back(
            {config, std::move(fold), "in fold " + std::to_string(trainings.size() + 1) + " of " + std::to_string(k)});
    auto outcomes = train_all(trainings, source, context);
    if (!outcomes) return std::nullopt;
    return summarise(config.solve.options.method, std::move(*outcomes));
}

std::optional<Comparison> compare(const Config& config, const Source& source, std::size_t seeds,
                                  const Context& context) {
    if (seeds == 0) throw std::invalid_argument("a comparison needs at least one seed");
    constexpr std::array methods = {Method::unconstrained, Method::penalty, Method::lagrangian, Method::augmented};
    const base::Stopwatch watch;
    // With mini-batches alone the steps are small anyway, and trying several of them would take longest.
    const bool open = config.solve.options.dual.step == 0 && config.solve.regime != RegimeChoice::stochastic &&
                      !config.constraints.empty();
    std::vector<Training> trainings;
    for (const Method method : methods)
        for (std::size_t k = 0; k < seeds; ++k)
            if (method != Method::lagrangian || !open) trainings.push_back(training_of(config, method, k, source));
    auto outcomes = train_all(trainings, source, context);
    if (!outcomes) return std::nullopt;
    auto ordinary = open ? ordinary_runs(config, source, seeds, context) : std::vector<Trial>();
    if (!ordinary) return std::nullopt;
    Comparison comparison;
    auto next = std::make_move_iterator(outcomes->begin());
    for (const Method method : methods) {
        std::vector<Outcome> runs;
        if (method == Method::lagrangian && open) {
            for (Trial& trial : *ordinary) {
                runs.push_back(std::move(trial.outcome));
                comparison.ordinary_steps.push_back(trial.step);
            }
        } else {
            const auto end = next + static_cast<std::ptrdiff_t>(seeds);
            runs.assign(next, end);
            next = end;
        }
        comparison.methods.push_back(summarise(method, std::move(runs)));
    }
    comparison.seconds = watch.seconds();
    return comparison;
}

std::optional<Comparison> compare_models(const Config& config, const Source& source,
                                         const std::vector<std::string>& kinds, std::size_t seeds,
                                         const Context& context) {
    if (seeds == 0 || kinds.empty()) throw std::invalid_argument("a comparison needs at least one model and one seed");
    const base::Stopwatch watch;
    std::vector<Training> trainings;
    for (const auto& kind : kinds) {
        Config own = config;
        set(own, "model.kind=" + kind);
        for (std::size_t k = 0; k < seeds; ++k) {
            trainings.push_back(training_of(own, config.solve.options.method, k, source));
            trainings.back().where =
                "model.kind '" + kind + "' with seed " + std::to_string(trainings.back().config.solve.options.seed);
        }
    }
    auto outcomes = train_all(trainings, source, context);
    if (!outcomes) return std::nullopt;
    Comparison comparison;
    add_summaries(std::move(*outcomes), seeds, config.solve.options.method, comparison.methods);
    for (std::size_t m = 0; m < kinds.size(); ++m) comparison.methods[m].model = kinds[m];
    comparison.seconds = watch.seconds();
    return comparison;
}

}  // namespace alcole::learning
