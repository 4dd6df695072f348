#include <alcole/learning/learning.hpp>
#include <alcole/tabular/learning.hpp>

#include "made_people.hpp"
#include "made_run.hpp"
#include "train_run.hpp"

#include <atomic>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

namespace alcole::learning {
namespace {

using namespace testing;

Rows loan_rows(const TestFolder& folder, const SplitOptions& options) {
    base::write_file(folder / "loans.csv", made_loans(900));
    return split(tabular::read_csv(folder / "loans.csv"), {.target = "approved", .ignore = {"id"}}, options);
}

const std::vector<tabular::Constraint> of_sex = {{.bound = 1e-3, .attributes = {"sex"}}};

TEST(Fit, IsWhatARunFileDoes) {
    const TestFolder folder;
    const Rows rows = loan_rows(folder, {.test = 0.3, .strata = {"sex"}});
    const auto fitted = fit(rows, goal_for(rows.train, of_sex)).value();
    Config config = loan_config(folder / "loans.csv");
    config.data.ignore = {"id"};
    config.data.protected_columns = {"sex"};
    config.data.test = 0.3;
    const auto trained = train_run(config, read_source(config).value()).value();
    EXPECT_EQ(fitted.model.theta, trained.model.theta);
    EXPECT_TRUE(fitted.feasible());
    EXPECT_EQ(fitted.outcome.constraints[0].multiplier, trained.outcome.constraints[0].multiplier);
    EXPECT_EQ(fitted.outcome.test->metrics.accuracy, trained.outcome.test->metrics.accuracy);
}

TEST(Fit, JudgesTheSavedModelAsItDidTheTrainedOne) {
    const TestFolder folder;
    const Rows rows = loan_rows(folder, {.test = 0.3});
    const auto fitted = fit(rows, goal_for(rows.train, of_sex)).value();
    fitted.model.save(folder / "model.onnx");
    const TrainedModel again = TrainedModel::load(folder / "model.onnx");
    const Judgement judged = judge(again, *rows.test);
    EXPECT_EQ(judged.constraints[0]->risk, fitted.outcome.constraints[0].test->risk);
    EXPECT_EQ(judged.side.metrics.log_loss, fitted.outcome.test->metrics.log_loss);
    EXPECT_EQ(again.risks(*rows.test, again.goal).constraints[0]->risk, judged.constraints[0]->risk);
}

TEST(Fit, CanBeExaminedAfterwards) {
    const TestFolder folder;
    const Rows rows = loan_rows(folder, {.test = 0.3});
    const auto fitted = fit(rows, goal_for(rows.train, of_sex), {.examine = true}).value();
    Outcome later = fitted.outcome;
    later.optimality = examine(rows, fitted, 0);
    ASSERT_TRUE(later.optimality->second_order);
    EXPECT_EQ(optimality_json(later), optimality_json(fitted.outcome)) << "a small model is examined in full at once";
    EXPECT_TRUE(examine(rows, fitted, 2)->duality) << "but for the gap";
}

TEST(Fit, HasAReport) {
    const TestFolder folder;
    const Rows rows = loan_rows(folder, {.test = 0.3});
    write_report(fit(rows, goal_for(rows.train, of_sex))->outcome, folder / "report");
    EXPECT_NE(base::read_file(folder / "report" / "report.html").find("counterfactual sex"), std::string::npos);
    EXPECT_NE(base::read_file(folder / "report" / "model-card.md").find("approved"), std::string::npos);
}

TEST(Split, SharesNoRowBetweenItsParts) {
    const TestFolder folder;
    const Rows rows = loan_rows(folder, {.test = 0.25, .certify = 0.2, .seed = 7});
    EXPECT_EQ(rows.certify->num_rows(), 180U);
    EXPECT_EQ(rows.test->num_rows(), 180U);
    std::set<double> ids;
    for (const auto* part : {&rows.train, &*rows.test, &*rows.certify})
        for (const double id : part->table().at("id").numbers) EXPECT_TRUE(ids.insert(id).second) << id;
    EXPECT_EQ(ids.size(), 900U);
}

TEST(Fit, StopsWhenAsked) {
    const TestFolder folder;
    const Rows rows = loan_rows(folder, {});
    StopFlag stop;
    stop.request();
    EXPECT_FALSE(fit(rows, goal_for(rows.train, of_sex), {}, Context({.stop = &stop})));
}

/// tests/engine/no_allocation_test.cpp counts that nothing is built for it.
TEST(Bounds, MovedAreTheSameProblemAsOneBuiltAnewForThem) {
    const TestFolder folder;
    const Rows rows = loan_rows(folder, {});
    tabular::Goal goal = goal_for(rows.train, of_sex);
    tabular::LearningProblem<double> moved(rows.train, goal, {});
    moved.set_bounds(std::vector{0.25});
    goal.set_bounds(std::vector{0.25});
    tabular::LearningProblem<double> anew(rows.train, goal, {});
    const auto theta = anew.start(3);
    std::vector<double> l(2);
    std::vector<double> wanted(2);
    moved.risks(theta, l);
    anew.risks(theta, wanted);
    EXPECT_EQ(l, wanted);
    EXPECT_EQ(moved.constraint_scales(), std::vector{0.25});
    EXPECT_THROW(moved.set_bounds(std::vector{1.0, 2.0}), std::invalid_argument);
}

TEST(Context, CallsEverythingOnceOnAnyNumberOfThreads) {
    for (const std::size_t threads : {1U, 2U, 5U}) {
        std::vector<std::atomic<int>> calls(100);
        Context({.threads = threads}).for_each(calls.size(), [&](std::size_t i) { ++calls[i]; });
        for (const auto& count : calls) EXPECT_EQ(count, 1);
    }
}

TEST(Context, ThrowsTheFirstExceptionAgainAndBeginsNothingAfterIt) {
    std::size_t begun = 0;
    const auto f = [&](std::size_t i) {
        ++begun;
        if (i == 3) throw std::invalid_argument("three");
    };
    EXPECT_THROW(Context({.threads = 1}).for_each(10, f), std::invalid_argument);
    EXPECT_EQ(begun, 4U);
}

TEST(Context, BeginsNothingAfterAStop) {
    StopFlag stop;
    std::size_t begun = 0;
    Context({.threads = 1, .stop = &stop}).for_each(10, [&](std::size_t i) {
        ++begun;
        if (i == 2) stop.request();
    });
    EXPECT_EQ(begun, 3U);
}

}  // namespace
}  // namespace alcole::learning
