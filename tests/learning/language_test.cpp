#include <alcole/learning/learning.hpp>

#include "base/text.hpp"
#include "learning/config/rules.hpp"
#include "made_people.hpp"
#include "test_folder.hpp"
#include "train_run.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

namespace alcole::learning {
namespace {

using namespace testing;

std::string constraint_of_keys(const std::string& keys) { return "\n[[constraint]]\n" + keys + "\n"; }

/// People with the predictions of an older model, which used income alone.
Source people_with_answers(std::size_t rows) {
    Source source = made_source(rows);
    auto answer = testing::words("old answer", {"no", "yes"});
    for (const double income : source.table.at("income").numbers) answer.codes.push_back(income > 0 ? 1 : 0);
    source.table.columns.push_back(answer);
    return source;
}

/// Everything that a run file can express can be trained, met, saved and judged again.
TEST(Language, IsTrainedMetSavedAndJudged) {
    const std::vector<std::string> all = {
        R"(risk = "positive_rate[sex == 'f'] - 0.8 * positive_rate[sex == 'm'] >= 0")",
        R"(risk = "max(error_rate[town]) - min(error_rate[town]) <= 0.05")",
        R"(risk = "0.3 <= positive_rate <= 0.5")",
        R"(risk = "positive_rate[sex] = 0.4")",
        "kind = \"four_fifths\"\nattribute = \"sex\"",
        "kind = \"ratio\"\nrisk = \"recall\"\nattribute = \"sex\"\nbound = 0.9",
        "kind = \"gap\"\nrisk = \"false_negative_rate + false_positive_rate\"\nattribute = \"sex\"\nbound = 0.1",
        "kind = \"rate\"\nrate = \"precision\"\nattribute = \"sex\"\nbound = 0.7\nat_least = true",
        "kind = \"rate\"\nrate = \"f_score\"\nbound = 0.6\nat_least = true",
        "kind = \"rate\"\nrate = \"balanced_error\"\nbound = 0.4",
        "kind = \"predictive_parity\"\nattribute = \"sex\"\nlevel = 0.7\nbound = 0.1",
        "kind = \"selection_budget\"\nlower_bound = 0.2\nbound = 0.4",
        "kind = \"demographic_parity\"\nattribute = \"sex\"\nwithin = [\"town\"]\nbound = 0.1",
        "kind = \"calibration\"\nattribute = \"sex\"\nbound = 0.06",
        "kind = \"churn\"\nattribute = \"old answer\"\nbound = 0.1",
        "kind = \"counterfactual\"\nattribute = \"income\"\nadd = 0.5\nbound = 0.01",
        "kind = \"counterfactual\"\nattributes = [\"sex\", \"town\"]\nbound = 0.02",
        "kind = \"monotone\"\nattribute = \"income\"\nadd = 1\nbound = 0.01",
        "kind = \"lipschitz\"\nattribute = \"income\"\nadd = 0.5\nlevel = 0.4\nbound = 0.05",
    };
    const Source source = people_with_answers(600);
    for (const auto& keys : all) {
        SCOPED_TRACE(keys);
        const Config config = made_config(constraint_of_keys(keys));
        const auto trained = train_run(config, source).value();
        EXPECT_TRUE(trained.feasible()) << to_string(trained.outcome.ending);
        for (const auto& constraint : trained.outcome.constraints)
            EXPECT_NE(constraint.verdict, ConstraintStatus::not_met) << constraint.name << " " << constraint.train.risk;
        const tests::TestFolder folder;
        trained.model.save(folder / "model.onnx");
        const TrainedModel again = TrainedModel::load(folder / "model.onnx");
        const auto judged = judge(again, again.dataset(source.table));
        ASSERT_EQ(judged.constraints.size(), trained.outcome.constraints.size());
        const Config written = parse_config(to_toml(config, ""), "written.toml", "");
        EXPECT_TRUE(differences(config, written).empty());
    }
}

/// A band of one row on either side is not split, and has a single price: that of the side on which the model would
/// leave it.
TEST(Equality, ArrivesWithOnePrice) {
    const Source source = made_source(1500);
    for (const std::string risk :
         {"positive_rate = 0.3", "positive_rate = 0.7", "recall = 0.6", "positive_rate[sex] = 0.4",
          "positive_rate[sex == 'm'] - positive_rate[sex == 'f'] = 0.05"}) {
        SCOPED_TRACE(risk);
        const auto trained = train_run(made_config(constraint_of_keys("risk = \"" + risk + "\"")), source).value();
        EXPECT_EQ(trained.outcome.status, Status::converged) << to_string(trained.outcome.ending);
        const auto& sides = trained.outcome.constraints;
        ASSERT_EQ(sides.size() % 2, 0U);
        for (std::size_t i = 0; i < sides.size(); i += 2) {
            EXPECT_NE(sides[i].verdict, ConstraintStatus::not_met);
            EXPECT_NE(sides[i + 1].verdict, ConstraintStatus::not_met);
            EXPECT_EQ(std::min(sides[i].multiplier, sides[i + 1].multiplier), 0);
            EXPECT_LT(std::max(sides[i].multiplier, sides[i + 1].multiplier), 5);
        }
    }
}

/// Under constraints on rates, errors are what matters, if there are enough rows to count them.
TEST(Objective, IsChosenByTheRowsForEachWeight) {
    const std::string parity = constraint_of_keys("kind = \"demographic_parity\"\nattribute = \"sex\"\nbound = 0.05");
    const auto objective = [&](std::size_t rows, const std::string& constraints) {
        return make_task(made_config(constraints), made_source(rows), std::nullopt).goal.objective;
    };
    using tabular::Objective;
    EXPECT_EQ(objective(150 * 7, parity), Objective::error_rate);
    EXPECT_EQ(objective(150 * 7 - 1, parity), Objective::loss);
    EXPECT_EQ(objective(150 * 7, ""), Objective::loss);
    EXPECT_EQ(objective(150 * 7, parity + sex_constraint), Objective::loss);
    EXPECT_EQ(objective(150 * 7, "objective = \"loss\"\n" + parity), Objective::loss);
    EXPECT_EQ(objective(100, "objective = \"error_rate\"\n" + parity), Objective::error_rate);
    // A score that falls or moves is no matter of classes, and a number to predict has none.
    const std::string change = "attribute = \"income\"\nadd = 1\nbound = 0.01\n";
    EXPECT_EQ(objective(150 * 7, constraint_of_keys("kind = \"monotone\"\n" + change)), Objective::loss);
    EXPECT_EQ(objective(150 * 7, constraint_of_keys("kind = \"lipschitz\"\nlevel = 1\n" + change)), Objective::loss);

    const auto trained = train_run(made_config(parity), made_source(3000)).value();
    EXPECT_EQ(trained.outcome.objective, Objective::error_rate);
    EXPECT_EQ(trained.model.goal.objective, Objective::error_rate);
}

/// Errors of a linear model have a width that depends on the rows that it learned from. It belongs to the goal, so that
/// other rows are judged by the same objective, however many they are.
TEST(Objective, IsTheSameForAnyNumberOfRows) {
    const std::string parity = constraint_of_keys("kind = \"demographic_parity\"\nattribute = \"sex\"\nbound = 0.05");
    const auto trained = train_run(made_config(parity), made_source(3000)).value();
    const auto rows = static_cast<double>(trained.outcome.train.metrics.rows);
    EXPECT_NEAR(trained.model.goal.error_width, std::pow(7 / rows, 0.2) / 2, 1e-12);
    const tests::TestFolder folder;
    trained.model.save(folder / "model.onnx");
    const auto model = TrainedModel::load(folder / "model.onnx");
    const auto others = made_source(200, 2).table;
    std::vector<std::size_t> twice;
    for (std::size_t row = 0; row < 400; ++row) twice.push_back(row / 2);
    EXPECT_NEAR(model.risks(model.dataset(others.rows(twice)), model.goal).objective,
                model.risks(model.dataset(others), trained.model.goal).objective, 1e-6);
}

/// No bound below the one that was found can be met (by a linear model), and any above it can: verified by training
/// under given bounds.
TEST(Minimax, FindsTheLeastBoundThatAllGroupsCanBeHeldTo) {
    const Source source = made_source(400);
    const std::string keys = "kind = \"group_loss\"\nattribute = \"town\"\n";
    for (const std::string model : {"kind = \"linear\"", "kind = \"mlp\"\nhidden = [4]"}) {
        const auto config = [&](const std::string& more) {
            return parse_config(
                "[data]\nfile = \"people.csv\"\ntarget = \"repaid\"\nfeatures = [\"income\", \"sex\"]\ntest = "
                "0\n[model]\n" +
                    model + constraint_of_keys(keys + more),
                "run.toml", "");
        };
        const auto found = train_run(config("minimise = true"), source, {.examine = true}).value();
        EXPECT_EQ(found.outcome.status, Status::converged) << to_string(found.outcome.ending);
        ASSERT_EQ(found.outcome.constraints.size(), 3U);
        const double least = found.outcome.constraints[0].bound;
        double worst = 0;
        double weights = 0;
        for (const auto& constraint : found.outcome.constraints) {
            EXPECT_EQ(constraint.bound, least);
            worst = std::max(worst, constraint.train.risk);
            weights += constraint.multiplier;
        }
        EXPECT_NEAR(worst, least, 0.01 * least);
        EXPECT_NEAR(weights, 1, 0.02);
        const auto free = train_run(config("bound = 100"), source).value();
        double unfair = 0;
        for (const auto& constraint : free.outcome.constraints) unfair = std::max(unfair, constraint.train.risk);
        EXPECT_LT(least, unfair);
        const bool lower = train_run(config("bound = " + base::number_text(0.97 * least)), source).value().feasible();
        EXPECT_FALSE(lower && model.ends_with("\"linear\""));  // another valley of a network may be deeper
        EXPECT_TRUE(train_run(config("bound = " + base::number_text(1.01 * least)), source).value().feasible());
        const tests::TestFolder folder;
        found.model.save(folder / "model.onnx");
        const TrainedModel again = TrainedModel::load(folder / "model.onnx");
        double most = -1;
        for (const auto& judged : judge(again, again.dataset(source.table)).constraints)
            most = std::max(most, judged->slack);
        EXPECT_NEAR(most, 0, 0.01 * least);
        EXPECT_EQ(again.goal.constraints[0].bound, least);
    }
    EXPECT_THROW(check(made_config(constraint_of_keys(keys + "minimise = true\nbound = 1"))), std::invalid_argument);
}

/// Losses are computed here from probabilities. The price of all rows together is what a looser bound saves.
TEST(RowLoss, HoldsEveryRowAndSaysWhatItCosts) {
    const Source source = made_source(300);
    const auto train_with = [&](double bound) {
        return train_run(made_config(constraint_of_keys("kind = \"row_loss\"\nrows = [\"town != 'sea'\"]\nbound = " +
                                                        base::number_text(bound)),
                                     "[solve]\nseed = 3\n"),
                         source, {.examine = true})
            .value();
    };
    const double bound = 2;
    const auto trained = train_with(bound);
    const auto& constraint = trained.outcome.constraints.at(0);
    ASSERT_EQ(trained.outcome.constraints.size(), 1U);
    EXPECT_EQ(trained.outcome.status, Status::converged) << to_string(trained.outcome.ending);
    EXPECT_EQ(constraint.verdict == ConstraintStatus::not_met, false);
    const auto p = trained.model.predict(trained.model.dataset(source.table));
    const auto& prices = trained.outcome.row_prices;
    const auto& town = source.table.at("town");
    double worst = 0;
    double sum = 0;
    for (const auto& price : prices) {
        const std::size_t row = price.row - 1;
        const bool yes = source.table.at("repaid").codes[row] == 1;
        EXPECT_NEAR(price.risk, -std::log(yes ? p[row] : 1 - p[row]), 1e-5);
        EXPECT_NE(town.text(row), "sea");
        if (price.risk < 0.99 * bound) {
            EXPECT_NEAR(price.multiplier, 0, 1e-6);
        }
        worst = std::max(worst, price.risk);
        sum += price.multiplier;
    }
    EXPECT_NEAR(constraint.train.risk, worst, 1e-9);
    EXPECT_NEAR(constraint.multiplier, sum, 1e-9 + 1e-9 * sum);
    EXPECT_TRUE(std::ranges::is_sorted(prices, std::greater<>(), &RowPrice::multiplier));
    const auto& each = constraint.each_row.value();
    EXPECT_EQ(each.rows, prices.size());
    EXPECT_EQ(each.priced, static_cast<std::size_t>(std::ranges::count_if(
                               prices, [](const RowPrice& price) { return price.multiplier > 0; })));
    ASSERT_GT(each.priced, 0U);
    EXPECT_EQ(each.most_expensive.front().row, prices.front().row);
    const double step = 0.02;
    const double saved =
        (train_with(bound - step).outcome.train.objective - train_with(bound + step).outcome.train.objective) /
        (2 * step);
    EXPECT_NEAR(sum, saved, 0.02 * saved);
    const Outcome again = outcome_from_json(to_json(trained.outcome), "metrics.json");
    EXPECT_EQ(again.constraints[0].each_row->most_expensive.front().row, prices.front().row);
    EXPECT_EQ(trained.outcome.trace.back().slack.size(), 1U);
}

/// The predictions are counted here by running both models.
TEST(Churn, IsHeldAgainstTheModelOfAFile) {
    const Source source = made_source(600);
    const tests::TestFolder folder;
    Config plain = made_config("", "[solve]\nseed = 3\n");
    plain.data.features = {"income", "town"};
    train_run(plain, source).value().model.save(folder / "old.onnx");
    const TrainedModel old = TrainedModel::load(folder / "old.onnx");
    Config config = parse_config(
        "[data]\nfile = \"people.csv\"\ntarget = \"repaid\"\nignore = [\"number\"]\n[model]\nkind = \"linear\"\n" +
            constraint_of_keys("kind = \"churn\"\nmodel = \"old.onnx\"\nbound = 0.04"),
        "run.toml", folder.path());
    const auto changed = [&](const TrainedModel& model, const tabular::Table& rows) {
        const auto before = old.scores(old.dataset(rows));
        const auto now = model.scores(model.dataset(rows));
        double count = 0;
        for (std::size_t row = 0; row < rows.num_rows; ++row)
            count += tabular::predicted_class(before.of(row)) != tabular::predicted_class(now.of(row)) ? 1 : 0;
        return count / static_cast<double>(rows.num_rows);
    };
    const auto split = split_of(config, source).value();
    const auto training = source.table.rows(split.train);
    Config free = config;
    free.constraints.clear();
    EXPECT_GT(changed(train_run(free, source).value().model, training), 0.06);  // so that the constraint has an effect
    const auto trained = train_run(config, source).value();
    const auto& constraint = trained.outcome.constraints.at(0);
    EXPECT_EQ(constraint.verdict == ConstraintStatus::not_met, false) << to_string(trained.outcome.ending);
    EXPECT_NEAR(constraint.train.risk, changed(trained.model, training), 1e-12);
    EXPECT_NEAR(constraint.test.value().risk, changed(trained.model, source.table.rows(split.test)), 1e-12);
    EXPECT_EQ(trained.outcome.features, (std::vector<std::string>{"income", "sex", "town"}));
    EXPECT_GT(constraint.multiplier, 0);
    const Config written = parse_config(to_toml(config, folder.path()), "written.toml", folder.path());
    EXPECT_TRUE(differences(config, written).empty());
    EXPECT_NE(to_toml(config, folder.path()).find("model = \"old.onnx\""), std::string::npos);
    config.constraints[0].model = (folder / "older.onnx").string();
    EXPECT_THROW((void)train_run(config, source), std::invalid_argument);
}

TEST(Language, IsRefusedWithTheCharacterThatIsWrong) {
    try {
        made_config(constraint_of_keys("risk = \"positive_rate[sex == 'f'] - 0.8 * positve_rate >= 0\""));
        FAIL() << "nothing was thrown";
    } catch (const std::invalid_argument& error) {
        EXPECT_TRUE(std::string(error.what())
                        .find("at character 35: there is no rate 'positve_rate'; did you mean "
                              "'positive_rate'?") != std::string::npos)
            << error.what();
    }
}

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

/// Bounds that cannot be met together are named once for each gap, with what the model itself misses.
TEST(Conflict, NamesOneSideOfAGapWithWhatTheModelMisses) {
    const Source source = made_source(600);
    const auto trained = train_run(made_config(constraint_of_keys("risk = \"accuracy >= 0.99\"")), source).value();
    ASSERT_TRUE(trained.outcome.conflict);
    const auto& ending = trained.outcome.ending.solver;
    ASSERT_EQ(ending.missed_by.size(), 1U);
    EXPECT_NEAR(ending.missed_by[0], trained.outcome.constraints[0].train.slack, 1e-6);
}

TEST(Sweep, LeavesComparisonsAlone) {
    EXPECT_FALSE(rules::can_be_swept(made_config(constraint_of_keys("risk = \"recall >= 0.7\"")).constraints[0]));
    for (const std::string keys :
         {"risk = \"precision\"\nat_least = true\nbound = 0.7", "risk = \"recall\"\nbound = 0.7"})
        EXPECT_TRUE(rules::can_be_swept(made_config(constraint_of_keys(keys)).constraints[0])) << keys;
}

}  // namespace
}  // namespace alcole::learning
