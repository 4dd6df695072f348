#include <alcole/learning/learning.hpp>

#include "base/text.hpp"
#include "made_people.hpp"
#include "train_run.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include <gtest/gtest.h>

namespace alcole::learning {
namespace {

using namespace testing;

/// Every constraint of the run is met, or its multiplier is at its price to within `share` of it. A constraint that
/// gave way is judged by the risk it has reached. Returns how many gave way.
std::size_t expect_resilient(const Trained& trained, double share) {
    EXPECT_TRUE(trained.feasible()) << to_string(trained.outcome.ending);
    std::size_t gave_way = 0;
    for (const auto& constraint : trained.outcome.constraints) {
        SCOPED_TRACE(constraint.name);
        EXPECT_LE(constraint.multiplier, (1 + 1e-9) * constraint.price);
        EXPECT_NE(constraint.verdict, ConstraintStatus::not_met);
        if (!constraint.asked) continue;
        ++gave_way;
        EXPECT_NEAR(constraint.multiplier, constraint.price, share * constraint.price);
        EXPECT_NEAR(constraint.bound, constraint.train.risk, 1e-9);
        EXPECT_GT(constraint.bound, *constraint.asked);
    }
    return gave_way;
}

std::string at_price(const std::string& keys, double price) {
    return constraint_of_keys(keys + "\nprice = " + base::number_text(price));
}

/// What a soft constraint leaves to be minimised: the objective plus the price of what is beyond the bound.
double merit_of(const Trained& trained, double bound, double price) {
    double merit = trained.outcome.train.objective;
    for (const auto& constraint : trained.outcome.constraints)
        merit += price * std::max(0.0, constraint.train.risk - bound);
    return merit;
}

/// At a price below what the bound costs, the constraint gives way until it costs that much; at a higher price nothing
/// changes. The objective is then what a hard constraint reaches at the bound that was reached.
TEST(SoftConstraint, GivesWayAtItsPrice) {
    const Source source = made_source(600);
    const std::string keys = "kind = \"counterfactual\"\nattribute = \"sex\"\n";
    const std::string bound = "bound = 0.001\n";
    const auto hard = train_run(made_config(constraint_of_keys(keys + bound)), source).value();
    const double cost = hard.outcome.constraints[0].multiplier;
    ASSERT_GT(cost, 0.1);
    const double price = cost / 3;
    const auto soft = train_run(made_config(at_price(keys + bound, price)), source).value();
    EXPECT_EQ(soft.outcome.status, Status::converged);
    EXPECT_EQ(expect_resilient(soft, 1e-3), 1U);
    EXPECT_TRUE(std::ranges::any_of(soft.outcome.notes, [](const Note& note) {
        return to_string(note).find("gave way: its bound of 0.001 would have cost more than") != std::string::npos;
    }));
    const std::string reached = "bound = " + base::number_text(soft.outcome.constraints[0].bound);
    const auto there = train_run(made_config(constraint_of_keys(keys + reached)), source).value();
    EXPECT_NEAR(there.outcome.constraints[0].multiplier, price, 1e-3 * price);
    EXPECT_NEAR(there.outcome.train.objective, soft.outcome.train.objective, 1e-6);
    const auto dear = train_run(made_config(at_price(keys + bound, 2 * cost)), source).value();
    EXPECT_NEAR(dear.outcome.train.objective, hard.outcome.train.objective, 1e-6);
    EXPECT_EQ(dear.outcome.constraints[0].bound, 0.001);
}

/// Groups that ask for too much together, and a divergence: each gives way at its own price.
TEST(SoftConstraint, GivesWayTogetherWithOthers) {
    const Source source = made_source(600);
    const std::string loss = "kind = \"group_loss\"\nattribute = \"sex\"\nbound = 0.3";
    const std::string sex = "kind = \"counterfactual\"\nattribute = \"sex\"\nbound = 0.001";
    const std::string town = "kind = \"counterfactual\"\nattribute = \"town\"\nname = \"town\"\nbound = 0.001";
    const std::string all = at_price(loss, 1) + at_price(sex, 0.4) + at_price(town, 0.1);
    for (const std::string model : {"linear", "mlp"}) {
        SCOPED_TRACE(model);
        Config config = made_config(all);
        config.model.kind = model;
        config.model.hidden = {8};
        const auto soft = train_run(config, source).value();
        EXPECT_GE(expect_resilient(soft, 1e-2), 4U);
    }
}

/// What must be met is met, whatever the others cost.
TEST(SoftConstraint, IsNotMetAtTheCostOfAHardOne) {
    const Source source = made_source(600);
    const std::string loss = "kind = \"group_loss\"\nattribute = \"sex\"\nbound = 0.3";
    const std::string hard = constraint_of_keys("kind = \"counterfactual\"\nattribute = \"sex\"\nbound = 0.001");
    const auto soft = train_run(made_config(at_price(loss, 5) + hard), source).value();
    EXPECT_TRUE(soft.feasible());
    for (const auto& constraint : soft.outcome.constraints) {
        EXPECT_EQ(constraint.asked.has_value(), constraint.price > 0) << constraint.name;
        if (constraint.price > 0) {
            EXPECT_NEAR(constraint.multiplier, 5, 5e-3);
        } else {
            EXPECT_LE(constraint.train.risk, 1.01e-3);
            EXPECT_GT(constraint.multiplier, 0);
        }
    }
}

/// A rate moves in steps, so its multiplier may end below the price. What the model gains is at least what the bound or
/// no bound would give.
TEST(SoftConstraint, OnARateIsWorthItsPrice) {
    const Source source = made_source(600);
    const std::string parity = "kind = \"demographic_parity\"\nattribute = \"sex\"\nbound = 0.02";
    const auto hard = train_run(made_config(constraint_of_keys(parity)), source).value();
    const auto free =
        train_run(made_config(constraint_of_keys("kind = \"demographic_parity\"\nattribute = \"sex\"\nbound = 1")),
                  source)
            .value();
    for (const double price : {0.05, 0.2, 0.5, 5.0}) {
        SCOPED_TRACE(price);
        const auto soft = train_run(made_config(at_price(parity, price)), source).value();
        EXPECT_TRUE(soft.feasible());
        const double merit = merit_of(soft, 0.02, price);
        EXPECT_LE(merit, 1.005 * merit_of(hard, 0.02, price));
        EXPECT_LE(merit, 1.005 * merit_of(free, 0.02, price));
        for (const auto& constraint : soft.outcome.constraints)
            EXPECT_LE(constraint.multiplier, (1 + 1e-9) * price) << constraint.name;
    }
}

/// Rows give way one by one, each at the price.
TEST(SoftConstraint, OnRowsIsAPriceForEachRow) {
    const Source source = made_source(300);
    const std::string keys = "kind = \"row_loss\"\nbound = 1.0";
    const double price = 0.01;
    const auto soft = train_run(made_config(at_price(keys, price)), source).value();
    ASSERT_FALSE(soft.outcome.row_prices.empty());
    std::size_t beyond = 0;
    for (const auto& row : soft.outcome.row_prices) {
        EXPECT_LE(row.multiplier, (1 + 1e-9) * price);
        if (row.risk <= 1 + 1e-3) continue;
        ++beyond;
        EXPECT_NEAR(row.multiplier, price, 1e-3 * price) << row.row;
    }
    EXPECT_GE(beyond, 3U);
    const auto& constraint = soft.outcome.constraints[0];
    ASSERT_TRUE(constraint.asked);
    EXPECT_NEAR(constraint.bound, soft.outcome.row_prices.front().risk, 1) << "that of the worst row";
    EXPECT_EQ(constraint.bound, constraint.train.risk);
}

/// The side of a band that is met keeps the bound that was asked for.
TEST(SoftConstraint, LeavesTheSideOfABandThatIsMet) {
    const Source source = made_source(600);
    const std::string band = "kind = \"gap\"\nattribute = \"sex\"\nrisk = \"probability\"\nbound = 0.01";
    const auto soft = train_run(made_config(at_price(band, 0.02)), source).value();
    EXPECT_EQ(expect_resilient(soft, 1e-3), 1U);
    for (const auto& constraint : soft.outcome.constraints)
        if (constraint.train.risk < 0) {
            EXPECT_EQ(constraint.bound, 0.01) << constraint.name;
        }
}

/// Trees follow the same rule, roughly.
TEST(SoftConstraint, GivesWayInTreesToo) {
    const Source source = made_source(600);
    const std::string keys = "kind = \"counterfactual\"\nattribute = \"sex\"\nbound = 0.001";
    Config config = made_config(at_price(keys, 0.2));
    config.model.kind = "trees";
    const auto soft = train_run(config, source).value();
    EXPECT_TRUE(soft.feasible());
    const auto& constraint = soft.outcome.constraints[0];
    EXPECT_TRUE(constraint.asked);
    EXPECT_LE(constraint.multiplier, 0.2 * (1 + 1e-9));
    EXPECT_GE(constraint.multiplier, 0.1);
}

}  // namespace
}  // namespace alcole::learning
