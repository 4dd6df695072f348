#include "mini_batches.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::exact;
using tests::Regression;
using tests::stochastic;
using tests::Wall;

TEST(MiniBatches, ReachTheAnswerOfTheFullRegime) {
    Regression<double> problem(600, 6, 1.0, 30);
    const auto right = exact(problem, 6);
    for (const auto estimate : {Estimate::running, Estimate::full}) {
        Options options = stochastic();
        options.stochastic.rate = 0.01;
        options.stochastic.rate_schedule = RateSchedule::cosine;
        options.stochastic.max_epochs = 300;
        options.stochastic.estimate = estimate;
        options.penalty.initial = 1;
        const auto answer = solve(problem, std::vector<double>(6), options);
        EXPECT_NEAR(answer.risks[0], right.risks[0], 1e-2 * right.risks[0]);
        EXPECT_NEAR(answer.lambda[0], right.lambda[0], 0.05 * right.lambda[0]);
        EXPECT_LT(answer.violation, 5e-3);
    }
}

TEST(MiniBatches, InFloatDoToo) {
    Regression<double> in_double(600, 6, 1.0, 30);
    Regression<float> problem(600, 6, 1.0, 30);
    const auto right = exact(in_double, 6);
    Options options = stochastic();
    options.stochastic.rate = 0.01;
    options.stochastic.rate_schedule = RateSchedule::cosine;
    options.stochastic.max_epochs = 300;
    options.penalty.initial = 1;
    const auto answer = solve(problem, std::vector<float>(6), options);
    EXPECT_NEAR(answer.lambda[0], right.lambda[0], 0.05 * right.lambda[0]);
    EXPECT_LT(answer.violation, 5e-3);
}

TEST(MiniBatches, SameSeedSameBitsOtherSeedOtherBits) {
    Regression<float> problem(200, 6, 1.0, 20);
    Options options = stochastic();
    options.stochastic.max_epochs = 5;
    const auto a = solve(problem, std::vector<float>(6), options);
    const auto b = solve(problem, std::vector<float>(6), options);
    EXPECT_TRUE(tests::same_bits(a, b));
    options.seed = 1;
    EXPECT_FALSE(tests::same_bits(a, solve(problem, std::vector<float>(6), options)));
}

TEST(DualSteps, ComeEveryEpochOrEveryNSteps) {
    Regression<float> problem(200, 6, 1.0, 20);  // 10 batches an epoch
    Options options = stochastic();
    options.stochastic.max_epochs = 4;
    EXPECT_EQ(solve(problem, std::vector<float>(6), options).trace().size(), 4U);
    options.stochastic.dual_every = 3;
    const auto answer = solve(problem, std::vector<float>(6), options);
    EXPECT_EQ(answer.trace().size(), 13U);  // 40 steps
    EXPECT_EQ(answer.counts.steps, 40);
    EXPECT_EQ(answer.counts.batch_pullbacks, 40 + 2 * 2 * 8);  // gradients are measured at the start and after 10
    EXPECT_EQ(answer.trace()[4].steps, 15);
}

/// A noisy constraint: its batch value is +-1 around its true value x.
struct Noisy {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    std::size_t batches_per_epoch() const { return 50; }
    auto risks(std::span<const double> x, std::span<double> l) const { return evaluate(x, 0, l); }
    auto risks(std::span<const double> x, const Batch& batch, std::span<double> l) const {
        return evaluate(x, batch.index % 2 == 0 ? 1 : -1, l);
    }

  private:
    static Linearisation<std::function<void(std::span<const double>, std::span<double>)>> evaluate(
        std::span<const double> x, double noise, std::span<double> l) {
        l[0] = 0.5 * (x[0] - 1) * (x[0] - 1);
        l[1] = x[0] + noise;
        return {[v = x[0]](std::span<const double> w, std::span<double> g) { g[0] = w[0] * (v - 1) + w[1]; }};
    }
};

// Psi is not linear: weights from single batches over-satisfy the constraint, and the more so the larger alpha is. The
// answer is x = 0 with lambda = 1. With weights max(0, lambda + 2 alpha (x +- 1)) the mean weight is too large at x =
// 0.
TEST(Estimate, OfTheBatchIsBiasedTowardsOverSatisfaction) {
    const auto run = [](Estimate estimate) {
        Options options = stochastic();
        options.scaling = Scaling::none;
        options.penalty.initial = 20;
        options.dual.step = 1;
        options.stochastic.optimiser = Optimiser::sgd;
        options.stochastic.momentum = 0;
        options.stochastic.rate = 1e-3;
        options.stochastic.estimate = estimate;
        options.stochastic.forget = 0.02;
        options.stochastic.max_epochs = 40;
        options.stochastic.dual_estimate = DualEstimate::full;
        return solve(Noisy{}, std::vector{0.5}, options).theta()[0];
    };
    const double batch = run(Estimate::batch);
    const double running = run(Estimate::running);
    const double full = run(Estimate::full);
    EXPECT_LT(batch, -0.3);
    EXPECT_GT(running, -0.1);
    EXPECT_NEAR(full, 0, 0.05);
}

TEST(DualEstimate, OfTheWindowIsTheMeanOfItsBatches) {
    Options options = stochastic();
    options.scaling = Scaling::none;
    options.method = Method::lagrangian;
    options.dual.step = 1;
    options.stochastic.max_epochs = 1;
    options.stochastic.optimiser = Optimiser::sgd;
    options.stochastic.rate = 1e-12;  // theta stays at 0.5
    const auto answer = solve(Noisy{}, std::vector{0.5}, options);
    EXPECT_NEAR(answer.trace()[0].lambda[0], 0.5, 1e-9);  // the noise cancels over the window
}

TEST(Evaluations, OfAllDataComeAsOftenAsAskedFor) {
    Regression<float> problem(200, 6, 1.0, 20);
    Options options = stochastic();
    options.stochastic.max_epochs = 6;
    options.stochastic.evaluate_every = 0;
    const auto never = solve(problem, std::vector<float>(6), options);
    for (const auto& record : never.trace()) EXPECT_FALSE(record.exact);
    EXPECT_EQ(never.counts.risks, 1) << "once at the start";
    EXPECT_GT(never.stationarity, 0) << "the end is judged all the same";
    options.stochastic.evaluate_every = 3;
    const auto some = solve(problem, std::vector<float>(6), options);
    EXPECT_TRUE(some.trace()[0].exact && some.trace()[3].exact);
    EXPECT_FALSE(some.trace()[1].exact || some.trace()[5].exact);
    EXPECT_EQ(some.theta(), never.theta()) << "looking changes nothing";
}

TEST(Samples, AreKeptFromWhereAndAsOftenAsAskedFor) {
    Regression<float> problem(200, 6, 1.0, 20);
    Options options = stochastic();
    options.stochastic.max_epochs = 10;
    options.sample = {.every = 2, .from = 4};
    const auto answer = solve(problem, std::vector<float>(6), options);
    std::vector<std::int64_t> iterations;
    for (const auto& sample : answer.samples()) iterations.push_back(sample.iteration);
    EXPECT_EQ(iterations, (std::vector<std::int64_t>{4, 6, 8}));
}

TEST(Predictors, AverageAndDrawFromTheSamples) {
    const std::vector<Kept<float>> samples = {{0, {}, {1, 2}}, {1, {}, {3, 6}}};
    EXPECT_EQ(averaged(samples), (std::vector<float>{2, 4}));
    Random random(5);
    int first = 0;
    for (int k = 0; k < 1000; ++k) first += draw(samples, random).iteration == 0;
    EXPECT_NEAR(first, 500, 80);
    EXPECT_THROW((void)averaged(std::vector<Kept<float>>()), std::invalid_argument);
    EXPECT_THROW((void)draw(std::vector<Kept<float>>(), random), std::invalid_argument);
}

TEST(NotFinite, OnAllDataEndsTheSolveThoughItsBatchesWereFinite) {
    struct HalfBad : Noisy {
        using Noisy::risks;
        auto risks(std::span<const double> x, std::span<double> l) const {
            auto at = Noisy::risks(x, l);
            if (x[0] < 0.49) l[0] = std::nan("");
            return at;
        }
    };
    const auto answer = solve(HalfBad{}, std::vector{0.5}, stochastic());
    EXPECT_EQ(answer.status, Status::not_finite);
    EXPECT_TRUE(!answer.best() || std::isfinite(answer.best()->risks[0]));
}

TEST(Limits, OfEpochsMayBeAsHighAsNumbersGo) {
    Options options = stochastic();
    options.stochastic.max_epochs = std::numeric_limits<std::int64_t>::max();
    struct AfterSome {
        int questions = 1000;
        bool stop_requested() { return questions-- <= 0; }
    } some;
    const auto answer = solve(Wall<>{}, std::vector{0.0}, options, some);
    EXPECT_EQ(answer.status, Status::interrupted);
    EXPECT_GT(answer.counts.steps, 10);
}

TEST(Limits, OfEpochsMakeNoClaimOfInfeasibility) {
    struct FarAway {  // feasible from 5000 on, which 200 small steps do not reach
        std::size_t num_variables() const { return 1; }
        std::size_t num_constraints() const { return 1; }
        auto risks(std::span<const double> x, std::span<double> l) const {
            l[0] = x[0] * x[0];
            l[1] = 5000 - x[0];
            return Linearisation{[v = x[0]](auto w, auto g) { g[0] = w[0] * 2 * v - w[1]; }};
        }
    };
    const auto answer = solve(FarAway{}, std::vector{0.0}, stochastic());
    EXPECT_EQ(answer.status, Status::iteration_limit) << answer.message;
}

TEST(DualSteps, ThatWouldNeverComeAreRefused) {
    Options options = stochastic();
    options.stochastic.dual_every = 1000;
    options.stochastic.max_epochs = 3;
    EXPECT_THROW((void)solve(Wall<>{}, std::vector{0.0}, options), std::invalid_argument);
}

TEST(Trace, ThatIsNotExactTellsWhatTheWindowSaw) {
    Regression<float> problem(200, 6, 0.01, 20);
    Options options = stochastic();
    options.stochastic.max_epochs = 3;
    options.stochastic.rate = 0.05;
    options.stochastic.evaluate_every = 0;
    const auto answer = solve(problem, std::vector<float>(6), options);
    const auto& last = answer.trace().back();
    EXPECT_FALSE(last.exact);
    EXPECT_GT(last.risks[1], 0);
    EXPECT_EQ(last.violation, last.risks[1]);
}

/// minimise |x - 3|^2 under many linear constraints.
struct ManyConstraints {
    std::size_t m;
    std::size_t num_variables() const { return 5; }
    std::size_t num_constraints() const { return m; }
    std::size_t batches_per_epoch() const { return 10; }
    static double entry(std::size_t i, std::size_t j) { return std::sin(static_cast<double>(5 * i + j)); }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = 0;
        for (const double v : x) l[0] += (v - 3) * (v - 3);
        for (std::size_t i = 0; i < m; ++i) {
            l[i + 1] = -1;
            for (std::size_t j = 0; j < x.size(); ++j) l[i + 1] += entry(i, j) * x[j];
        }
        return Linearisation{[x = std::vector(x.begin(), x.end()), n = m](auto w, auto g) {
            for (std::size_t j = 0; j < x.size(); ++j) {
                g[j] = 2 * w[0] * (x[j] - 3);
                for (std::size_t i = 0; i < n; ++i) g[j] += w[i + 1] * entry(i, j);
            }
        }};
    }
    auto risks(std::span<const double> x, const Batch&, std::span<double> l) const { return risks(x, l); }
};

/// Eight mini-batches suffice to scale constraints, however many there are.
TEST(MiniBatches, TellTheSizesOfManyGradientsAtOnce) {
    Options options = stochastic();
    options.stochastic.max_epochs = 1;
    for (const std::size_t m : {std::size_t{100}, std::size_t{3000}}) {
        const auto answer = solve(ManyConstraints{m}, std::vector<double>(5), options);
        EXPECT_LE(answer.counts.batch_risks, 10 + 8 * 9 + 8) << m;
        EXPECT_LE(answer.counts.batch_pullbacks, 10 + 8 * (m < 256 ? 101 : 1)) << m;
    }
}

}  // namespace
}  // namespace alcole
