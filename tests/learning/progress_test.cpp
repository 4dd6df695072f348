#include "words/progress.hpp"

#include "learning/training/steps_left.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace alcole::learning {
namespace {

using words::progress_text;

TEST(Progress, CountsOneEvaluation) {
    EXPECT_EQ(progress_text({.stage = "curvature", .unit = "evaluations of all rows", .done = 1, .seconds = 3}),
              "curvature, 1 evaluation of all rows, 3 s");
    EXPECT_EQ(progress_text({.unit = "evaluations of all rows", .done = 2, .seconds = 3}),
              "2 evaluations of all rows, 3 s");
    EXPECT_EQ(progress_text({.unit = "trainings", .done = 1, .total = 4, .seconds = 3}), "1 of 4 trainings, 3 s");
    EXPECT_EQ(progress_text({.stage = "judging the model"}), "judging the model");
}

TEST(Progress, SaysHowMuchLonger) {
    Progress progress{.unit = "step", .done = 12, .objective = 0.5, .seconds = 3, .at_most = 70};
    EXPECT_EQ(progress_text(progress), "step 12: objective 0.5, 3 s, at most 1 min 10 s left");
    progress.left_about = {.estimate = 8.7, .low = 2.2, .high = 44};
    EXPECT_EQ(progress_text(progress), "step 12: objective 0.5, 3 s, about 8 s left (2 to 45 s)");
    progress.left = 9;
    EXPECT_EQ(progress_text(progress), "step 12: objective 0.5, 3 s, about 9 s left");
    progress.left = 0.4;
    EXPECT_EQ(progress_text(progress), "step 12: objective 0.5, 3 s");
}

/// Few different times are shown, so that the line stays calm.
TEST(Progress, RoundsWhatIsOnlyRoughlyKnown) {
    const auto left = [](double seconds) {
        const std::string text = progress_text(
            {.unit = "steps", .done = 9, .seconds = 2, .left_about = Interval{seconds, seconds / 4, 5 * seconds}});
        return text.substr(std::string("9 steps, 2 s").size());
    };
    EXPECT_EQ(left(0.9), "");
    EXPECT_EQ(left(1), ", about 1 s left (1 to 6 s)");
    EXPECT_EQ(left(30), ", about 30 s left (8 s to 3 min)");
    EXPECT_EQ(left(34), left(30));
    EXPECT_EQ(left(55), ", about 1 min left (15 s to 4 min)");
    EXPECT_EQ(left(1000), ", about 15 min left (4 min to 1 h)");
    EXPECT_EQ(left(36000), ", about 10 h left (3 to 50 h)");
}

Step after(std::int64_t steps, double residual, double width = 1) {
    Step step;
    step.steps = steps;
    step.residual = residual;
    step.width = width;
    return step;
}

TEST(StepsLeft, FollowsFromStepsResidualAndWidth) {
    const SearchKind plain;
    EXPECT_DOUBLE_EQ(steps_left(plain, after(1000, 1)).estimate, 300);
    EXPECT_DOUBLE_EQ(steps_left(plain, after(1000, 32)).estimate, 600);
    EXPECT_DOUBLE_EQ(steps_left({.constrained = true}, after(1000, 0.5)).estimate, 500);
    const SearchKind rates{.constrained = true, .rates = true};
    EXPECT_DOUBLE_EQ(steps_left(rates, after(1000, 1)).estimate, 1100);
    EXPECT_DOUBLE_EQ(steps_left(rates, after(1000, 1, 1.0 / 16)).estimate, 550);
    EXPECT_DOUBLE_EQ(steps_left({.linear = true, .constrained = true, .rates = true}, after(1000, 1)).estimate, 550);
    const Interval unknown = steps_left(plain, after(8, std::numeric_limits<double>::infinity()));
    EXPECT_LT(unknown.low, unknown.estimate);
    EXPECT_LT(unknown.estimate, unknown.high);
    EXPECT_LT(unknown.high, 1000) << "finite before the first dual step";
}

TEST(StepsLeft, EndNoLaterThanTheTimeLimit) {
    const Interval left{.estimate = 8, .low = 2, .high = 40};
    EXPECT_EQ(until(100, left)->high, 40);
    EXPECT_EQ(until(20, left)->high, 20);
    EXPECT_EQ(until(20, left)->estimate, 8);
    EXPECT_EQ(until(5, left)->estimate, 5);
    EXPECT_EQ(until(5, left)->low, 2);
    EXPECT_FALSE(until(1, left)) << "only the limit matters";
}

}  // namespace
}  // namespace alcole::learning
