#include <alcole/learning/learning.hpp>

#include "loans.hpp"
#include "test_folder.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace alcole::learning {
namespace {

using tabular::Constraint;
using tabular::ConstraintKind;

Rows loan_rows(std::size_t rows) {
    Rows loans{.train = {tests::loans(rows), tabular::SchemaOptions{.target = "repaid", .positive = "yes"}}};
    loans.test.emplace(tests::loans(rows / 2, 77), loans.train.schema());
    return loans;
}

FitOptions trees(std::int64_t rounds = 150) {
    FitOptions options;
    options.shape = {.trees = tabular::Trees{.rounds = rounds}};
    return options;
}

double worst(const Fitted& fitted) {
    double most = -1;
    for (const auto& constraint : fitted.outcome.constraints)
        most = std::max(most, constraint.train.slack / constraint.bound);
    return most;
}

/// What the sex is worth without a constraint, and within 1 % of its bound with one, with defaults.
TEST(Trees, MeetEveryKindOfConstraint) {
    const Rows rows = loan_rows(1500);
    const auto free = fit(rows, {}, trees()).value();
    const std::vector<Constraint> kinds = {
        {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"sex"}},
        {.kind = ConstraintKind::demographic_parity, .bound = 0.02, .attributes = {"sex"}},
        {.kind = ConstraintKind::equal_opportunity, .bound = 0.01, .attributes = {"sex"}},
        {.kind = ConstraintKind::equalized_odds, .bound = 0.02, .attributes = {"sex"}},
        {.kind = ConstraintKind::group_loss, .bound = 0.45, .attributes = {"sex"}},
    };
    for (const auto& kind : kinds) {
        const auto goal = goal_for(rows.train, {kind});
        const auto before = free.model.risks(rows.train, goal);
        const bool violated = std::ranges::any_of(before.constraints, [](const auto& one) { return one->slack > 0; });
        const auto fitted = fit(rows, goal, trees()).value();
        EXPECT_TRUE(violated || kind.kind == ConstraintKind::group_loss) << to_string(kind.kind);
        EXPECT_LE(worst(fitted), 0.01) << to_string(kind.kind);
        EXPECT_EQ(fitted.outcome.status, Status::settled) << fitted.outcome.message;
        EXPECT_LT(*fitted.outcome.test->metrics.log_loss, *free.outcome.test->metrics.log_loss + 0.1);
    }
}

TEST(Trees, AreTheSameOnAnyNumberOfThreads) {
    const Rows rows = loan_rows(800);
    const auto goal = goal_for(rows.train, {{.bound = 1e-3, .attributes = {"sex"}}});
    const auto one = fit(rows, goal, trees(40), Context({.threads = 1})).value();
    const auto three = fit(rows, goal, trees(40), Context({.threads = 3})).value();
    EXPECT_EQ(one.model.theta, three.model.theta);
}

/// The scores that training saw are those of the model in its file.
TEST(Trees, SayTheSameFromTheirFile) {
    const tests::TestFolder folder;
    const Rows rows = loan_rows(600);
    const auto fitted = fit(rows, {}, trees(30)).value();
    fitted.model.save(folder / "model.onnx");
    const auto again = TrainedModel::load(folder / "model.onnx");
    EXPECT_EQ(again.predict(*rows.test), fitted.model.predict(*rows.test));
    EXPECT_EQ(again.theta, fitted.model.theta);
}

TEST(Trees, CanBeCertified) {
    const Rows rows = loan_rows(1500);
    auto fitted = fit(rows, goal_for(rows.train, {{.bound = 2e-3, .attributes = {"sex"}}}), trees(60)).value();
    fitted.model.goal.set_bounds(std::vector{0.05});
    const auto certificate = certify::certify(fitted.model, *rows.test, 0.05);
    ASSERT_EQ(certificate.constraints.size(), 1U);
    EXPECT_EQ(certificate.constraints[0].verdict, certify::Verdict::certified);
}

}  // namespace
}  // namespace alcole::learning
