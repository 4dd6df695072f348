#include "base/statistics.hpp"

#include <alcole/random.hpp>

#include "base/json.hpp"
#include "studies/claims.hpp"
#include "studies/fields.hpp"
#include "studies/settings.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace alcole::studies {
namespace {

TEST(Bootstrap, HasTheWidthOfTheNormalTheory) {
    std::vector<double> values;
    for (int i = 0; i < 400; ++i) values.push_back(std::sin(12.9898 * i) * 3 + 5);
    const Interval interval = base::bootstrap_mean(values);
    const double error = base::standard_deviation(values) / std::sqrt(400.0);
    EXPECT_NEAR(interval.estimate, base::mean(values), 1e-15);
    EXPECT_NEAR(interval.high - interval.low, 2 * 1.96 * error, 0.1 * error);
    EXPECT_LT(interval.low, interval.estimate);
    EXPECT_GT(interval.high, interval.estimate);
}

TEST(Bootstrap, CoversTheTruthAsOftenAsItSays) {  // five normal values at a time
    Random random(3);
    int covered = 0;
    const int trials = 400;
    for (int trial = 0; trial < trials; ++trial) {
        std::vector<double> values(5);
        for (double& v : values) v = 7 + random.normal();
        const Interval interval = base::bootstrap_mean(values);
        covered += interval.low <= 7 && 7 <= interval.high ? 1 : 0;
    }
    EXPECT_GT(covered, 0.88 * trials);
}

TEST(Bootstrap, OfOneValueIsThatValue) {
    const Interval interval = base::bootstrap_mean(std::vector{3.0});
    EXPECT_EQ(interval.low, 3);
    EXPECT_EQ(interval.high, 3);
}

TEST(Oscillation, LooksAtTheLastHalf) {
    Trace trace;
    for (int t = 0; t < 8; ++t) {
        trace.objective.push_back(0);
        trace.lambda.push_back({t < 4 ? 100.0 * t : (t % 2 == 0 ? 1.0 : 3.0), 5.0});
        trace.slack.push_back({0.5, t % 2 == 0 ? -1e-3 : 1e-3});
    }
    const Oscillation found = oscillation_of(trace);
    EXPECT_DOUBLE_EQ(found.lambda_sd[0], 1);
    EXPECT_DOUBLE_EQ(found.lambda_sd[1], 0);
    EXPECT_DOUBLE_EQ(found.lambda_variation, 6);
    EXPECT_DOUBLE_EQ(found.slack_sd[1], 1e-3);
}

TEST(LateIterates, AreThoseOfTheLastHalfFromTheBestToTheWorst) {
    Trace trace;
    for (int t = 0; t < 80; ++t) {  // the late ones: slacks of 0, 0.05, ..., 1.95 bounds, in no order
        const double slack = t < 40 ? 99 : 0.05 * ((t * 7) % 40);
        trace.slack.push_back({-0.5, 2 * slack});
        trace.flip.push_back({0.01 * (t % 4), t < 40 ? 0.9 : 0.0});
    }
    const LateIterates late = late_iterates_of(trace, {{.name = "a", .bound = 1}, {.name = "b", .bound = 2}});
    EXPECT_DOUBLE_EQ(late.violating, 35.0 / 40) << "0, 0.05, 0.1, 0.15 and 0.2 are tolerated";
    ASSERT_EQ(late.worst_slack.size(), LateIterates::num_quantiles);
    EXPECT_DOUBLE_EQ(late.worst_slack.front(), 0);
    EXPECT_DOUBLE_EQ(late.worst_slack[10], 1.0);
    EXPECT_DOUBLE_EQ(late.worst_slack.back(), 1.95);
    EXPECT_DOUBLE_EQ(late.flip[0].front(), 0);
    EXPECT_DOUBLE_EQ(late.flip[0].back(), 0.03);
    EXPECT_DOUBLE_EQ(late.flip[1].back(), 0);

    studies::Run run{.late = late};
    EXPECT_FALSE(summarise_late({run, studies::Run{}}).has_value());
    studies::Run other = run;
    other.late->worst_slack.back() = 3.95;
    const auto summary = summarise_late({run, other});
    ASSERT_TRUE(summary);
    EXPECT_DOUBLE_EQ(summary->worst_slack.back().estimate, 2.95);
    EXPECT_LT(summary->worst_slack.back().low, summary->worst_slack.back().high);
    EXPECT_DOUBLE_EQ(summary->flip[0].back().estimate, 0.03);
}

/// Two constraints, `seeds` runs; the second is never violated.
Run run_of(std::uint64_t seed, double accuracy, double lambda_sd, double slack) {
    Run run{.seed = seed};
    run.train = {.objective = 0.6, .risk = {slack + 1, 0.2}, .slack = {slack, -0.8}};
    run.test = {.accuracy = accuracy, .objective = 0.6, .risk = {1, 0.2}, .flip = {accuracy / 10, 0}};
    run.lambda = {1, 0};
    run.oscillation = {.lambda_sd = {lambda_sd, 0}, .lambda_variation = 1, .slack_sd = {lambda_sd / 2, 0.01}};
    run.late = LateIterates{.violating = slack, .worst_slack = {0, 2 * slack}, .flip = {{0, slack / 10}, {0, 0}}};
    return run;
}

Study study_of(int seeds, double ordinary_sd, double augmented_slack) {
    Study study;
    study.constraints = {{.name = "a", .bound = 1}, {.name = "b", .bound = 1}};
    study.methods.resize(3);
    study.methods[0].name = "unconstrained";
    study.methods[1].name = "lagrangian";
    study.methods[2].name = "augmented";
    for (int s = 0; s < seeds; ++s) {
        const auto seed = static_cast<std::uint64_t>(s);
        const double wobble = 0.001 * (s % 3);
        study.methods[0].runs.push_back(run_of(seed, 0.70 + wobble, 0, 9));
        study.methods[1].runs.push_back(run_of(seed, 0.68 + wobble, ordinary_sd + wobble, 0.5));
        study.methods[2].runs.push_back(run_of(seed, 0.68 + wobble, 0.1, augmented_slack + wobble));
    }
    mark_hard(study);
    return study;
}

Claim claim(const Study& study, const std::string& id) {
    for (const auto& one : judge_claims(study))
        if (one.id == id) return one;
    ADD_FAILURE() << "no claim " << id;
    return {};
}

TEST(Claims, HoldFailOrStayUndecided) {
    const Study good = study_of(10, 1.0, 0.1);
    EXPECT_EQ(claim(good, "smoother_multipliers").verdict, ClaimStatus::holds);
    EXPECT_NEAR(claim(good, "smoother_multipliers").value.estimate, 10, 0.1);
    EXPECT_EQ(claim(good, "feasible_last_iterate").verdict, ClaimStatus::holds);
    EXPECT_EQ(claim(good, "accuracy_not_worse").verdict, ClaimStatus::holds);
    EXPECT_EQ(claim(good, "constraints_cost_accuracy").verdict, ClaimStatus::holds);
    EXPECT_EQ(claim(good, "sex_flip_below_unconstrained").verdict, ClaimStatus::holds);

    const Study bad = study_of(10, 0.01, 0.5);
    EXPECT_EQ(claim(bad, "smoother_multipliers").verdict, ClaimStatus::fails);
    EXPECT_EQ(claim(bad, "feasible_last_iterate").verdict, ClaimStatus::fails);
    EXPECT_EQ(claim(study_of(10, 1, 0.1995), "feasible_last_iterate").verdict, ClaimStatus::undecided);
}

TEST(Claims, CompareTheLastModelsAndAllLateOnes) {
    const Study good = study_of(10, 1.0, 0.1);  // ordinary dual ascent: 0.5
    for (const auto* id :
         {"better_last_iterate", "fewer_late_violations", "better_worst_stop", "fewer_flips_at_worst_stop"})
        EXPECT_EQ(claim(good, id).verdict, ClaimStatus::holds) << id;
    EXPECT_NEAR(claim(good, "better_last_iterate").value.estimate, 0.4, 0.01);
    EXPECT_NEAR(claim(good, "better_worst_stop").value.estimate, 0.8, 0.01);
    const Study bad = study_of(10, 1.0, 0.9);
    for (const auto* id :
         {"better_last_iterate", "fewer_late_violations", "better_worst_stop", "fewer_flips_at_worst_stop"})
        EXPECT_EQ(claim(bad, id).verdict, ClaimStatus::fails) << id;
}

TEST(Claims, TellBetterFromNotWorse) {
    Study study = study_of(10, 1.0, 0.1);  // the same accuracy
    EXPECT_EQ(claim(study, "accuracy_better").verdict, ClaimStatus::fails);
    EXPECT_EQ(claim(study, "accuracy_not_worse").verdict, ClaimStatus::holds);
    for (auto& run : study.methods[2].runs) run.test.accuracy += 0.001;
    EXPECT_EQ(claim(study, "accuracy_better").verdict, ClaimStatus::holds);
}

TEST(Claims, AskWhetherTheRandomisedPredictorIsAsFair) {
    Study study = study_of(10, 1.0, 0.1);
    study.methods.push_back(study.methods[2]);
    study.methods.back().name = "lagrangian_randomised";
    EXPECT_EQ(claim(study, "randomised_as_fair").verdict, ClaimStatus::holds);
    for (auto& run : study.methods.back().runs) run.test.flip[0] += 0.02;
    EXPECT_EQ(claim(study, "randomised_as_fair").verdict, ClaimStatus::fails);
}

TEST(Claims, NeedMoreThanTwoSeeds) {
    for (const auto& one : judge_claims(study_of(2, 1.0, 0.1)))
        EXPECT_EQ(one.verdict, ClaimStatus::undecided) << one.id;
}

TEST(Claims, OfMethodsThatWereNotRunAreLeftOut) {
    Study study = study_of(5, 1.0, 0.1);
    study.methods.erase(study.methods.begin() + 1);
    for (const auto& one : judge_claims(study)) {
        EXPECT_NE(one.id, "smoother_multipliers");
        EXPECT_NE(one.id, "sex_flip_reduced");
    }
}

TEST(HardConstraints, AreTheHalfMostViolatedWithoutConstraints) {
    const Study study = study_of(3, 1.0, 0.1);
    EXPECT_TRUE(study.constraints[0].hard);
    EXPECT_FALSE(study.constraints[1].hard);
}

TEST(Runs, SurviveTheirJson) {
    auto run = run_of(7, 0.123456789012345678, 0.3, 1.0 / 3);
    run.randomised = Randomised{.iterates = 100, .bytes = 400, .prediction_cost = 100, .flip_independent = {0.1, 0.2}};
    run.true_flip = {0.5, 0.25};
    const std::string text = base::json_text(run, "a run");
    EXPECT_EQ(base::json_text(base::from_json<studies::Run>(text, "run"), "a run"), text);
}

TEST(Settings, AreReadFromTextAndCheckedInOneSentence) {
    Settings settings;
    set(settings, "hidden", "32,16");
    EXPECT_EQ(settings.hidden, (std::vector<std::size_t>{32, 16}));
    const auto sentence = [&](const std::string& name, const std::string& value) -> std::string {
        try {
            Settings copy = settings;
            set(copy, name, value);
            check(copy);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "nothing was thrown";
    };
    EXPECT_EQ(sentence("seed", "3"), "there is no setting 'seed'; did you mean 'seeds'?");
    EXPECT_EQ(sentence("seeds", "x"), "setting 'seeds' must be a whole number >= 1, not 'x'");
    EXPECT_EQ(sentence("seeds", "0"), "setting 'seeds' must be a whole number >= 1, not '0'");
    EXPECT_EQ(sentence("methods", "augmentd"),
              "setting 'methods' must be a list, each one of unconstrained, lagrangian, "
              "lagrangian_randomised, augmented, not 'augmentd'; did you mean 'augmented'?");
    for (const auto& info : setting_table<Settings>()) {
        Settings copy;
        set(copy, info.name, info.by_default);
        EXPECT_EQ(get(copy, info.name), info.by_default);
    }
}

/// Newcombe 1998, Statistics in Medicine 17, table I of both papers: 81 of 263; 56 of 70 against 48 of 80.
TEST(Wilson, AsPublished) {
    const Interval rate = base::wilson(81, 263);
    EXPECT_NEAR(rate.low, 0.2553, 5e-5);
    EXPECT_NEAR(rate.high, 0.3662, 5e-5);
    const Interval none = base::wilson(0, 20);
    EXPECT_EQ(none.low, 0);
    EXPECT_NEAR(none.high, 0.1611, 5e-5);
}

TEST(Newcombe, AsPublished) {
    const Interval gap = base::newcombe(base::wilson(56, 70), base::wilson(48, 80));
    EXPECT_NEAR(gap.estimate, 0.2, 1e-12);
    EXPECT_NEAR(gap.low, 0.0524, 5e-5);
    EXPECT_NEAR(gap.high, 0.3339, 5e-5);
}

}  // namespace
}  // namespace alcole::studies
