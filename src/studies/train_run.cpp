#include "studies/train_run.hpp"

#include <alcole/alcole.hpp>
#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/metrics.hpp>
#include <alcole/tabular/randomised.hpp>
#include <alcole/tabular/split.hpp>

#include "base/statistics.hpp"
#include "studies/claims.hpp"
#include "studies/record.hpp"

#include <algorithm>
#include <span>

namespace alcole::studies {
namespace {

using namespace tabular;
using Theta = std::vector<float>;

/// Strata by label and race, so that every split has every group.
std::vector<std::int32_t> strata_of(const Table& table) {
    const auto& race = table.at("race").codes;
    const auto& label = table.at("two_year_recid").numbers;
    std::vector<std::int32_t> strata(table.num_rows);
    for (std::size_t row = 0; row < strata.size(); ++row) strata[row] = 2 * race[row] + (label[row] > 0 ? 1 : 0);
    return strata;
}

/// One split, with the same problem on both sides.
struct Bench {
    Bench(const People& people, const Settings& settings, std::uint64_t seed, const Context& context_)
        : context(context_),
          split(split_rows(people.table.num_rows, settings.test_share, seed, strata_of(people.table))),
          train_rows(people.table.rows(split.train),
                     SchemaOptions{.target = "two_year_recid", .features = people.features}),
          test_rows(people.table.rows(split.test), train_rows.schema()),
          model{.hidden = settings.hidden, .activation = activation_from(settings.activation)},
          risks(fair_risks({"sex", "race"}, settings.bound, train_rows)),
          train(train_rows, {.constraints = risks}, model, context,
                {.rows = static_cast<std::size_t>(settings.batch_rows)}),
          test(test_rows, {.constraints = risks}, model, context) {}

    Context context;
    Split split;
    Dataset train_rows;
    Dataset test_rows;
    Model model;
    std::vector<RiskDefinition> risks;
    LearningProblem<float> train;
    LearningProblem<float> test;
};

Options options_of(const Settings& settings, const std::string& method, std::uint64_t seed) {
    Options options{.regime = Regime::stochastic, .seed = seed, .diagnose = false, .scaling = Scaling::none};
    options.method = method == "unconstrained" ? Method::unconstrained
                     : method == "augmented"   ? Method::augmented
                                               : Method::lagrangian;
    options.dual.rule = DualRule::gradient;
    options.dual.step = settings.dual_step;
    const bool grows = options.method == Method::augmented && settings.penalty_factor > 1;
    options.penalty.schedule = grows ? PenaltySchedule::periodic : PenaltySchedule::constant;
    options.penalty.initial = settings.penalty;
    if (grows) {
        options.penalty.factor = settings.penalty_factor;
        options.penalty.interval = settings.penalty_interval;
        options.penalty.cap = 1e12;  // grows without a limit in practice, as in the paper
    }
    options.stochastic.optimiser = Optimiser::adam;
    options.stochastic.rate = settings.rate;
    options.stochastic.max_epochs = settings.epochs;
    options.stochastic.estimate = Estimate::batch;
    options.stochastic.settle = false;  // the paper's runs have a fixed number of epochs
    options.sample.every = 1;
    return options;
}

struct EpochHook {
    const std::function<void()>& on_epoch;
    void on_dual_step(const TraceRecord& /*record*/) { on_epoch(); }
};

Train train_side(Bench& bench, const Theta& theta) {
    std::vector<double> l(bench.risks.size() + 1);
    bench.train.risks(theta, l);
    Train side{.objective = l[0], .slack = {l.begin() + 1, l.end()}};
    for (std::size_t i = 0; i < bench.risks.size(); ++i) side.risk.push_back(side.slack[i] + bench.risks[i].bound);
    return side;
}

std::vector<double> flips(Bench& bench, const Theta& theta) {
    std::vector<double> shares;
    for (const auto& rate : bench.test.flip_rates(theta)) shares.push_back(rate.value_or(0));
    return shares;
}

Test test_side(Bench& bench, const Theta& theta) {
    std::vector<double> l(bench.risks.size() + 1);
    bench.test.risks(theta, l);
    Test side{.objective = l[0], .flip = flips(bench, theta)};
    for (std::size_t i = 0; i < bench.risks.size(); ++i) side.risk.push_back(l[i + 1] + bench.risks[i].bound);
    const auto scores = bench.test.scores(theta);
    side.accuracy = measure(bench.test_rows.schema(), bench.test_rows.table(), scores).accuracy.value_or(0);
    return side;
}

Trace trace_of(Bench& bench, const Result<float>& answer) {
    Trace trace;
    for (const auto& record : answer.trace()) {
        trace.objective.push_back(record.risks[0]);
        trace.lambda.push_back(record.lambda);
        trace.slack.emplace_back(record.risks.begin() + 1, record.risks.end());
    }
    for (const auto& sample : answer.samples()) trace.flip.push_back(flips(bench, sample.theta));
    return trace;
}

/// Share of held-out people whose prediction changes if everything that the attribute causes changes with it.
std::vector<double> true_flips(const People& people, Bench& bench, const Theta& theta) {
    std::vector<double> shares;
    if (!people.truly_changed) return shares;
    const auto before = bench.test.scores(theta);
    for (const auto& risk : bench.risks) {
        const Dataset twins(people.truly_changed(risk.change).rows(bench.split.test), bench.test_rows.schema());
        shares.push_back(share_of_flips(before, scores_of<float>(twins, bench.model, theta, bench.context)));
    }
    return shares;
}

/// The uniform mixture of the iterates of the last half.
Run randomised_run(Bench& bench, std::span<const Kept<float>> samples, const Trace& trace) {
    std::vector<Theta> thetas(samples.size());
    std::ranges::transform(samples, thetas.begin(), &Kept<float>::theta);
    const auto count = static_cast<double>(thetas.size());
    const std::size_t m = bench.risks.size();
    Run run;
    run.train = {.objective = 0, .risk = std::vector(m, 0.0), .slack = std::vector(m, 0.0)};
    const std::size_t half = trace.lambda.size() / 2;
    for (std::size_t i = 0; i < m; ++i) {
        std::vector<double> lambda;
        for (std::size_t t = half; t < trace.lambda.size(); ++t) lambda.push_back(trace.lambda[t][i]);
        run.lambda.push_back(base::mean(lambda));
    }
    for (const auto& sample : samples) {
        const Train one = train_side(bench, sample.theta);
        run.train.objective += one.objective / count;
        for (std::size_t i = 0; i < m; ++i) {
            run.train.risk[i] += one.risk[i] / count;
            run.train.slack[i] += one.slack[i] / count;
        }
    }
    std::vector<AttributeChange> changes;
    for (const auto& risk : bench.risks) changes.push_back(risk.change);
    const auto drawn = measure_randomised<float>(bench.test_rows, bench.model, thetas, changes, bench.context);
    run.test = {.accuracy = drawn.accuracy,
                .objective = drawn.log_loss,
                .risk = drawn.divergence,
                .flip = drawn.flip_same_draw};
    run.randomised = Randomised{.iterates = thetas.size(),
                                .bytes = thetas.size() * thetas.front().size() * sizeof(float),
                                .prediction_cost = count,
                                .flip_independent = drawn.flip_independent};
    return run;
}

}  // namespace

std::optional<MethodRuns> train_run(const People& people, const Settings& settings, const std::string& method,
                                    std::uint64_t seed, const std::function<void()>& on_epoch, const Context& context) {
    const Stopwatch stopwatch;
    Bench bench(people, settings, seed, context);
    Options options = options_of(settings, method, seed);
    options.stochastic.dual_every = static_cast<std::int64_t>(bench.train.batches_per_epoch());
    const auto answer = solve(bench.train, bench.train.start(seed), options, EpochHook{on_epoch}, context);
    if (answer.status == Status::interrupted) return std::nullopt;

    MethodRuns trained{.constraints = infos_of(bench.risks)};
    trained.data = {.name = people.name,
                    .synthetic = people.synthetic,
                    .origin = people.origin,
                    .rows = people.table.num_rows,
                    .train_rows = bench.split.train.size(),
                    .test_rows = bench.split.test.size(),
                    .distinct_points = bench.train.size().points};
    Run& run = trained.runs[method];
    run = {.seed = seed,
           .train = train_side(bench, answer.theta()),
           .test = test_side(bench, answer.theta()),
           .lambda = answer.lambda,
           .true_flip = true_flips(people, bench, answer.theta()),
           .trace = trace_of(bench, answer)};
    run.oscillation = oscillation_of(run.trace);
    run.late = late_iterates_of(run.trace, trained.constraints);
    run.seconds = stopwatch.seconds();
    if (method == "lagrangian") {
        Run& drawn = trained.runs["lagrangian_randomised"];
        const auto samples = std::span(answer.samples());
        drawn = randomised_run(bench, samples.subspan(samples.size() / 2), run.trace);
        drawn.seed = seed;
        drawn.seconds = stopwatch.seconds();
    }
    return trained;
}

}  // namespace alcole::studies
