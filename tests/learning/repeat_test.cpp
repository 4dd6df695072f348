#include "learning/sweep/folds.hpp"
#include "learning/training/train.hpp"
#include "made_people.hpp"
#include "refusal.hpp"
#include "train_run.hpp"

#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace alcole::learning {
namespace {

using namespace testing;
using Json = nlohmann::ordered_json;

/// Without what differs from run to run.
Json timeless(Json json) {
    if (json.is_object()) json.erase("seconds");
    for (auto& value : json)
        if (value.is_structured()) value = timeless(value);
    return json;
}

TEST(Folds, AreDisjointAndHaveTheirShareOfEveryGroup) {
    const Config config = made_config(sex_constraint);
    const Source source = made_source();
    std::set<std::size_t> seen;
    const auto folds = folds_of(config, source.table, 5);
    for (const auto& fold : folds) {
        std::size_t men = 0;
        for (const std::size_t row : fold.test) {
            EXPECT_TRUE(seen.insert(row).second);
            men += source.table.at("sex").codes[row] == 1 ? 1 : 0;
        }
        EXPECT_EQ(fold.test.size(), 60U);
        EXPECT_NEAR(static_cast<double>(men), 30, 8);
    }
    EXPECT_EQ(seen.size(), 300U);
}

TEST(CrossValidation, SumsUpItsFolds) {
    const Config config = made_config(std::string(sex_constraint) + town_constraint);
    const auto cv = cross_validate(config, made_source(), 4, {}).value();
    ASSERT_EQ(cv.runs.size(), 4U);
    EXPECT_EQ(cv.method, Method::augmented);
    EXPECT_EQ(cv.runs_met, 4U);
    double objective = 0;
    double multiplier = 0;
    for (const auto& run : cv.runs) {
        EXPECT_EQ(run.test->metrics.rows, 75U);
        objective += run.test->objective / 4;
        multiplier += run.constraints[1].multiplier / 4;
    }
    EXPECT_NEAR(cv.test_objective.estimate, objective, 1e-12);
    EXPECT_LT(cv.test_objective.low, objective);
    EXPECT_GT(cv.test_objective.high, objective);
    ASSERT_EQ(cv.multiplier.size(), 4U);
    EXPECT_NEAR(cv.multiplier[1].estimate, multiplier, 1e-9);
    EXPECT_LT(cv.worst_train_slack.estimate, 0.01);
}

TEST(CrossValidation, OfNumbersIsJudgedByRSquared) {
    Config config = made_config("");
    config.data.target = "income";
    config.data.features = {"sex", "town"};
    const auto cv = cross_validate(config, made_source(), 3, {}).value();
    EXPECT_LT(cv.test_accuracy.estimate, 0.3);
    EXPECT_EQ(cv.oscillation.estimate, 0);
    EXPECT_EQ(cv.worst_train_slack.estimate, 0) << "without constraints";
}

TEST(CrossValidation, DoesNotDependOnTheNumberOfJobs) {
    const Config config = made_config(sex_constraint);
    const auto with_jobs = [&](std::size_t jobs) {
        return timeless(
            Json::parse(to_json(cross_validate(config, made_source(), 3, Context({.threads = jobs})).value())));
    };
    EXPECT_EQ(with_jobs(1), with_jobs(2));
}

TEST(CrossValidation, RefusesImpossibleFolds) {
    const Config config = made_config(sex_constraint);
    const auto said = [&](std::size_t k) {
        return refusal([&] { (void)cross_validate(config, made_source(30), k, {}); });
    };
    EXPECT_EQ(said(1), "the number of folds must be at least 2 and at most the number of rows, 30, not 1");
    EXPECT_EQ(said(31), "the number of folds must be at least 2 and at most the number of rows, 30, not 31");
}

TEST(CrossValidation, SaysInWhichFoldItFailed) {  // the only person from the sea is held out once
    Source source = made_source(40);
    auto& town = source.table.columns[3].codes;
    for (auto& code : town) code = code == 2 ? 1 : code;
    town[7] = 2;
    Config config = made_config("[[constraint]]\nkind = \"rate\"\nrows = ['town == \"sea\"']\nbound = 0.9\n");
    const std::string said = refusal([&] { (void)cross_validate(config, source, 4, Context({.threads = 2})); });
    EXPECT_EQ(said.find("in fold "), 0U) << said;
    EXPECT_NE(said.find(" of 4: run.toml, line"), std::string::npos) << said;
}

TEST(Comparison, HasAllMethodsOnTheSameSplitsAndStarts) {
    const Config config = made_config(sex_constraint, "[solve]\nseed = 4\n");
    const auto comparison = compare(config, made_source(), 2, {}).value();
    ASSERT_EQ(comparison.methods.size(), 4U);
    const std::vector<std::string> names = {"unconstrained", "penalty", "lagrangian", "augmented"};
    for (std::size_t m = 0; m < 4; ++m) {
        const auto& method = comparison.methods[m];
        EXPECT_EQ(to_string(method.method), names[m]);
        ASSERT_EQ(method.runs.size(), 2U);
        for (std::size_t k = 0; k < 2; ++k) {
            EXPECT_EQ(to_string(method.runs[k].method), names[m]);
            EXPECT_EQ(method.runs[k].seed, 4 + k);
            EXPECT_EQ(method.runs[k].train.metrics.rows, 210U);
        }
        EXPECT_LE(comparison.methods[0].train_objective.estimate, method.train_objective.estimate + 1e-6);
    }
    EXPECT_EQ(comparison.methods[0].runs_met, 0U);
    EXPECT_EQ(comparison.methods[3].runs_met, 2U);
    const Source source = made_source();
    const auto alone = train_run(config, source)->outcome;
    EXPECT_EQ(alone.train.objective, comparison.methods[3].runs[0].train.objective);
}

TEST(Comparison, LeavesOutWhatAMethodDoesNotKnow) {
    const Config config = made_config(sex_constraint, "[solve.penalty]\nschedule = \"adaptive\"\n");
    EXPECT_EQ(compare(config, made_source(), 1, {}).value().methods.size(), 4U);
}

TEST(Comparison, GivesTheOrdinaryLagrangianAStepThatSuitsIt) {
    const std::string parity = "[[constraint]]\nkind = \"demographic_parity\"\nattribute = \"sex\"\nbound = 0.05\n";
    const auto slack_of = [&](const Comparison& comparison) {
        return comparison.methods[2].worst_train_slack.estimate;
    };
    const auto chosen = compare(made_config(parity), made_source(), 2, {}).value();
    ASSERT_EQ(chosen.ordinary_steps.size(), 2U) << "one per seed";
    for (const double step : chosen.ordinary_steps) EXPECT_LT(step, 0.1);
    EXPECT_LT(slack_of(chosen), 0.5);
    const auto given = compare(made_config(parity, "[solve.dual]\nstep = 0.1\n"), made_source(), 2, {}).value();
    EXPECT_TRUE(given.ordinary_steps.empty()) << "the run file's own is not touched";
    EXPECT_GT(slack_of(given), 5) << "from one side to the other and back";
}

TEST(Comparison, DoesNotDependOnTheNumberOfJobs) {
    const Config config = made_config(sex_constraint);
    const auto with_jobs = [&](std::size_t jobs) {
        return timeless(Json::parse(to_json(compare(config, made_source(), 2, Context({.threads = jobs})).value())));
    };
    EXPECT_EQ(with_jobs(1), with_jobs(2));
}

TEST(Comparison, StopsWhenAsked) {
    StopFlag stop;
    stop.request();
    EXPECT_FALSE(compare(made_config(sex_constraint), made_source(), 1, Context({.stop = &stop})).has_value());
}

TEST(Restlessness, IsOfTheLastHalfAndRelative) {
    Outcome outcome;
    outcome.constraints.resize(1);
    for (const double lambda : {50.0, 0.0, 3.0, 5.0}) outcome.trace.push_back({.multiplier = {lambda}});
    EXPECT_NEAR(summarise(Method::augmented, {outcome}).oscillation.estimate, 1.0 / 5, 1e-15);
}

}  // namespace
}  // namespace alcole::learning
