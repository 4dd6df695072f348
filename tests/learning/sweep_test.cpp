#include <alcole/learning/sweep.hpp>

#include "learning/sweep/folds.hpp"
#include "learning/sweep/stability.hpp"
#include "learning/training/train.hpp"
#include "made_people.hpp"
#include "refusal.hpp"
#include "train_run.hpp"
#include "words/words.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace alcole::learning {
namespace {

using Json = nlohmann::ordered_json;

using namespace testing;

Sweep swept(const Config& config, const SweepOptions& options, std::size_t jobs = 1) {
    return sweep(config, made_source(), options, Context({.threads = jobs})).value();
}

/// p at one bound of the run file's first constraint, from a cold start.
Outcome trained_at(Config config, double bound) {
    const Source source = made_source();
    config.constraints.front().bound = bound;
    return train_run(config, source, {}, Context({.threads = 1}))->outcome;
}

TEST(Sweep, HasTheMultiplierAsItsSlope) {  // dp / du = -lambda, by central differences of p
    const Config config = made_config(sex_constraint);
    const auto curve = swept(config, {.low = 1e-3, .high = 5e-2, .count = 4, .folds = 0});
    for (const auto& point : curve.points) {
        const double step = 0.02 * point.bound;
        const double difference = trained_at(config, point.bound + step).train.objective -
                                  trained_at(config, point.bound - step).train.objective;
        ASSERT_TRUE(point.met);
        EXPECT_LT(point.slope, -0.1);
        EXPECT_NEAR(point.slope, difference / (2 * step), 0.03 * -point.slope) << "at " << point.bound;
    }
}

/// The risk is multiplied out, but bound, risk and slope are those of the ratio.
TEST(Sweep, OfARatioHasItsOwnPriceAsItsSlope) {
    const Config config = made_config(R"(
[[constraint]]
kind = "ratio"
risk = "probability"
attribute = "sex"
bound = 0.9
)");
    const auto curve = swept(config, {.low = 0.85, .high = 0.97, .count = 3, .folds = 2});
    EXPECT_TRUE(curve.at_least);
    EXPECT_FALSE(curve.stability.has_value()) << "its bound is not subtracted";
    for (const auto& point : curve.points) {
        constexpr double step = 2e-3;
        const double difference = trained_at(config, point.bound + step).train.objective -
                                  trained_at(config, point.bound - step).train.objective;
        ASSERT_TRUE(point.met);
        EXPECT_NEAR(point.risk, point.bound, 1e-3 * point.bound);
        EXPECT_NEAR(point.held_out_risk.value().estimate, point.bound, 0.3) << "of other rows, but a ratio";
        EXPECT_GT(point.slope, 0.01);
        EXPECT_NEAR(point.slope, difference / (2 * step), 0.03 * point.slope) << "at " << point.bound;
    }
}

TEST(Sweep, OfALowerBoundClimbs) {
    const Config config = made_config(R"(
[[constraint]]
kind = "rate"
rate = "positive_rate"
at_least = true
bound = 0.5
)");
    const auto curve = swept(config, {.low = 0.3, .high = 0.9, .count = 4, .folds = 0});
    EXPECT_TRUE(curve.at_least);
    EXPECT_LT(curve.points.front().bound, curve.points.back().bound);
    EXPECT_GT(curve.points.back().slope, 0);
    EXPECT_GT(curve.points.back().objective, curve.points.front().objective);
    EXPECT_NE(report::ascii(words::finding(curve)).find("and below cost next to nothing"), std::string::npos)
        << report::ascii(words::finding(curve));
}

TEST(Sweep, GivesTheSameModelsAsColdStarts) {
    const Config config = made_config(sex_constraint);
    const auto curve = swept(config, {.low = 1e-3, .high = 0.5, .count = 5, .folds = 0});
    for (const auto& point : curve.points) {
        const Outcome cold = trained_at(config, point.bound);
        EXPECT_NEAR(point.objective, cold.train.objective, 1e-6);
        EXPECT_NEAR(-point.slope, cold.constraints.front().multiplier, 1e-3 * (0.01 - point.slope));
    }
}

TEST(Sweep, FallsWithTheBoundAndIsConvex) {
    const auto curve = swept(made_config(sex_constraint), {.low = 1e-4, .high = 1, .count = 9, .folds = 0});
    ASSERT_EQ(curve.points.size(), 9U);
    EXPECT_EQ(curve.points.front().bound, 1e-4);
    EXPECT_EQ(curve.points.back().bound, 1);
    for (std::size_t i = 0; i + 1 < curve.points.size(); ++i) {
        const auto& [tight, loose] = std::pair(curve.points[i], curve.points[i + 1]);
        EXPECT_LE(loose.objective, tight.objective + 1e-7);
        EXPECT_GE(loose.slope, tight.slope - 1e-6);
        EXPECT_LE(tight.risk, tight.bound * 1.01);
    }
    EXPECT_NEAR(curve.points.back().objective, curve.free_objective, 1e-6);
    ASSERT_TRUE(curve.costs_below.has_value());
    EXPECT_LT(*curve.costs_below, 1);
    EXPECT_NE(report::ascii(words::finding(curve)).find("and above cost next to nothing; at 0.0001 the objective is "),
              std::string::npos)
        << report::ascii(words::finding(curve));
}

TEST(Sweep, OfOneConstraintLeavesTheOthers) {
    const Config config = made_config(std::string(sex_constraint) + town_constraint);
    const SweepOptions options{.low = 1e-3, .high = 1, .count = 3, .constraint = "towns", .folds = 0};
    const auto curve = swept(config, options);
    Config other = config;
    other.constraints.pop_back();
    const double alone = trained_at(other, config.constraints.front().bound).train.objective;
    EXPECT_NEAR(curve.free_objective, alone, 1e-6);
    EXPECT_NEAR(curve.points.back().objective, alone, 1e-6);
    EXPECT_GT(curve.points.front().objective, alone + 1e-3);
    EXPECT_EQ(curve.constraint, "towns");
}

TEST(Sweep, FindsAConstraintByTheNamesOfItsRisks) {
    const Config config = made_config(std::string(sex_constraint) + town_constraint);
    const auto objectives = [&](const std::string& name) {
        std::vector<double> result;
        const auto curve = swept(config, {.low = 1e-3, .high = 1e-1, .count = 2, .constraint = name, .folds = 0});
        for (const auto& point : curve.points) result.push_back(point.objective);
        return result;
    };
    EXPECT_EQ(objectives("counterfactual sex: flip"), objectives("counterfactual"));
    EXPECT_EQ(objectives("towns"), objectives("towns: -> sea"));
    EXPECT_NE(objectives("towns"), objectives("counterfactual"));
}

TEST(Sweep, HasHeldOutIntervalsOverFolds) {
    const Config config = made_config(sex_constraint);
    const auto curve = swept(config, {.low = 1e-3, .high = 1e-1, .count = 3, .folds = 3}, 2);
    EXPECT_EQ(curve.folds, 3U);
    for (const auto& point : curve.points) {
        ASSERT_TRUE(point.held_out_objective && point.held_out_accuracy && point.held_out_risk);
        EXPECT_LT(point.held_out_objective->low, point.held_out_objective->high);
        EXPECT_GT(point.held_out_objective->estimate, curve.free_objective - 0.1);
        EXPECT_GT(point.held_out_accuracy->estimate, 0.5);
    }
}

TEST(Sweep, NeverLooksAtTheRunsHeldOutRows) {
    const Config config = made_config(sex_constraint);
    Source source = made_source();
    const SweepOptions options{.low = 1e-3, .high = 1e-1, .count = 2, .folds = 3};
    const auto before = Json::parse(to_json(sweep(config, source, options, {}).value()));
    auto& income = source.table.columns[1].numbers;
    const auto split = split_of(config, source);
    for (const std::size_t row : split->test) income[row] = 1e3;
    auto after = Json::parse(to_json(sweep(config, source, options, {}).value()));
    after["seconds"] = before["seconds"];
    EXPECT_EQ(before, after);
}

TEST(Sweep, DoesNotDependOnTheNumberOfJobs) {
    const Config config = made_config(std::string(sex_constraint) + town_constraint);
    const SweepOptions options{.low = 1e-3, .high = 1e-1, .count = 3, .folds = 3};
    auto one = Json::parse(to_json(swept(config, options, 1)));
    auto two = Json::parse(to_json(swept(config, options, 2)));
    one["seconds"] = two["seconds"] = 0;
    EXPECT_EQ(one, two);
}

TEST(Sweep, OfANetworkIsAMinimumToo) {  // float, and many local minima
    Config config = made_config(sex_constraint);
    config.model = {.kind = "mlp", .hidden = {6}};
    const auto curve = swept(config, {.low = 1e-3, .high = 1, .count = 6, .folds = 0});
    double tighter = INFINITY;
    for (const auto& point : curve.points) {
        EXPECT_TRUE(point.met) << "at " << point.bound;
        EXPECT_LE(point.objective, tighter + 2e-4 * std::abs(point.objective)) << "at " << point.bound;
        tighter = point.objective;
    }
    EXPECT_LE(curve.free_objective, tighter + 2e-4 * tighter);
}

TEST(Sweep, OfANetworkIsNoWorseThanAColdStart) {
    for (const auto* seed : {"solve.seed=1", "solve.seed=2", "solve.seed=3"}) {
        Config config = made_config(sex_constraint);
        config.model = {.kind = "mlp", .hidden = {5}, .activation = tabular::Activation::tanh, .l2 = 1e-4};
        set(config, seed);
        const auto curve = swept(config, {.low = 1e-3, .high = 0.3, .count = 4, .folds = 0});
        const Outcome cold = trained_at(config, 1e-3);
        EXPECT_LE(curve.points.front().objective, cold.train.objective * (1 + 2e-4)) << seed;
    }
}

TEST(Sweep, GoesOnPastBoundsThatCannotBeMet) {  // nobody's loss can be that small
    const Config config = made_config("[[constraint]]\nkind = \"group_loss\"\nattribute = \"sex\"\nbound = 0.6\n");
    const auto curve = swept(config, {.low = 0.1, .high = 1.2, .count = 4, .folds = 2});
    EXPECT_FALSE(curve.points.front().met);
    EXPECT_EQ(curve.points.front().status, Status::infeasible);
    EXPECT_TRUE(curve.points.back().met);
    EXPECT_NE(report::ascii(words::finding(curve)).find("Bounds of "), std::string::npos);
    EXPECT_NE(report::ascii(words::finding(curve)).find(" and below were not met."), std::string::npos)
        << report::ascii(words::finding(curve));
}

TEST(Sweep, TellsHowFarItIsAndStops) {
    StopFlag stop;
    std::int64_t told = 0;
    const Context context({.threads = 1, .stop = &stop, .on_progress = [&](const Progress& progress) {
                               ++told;
                               EXPECT_EQ(progress.done, told);
                               EXPECT_EQ(progress.total, 1 + 4 * 3);
                               if (progress.done == 3) stop.request();
                           }});
    const SweepOptions options{.low = 1e-3, .high = 1e-1, .count = 4, .folds = 2};
    EXPECT_FALSE(sweep(made_config(sex_constraint), made_source(), options, context).has_value());
    EXPECT_EQ(told, 3);
}

TEST(Sweep, RefusesWhatCannotBeSwept) {
    const auto said = [](const Config& config, SweepOptions options) {
        options.low = options.low > 0 ? options.low : 1e-3;
        options.high = options.high > 0 ? options.high : 1e-1;
        return refusal([&] { swept(config, options); });
    };
    const Config two = made_config(std::string(sex_constraint) + town_constraint);
    EXPECT_EQ(said(two, {.count = 2, .constraint = "town", .folds = 0}), "") << "a beginning is enough";
    EXPECT_EQ(said(two, {.constraint = "tows"}),
              "there is no constraint 'tows' among 'towns', 'counterfactual sex: flip', 'towns: -> hill', "
              "'towns: -> lake', 'towns: -> sea'; did you mean 'towns'?");
    EXPECT_EQ(said(made_config(""), {}),
              "the run has no constraints, so there is no bound to sweep; add a [[constraint]]");
    EXPECT_NE(said(two, {.folds = 1}).find("at least 2 folds, or 0"), std::string::npos);
    EXPECT_NE(said(two, {.folds = 1000}).find("at most the number of rows, 210, not 1000"), std::string::npos);
    EXPECT_NE(said(two, {.low = 1, .high = 0.5}).find("from a number > 0 to a larger one"), std::string::npos);
    Config free = two;
    free.solve.options.method = Method::unconstrained;
    EXPECT_NE(said(free, {}).find("has no multipliers"), std::string::npos);
}

/// p(b) = 1 - 3 (b - 1) - a k (b - 1)^2 along k swept risks, so that alpha = a; with the opposite sign for lower
/// bounds.
Sweep made_curve(double a, std::size_t risks, bool at_least = false) {
    Sweep curve{.at_least = at_least};
    for (const double bound : {0.5, 0.8, 0.95, 1.0, 1.05, 1.3, 2.0}) {
        const double u = at_least ? 1 - bound : bound - 1;
        const double objective = 1 - 3 * u - a * static_cast<double>(risks) * u * u;
        curve.points.push_back({.bound = bound,
                                .status = Status::converged,
                                .met = true,
                                .objective = objective,
                                .slope = at_least ? 3.0 : -3.0});
    }
    return curve;
}

constexpr Options::Tolerance tight = {.stationarity = 1e-9, .violation = 1e-10, .complementarity = 1e-10};

TEST(SweepStability, IsTheLeastPenaltyThatTheCurveAsksFor) {
    for (const std::size_t risks : {1U, 4U})
        for (const bool at_least : {false, true}) {
            const auto found = stability_of(made_curve(0.7, risks, at_least), {1.0}, risks, tight).value();
            EXPECT_NEAR(found.alpha, 0.7, 1e-6) << report::ascii(words::stability(found));
            EXPECT_EQ(found.verdict, alcole::Decision::holds) << report::ascii(words::stability(found));
            EXPECT_TRUE(found.own);
            EXPECT_EQ(found.base, 1.0);
            EXPECT_EQ(found.bounds, 6U);
            EXPECT_GT(found.noise, 0);
        }
    const auto convex = stability_of(made_curve(-0.7, 2), {1.0}, 2, tight).value();
    EXPECT_EQ(convex.alpha, 0);
    EXPECT_FALSE(convex.deciding);
    EXPECT_NE(report::ascii(words::stability(convex)).find("above its tangent at all 6 other bounds"),
              std::string::npos)
        << report::ascii(words::stability(convex));
}

TEST(SweepStability, SaysWhichBoundItStartsFrom) {
    const auto near = stability_of(made_curve(-1, 1), {1.02}, 1, tight).value();
    EXPECT_EQ(near.base, 1.0);
    EXPECT_FALSE(near.own);
    EXPECT_NE(report::ascii(words::stability(near)).find("the bound nearest to the run file's 1.02"), std::string::npos)
        << report::ascii(words::stability(near));
    const auto several = stability_of(made_curve(-1, 2), {0.5, 2.0}, 2, tight).value();
    EXPECT_EQ(several.base, 1.0) << "in the middle of them";
    EXPECT_FALSE(several.asked);
    auto missed = made_curve(-1, 1);
    for (auto& point : missed.points)
        if (point.bound <= 1) point.met = false;
    const auto met = stability_of(missed, {1.0}, 1, tight).value();
    EXPECT_EQ(met.base, 1.05);
    EXPECT_EQ(met.bounds, 2U) << "a bound that was missed says nothing of p";
    for (auto& point : missed.points) point.met = false;
    EXPECT_FALSE(stability_of(missed, {1.0}, 1, tight));
}

TEST(SweepStability, IsUndeterminedWhereMultipliersAreNoSlope) {
    auto wrong = made_curve(0, 1);
    for (auto& point : wrong.points) point.slope = -2;
    const auto found = stability_of(wrong, {1.0}, 1, tight).value();
    EXPECT_EQ(found.verdict, alcole::Decision::undetermined) << report::ascii(words::stability(found));
    EXPECT_NE(report::ascii(words::stability(found)).find("not the slope"), std::string::npos)
        << report::ascii(words::stability(found));
}

TEST(SweepStability, OfALinearModelNeedsNoPenalty) {
    const auto curve = swept(made_config(sex_constraint), {.low = 1e-3, .high = 1e-1, .count = 5, .folds = 0});
    ASSERT_TRUE(curve.stability);
    EXPECT_EQ(curve.stability->alpha, 0) << report::ascii(words::stability(*curve.stability));
    EXPECT_EQ(curve.stability->verdict, alcole::Decision::holds);
    EXPECT_TRUE(curve.stability->own) << "0.01 is one of them";
    EXPECT_LT(curve.stability->noise, 1e-5);
    EXPECT_EQ(Json::parse(to_json(curve))["stability"]["base"], curve.stability->base);
}

TEST(Sweep, ReadsBounds) {
    SweepOptions options;
    read_bounds("1e-4:0.1:7", options);
    EXPECT_EQ(options.low, 1e-4);
    EXPECT_EQ(options.high, 0.1);
    EXPECT_EQ(options.count, 7U);
    for (const auto* text : {"", "1", "1:2", "1:2:3:4", "a:1:3", "1:2:x", "1:2:-3", " 1:2:3"})
        EXPECT_EQ(refusal([&] { read_bounds(text, options); }),
                  std::string("--bound must be LOW:HIGH:COUNT, such as 1e-4:1e-1:10, not '") + text + "'");
    for (const auto* text : {"0:1:5", "-1:1:5", "1:1:5", "nan:1:5", "1:inf:5", "1:2:1", "1:2:100000"})
        EXPECT_EQ(refusal([&] { read_bounds(text, options); }).find("--bound: "), 0U) << text;
}

TEST(Sweep, NeedsNoFile) {
    Config config = made_config(sex_constraint);
    config.data.file.clear();
    const SweepOptions options{.low = 1e-3, .high = 1e-1, .count = 2, .folds = 2};
    const auto curve = swept(config, options);
    EXPECT_TRUE(curve.points.front().met);
    EXPECT_EQ(curve.data_file, "");
    EXPECT_EQ(refusal([&] {
                  swept(made_config("[[constraint]]\nkind = \"rate\"\nbound = 0.5\n"), {.low = 0.5, .high = 2});
              }).find("--bound: constraint 1: "),
              0U);
}

TEST(Sweep, AsCsvHasAFieldForEveryHeading) {
    const auto curve = swept(made_config(sex_constraint), {.low = 1e-3, .high = 1e-1, .count = 2, .folds = 0});
    const std::string csv = to_csv(curve);
    EXPECT_EQ(std::ranges::count(csv, '\n'), 3);
    EXPECT_EQ(std::ranges::count(csv, ','), 3 * 15);
}

}  // namespace
}  // namespace alcole::learning
