#include "small_problems.hpp"

#include <functional>
#include <numeric>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::Regression;
using tests::Wall;

Options stochastic() {
    Options options;
    options.regime = Regime::stochastic;
    return options;
}

/// The thetas of a run of plain steps without constraints.
std::vector<double> steps_of(Options options, int count) {
    options.regime = Regime::stochastic;
    options.method = Method::unconstrained;
    options.stochastic.max_epochs = count;
    options.sample.every = 1;
    std::vector<double> thetas;
    const auto answer = solve(Wall<>{}, std::vector{0.0}, options);  // gradient 2 (x - 2)
    for (const auto& sample : answer.samples()) thetas.push_back(sample.theta[0]);
    return thetas;
}

TEST(Sgd, TakesTheStepsOfItsFormula) {
    Options options;
    options.stochastic.optimiser = Optimiser::sgd;
    options.stochastic.rate = 0.1;
    options.stochastic.momentum = 0.5;
    options.stochastic.weight_decay = 0.2;
    double x = 0, v = 0;
    for (const double seen : steps_of(options, 4)) {
        v = 0.5 * v + 2 * (x - 2) + 0.2 * x;
        x -= 0.1 * v;
        EXPECT_DOUBLE_EQ(seen, x);
    }
}

TEST(Adam, TakesTheStepsOfItsFormula) {
    for (const bool decoupled : {false, true}) {
        Options options;
        options.stochastic.optimiser = decoupled ? Optimiser::adamw : Optimiser::adam;
        options.stochastic.rate = 0.1;
        options.stochastic.weight_decay = 0.3;
        double x = 0, m = 0, v = 0;
        int u = 0;
        for (const double seen : steps_of(options, 5)) {
            ++u;
            const double g = 2 * (x - 2) + (decoupled ? 0 : 0.3 * x);
            m = 0.9 * m + 0.1 * g;
            v = 0.999 * v + 0.001 * g * g;
            if (decoupled) x *= 1 - 0.1 * 0.3;
            x -= 0.1 * (m / (1 - std::pow(0.9, u))) / (std::sqrt(v / (1 - std::pow(0.999, u))) + 1e-8);
            EXPECT_NEAR(seen, x, 1e-12);
        }
        EXPECT_EQ(u, 5);
    }
}

TEST(Cosine, RateFallsToZero) {
    Options options;
    options.stochastic.optimiser = Optimiser::sgd;
    options.stochastic.momentum = 0;
    options.stochastic.rate = 0.1;
    options.stochastic.rate_schedule = RateSchedule::cosine;
    double x = 0;
    int t = 0;
    for (const double seen : steps_of(options, 8)) {
        x -= 0.1 * 0.5 * (1 + std::cos(std::numbers::pi * t++ / 8)) * 2 * (x - 2);
        EXPECT_NEAR(seen, x, 1e-12);
    }
}

/// The exact answer of the constrained regression, from the full regime in double.
template <class P>
auto exact(P& problem, std::size_t n) {
    auto answer = solve(problem, std::vector<double>(n));
    EXPECT_EQ(answer.status, Status::converged);
    EXPECT_GT(answer.lambda[0], 0.1) << "the constraint must bind for the test to say anything";
    return answer;
}

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
    EXPECT_EQ(answer.counts.batch_pullbacks, 40);
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

// Psi is not linear: weights from single batches over-satisfy the constraint, the more the larger alpha. The answer is
// x = 0 with lambda = 1. With weights max(0, lambda + 2 alpha (x +- 1)) the mean weight is too large at x = 0.
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

TEST(Box, IsKeptByMiniBatchSteps) {
    Options options = stochastic();
    options.stochastic.rate = 10;
    options.stochastic.max_epochs = 30;
    struct Watched : tests::Concave {
        bool* left;
        auto risks(std::span<const double> x, std::span<double> l) const {
            if (x[0] < 0 || x[0] > 1) *left = true;
            return tests::Concave::risks(x, l);
        }
    };
    bool left = false;
    Watched problem;
    problem.left = &left;
    (void)solve(problem, std::vector{3.0}, options);
    EXPECT_FALSE(left);
}

struct Explodes : Wall<> {
    int* count;
    std::vector<std::string> constraint_names() const { return {"recall"}; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        auto at = Wall<>::risks(x, l);
        if (++*count > 10) l[1] = std::nan("");
        return at;
    }
};

TEST(NotFinite, InAMiniBatchEndsTheSolveAndNamesTheRisk) {
    int count = 0;
    Explodes problem;
    problem.count = &count;
    const auto answer = solve(problem, std::vector{0.0}, stochastic());
    EXPECT_EQ(answer.status, Status::not_finite);
    EXPECT_NE(answer.message.find("'recall' is"), std::string::npos) << answer.message;
    EXPECT_TRUE(std::isfinite(answer.theta()[0]));
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
    for (int k = 0; k < 1000; ++k) first += drawn(samples, random).iteration == 0;
    EXPECT_NEAR(first, 500, 80);
    EXPECT_THROW((void)averaged(std::vector<Kept<float>>()), std::invalid_argument);
    EXPECT_THROW((void)drawn(std::vector<Kept<float>>(), random), std::invalid_argument);
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
    options.max_seconds = 0.05;
    const auto answer = solve(Wall<>{}, std::vector{0.0}, options);
    EXPECT_GT(answer.counts.steps, 10);
}

TEST(Limits, OfEpochsMakeNoClaimOfInfeasibility) {
    struct FarAway {  // feasible from 5000 on, and 200 small steps do not get there
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

}  // namespace
}  // namespace alcole
