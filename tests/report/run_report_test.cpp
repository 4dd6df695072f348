#include "base/text.hpp"
#include "page_checks.hpp"
#include "pages.hpp"
#include "words/parts.hpp"
#include "words/words.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace alcole::report {
namespace {

using testing::all_runs;
using testing::expect_no_wild_numbers;
using testing::expect_sound;
using testing::fake_outcome;
using testing::fake_sweep;
using testing::FakeRun;
using testing::model_card;
using testing::occurrences;
using testing::run_html;
using testing::says;
using testing::sweep_html;

TEST(RunReport, IsSoundForEveryKindOfRun) {
    for (const auto& fake : all_runs()) expect_sound(run_html(fake_outcome(fake)));
    expect_sound(run_html({}));
}

TEST(RunReport, AsksWhetherItIsAnAnswer) {
    const auto page = run_html(fake_outcome());
    for (const auto* part : {"Is it a solution?", "no small change helps (stationarity)", "\u2264 0.002", "LICQ",
                             "0.0021 \u00b1 3\u00d710\u207b\u2075", "at least 0.022", "lower estimate", "heuristic",
                             "relu has a kink at 0", "\u2264 1900 used"})
        EXPECT_TRUE(says(page, part)) << part;
    EXPECT_TRUE(says(run_html(fake_outcome({.constraints = 40})), "upper estimate"));
    EXPECT_TRUE(says(run_html(fake_outcome({.thoroughly = false})), "not examined"));
    EXPECT_FALSE(says(run_html(fake_outcome({.examined = false})), "Is it a solution?"));
    EXPECT_TRUE(says(run_html(fake_outcome({.infeasible = true})), "There is no solution to examine"));
    EXPECT_TRUE(says(model_card(fake_outcome()), "**is it a solution:** No small change of the weights"));
    EXPECT_TRUE(says(sweep_html(fake_sweep()), "a penalty of alpha = 3.4 is enough"));
}

TEST(RunReport, AnswersFirst) {
    const auto answer = [](const FakeRun& fake) {
        const auto page = run_html(fake_outcome(fake));
        const auto from = page.find("<h1>") + 4;
        return page.substr(from, page.find("</h1>") - from);
    };
    EXPECT_EQ(answer({.held_out = false}), "All 5 constraints are met");
    EXPECT_EQ(answer({.constraints = 1, .held_out = false}), "The constraint is met");
    EXPECT_EQ(answer({.constraints = 2, .held_out = false}), "Both constraints are met");
    EXPECT_EQ(answer({}), "All 5 constraints are met in training, 2 of them not on held-out rows");
    EXPECT_EQ(answer({.constraints = 2}), "Both constraints are met in training, 1 of them not on held-out rows");
    EXPECT_EQ(answer({.infeasible = true}), "The constraints cannot be met together");
    EXPECT_EQ(answer({.constraints = 0}), "Trained without constraints");
    EXPECT_EQ(answer({.constraints = 4, .method = Method::unconstrained}),
              "All 4 constraints are violated when not enforced");
}

TEST(RunReport, SaysHowWellItPredictsInTheWordsOfTheTask) {
    const auto classes = run_html(fake_outcome());
    EXPECT_TRUE(says(classes, "67.1\u202f% of the held-out rows (68.4\u202f% in training)"));
    EXPECT_FALSE(says(classes, "r squared"));
    const auto numbers = run_html(fake_outcome({.regression = true}));
    EXPECT_TRUE(says(numbers, "r squared of 0.597 and a mean squared error of 12.5"));
    EXPECT_FALSE(says(numbers, "ccuracy"));
    EXPECT_FALSE(says(numbers, "flips"));
    const auto alone = run_html(fake_outcome({.held_out = false}));
    EXPECT_TRUE(says(alone, "no rows were held out"));
    EXPECT_FALSE(says(alone, ">held out</th>"));
}

TEST(RunReport, ShowsOnceWhatDoesNotDependOnThePositiveClass) {
    std::vector<tabular::GroupRates> groups;
    for (const auto* one : {"low", "high"})
        groups.push_back({.group = "sex = f", .of_class = one, .rows = 100, .calibration_error = 0.11});
    const Document page{.sections = {{.blocks = {words::groups_table(groups)}}}};
    EXPECT_EQ(occurrences(terminal(page, false), "11 %"), 1U) << terminal(page, false);
}

TEST(RunReport, SpeaksOfThePositiveAnswerOnlyIfThereIsOne) {
    learning::Outcome outcome = fake_outcome({.constraints = 1});
    outcome.constraints[0].kind = tabular::ConstraintKind::demographic_parity;
    EXPECT_TRUE(says(ascii(words::in_brief(outcome)), "every group is given the positive answer equally often"));
    outcome.task = tabular::Task::multiclass;
    EXPECT_TRUE(says(ascii(words::in_brief(outcome)), "every group is given each answer equally often"));
    outcome.constraints[0].kind = tabular::ConstraintKind::equalized_odds;
    EXPECT_TRUE(says(ascii(words::in_brief(outcome)),
                     "right and wrong answers of each class are equally frequent in every group"));
    outcome.constraints[0].kind = tabular::ConstraintKind::predictive_parity;
    EXPECT_TRUE(says(ascii(words::in_brief(outcome)), "answers of each class are right equally often in every group"));
}

TEST(RunReport, SaysByHowMuchNumbersChangeWithAProtectedAttribute) {
    learning::Outcome outcome = fake_outcome({.constraints = 1, .held_out = false, .regression = true});
    outcome.constraints[0].train.risk = 0.005;             // a tenth of a standard deviation
    outcome.train.metrics.mean_squared_error = 0.25 * 16;  // which is 4
    outcome.train.metrics.r_squared = 0.75;
    EXPECT_TRUE(says(ascii(words::in_brief(outcome)), "(by no more than 0.4 on average)"))
        << ascii(words::in_brief(outcome));
}

TEST(RunReport, GivesEveryConstraintItsRowAndItsVerdictInWords) {
    const auto page = run_html(fake_outcome());
    EXPECT_EQ(occurrences(page, "<span aria-hidden=\"true\">\u2713</span> met</span></td>"), 3U);
    EXPECT_EQ(occurrences(page, "<span aria-hidden=\"true\">!</span> met in training only</span></td>"), 2U);
    EXPECT_TRUE(says(page, "\u2264 0.001"));
    EXPECT_TRUE(says(page, "\u2265 0.3"));
    EXPECT_TRUE(says(page, "costs nothing: it is met anyway"));
    const auto broken = run_html(fake_outcome({.infeasible = true}));
    EXPECT_TRUE(says(broken, "<span aria-hidden=\"true\">\u2715</span> not met"));
}

TEST(RunReport, ExplainsAConflictOnlyWhereThereIsOne) {
    const auto page = run_html(fake_outcome({.infeasible = true}));
    EXPECT_TRUE(says(page,
                     "No model was found that meets \u201csex flipped\u201d and \u201crace := "
                     "African-American\u201d together."));
    EXPECT_TRUE(says(page, "If any one of them is dropped, the others can be met."));
    EXPECT_TRUE(says(page, "0.0024"));  // a bound that can be met
    EXPECT_FALSE(says(run_html(fake_outcome()), "id=\"conflict\""));
}

TEST(RunReport, NamesOneSideOfAGapInAConflict) {
    auto outcome = fake_outcome({.infeasible = true});
    outcome.constraints[0].name = "gap: a over b";
    outcome.constraints[1].name = "gap: b over a";
    outcome.constraints[0].other_side = {.name = "gap: b over a", .sum = tabular::OtherSide::Sum::negated};
    outcome.constraints[1].other_side = {.name = "gap: a over b", .sum = tabular::OtherSide::Sum::negated};
    outcome.constraints[1].bound = outcome.constraints[0].bound;
    const auto page = run_html(outcome);
    EXPECT_TRUE(says(page, "No model was found that meets \u201cgap: a over b\u201d. "));
}

TEST(RunReport, ShowsAGapOnceIfOneOfItsSidesGaveWay) {
    auto outcome = fake_outcome();
    auto& constraints = outcome.constraints;
    constraints.resize(2);
    constraints[0].other_side = {.name = constraints[1].name, .sum = tabular::OtherSide::Sum::negated};
    constraints[1].other_side = {.name = constraints[0].name, .sum = tabular::OtherSide::Sum::negated};
    constraints[0].asked = constraints[1].bound = constraints[0].bound;
    constraints[0].bound *= 2;
    EXPECT_EQ(words::one_per_gap(constraints).size(), 1U);
    constraints[0].asked.reset();
    EXPECT_EQ(words::one_per_gap(constraints).size(), 2U) << "two bounds that were asked for";
}

TEST(RunReport, ShowsFractionsInsteadOfWhatTheyWereMultipliedOutTo) {
    auto outcome = fake_outcome();
    auto& constraint = outcome.constraints[0];
    constraint.bound = 0;
    constraint.fraction_bound = 0.625;
    constraint.train = {.risk = -0.0123, .slack = -0.0123, .fraction = 0.6146, .denominator = 0.5};
    constraint.test = learning::Judged{.risk = 0, .slack = 0, .denominator = 0.0};
    constraint.multiplier = 0.0471;
    constraint.fraction_multiplier = 0.0471 * 0.5;
    constraint.binding = true;
    const auto page = run_html(outcome);
    for (const char* shown : {"0.625", "0.615", "0.0236"}) EXPECT_TRUE(says(page, shown)) << shown;
    for (const char* hidden : {"0.0123", "0.0471"}) EXPECT_FALSE(says(page, hidden)) << hidden;
    EXPECT_TRUE(says(page, "n/a")) << "0 / 0 is not a number";
}

TEST(RunReport, AdvisesAProtectedFeatureOnlyIfThereIsNone) {
    auto outcome = fake_outcome();
    outcome.iterate = learning::Iterate::constant;
    outcome.protected_columns = {"sex"};
    outcome.features = {"age"};
    EXPECT_TRUE(says(run_html(outcome), "or let a protected column be a feature"));
    outcome.features.push_back("sex");
    EXPECT_FALSE(says(run_html(outcome), "or let a protected column be a feature"));
}

TEST(RunReport, SurvivesAConflictThatNamesNothing) {
    auto outcome = fake_outcome({.infeasible = true});
    outcome.conflict = learning::Conflict{{77}, false, {}};
    outcome.clashes = {{0, 99, -0.5}};
    expect_sound(run_html(outcome));
    EXPECT_FALSE(says(model_card(outcome), "together: ."));
}

TEST(RunReport, ShowsWhereMiniBatchesEnd) {
    const auto page = run_html(fake_outcome());
    EXPECT_EQ(occurrences(page, "class=\"change\""), 3U);  // once in every panel of the trace
    auto full = fake_outcome();
    for (auto& row : full.trace) row.regime = Regime::full;
    EXPECT_FALSE(says(run_html(full), "class=\"change\""));
}

TEST(RunReport, NamesTheDearestConstraintsOfManyInTheTrace) {
    const auto page = run_html(fake_outcome({.constraints = 40}));
    EXPECT_TRUE(says(page, ">34 others</button>"));
    EXPECT_EQ(occurrences(page, "class=\"trace quiet\""), 68U);  // 34 slacks, 34 multipliers
}

TEST(RunReport, StaysSmallWhateverTheTrace) {
    EXPECT_LT(run_html(fake_outcome({.constraints = 40, .steps = 20'000})).size(), 600'000U);
}

TEST(RunReport, ShowsTheForemostOfHundredsOfConstraints) {
    auto outcome = fake_outcome({.constraints = 780, .steps = 80});
    outcome.constraints[500].verdict = learning::ConstraintStatus::not_met;
    outcome.constraints[500].name = "the one that is missed";
    for (int k = 0; k < 30; ++k)
        outcome.notes.push_back({.kind = Note::Kind::small_group, .names = {"g", "gap"}, .numbers = {8, 0.05}});
    const auto page = run_html(outcome);
    expect_sound(page);
    EXPECT_LT(page.size(), 500'000U);
    EXPECT_TRUE(says(page, "20 of 780 constraints"));
    EXPECT_TRUE(says(page, ">some of 774 others</button>"));
    EXPECT_TRUE(says(page, "more notes of this kind"));
    const auto summary = terminal(words::run_summary(outcome), false);
    EXPECT_LT(occurrences(summary, "\n"), 80U) << summary;
    EXPECT_LT(summary.find("the one that is missed"), summary.find("sex flipped"));  // the worst comes first
    EXPECT_LT(model_card(outcome).size(), 20'000U);
    EXPECT_FALSE(says(run_html(fake_outcome({.constraints = 20})), "of 20 constraints:"));
}

TEST(RunReport, LeavesOutWhatIsNotThere) {
    const auto page = run_html(fake_outcome({.constraints = 0, .groups = false}));
    for (const auto* part : {"id=\"constraints\"", "id=\"groups\"", "#groups", "What does every constraint cost?"})
        EXPECT_FALSE(says(page, part)) << part;
    EXPECT_EQ(occurrences(page, "<figure "),
              2U);  // the objective over the steps, and the calibration of the probabilities
    EXPECT_EQ(occurrences(run_html(fake_outcome({.constraints = 0, .regression = true, .groups = false})), "<figure "),
              1U);
}

TEST(RunReport, BeginsWithWhatTheModelDoesAndPromises) {
    EXPECT_TRUE(
        says(run_html(fake_outcome()), "where always predicting the most frequent class would be correct for 54.0"));
    EXPECT_TRUE(
        says(run_html(fake_outcome()), "but not on rows it had not seen, so it promises nothing about anyone else."));
    EXPECT_TRUE(says(run_html(fake_outcome({.regression = true})), "of its variance on"));
    EXPECT_TRUE(says(run_html(fake_outcome({.infeasible = true})), "constraints are not met, so it promises nothing."));
    EXPECT_TRUE(says(run_html(fake_outcome({.constraints = 0})), "It promises nothing beyond that"));
    auto useless = fake_outcome();
    useless.test->metrics.accuracy = 0.54;
    EXPECT_TRUE(says(run_html(useless), "no better than always predicting the most frequent class (54.0"));
}

/// A run with one constraint of this kind.
learning::Outcome outcome_with(tabular::ConstraintKind kind, double stated) {
    learning::Outcome outcome = fake_outcome({.constraints = 1});
    auto& constraint = outcome.constraints[0];
    constraint.kind = kind;
    constraint.bound = 0;
    constraint.stated = stated;
    return outcome;
}

TEST(RunReport, PromisesWhatWasStated) {
    using enum tabular::ConstraintKind;
    EXPECT_TRUE(says(run_html(outcome_with(four_fifths, 0.8)), "at least four fifths as often as any other"));
    EXPECT_TRUE(says(run_html(outcome_with(four_fifths, 0.6)), "at least 0.6 times as often as any other"));
    EXPECT_TRUE(says(run_html(outcome_with(predictive_parity, 0.2)), "to within 20 percentage points"));
}

/// Of two lower bounds, the one with the lower risk is shown.
TEST(RunReport, ShowsTheWorseSideOfARatio) {
    learning::Outcome outcome = outcome_with(tabular::ConstraintKind::four_fifths, 0.8);
    auto& first = outcome.constraints[0];
    first.name = "four_fifths: a over b";
    first.at_least = true;
    first.train = {.risk = 0.25, .slack = -0.25};
    first.test.reset();
    outcome.constraints.push_back(first);
    outcome.constraints[1].name = "four_fifths: b over a";
    outcome.constraints[1].train = {.risk = 0.125, .slack = -0.125};
    const std::string page = run_html(outcome);
    EXPECT_TRUE(says(page, "four_fifths: b over a"));
    EXPECT_TRUE(says(page, "0.125"));
}

/// A constant model, the last resort, is called by its name and has no prices.
TEST(RunReport, SaysThatCalibrationBrokeAConstraint) {
    learning::Outcome outcome = fake_outcome();
    outcome.status = Status::converged;
    outcome.constraints.front().verdict = learning::ConstraintStatus::not_met;
    const std::string said = "calibrating the probabilities afterwards broke";
    const auto in_one_line = [](std::string text) {
        std::ranges::replace(text, '\n', ' ');
        return text;
    };
    EXPECT_EQ(in_one_line(testing::run_text(outcome)).find(said), std::string::npos);
    outcome.model.calibration = tabular::ScoreMap{};
    EXPECT_NE(in_one_line(testing::run_text(outcome)).find(said), std::string::npos) << testing::run_text(outcome);
}

TEST(RunReport, SaysThatEverybodyGetsTheSameAnswer) {
    learning::Outcome outcome = fake_outcome({.constraints = 1});
    outcome.iterate = learning::Iterate::constant;
    outcome.constraints[0].multiplier = 0;
    outcome.constraints[0].binding = false;
    for (const auto& text : {run_html(outcome), model_card(outcome), base::joined(words::explain(outcome))}) {
        EXPECT_TRUE(says(text, "only by giving everyone the same answer"));
        EXPECT_FALSE(says(text, "they cost nothing"));
    }
}

TEST(RunReport, MarksSmallGroupsAndGivesIntervals) {
    const auto page = run_html(fake_outcome());
    EXPECT_TRUE(says(page, "race = Hispanic (17, few)"));
    EXPECT_TRUE(says(page, "<small>few</small>"));
    EXPECT_TRUE(says(page, "class=\"whisker\""));
    EXPECT_TRUE(says(page, "may be chance"));
    EXPECT_TRUE(says(page, "fewer than 30 rows"));
    auto old = fake_outcome();  // as an older version wrote it
    for (auto& group : old.test->groups) group.positives.reset();
    old.test->gaps.clear();
    old.test->metrics.reliability.clear();
    old.test->baseline.reset();
    expect_sound(run_html(old));
}

TEST(RunReport, ShowsTheCertificateWhereThereIsOne) {
    EXPECT_FALSE(says(run_html(fake_outcome({})), "id=\"certificate\""));
    const auto outcome = fake_outcome({.certificate = true});
    const auto page = run_html(outcome);
    for (const auto* part : {"#certificate", "For people not yet seen", "certified", "violated", "undecided",
                             "no bound", "Bounds of the other families"})
        EXPECT_TRUE(says(page, part)) << part;
    auto met = fake_outcome({.constraints = 1, .held_out = false, .certificate = true});
    EXPECT_TRUE(says(run_html(met), "The constraint is met and certified"));
    met.certificate->constraints[0].verdict = certify::Verdict::undecided;
    EXPECT_TRUE(says(run_html(met), "The constraint is met, but not certified"));
    const auto card = model_card(outcome);
    EXPECT_TRUE(says(card, "## Certificate"));
    EXPECT_TRUE(says(card, "about 32000 rows would decide"));
    EXPECT_FALSE(says(model_card(fake_outcome({})), "## Certificate"));
}

TEST(RunReport, CallsWhatIsVacuousByItsName) {
    auto outcome = fake_outcome({.certificate = true});
    EXPECT_TRUE(says(run_html(outcome), "What the theorem promises"));
    EXPECT_EQ(occurrences(run_html(outcome), " vacuous<"), 1U);
    outcome.theorem = learning::Theorem{.silent = learning::Theorem::Silence::method};
    EXPECT_TRUE(says(run_html(outcome), "Nothing here: it is about the augmented method."));
}

TEST(RunReport, LetsNoNameBecomeMarkup) {
    const auto outcome = fake_outcome({.hostile_names = true, .certificate = true});
    const auto page = run_html(outcome);
    EXPECT_FALSE(says(page, "<script>alert"));
    EXPECT_FALSE(says(page, "<script>x"));
    EXPECT_FALSE(says(page, "<b>people"));
    EXPECT_TRUE(says(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    const auto card = model_card(outcome);
    EXPECT_EQ(occurrences(card, "<"), occurrences(card, "\\<"));
    EXPECT_TRUE(says(card, "\\<b>people\\</b>.csv"));
    EXPECT_TRUE(says(card, "\"a\" \\| 'b' \\`c\\`"));  // a bar would end the table cell
}

TEST(RunReport, WritesNumbersThatAreNoneAsWords) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    auto outcome = fake_outcome();
    outcome.constraints[0].train.risk = none;
    outcome.constraints[1].bound = 0;
    outcome.constraints[2].multiplier = std::numeric_limits<double>::infinity();
    outcome.trace[10].slack[0] = none;
    outcome.trace.back().multiplier[1] = none;
    outcome.trace[5].objective = none;
    outcome.test->objective = none;
    outcome.train.groups[0].recall = none;
    const auto page = run_html(outcome);
    expect_sound(page);
    EXPECT_TRUE(says(page, "n/a"));
    EXPECT_TRUE(says(page, "its bound is 0"));
    expect_no_wild_numbers(model_card(outcome));
}

}  // namespace
}  // namespace alcole::report
