#include "base/text.hpp"
#include "fake_run.hpp"
#include "markup.hpp"
#include "pages.hpp"
#include "report/format.hpp"
#include "words/words.hpp"

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace alcole::report {
namespace {

using testing::comparison_html;
using testing::cross_validation_html;
using testing::fake_comparison;
using testing::fake_outcome;
using testing::fake_repeated;
using testing::fake_sweep;
using testing::FakeRun;
using testing::fault_of;
using testing::model_card;
using testing::module_html;
using testing::occurrences;
using testing::run_html;
using testing::sweep_html;

bool says(const std::string& page, std::string_view words) { return page.find(words) != std::string::npos; }

/// Nothing that printf would write for what is not a number.
void expect_no_wild_numbers(const std::string& page) {
    for (const auto* none :
         {"\"nan", " nan", "-nan", ">nan", "inf\"", ">inf<", ">inf ", ">inf,", "Mnan", "lnan", "NaN"})
        EXPECT_FALSE(says(page, none)) << none;
}

void expect_sound(const std::string& page) {
    EXPECT_EQ(fault_of(page), "");
    expect_no_wild_numbers(page);
    for (const auto* fetch : {" src=", "<link", "@import", "url(", "fetch(", "href=\"http", "<iframe", "<img"})
        EXPECT_FALSE(says(page, fetch)) << fetch;
    EXPECT_EQ(occurrences(page, "<h1>"), 1U);
    EXPECT_EQ(occurrences(page, "role=\"img\""), occurrences(page, "<desc id="));
    EXPECT_FALSE(says(page, "<th>"));  // every heading of a table has its scope
}

std::vector<FakeRun> all_runs() {
    return {{},
            {.constraints = 1},
            {.constraints = 40, .steps = 1700},
            {.constraints = 0, .method = Method::unconstrained},
            {.held_out = false},
            {.regression = true},
            {.groups = false},
            {.infeasible = true},
            {.hostile_names = true},
            {.long_names = true},
            {.method = Method::unconstrained},
            {.certificate = true},
            {.hostile_names = true, .certificate = true},
            {.examined = false},
            {.thoroughly = false},
            {.unconstrained = true},
            {.held_out = false, .regression = true, .unconstrained = true},
            {.steps = 1},
            {.steps = 0}};
}

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

TEST(RunReport, SaysWhatTheConstraintsCostTogether) {
    const learning::Outcome outcome = fake_outcome({.unconstrained = true});
    const std::string sentence =
        "Without the constraints, the same kind of model is correct for 69.5 % of the held-out rows: meeting them "
        "costs 2.4 percentage points there. It misses 'sex flipped': 0.027 on its training rows instead of <= 0.001.";
    EXPECT_EQ(ascii(words::cost(outcome)), sentence);
    const auto text = testing::run_text(outcome);
    EXPECT_TRUE(says(text, "training  held out  unconstrained  baseline")) << text;
    EXPECT_TRUE(says(text, "them costs 2.4 percentage points there.")) << text;
    const auto page = run_html(outcome);
    EXPECT_TRUE(says(page, "unconstrained accuracy"));
    EXPECT_TRUE(says(page, "meeting them costs 2.4 percentage points"));
    EXPECT_TRUE(says(page, "trained on the same rows without the constraints and judged on the held-out rows"));
    EXPECT_TRUE(says(model_card(outcome), "meeting them costs 2.4 percentage points"));
    EXPECT_TRUE(words::cost(fake_outcome()).empty());
}

TEST(RunReport, SaysOnlyAsMuchOfTheCostAsIsKnown) {
    const auto cost = [](learning::Outcome outcome) { return ascii(words::cost(outcome)); };
    EXPECT_EQ(cost(fake_outcome({.constraints = 1, .held_out = false, .regression = true, .unconstrained = true})),
              "Without the constraint, the same kind of model has an r squared of 0.64 on its training rows: meeting "
              "it costs 0.03 of it. It misses 'sex flipped': 0.027 on its training rows instead of <= 0.001.");
    learning::Outcome free = fake_outcome({.constraints = 1, .unconstrained = true});
    free.unconstrained->test->metrics.accuracy = 0.6;
    free.unconstrained->status = Status::iteration_limit;
    free.constraints[0].unconstrained = 1e-4;
    EXPECT_EQ(cost(free),
              "Without the constraint, the same kind of model is correct for 60 % of the held-out rows: "
              "meeting it costs no accuracy (its search did not converge). It meets it too.");
    free.unconstrained->test->metrics.accuracy = 0.6725;  // 1,852 rows: fewer than three more
    EXPECT_NE(cost(free).find("costs 0.15 percentage points there, which may be chance"), std::string::npos)
        << cost(free);
    EXPECT_EQ(cost(fake_outcome({.infeasible = true, .unconstrained = true})).find("costs"), std::string::npos);
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
                     "No model near the one found meets \u201csex flipped\u201d and \u201crace := "
                     "African-American\u201d together."));
    EXPECT_TRUE(says(page, "If any one of them is dropped, the others can be met."));
    EXPECT_TRUE(says(page, "0.0024"));  // the bound that would do
    EXPECT_FALSE(says(run_html(fake_outcome()), "id=\"conflict\""));
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
    EXPECT_EQ(occurrences(page, "class=\"change\""), 3U);  // in every panel of the trace
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

TEST(RunReport, LeavesOutWhatIsNotThere) {
    const auto page = run_html(fake_outcome({.constraints = 0, .groups = false}));
    for (const auto* part : {"id=\"constraints\"", "id=\"groups\"", "#groups", "What does every constraint cost?"})
        EXPECT_FALSE(says(page, part)) << part;
    EXPECT_EQ(occurrences(page, "<figure "), 2U);  // the objective over the steps; are its probabilities right
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

/// One constraint of a kind, as a run of it has it.
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

/// Of two lower bounds the one with the lower risk is the one to look at.
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

/// The last resort is called by its name, and has no prices.
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
    EXPECT_FALSE(says(card, "<"));
    EXPECT_TRUE(says(card, "&lt;b&gt;people&lt;/b&gt;.csv"));
    EXPECT_TRUE(says(card, "\"a\" \\| 'b' \\`c\\`"));  // a bar would end the cell of a table
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

/// A training of a module with the constraints, the trace and the certificate of a run that nobody made.
learning::ModuleTraining fake_training(const FakeRun& fake) {
    const auto outcome = fake_outcome(fake);
    learning::ModuleTraining training{.name = "Net<2>",
                                      .device = "cuda:0",
                                      .optimiser = "Adam",
                                      .weights = 1234,
                                      .rows = 500,
                                      .status = fake.infeasible ? Status::infeasible : Status::settled,
                                      .ending = outcome.ending.solver,
                                      .objective = 0.5,
                                      .trace = outcome.trace,
                                      .options = {{"penalty.factor", "2"}},
                                      .certificate = outcome.certificate};
    for (const auto& c : outcome.constraints)
        training.constraints.push_back(
            {.name = c.name, .bound = c.bound, .multiplier = c.multiplier, .slack = c.train.slack});
    return training;
}

TEST(ModuleReport, IsSoundForEveryKindOfTraining) {
    for (const auto& fake : all_runs()) expect_sound(module_html(fake_training(fake)));
}

TEST(ModuleReport, SaysWhatWasTrainedAndNothingOfTables) {
    const auto page = module_html(fake_training({.certificate = true}));
    for (const auto* part : {"Net&lt;2&gt;", "cuda:0", "Adam", "1\u202f234 weights", "penalty.factor",
                             "For rows not yet seen", "How did training get there?"})
        EXPECT_TRUE(says(page, part)) << part;
    for (const auto* part : {"people not yet seen", "trace.csv", "model.l2", "data.test", "How well it predicts"})
        EXPECT_FALSE(says(page, part)) << part;
}

TEST(ModuleReport, JudgesAnEqualityOnEitherSide) {
    learning::ModuleTraining training{.name = "Net", .objective = 1};
    training.constraints = {{.name = "line", .bound = 0.5, .equality = true, .multiplier = -2, .slack = -0.2}};
    EXPECT_TRUE(says(module_html(training), "= 0.5"));
    EXPECT_TRUE(says(module_html(training), "The constraint is not met"));
    training.constraints[0].slack = -0.004;
    EXPECT_TRUE(says(module_html(training), "The constraint is met"));
    EXPECT_TRUE(says(module_html(training), "would lower the objective by about 0.1"));
}

TEST(ModuleReport, NamesTheConstraintsThatCannotBeMetTogether) {
    learning::ModuleTraining training{.name = "Net", .status = Status::infeasible};
    for (const auto* name : {"low", "high", "free"})
        training.constraints.push_back(
            {.name = name, .bound = -1, .multiplier = name[0] == 'f' ? 0 : 40.0, .slack = 1});
    EXPECT_EQ(learning::outcome_of(training).conflict->constraints, (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(learning::explain(training)[1], "No model near the one found meets 'low' and 'high' together.");
}

TEST(ModuleReport, RefusesWhatIsNoTraining) {
    EXPECT_THROW(static_cast<void>(learning::module_from_json("{}")), std::invalid_argument);
}

TEST(SweepReport, IsSoundAndSaysItsFinding) {
    const auto page = sweep_html(fake_sweep());
    expect_sound(page);
    EXPECT_TRUE(says(page, "Every one of these bounds that was met costs something"));
    EXPECT_EQ(occurrences(page, "class=\"tangent\""), 8U);  // of every bound that is met
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
    EXPECT_EQ(occurrences(page, "data-panel="), 2U);  // traces of those that have multipliers
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

TEST(ModelCard, SaysWhatTheModelIsForAndWhatNot) {
    const auto card = model_card(fake_outcome());
    for (const auto* part : {"# Model card: two\\_year\\_recid", "## Intended use", "## Out of scope", "## Limits",
                             "compas.csv", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                             "days\\_b\\_screening\\_arrest &lt;= 30", "alcole predict model.onnx new.csv",
                             "nothing that the attribute causes", "no guarantee for other populations",
                             "| sex flipped | \u2713 met | \u2264 0.001 | 0.001 | 0.000964 | 1.2\u202f% (training "
                             "1.2\u202f%) | 2.6 | a bound a tenth",
                             "**seed:** 1", "sex = Female, race = Caucasian"})
        EXPECT_TRUE(says(card, part)) << part;
}

TEST(Summary, IsAlignedAndInColoursOnATerminalAlone) {
    const auto text = testing::run_text(fake_outcome());
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_TRUE(says(text, "constraint                verdict               bound     training  held out"));
    EXPECT_TRUE(says(text, "sex flipped               met                   <= 0.001  0.001     0.000964"));
    EXPECT_TRUE(says(text, "  sex flipped: a bound a tenth looser would lower the objective by about 0.00026"));
    EXPECT_TRUE(says(testing::run_text(fake_outcome(), true), "\x1b[32mmet\x1b[0m"));
    for (const auto& fake : all_runs())
        for (const auto& words : {testing::run_text(fake_outcome(fake))}) EXPECT_FALSE(says(words, "nan"));
}

TEST(ModelCard, FitsEveryKindOfRun) {
    for (const auto& fake : all_runs()) expect_no_wild_numbers(model_card(fake_outcome(fake)));
    EXPECT_TRUE(says(model_card({}), "None: it was trained only to predict well."));
    const auto alone = model_card(fake_outcome({.held_out = false}));
    EXPECT_TRUE(says(alone, "No rows were held out"));
    EXPECT_FALSE(says(model_card(fake_outcome({.regression = true})), "## Groups"));
    EXPECT_TRUE(says(model_card(fake_outcome({.infeasible = true})),
                     "No model near the one found meets \u201csex flipped\u201d and \u201crace := "
                     "African-American\u201d together."));
}

}  // namespace
}  // namespace alcole::report
