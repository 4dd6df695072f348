#include <alcole/learning/learning.hpp>
#include <alcole/primal.hpp>
#include <alcole/state.hpp>

#include "learning/training/find_trees.hpp"
#include "loans.hpp"
#include "test_folder.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include <gtest/gtest.h>

namespace alcole::learning {
namespace {

using tabular::Constraint;
using tabular::ConstraintKind;

Rows loan_rows(std::size_t rows, double strength = 1) {
    Rows loans{
        .train = {tests::loans(rows, 11, strength), tabular::SchemaOptions{.target = "repaid", .positive = "yes"}}};
    loans.test.emplace(tests::loans(rows / 2, 77, strength), loans.train.schema());
    return loans;
}

FitOptions trees(std::int64_t rounds = 150) {
    FitOptions options;
    options.shape = {.trees = tabular::Trees{.rounds = rounds}};
    return options;
}

/// Predicts a grade of three, or a pay in some unit, but not one from the other.
Rows paid_rows(const std::string& target, double unit = 1) {
    return {.train = {tests::paid(1200, unit),
                      tabular::SchemaOptions{.target = target, .features = {"income", "age", "job", "sex"}}}};
}

double worst(const Fitted& fitted) {
    double most = -1;
    for (const auto& constraint : fitted.outcome.constraints)
        most = std::max(most, constraint.train.slack / constraint.bound);
    return most;
}

/// The effect of sex without a constraint, and within 1 % of its bound with one, with the defaults.
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
        EXPECT_EQ(fitted.outcome.status, Status::settled) << to_string(fitted.outcome.ending);
        EXPECT_LT(*fitted.outcome.test->metrics.log_loss, *free.outcome.test->metrics.log_loss + 0.1);
    }
}

TEST(Trees, MeetConstraintsOnSeveralClasses) {
    const Rows rows = paid_rows("grade");
    const auto free = fit(rows, {}, trees()).value();
    const std::vector<Constraint> kinds = {
        {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"sex"}},
        {.kind = ConstraintKind::demographic_parity, .bound = 0.05, .attributes = {"sex"}},
        {.kind = ConstraintKind::equal_opportunity, .bound = 0.05, .attributes = {"sex"}},
        {.kind = ConstraintKind::equalized_odds, .bound = 0.1, .attributes = {"sex"}},
        {.kind = ConstraintKind::error_rate, .bound = 0.01, .attributes = {"sex"}},
        {.kind = ConstraintKind::group_loss, .bound = 0.55, .attributes = {"sex"}},
        {.kind = ConstraintKind::rate, .bound = 0.2, .positive = "high"},
    };
    for (const auto& kind : kinds) {
        const auto fitted = fit(rows, goal_for(rows.train, {kind}), trees()).value();
        EXPECT_LE(worst(fitted), 0.01) << to_string(kind.kind);
        EXPECT_EQ(fitted.outcome.status, Status::settled)
            << to_string(kind.kind) << ": " << to_string(fitted.outcome.ending);
        EXPECT_NE(fitted.outcome.iterate, Iterate::constant) << to_string(kind.kind);
        EXPECT_LT(fitted.outcome.train.objective, free.outcome.train.objective + 0.25) << to_string(kind.kind);
    }
}

/// Whatever the unit of the target: powers of two, so that the trees are bit by bit the same.
TEST(Trees, MeetConstraintsOnANumberInAnyUnit) {
    const auto kinds = [](double unit) -> std::vector<Constraint> {
        return {{.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"sex"}},
                {.kind = ConstraintKind::mean_prediction, .bound = 0.05 * unit, .attributes = {"sex"}},
                {.kind = ConstraintKind::group_loss, .bound = 0.35 * unit * unit, .attributes = {"sex"}}};
    };
    std::vector<std::vector<float>> before;
    for (const double unit : {1.0, 0x1p-10, 0x1p12}) {
        const Rows rows = paid_rows("pay", unit);
        const auto free = fit(rows, {}, trees()).value();
        std::vector<std::vector<float>> found;
        for (const auto& kind : kinds(unit)) {
            const auto fitted = fit(rows, goal_for(rows.train, {kind}), trees()).value();
            EXPECT_LE(worst(fitted), 0.01) << to_string(kind.kind) << ", " << unit;
            EXPECT_EQ(fitted.outcome.status, Status::settled) << to_string(fitted.outcome.ending);
            EXPECT_LT(fitted.outcome.train.objective, 2 * free.outcome.train.objective) << to_string(kind.kind);
            found.push_back(fitted.model.theta);
        }
        if (before.empty()) before = found;
        EXPECT_EQ(found, before) << unit;
    }
}

/// No excess but rounding is allowed over a bound of 0, and the sentence and the verdict agree on that.
TEST(Trees, MeetABoundOfNothingExactly) {
    const Rows rows = loan_rows(400);
    const auto goal =
        goal_for(rows.train, {{.kind = ConstraintKind::demographic_parity, .bound = 0, .attributes = {"sex"}}});
    const auto fitted = fit(rows, goal, trees(60)).value();
    EXPECT_TRUE(fitted.feasible()) << to_string(fitted.outcome.ending);
    for (const auto& constraint : fitted.outcome.constraints) EXPECT_LE(constraint.train.slack, 1e-12);
    EXPECT_EQ(fitted.outcome.status, Status::settled);
}

TEST(Trees, AreHeldToTheirConstraintsInAFewRounds) {
    const Rows rows = loan_rows(1500);
    for (const std::int64_t rounds : {1, 2, 5, 10}) {
        const auto fitted = [&](ConstraintKind kind, double bound) {
            return fit(rows, goal_for(rows.train, {{.kind = kind, .bound = bound, .attributes = {"sex"}}}),
                       trees(rounds))
                .value();
        };
        EXPECT_LE(worst(fitted(ConstraintKind::demographic_parity, 0.05)), 0.01) << rounds;
        const auto counterfactual = fitted(ConstraintKind::counterfactual, 1e-3);
        EXPECT_TRUE(worst(counterfactual) <= 0.01 || counterfactual.outcome.constraints[0].multiplier > 0) << rounds;
    }
}

/// A round moves many rows at once. If little can be predicted, scores are close together, and a smooth rate that
/// responds more weakly than the strict one makes every round overshoot: hardly any of them would meet its bound.
TEST(Trees, ComeToRestUnderStrictRatesOnAFewHundredRows) {
    auto options = trees();
    options.shape.trees->patience = 0;
    for (const double strength : {0.5, 0.3}) {
        const Rows rows = loan_rows(500, strength);
        for (const auto kind :
             {ConstraintKind::demographic_parity, ConstraintKind::equal_opportunity, ConstraintKind::equalized_odds}) {
            const auto goal = goal_for(rows.train, {{.kind = kind, .bound = 0.02, .attributes = {"sex"}}});
            const auto outcome = fit(rows, goal, options).value().outcome;
            EXPECT_EQ(outcome.status, Status::settled) << to_string(outcome.ending);
            const auto late = std::span(outcome.trace).subspan(outcome.trace.size() / 2);
            const auto worst = [](const TraceRow& row) { return std::ranges::max(row.slack); };
            EXPECT_GE(std::ranges::count_if(late, [&](const auto& row) { return worst(row) <= 1e-4; }),
                      std::ssize(late) / 8)
                << to_string(kind) << ", " << strength;
            EXPECT_LT(std::ranges::max(late, {}, worst).slack[0], 0.06) << to_string(kind) << ", " << strength;
        }
    }
}

/// While constraints start to pull, the loss rises on all rows: no reason to stop, nor to keep the first rounds, which
/// have learned hardly anything.
TEST(Trees, AreNotStoppedByTheirConstraints) {
    const Rows rows = loan_rows(1500);
    const auto goal =
        goal_for(rows.train, {{.kind = ConstraintKind::equalized_odds, .bound = 0.01, .attributes = {"sex"}}});
    const auto outcome = fit(rows, goal, trees()).value().outcome;
    EXPECT_EQ(outcome.status, Status::settled) << to_string(outcome.ending);
    EXPECT_GT(*outcome.test->metrics.accuracy, 0.72) << to_string(outcome.ending);
    EXPECT_LT(outcome.train.objective, 0.52) << to_string(outcome.ending);
}

/// Early stopping without constraints is that of XGBoost: after `patience` rounds without a lower loss on held-out
/// rows.
TEST(Trees, StopWhenTheyOverfit) {
    const Rows rows = loan_rows(400);
    auto options = trees(1000);
    options.shape.trees->patience = 7;
    options.shape.trees->rate = 0.3;
    const auto stopped = fit(rows, {}, options).value();
    ASSERT_LT(stopped.outcome.trace.size(), 1000U);
    EXPECT_NE(to_string(stopped.outcome.ending).find("the best on rows that were split off"), std::string::npos);
    EXPECT_EQ(stopped.outcome.iterate, Iterate::best);
    options.shape.trees->rounds = std::ssize(stopped.outcome.trace);
    EXPECT_EQ(fit(rows, {}, options).value().model.theta, stopped.model.theta);
    options.shape.trees->patience = 0;
    const auto whole = fit(rows, {}, options).value();
    EXPECT_LT(whole.outcome.train.objective, stopped.outcome.train.objective);
}

/// A search whose rounds are scripted: objectives, and losses on held-out rows.
class Scripted final : public Primal {
  public:
    std::size_t num_constraints() const override { return 0; }
    InnerStatus minimise(const Lagrangian& /*lagrangian*/, double /*tolerance*/, Monitor& monitor) override {
        if (round + 1 == objectives.size()) return InnerStatus::finished;
        ++round;
        monitor.accepted(objectives[round], std::span(objectives).subspan(round, 1), true);
        return InnerStatus::reached;
    }
    void risks(std::span<double> l) override { l[0] = objectives[round]; }
    Slopes slopes(std::span<const double> /*w*/) override { return {.stationarity = 1, .objective = 1}; }
    void gradient_sizes(std::span<double> sizes) override { sizes[0] = 1; }
    double merit(std::span<const double> /*risks*/) override { return held[round]; }
    void keep_best(std::int64_t /*iteration*/, std::span<const double> /*risks*/) override { kept = round; }

    std::size_t round = 0;
    std::size_t kept = 0;
    std::vector<double> objectives{5, 3, 1, 2, 2.5, 0.5, 0.4};
    std::vector<double> held{5, 3, 2.5, 1, 2, 1.5, 4};
};

/// The feasible round that is best on the held-out rows is kept, whether or not it is better than earlier ones on the
/// training rows.
TEST(Trees, KeepTheFeasibleRoundThatIsBestOnHeldRows) {
    Scripted search;
    DualState state;
    Options options{.regime = Regime::stochastic};
    options.stochastic.dual_estimate = DualEstimate::full;
    options.stochastic.evaluate_every = 1;
    (void)ascend(search, state, options);
    EXPECT_EQ(search.round, 6U);
    EXPECT_EQ(search.kept, 3U);
}

TEST(Trees, SayThatConstraintsCannotBeMetTogether) {
    const Rows rows = loan_rows(400);
    const auto goal = goal_for(rows.train, {{.kind = ConstraintKind::rate, .bound = 0.2},
                                            {.kind = ConstraintKind::rate, .bound = 0.7, .at_least = true}});
    const auto outcome = fit(rows, goal, trees(300)).value().outcome;
    EXPECT_EQ(outcome.status, Status::infeasible) << to_string(outcome.ending);
    EXPECT_EQ(outcome.iterate, Iterate::least_violating);
    EXPECT_TRUE(to_string(outcome.ending).starts_with("infeasible: ")) << to_string(outcome.ending);
    ASSERT_TRUE(outcome.conflict);
    EXPECT_EQ(outcome.conflict->constraints, (std::vector<std::size_t>{0, 1}));
    EXPECT_TRUE(outcome.conflict->shown);
    const double rate = outcome.constraints[0].train.risk;
    EXPECT_LE(rate, outcome.conflict->relaxed_bounds[0] + 1e-9);
    EXPECT_GE(rate, outcome.conflict->relaxed_bounds[1] - 1e-9);
}

/// The losses of both sexes are at most this.
tabular::Goal loss_goal(const Rows& rows, double bound) {
    return goal_for(rows.train, {{.kind = ConstraintKind::group_loss, .bound = bound, .attributes = {"sex"}}});
}

/// Out of reach for so few rounds, which is reported as for other models, with bounds that the model does meet.
TEST(Trees, SayThatNoneOfThemMeetABound) {
    const Rows rows = loan_rows(400);
    const auto fitted = fit(rows, loss_goal(rows, 0.01), trees(30)).value();
    const auto& outcome = fitted.outcome;
    EXPECT_EQ(outcome.status, Status::infeasible) << to_string(outcome.ending);
    EXPECT_EQ(outcome.iterate, Iterate::least_violating);
    EXPECT_TRUE(outcome.ending.growth->second_search);
    ASSERT_TRUE(outcome.conflict);
    EXPECT_TRUE(outcome.conflict->shown);
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_LE(outcome.constraints[i].train.risk, outcome.conflict->relaxed_bounds[i] + 1e-6);
}

/// A bound that the objective keeps the first search from is met by the second, and just below what that one reaches
/// there is no solution. (What is met may exceed its bound by 1 %.)
TEST(Trees, MeetWhateverTreesForTheConstraintsAloneReach) {
    const Rows rows = loan_rows(600);
    constexpr std::int64_t few = 40;
    const double reached = fit(rows, loss_goal(rows, 0.25), trees(few)).value().outcome.conflict->relaxed_bounds[0];
    std::size_t second_searches = 0;
    bool was_met = false;
    for (const double share : {0.9, 0.93, 0.95, 0.96, 0.97, 0.98, 0.99, 1.0}) {
        const auto outcome = fit(rows, loss_goal(rows, share * reached), trees(few)).value().outcome;
        const bool met = outcome.status == Status::settled;
        EXPECT_TRUE(met || outcome.status == Status::infeasible) << to_string(outcome.ending);
        EXPECT_TRUE(met || !was_met) << "a wider bound is not met: " << to_string(outcome.ending);
        was_met = met;
        if (met && outcome.ending.growth->second_search) ++second_searches;
    }
    EXPECT_TRUE(was_met);
    EXPECT_GT(second_searches, 0U);
}

/// Without a diagnosis nothing checks whether such trees exist.
TEST(Trees, SayThatABoundWasNotReached) {
    const Rows rows = loan_rows(400);
    FitOptions options = trees(30);
    options.solve.options.diagnose = false;
    const auto outcome = fit(rows, loss_goal(rows, 0.01), options).value().outcome;
    EXPECT_EQ(outcome.status, Status::iteration_limit);
    EXPECT_EQ(outcome.iterate, Iterate::least_violating);
    EXPECT_NE(to_string(outcome.ending).find("no round met every constraint"), std::string::npos)
        << to_string(outcome.ending);
}

/// A constant answer meets any parity.
TEST(Trees, GiveEverybodyTheSameAnswerWhereNothingElseIsAllowed) {
    const Rows rows = loan_rows(300);
    const auto goal =
        goal_for(rows.train, {{.kind = ConstraintKind::demographic_parity, .bound = 1e-7, .attributes = {"sex"}},
                              {.kind = ConstraintKind::demographic_parity, .bound = 1e-7, .attributes = {"job"}}});
    const auto fitted = fit(rows, goal, trees(30)).value();
    EXPECT_EQ(fitted.outcome.iterate, Iterate::constant) << to_string(fitted.outcome.ending);
    for (const auto& constraint : fitted.outcome.constraints) EXPECT_LE(constraint.train.slack, 1e-12);
    const tests::TestFolder folder;
    fitted.model.save(folder / "model.onnx");
    EXPECT_EQ(TrainedModel::load(folder / "model.onnx").predict(*rows.test), fitted.model.predict(*rows.test));
}

/// The time left is what the rounds of this search have taken, times those to come: neither what came before the first
/// of them, unconstrained rounds included, nor an earlier search counts.
TEST(Trees, EstimateTheTimeLeftFromTheirOwnRounds) {
    constexpr std::int64_t rounds = 40;
    std::vector<Progress> told;
    const Context context({.on_progress = [&](const Progress& progress) { told.push_back(progress); }});
    const Rows rows = loan_rows(400);
    ASSERT_TRUE(fit(rows, loss_goal(rows, 0.01), trees(rounds), context).value().outcome.ending.growth->second_search);
    std::vector<std::string> stages;
    double before = 0;  // when the search began
    for (const Progress& at : told) {
        if (at.unit != "round") continue;
        const bool first = stages.empty() || stages.back() != at.stage;
        if (first) stages.push_back(at.stage);
        const auto grown = static_cast<double>(at.done - (stages.size() == 1 ? 10 : 0));
        ASSERT_TRUE(at.left.has_value());
        if (at.done == rounds) continue;
        const double began = at.seconds - *at.left * grown / static_cast<double>(rounds - at.done);
        EXPECT_GT(began, 0);
        if (first) {
            EXPECT_GT(began, before);
        } else {
            EXPECT_NEAR(began, before, 1e-9) << at.stage << " " << at.done;
        }
        before = began;
    }
    EXPECT_EQ(stages.size(), 2U);
}

/// The next bound of a sweep starts with the prices of the previous one: close to its final prices, not at zero.
TEST(Trees, TakeOverThePricesOfTheBoundBefore) {
    const Rows rows = loan_rows(1500);
    const auto goal =
        goal_for(rows.train, {{.kind = ConstraintKind::demographic_parity, .bound = 0.05, .attributes = {"sex"}}});
    TrainingTask task{rows, goal, trees().shape};
    Problems problems(task, Context({.threads = 1}));
    const auto first_prices = [](const Answer& answer) { return std::ranges::max(answer.trace.front().multiplier); };
    const auto found = [&](double bound, const WarmStart* warm) {
        return find_trees({}, problems, std::vector<double>(goal.constraints.size(), bound), {}, warm, "");
    };
    const Answer loose = found(0.05, nullptr);
    const Answer cold = found(0.04, nullptr);
    const Answer warm = found(0.04, &loose.warm);
    EXPECT_TRUE(loose.met && cold.met && warm.met);
    const double price = std::ranges::max(cold.summary.lambda);
    ASSERT_GT(price, 0);
    EXPECT_LT(std::abs(first_prices(warm) - price), std::abs(first_prices(cold) - price));
}

TEST(Trees, AreTheSameOnAnyNumberOfThreads) {
    const Rows rows = loan_rows(800);
    const auto goal = goal_for(rows.train, {{.bound = 1e-3, .attributes = {"sex"}}});
    const auto one = fit(rows, goal, trees(40), Context({.threads = 1})).value();
    const auto three = fit(rows, goal, trees(40), Context({.threads = 3})).value();
    EXPECT_EQ(one.model.theta, three.model.theta);
}

/// The scores seen in training are those of the saved model.
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
