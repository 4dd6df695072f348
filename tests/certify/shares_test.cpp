// How delta is divided.
#include "certify/shares.hpp"

#include <alcole/data/twin.hpp>
#include <alcole/random.hpp>
#include <alcole/tabular/learning.hpp>

#include "certify/forecast.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <gtest/gtest.h>

namespace alcole::certify {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

/// An untrained model of the twin's people.
learning::TrainedModel model_with(const std::vector<Constraint>& constraints, const Model& shape,
                                  std::vector<std::string> features = {"age", "sex", "race"}) {
    const Table training = data::twin(2000, 1);
    learning::TrainedModel model{
        .schema = fit_schema(training, {.target = "two_year_recid", .positive = "1", .features = std::move(features)}),
        .shape = shape};
    for (const double w : initial_weights(shape, model.schema.num_inputs(), model.schema.num_outputs(), 1))
        model.theta.push_back(static_cast<float>(w));
    model.goal.constraints = define_risks(constraints, model.schema, training);
    return model;
}

double total(const Shares& shares, const std::vector<std::size_t>& claims) {
    double sum = shares.objective;
    for (std::size_t i = 0; i < claims.size(); ++i)
        if (i == 0 || claims[i] != claims[i - 1]) sum += shares.constraints[i];
    return sum;
}

const Constraint parity{.kind = ConstraintKind::demographic_parity, .bound = 0.1, .attributes = {"sex"}};
const Constraint odds{.kind = ConstraintKind::equalized_odds, .bound = 0.1, .attributes = {"sex"}};
const Constraint accurate{.kind = ConstraintKind::rate, .bound = 0.5, .rate = Rate::accuracy, .at_least = true};
const Constraint loss{.kind = ConstraintKind::group_loss, .bound = 1};

TEST(Shares, AreOneForTheTwoSidesOfAGap) {
    const auto claims = [](const std::vector<Constraint>& constraints) {
        return claims_of(model_with(constraints, {}).goal.constraints);
    };
    EXPECT_EQ(claims({parity}), (std::vector<std::size_t>{0, 0}));
    EXPECT_EQ(claims({odds}), (std::vector<std::size_t>{0, 0, 1, 1}));
    EXPECT_EQ(claims({accurate, parity, accurate}), (std::vector<std::size_t>{0, 1, 1, 2}));
    EXPECT_EQ(claims({parity, parity}), (std::vector<std::size_t>{0, 0, 1, 1}));
    auto changed = model_with({parity}, {}).goal.constraints;
    changed[1].bound = 0.2;  // the two are then no longer the sides of one interval
    EXPECT_EQ(claims_of(changed), (std::vector<std::size_t>{0, 1}));
}

TEST(Shares, AreNoneForWhatCanHaveNoBound) {
    const auto linear = model_with({parity, loss}, {});
    const Shares shares = equal_shares(linear, linear.goal.constraints, 0.06);
    EXPECT_EQ(shares.objective, 0);
    EXPECT_EQ(shares.constraints, (std::vector<double>{0.06, 0.06, 0}));
    const auto sigmoid = model_with({parity, loss}, {{4}, Activation::sigmoid});
    const Shares bounded = equal_shares(sigmoid, sigmoid.goal.constraints, 0.06);
    EXPECT_DOUBLE_EQ(bounded.objective, 0.02);
    for (const double share : bounded.constraints) EXPECT_DOUBLE_EQ(share, 0.02);
}

TEST(Shares, OfACertificateThatAreTooManyOrTooLargeAreRefused) {
    const auto model = model_with({parity, accurate}, {});
    const auto data = model.dataset(data::twin(200, 3));
    const Shares shares{.constraints = {0.03, 0.03, 0.02}};
    EXPECT_DOUBLE_EQ(certify(model, data, 0.05, shares).constraints[1].risk.delta, 0.03);
    EXPECT_THROW((void)certify(model, data, 0.049, shares), std::invalid_argument);
    EXPECT_THROW((void)certify(model, data, 0.05, Shares{.constraints = {0.01, 0.01}}), std::invalid_argument);
    EXPECT_THROW((void)certify(model, data, 0.05, Shares{.constraints = {0.01, 0.01, 0.01}, .objective = 0.04}),
                 std::invalid_argument);
}

/// Whatever the needs are: the shares add up to delta, and nothing that equal shares certify is lost.
TEST(SharesByNeed, CertifyAllThatEqualSharesDo) {
    Random random(4);
    const std::vector<std::size_t> claims = {0, 1, 1, 2, 3};
    std::size_t more = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        const Shares equal{.constraints = {0.01, 0.01, 0.01, 0.01, 0.01}, .objective = 0.01};
        std::vector<double> needs(5);
        for (double& need : needs) need = std::exp(-8 * random.uniform());
        needs[2] = needs[1];
        const Shares shares = shares_by_need(equal, claims, needs);
        EXPECT_NEAR(total(shares, claims), 0.05, 1e-15);
        EXPECT_EQ(shares.constraints[1], shares.constraints[2]);
        const auto certified = [&](const Shares& given) {
            std::size_t count = 0;
            for (std::size_t i = 0; i < 5; ++i) count += needs[i] <= given.constraints[i] * (1 + 1e-12) ? 1 : 0;
            return count;
        };
        EXPECT_GE(certified(shares), certified(equal));
        more += certified(shares) > certified(equal) ? 1 : 0;
        for (std::size_t i = 0; i < 5; ++i) EXPECT_GE(shares.constraints[i], 0.00099);
    }
    EXPECT_GT(more, 200U);
}

TEST(SharesByNeed, GoToWhatIsTight) {
    const Shares equal{.constraints = {0.025, 0.025}};
    const std::vector<std::size_t> claims = {0, 1};
    const Shares shares = shares_by_need(equal, claims, std::vector<double>{1e-9, 0.04});
    EXPECT_GT(shares.constraints[1], 0.045);
    EXPECT_NEAR(total(shares, claims), 0.05, 1e-15);
}

/// Judging only by the training rows and the number of the other rows, a constraint far from its bound leaves its share
/// to one that is near: the forecast of the near one improves.
TEST(PlannedShares, AreUnevenWhereThatCertifiesMore) {
    auto model = model_with({parity, accurate}, {});
    const auto data = model.dataset(data::twin(2000, 5));
    const CertificatePlan plan{.rows = 2000, .delta = 0.05};
    model.goal.constraints[0].bound = model.goal.constraints[1].bound = 0.99;
    const Shares shares = planned_shares(model, model.goal.constraints, data, plan, Context());
    EXPECT_NEAR(total(shares, {0, 0, 1}), 0.05, 1e-15);
    EXPECT_GT(shares.constraints[2], 0.045);
    EXPECT_EQ(shares.objective, 0);
    const auto planned = forecast(model, model.goal.constraints, data, plan, Context());
    const auto alone =
        forecast(model, std::span(model.goal.constraints).last(1), data, {.rows = 2000, .delta = 0.025}, Context());
    EXPECT_GT(planned[2].expected_bound, alone[0].expected_bound);
}

}  // namespace
}  // namespace alcole::certify
