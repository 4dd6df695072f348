#include "mini_batches.hpp"

#include <numeric>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::exact;
using tests::stochastic;

/// Logistic regression over people of two groups, alternating, that score differently:
///     minimise the mean log loss   subject to   mean score of A - mean score of B <= bound
/// Strict: shares of scores above 1/2 instead of mean scores. constraint_scales() is the bound, as the pages advise.
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

/// Mini-batches over the two groups, with a rate that suits logistic regression in 200 epochs.
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
    slow.stochastic.rate = 1e-5;  // still on its way
    slow.stochastic.max_epochs = 400;
    EXPECT_EQ(solve(problem, std::vector<double>(5), slow).status, Status::iteration_limit);
    Options wild = stochastic();
    wild.stochastic.rate = 1;  // it oscillates
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
