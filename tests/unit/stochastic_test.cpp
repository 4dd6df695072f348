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
    struct AfterSome {
        int questions = 1000;
        bool stop_requested() { return questions-- <= 0; }
    } some;
    const auto answer = solve(Wall<>{}, std::vector{0.0}, options, some);
    EXPECT_EQ(answer.status, Status::interrupted);
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

/// Logistic regression over people of two groups, every second one of each, that score differently:
///     minimise the mean log loss   subject to   mean score of A - mean score of B <= bound
/// Strict: shares of scores above 1/2 in place of mean scores. constraint_scales() is the bound, as the pages advise.
class TwoGroups {
  public:
    TwoGroups(std::size_t pairs, std::size_t batch_pairs, double bound, bool strict)
        : pairs_(pairs), batch_(batch_pairs), bound_(bound), strict_(strict) {
        Random random(3);
        for (std::size_t r = 0; r < 2 * pairs; ++r) {
            const double shift = r % 2 == 0 ? 0.7 : 0;  // of group A
            double z = -0.4;
            for (std::size_t j = 0; j < inputs; ++j) {
                x_.push_back(random.normal() + (j < 2 ? shift : 0));
                z += (j % 2 == 0 ? 0.8 : 0.3) * x_.back();
            }
            y_.push_back(random.uniform() < 1 / (1 + std::exp(-z)) ? 1.0 : 0.0);
        }
        for (std::size_t k = 0; k < pairs_; ++k) all_.push_back(k);
    }

    std::size_t num_variables() const { return inputs + 1; }
    std::size_t num_constraints() const { return 1; }
    std::vector<double> constraint_scales() const { return {bound_}; }
    std::size_t batches_per_epoch() const { return pairs_ / batch_; }
    bool has_strict_risks() const { return strict_; }

    struct At {
        TwoGroups* of;
        void pullback(std::span<const double> w, std::span<double> g) const {
            for (std::size_t j = 0; j < g.size(); ++j) g[j] = w[0] * of->loss_slope_[j] + w[1] * of->gap_slope_[j];
        }
    };
    At risks(std::span<const double> theta, std::span<double> l) { return evaluate(theta, all_, l); }
    At risks(std::span<const double> theta, const Batch& batch, std::span<double> l) {
        return evaluate(theta, pairs_of(batch), l);
    }
    void strict_risks(std::span<const double> theta, std::span<double> l) { l[1] = gap_of_shares(theta, all_); }
    void strict_risks(std::span<const double> theta, const Batch& batch, std::span<double> l) {
        ++asked_of_batches;
        l[1] = gap_of_shares(theta, pairs_of(batch));
    }

    int asked_of_batches = 0;

  private:
    static constexpr std::size_t inputs = 4;

    std::span<const std::size_t> pairs_of(const Batch& batch) {
        if (shuffled_.empty() || batch.epoch != epoch_) {
            shuffled_ = all_;
            epoch_ = batch.epoch;
            Random(batch.seed, batch.epoch).shuffle(std::span(shuffled_));
        }
        return std::span(shuffled_).subspan(batch.index * batch_, batch_);
    }
    double score(std::span<const double> theta, std::size_t r) const {
        double z = theta[inputs];
        for (std::size_t j = 0; j < inputs; ++j) z += theta[j] * x_[r * inputs + j];
        return 1 / (1 + std::exp(-z));
    }
    double gap_of_shares(std::span<const double> theta, std::span<const std::size_t> pairs) const {
        double gap = 0;
        for (const std::size_t k : pairs)
            gap += (score(theta, 2 * k) > 0.5 ? 1 : 0) - (score(theta, 2 * k + 1) > 0.5 ? 1 : 0);
        return gap / static_cast<double>(pairs.size()) - bound_;
    }
    At evaluate(std::span<const double> theta, std::span<const std::size_t> pairs, std::span<double> l) {
        const auto n = static_cast<double>(pairs.size());
        loss_slope_.assign(inputs + 1, 0.0);
        gap_slope_.assign(inputs + 1, 0.0);
        l[0] = 0;
        l[1] = -bound_;
        for (const std::size_t k : pairs)
            for (const std::size_t r : {2 * k, 2 * k + 1}) {
                const double p = score(theta, r);
                const double side = r % 2 == 0 ? 1 / n : -1 / n;
                l[0] -= std::log(std::max(1e-12, y_[r] > 0 ? p : 1 - p)) / (2 * n);
                l[1] += side * p;
                for (std::size_t j = 0; j <= inputs; ++j) {
                    const double x = j < inputs ? x_[r * inputs + j] : 1;
                    loss_slope_[j] += (p - y_[r]) * x / (2 * n);
                    gap_slope_[j] += side * p * (1 - p) * x;
                }
            }
        return {this};
    }

    std::size_t pairs_;
    std::size_t batch_;
    double bound_;
    bool strict_;
    std::vector<double> x_, y_, loss_slope_, gap_slope_;
    std::vector<std::size_t> all_, shuffled_;
    std::uint64_t epoch_ = 0;
};

/// Mini-batches over the two groups, with a rate that moves logistic regression in 200 epochs.
Options for_two_groups() {
    Options options = stochastic();
    options.stochastic.rate = 0.01;
    options.stochastic.rate_schedule = RateSchedule::cosine;
    return options;
}

TEST(MiniBatches, AreNotRuinedByASmallBound) {
    for (const double bound : {0.001, 0.005, 0.05}) {
        TwoGroups problem(1000, 50, bound, false);
        const auto right = exact(problem, 5);
        const auto answer = solve(problem, std::vector<double>(5), for_two_groups());
        EXPECT_NEAR(answer.risks[0], right.risks[0], 2e-3) << bound;
        EXPECT_NEAR(answer.lambda[0], right.lambda[0], 0.1 * right.lambda[0]) << bound;
        EXPECT_LT(answer.violation, bound) << bound;
        ASSERT_TRUE(answer.best());
        EXPECT_LT(answer.best()->risks[0], right.risks[0] + 5e-3) << bound;
    }
}

/// Its mini-batch gradients are never written; those of all data are.
struct Forgetful {
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 0; }
    std::size_t batches_per_epoch() const { return 5; }
    bool all = true;
    auto risks(std::span<const double> x, std::span<double> l) {
        all = true;
        return evaluate(x, l);
    }
    auto risks(std::span<const double> x, const Batch&, std::span<double> l) {
        all = false;
        return evaluate(x, l);
    }
    Linearisation<std::function<void(std::span<const double>, std::span<double>)>> evaluate(std::span<const double> x,
                                                                                            std::span<double> l) {
        l[0] = x[0] * x[0] + x[1] * x[1];
        return {[this, a = x[0], b = x[1]](std::span<const double> w, std::span<double> g) {
            if (!all) return;
            g[0] = 2 * w[0] * a;
            g[1] = 2 * w[0] * b;
        }};
    }
};

TEST(MiniBatches, MustWriteTheirGradients) {
    const auto answer = solve(Forgetful{}, std::vector{1.0, 2.0}, stochastic());
    EXPECT_EQ(answer.status, Status::not_finite) << answer.message;
    EXPECT_NE(answer.message.find("gradient"), std::string::npos) << answer.message;
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

/// Eight mini-batches are enough to scale constraints by, however many there are.
TEST(MiniBatches, TellTheSizesOfManyGradientsAtOnce) {
    Options options = stochastic();
    options.stochastic.max_epochs = 1;
    for (const std::size_t m : {std::size_t{100}, std::size_t{3000}}) {
        const auto answer = solve(ManyConstraints{m}, std::vector<double>(5), options);
        EXPECT_LE(answer.counts.batch_risks, 10 + 8 * 9 + 8) << m;
        EXPECT_LE(answer.counts.batch_pullbacks, 10 + 8 * (m < 256 ? 101 : 1)) << m;
    }
}

TEST(MiniBatches, WithPenaltiesThatGrowEndNearTheAnswerToo) {
    for (const auto schedule : {PenaltySchedule::periodic, PenaltySchedule::adaptive}) {
        TwoGroups problem(1000, 50, 0.02, false);
        const auto right = exact(problem, 5);
        Options options = for_two_groups();
        options.penalty.schedule = schedule;
        const auto answer = solve(problem, std::vector<double>(5), options);
        EXPECT_NEAR(answer.risks[0], right.risks[0], 5e-3);
        EXPECT_NEAR(answer.lambda[0], right.lambda[0], 0.2 * right.lambda[0]);
        EXPECT_LT(answer.violation, 5e-3);
    }
}

TEST(MiniBatches, MeetStrictRates) {
    for (const double bound : {0.1, 0.02, 0.001}) {
        TwoGroups problem(1000, 50, bound, true);
        Options options = for_two_groups();
        options.tolerance.violation = 1e-3;
        options.stochastic.max_epochs = 500;
        const auto right = solve(problem, std::vector<double>(5), Options());
        const auto answer = solve(problem, std::vector<double>(5), options);
        EXPECT_GT(problem.asked_of_batches, 1000);
        EXPECT_LT(answer.violation, 0.005) << bound;  // five of a thousand people
        ASSERT_TRUE(answer.best());
        EXPECT_LE(answer.best()->risks[1], 1e-3 * bound);
        EXPECT_LT(answer.best()->risks[0], right.risks[0] + 5e-3) << bound;
    }
}

TEST(DualSteps, DoNotWaitForTheEndOfALongEpoch) {
    TwoGroups problem(2500, 10, 0.02, true);  // 250 batches an epoch
    Options options = stochastic();
    options.stochastic.max_epochs = 4;
    const auto answer = solve(problem, std::vector<double>(5), options);
    EXPECT_EQ(answer.options_used.stochastic.dual_every, 100);
    EXPECT_EQ(answer.trace().size(), 10U);
    std::size_t looks = 0;
    for (const auto& record : answer.trace()) looks += record.exact;
    EXPECT_EQ(looks, 4U) << "all data are evaluated once an epoch";
}

TEST(Settled, IsSaidOfARunThatRestsAndEndsIt) {
    TwoGroups problem(1000, 50, 0.05, false);
    const auto right = exact(problem, 5);
    Options options = stochastic();
    options.stochastic.rate = 0.005;
    options.stochastic.max_epochs = 100000;
    const auto answer = solve(problem, std::vector<double>(5), options);
    EXPECT_EQ(answer.status, Status::settled) << answer.message;
    EXPECT_EQ(answer.message.rfind("settled: ", 0), 0U) << answer.message;
    EXPECT_LT(answer.counts.steps, 20 * 5000) << "it ends long before its limit";
    EXPECT_NEAR(answer.risks[0], right.risks[0], 5e-3);
    EXPECT_NEAR(answer.lambda[0], right.lambda[0], 0.1 * right.lambda[0]);
    options.stochastic.settle = false;
    options.stochastic.max_epochs = 500;
    EXPECT_EQ(solve(problem, std::vector<double>(5), options).status, Status::iteration_limit);
}

TEST(Settled, IsNotSaidWhileSomethingMoves) {
    TwoGroups problem(1000, 50, 0.05, false);
    Options slow = stochastic();
    slow.stochastic.rate = 1e-5;  // on its way
    slow.stochastic.max_epochs = 400;
    EXPECT_EQ(solve(problem, std::vector<double>(5), slow).status, Status::iteration_limit);
    Options wild = stochastic();
    wild.stochastic.rate = 1;  // it swings
    wild.stochastic.max_epochs = 400;
    EXPECT_EQ(solve(problem, std::vector<double>(5), wild).status, Status::iteration_limit);
    Options late = stochastic();
    late.stochastic.rate = 0.005;
    late.dual.step = 1e-4;  // the multiplier has a long way to go
    late.stochastic.max_epochs = 400;
    EXPECT_EQ(solve(problem, std::vector<double>(5), late).status, Status::iteration_limit);
}

TEST(Settled, IsAskedAtTheEndOfARateThatFalls) {
    TwoGroups problem(1000, 50, 0.05, false);
    Options options = for_two_groups();
    options.stochastic.max_epochs = 600;
    const auto answer = solve(problem, std::vector<double>(5), options);
    EXPECT_EQ(answer.counts.steps, 600 * 20);
    EXPECT_EQ(answer.status, Status::settled) << answer.message;
}

}  // namespace
}  // namespace alcole
