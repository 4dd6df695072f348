#include "page_checks.hpp"
#include "pages.hpp"
#include "report/format.hpp"
#include "words/words.hpp"

#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace alcole::report {
namespace {

using testing::all_runs;
using testing::comparison_html;
using testing::cross_validation_html;
using testing::expect_sound;
using testing::fake_comparison;
using testing::fake_repeated;
using testing::fake_sweep;
using testing::occurrences;
using testing::says;
using testing::sweep_html;

TEST(SweepReport, IsSoundAndSaysItsFinding) {
    const auto page = sweep_html(fake_sweep());
    expect_sound(page);
    EXPECT_TRUE(says(page, "Every one of these bounds that was met costs something"));
    EXPECT_EQ(occurrences(page, "class=\"tangent\""), 8U);  // one for every bound that is met
    EXPECT_EQ(occurrences(page, "class=\"band\""), 2U);
    EXPECT_EQ(occurrences(page, "class=\"free\""), 1U);
    EXPECT_EQ(occurrences(page, "class=\"change\""), 3U);
    EXPECT_EQ(occurrences(page, "</span> cannot be met</span>"), 1U);
    EXPECT_EQ(occurrences(page, "</span> not met</span>"), 1U);
}

TEST(SweepReport, ManagesWithLittle) {
    const auto plain = sweep_html(fake_sweep(5, 0, true));
    expect_sound(plain);
    EXPECT_TRUE(says(plain, "r squared"));
    EXPECT_FALSE(says(plain, "held out"));
    expect_sound(sweep_html(fake_sweep(1, 3)));
    expect_sound(sweep_html({}));
    auto free = fake_sweep(4);
    for (auto& point : free.points) point.slope = 0;
    free.points[0].bound = 0;
    free.points[1].objective = std::numeric_limits<double>::quiet_NaN();
    free.costs_below.reset();
    expect_sound(sweep_html(free));
    auto hostile = fake_sweep(3);
    hostile.constraint = hostile.target = hostile.data_file = "<script>alert(1)</script>";
    expect_sound(sweep_html(hostile));
    EXPECT_FALSE(says(sweep_html(hostile), "<script>alert"));
}

TEST(ComparisonReport, PutsTheMethodsSideBySide) {
    const auto page = comparison_html(fake_comparison());
    expect_sound(page);
    EXPECT_TRUE(says(page,
                     "unconstrained in 0 of 5, quadratic penalty in 1 of 5, ordinary Lagrangian in 1 of 5 and "
                     "augmented Lagrangian in 5 of 5."));
    EXPECT_EQ(occurrences(page, "data-panel="), 2U);  // traces of the methods that have multipliers
    EXPECT_TRUE(says(page, "has no prices"));
    EXPECT_EQ(occurrences(page, "scope=\"rowgroup\" rowspan=\"4\""), 5U);
}

TEST(ComparisonReport, IsSoundForEveryKindOfRun) {
    for (const auto& fake : all_runs()) {
        expect_sound(comparison_html(fake_comparison(fake, 2)));
        expect_sound(cross_validation_html(fake_repeated(fake)));
    }
    expect_sound(comparison_html({}));
    expect_sound(cross_validation_html({}));
    const auto hostile = comparison_html(fake_comparison({.hostile_names = true}, 1));
    EXPECT_FALSE(says(hostile, "<script>alert"));
}

TEST(CrossValidationReport, SaysHowOftenAndHowWell) {
    const auto page = cross_validation_html(fake_repeated({}));
    EXPECT_TRUE(says(page, "Every constraint was met in training in 5 of 5 runs."));
    EXPECT_TRUE(says(page, "67.2\u202f% of the predictions are correct (66.6 to 67.9\u202f%)."));
    EXPECT_TRUE(says(page, "Do the prices agree?"));
    EXPECT_TRUE(says(cross_validation_html(fake_repeated({.regression = true})), "On held-out rows r squared is"));
    EXPECT_FALSE(says(cross_validation_html(fake_repeated({.held_out = false})), "Held-out accuracy"));
}

TEST(CrossValidationReport, SaysHowEveryFoldEnded) {
    auto repeated = fake_repeated({}, 3);
    for (auto& run : repeated.runs) run.status = Status::converged;
    EXPECT_FALSE(says(cross_validation_html(repeated), "Not converged"));
    repeated.runs[1].status = Status::stalled;
    repeated.runs[1].constraints[0].multiplier = 126'000;
    const auto page = cross_validation_html(repeated);
    expect_sound(page);
    EXPECT_TRUE(says(page, "Not converged: fold 2 (stalled), whose multipliers are not prices."));
    EXPECT_TRUE(says(page, "How every fold ended"));
    const std::string text = terminal(words::cross_validation_summary(repeated), false);
    EXPECT_TRUE(says(text, "fold 2 (stalled)")) << text;
    EXPECT_TRUE(says(text, "126000")) << text;
    EXPECT_TRUE(says(text, "2 of 3")) << "converged";
}

TEST(ComparisonReport, HasNoIntervalsOfOneRun) {
    auto comparison = fake_comparison({}, 1);
    for (auto& method : comparison.methods) method.test_accuracy = {0.248, 0.248, 0.248};
    comparison.ordinary_steps = {1e-3};
    for (const std::string& text :
         {comparison_html(comparison), terminal(words::comparison_summary(comparison), false)}) {
        EXPECT_TRUE(says(text, "24.8"));
        EXPECT_FALSE(says(text, "24.8 to")) << text;
        EXPECT_FALSE(says(text, "24.8 % to")) << text;
        EXPECT_TRUE(says(text, "no intervals"));
        EXPECT_TRUE(says(text, "(0.001),"));
    }
    EXPECT_FALSE(says(comparison_html(fake_comparison()), "no intervals"));
}

}  // namespace
}  // namespace alcole::report
