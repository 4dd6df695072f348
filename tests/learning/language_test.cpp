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
