#include "learning/training/examine.hpp"

#include <alcole/tabular/learning.hpp>

#include "learning/run/reopen.hpp"
#include "learning/training/make_task.hpp"
#include "learning/training/train.hpp"
#include "made_run.hpp"
#include "refusal.hpp"
#include "words/words.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace alcole::learning {
namespace {

std::string said_of(const Outcome& outcome) { return report::ascii(words::is_it_a_solution(outcome)); }

using alcole::Decision;
using testing::refusal;
using testing::TestFolder;

struct ExaminedLoans : testing::Loans {
    ExaminedLoans() : Loans(600) {}
    void train_now() {
        const Source source = read_source(config).value();
        task = make_task(config, source, split_of(config, source));
        trained = Trainer(config, source, *task, Context()).train({.examine = true}).value();
    }
    const Examination& found() const { return trained.outcome.optimality.value(); }
    std::vector<double> lambda() const {
        std::vector<double> multipliers;
        for (const auto& constraint : trained.outcome.constraints) multipliers.push_back(constraint.multiplier);
        return multipliers;
    }
    std::optional<Examination> thoroughly(std::size_t starts, const Context& context = Context()) const {
        const auto multipliers = lambda();
        const auto bounds = task->goal.bounds();
        Problems problems(*task, context);
        return learning::examine(
            {problems, bounds, trained.model.theta, multipliers, trained.outcome.trace, found().search}, starts);
    }
    std::optional<TrainingTask> task;
    Trained trained;
};

Decision verdict_of(const Examination& found, Assumption::Kind kind) {
    return std::ranges::find(found.assumptions, kind, &Assumption::kind)->verdict;
}

/// The gradient of l_0 + sum_i lambda_i l_i in double.
Eigen::VectorXd slope(tabular::LearningProblem<double>& problem, const Eigen::VectorXd& theta,
                      const std::vector<double>& weights) {
    std::vector<double> l(weights.size());
    std::vector<double> g(static_cast<std::size_t>(theta.size()));
    problem.risks(std::span(theta.data(), g.size()), l).pullback(weights, g);
    return Eigen::Map<Eigen::VectorXd>(g.data(), theta.size());
}

/// Everything computed a second time by hand: H column by column from differences with another step, the tangent space
/// from the gradient of the only constraint, all eigenvalues.
TEST(Examine, AgreesWithADenseHessianOfALinearModel) {
    ExaminedLoans loans;
    loans.config.model.l2 = 1e-2;
    loans.train_now();
    const Examination& found = loans.found();
    EXPECT_EQ(found.kkt.verdict, Decision::holds) << said_of(loans.trained.outcome);
    ASSERT_EQ(found.active.strongly_active, std::vector<std::size_t>{0});

    tabular::LearningProblem<double> problem(loans.task->train, loans.task->goal, loans.task->shape);
    const auto n = static_cast<Eigen::Index>(loans.trained.model.theta.size());
    Eigen::VectorXd theta(n);
    std::ranges::copy(loans.trained.model.theta, theta.begin());
    const std::vector<double> weights = {1.0, loans.lambda()[0]};
    const Eigen::VectorXd at = slope(problem, theta, weights);
    EXPECT_NEAR(found.kkt.stationarity.value, at.lpNorm<Eigen::Infinity>(), 1e-12);
    EXPECT_LE(found.kkt.stationarity.value, found.kkt.stationarity.tolerance);
    EXPECT_LT(found.kkt.stationarity.tolerance, 1e-4) << "rounding to single precision is no excuse for more";

    // The multiplier that minimises the residual gradient, by least squares.
    const Eigen::VectorXd objective = slope(problem, theta, {1.0, 0.0});
    const Eigen::VectorXd constraint = slope(problem, theta, {0.0, 1.0});
    EXPECT_NEAR(-objective.dot(constraint) / constraint.squaredNorm(), loans.lambda()[0], 1e-4 * loans.lambda()[0]);

    Eigen::MatrixXd hessian(n, n);
    const double step = 1e-4;
    for (Eigen::Index j = 0; j < n; ++j) {
        const Eigen::VectorXd e = step * Eigen::VectorXd::Unit(n, j);
        hessian.col(j) = (slope(problem, theta + e, weights) - slope(problem, theta - e, weights)) / (2 * step);
    }
    hessian = ((hessian + hessian.transpose()) / 2).eval();
    const Eigen::MatrixXd q = Eigen::HouseholderQR<Eigen::MatrixXd>(Eigen::MatrixXd(constraint)).householderQ();
    const Eigen::MatrixXd z = q.rightCols(n - 1);
    const auto smallest = [](const Eigen::MatrixXd& matrix) {
        return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix, Eigen::EigenvaluesOnly).eigenvalues()[0];
    };
    ASSERT_TRUE(found.second_order && found.second_order->tangent && found.second_order->whole);
    EXPECT_EQ(found.second_order->tangent_dimension, static_cast<std::size_t>(n - 1));
    EXPECT_NEAR(found.second_order->tangent->value, smallest(z.transpose() * hessian * z), 1e-6);
    EXPECT_NEAR(found.second_order->whole->value, smallest(hessian), 1e-6);
    EXPECT_EQ(found.second_order->verdict, Decision::holds);
    EXPECT_NE(said_of(loans.trained.outcome).find("strict local minimum"), std::string::npos);
    EXPECT_EQ(found.licq.verdict, Decision::holds);
    ASSERT_TRUE(found.alpha);
    EXPECT_EQ(*found.alpha, found.search.alpha[0]);
    EXPECT_EQ(found.primal_convergence.verdict, Decision::holds);
}

TEST(Examine, NamesWhatOneHotInputsLeaveOpen) {
    ExaminedLoans loans;
    loans.train_now();
    EXPECT_EQ(loans.found().kkt.verdict, Decision::holds) << said_of(loans.trained.outcome);
    EXPECT_EQ(loans.found().second_order->verdict, Decision::undetermined);
    EXPECT_EQ(verdict_of(loans.found(), Assumption::Kind::compact_level_sets), Decision::fails);
    EXPECT_NE(words::explain(loans.trained.outcome).back().find("One-hot inputs leave a direction"), std::string::npos)
        << words::explain(loans.trained.outcome).back();
}

TEST(Examine, FailsARunThatWasStoppedEarly) {
    ExaminedLoans loans;
    loans.config.solve.options.max_outer = 1;
    loans.config.solve.options.inner.max_steps = 3;
    loans.train_now();
    ASSERT_EQ(loans.trained.outcome.status, Status::iteration_limit) << to_string(loans.trained.outcome.ending);
    EXPECT_EQ(loans.found().kkt.verdict, Decision::fails);
    EXPECT_NE(said_of(loans.trained.outcome).find("Training ended short of a solution"), std::string::npos);
    EXPECT_NE(loans.found().primal_convergence.verdict, Decision::holds);
}

TEST(Examine, NamesReluAsBreakingSmoothness) {
    ExaminedLoans loans;
    loans.config.model.kind = "mlp";
    loans.config.model.hidden = {4};
    loans.config.model.activation = tabular::Activation::relu;
    loans.train_now();
    EXPECT_EQ(verdict_of(loans.found(), Assumption::Kind::twice_differentiable_risks), Decision::fails);
    EXPECT_EQ(loans.found().notes.back().kind, Note::Kind::kink);
}

TEST(Examine, OfANetworkHoldsToItsOwnTolerances) {
    ExaminedLoans loans;
    loans.config.model.kind = "mlp";
    loans.config.model.hidden = {16};
    loans.train_now();
    ASSERT_EQ(loans.trained.outcome.status, Status::converged) << to_string(loans.trained.outcome.ending);
    EXPECT_EQ(loans.found().search.tolerance.stationarity, 4e-3);
    EXPECT_EQ(loans.found().kkt.verdict, Decision::holds) << said_of(loans.trained.outcome);
    EXPECT_EQ(loans.found().active.strongly_active, std::vector<std::size_t>{0});
}

/// Rates are trained through surrogates whose bounds the search moves: at these bounds they are stationary and met.
TEST(Examine, TakesRatesWhereTheSearchLeftThem) {
    ExaminedLoans loans;
    loans.config.constraints = {
        {.kind = tabular::ConstraintKind::demographic_parity, .bound = 0.05, .attributes = {"sex"}}};
    loans.train_now();
    const Examination& found = loans.found();
    ASSERT_EQ(loans.trained.outcome.status, Status::converged) << to_string(loans.trained.outcome.ending);
    EXPECT_EQ(found.search.shift.size(), 2U);
    EXPECT_TRUE(std::ranges::any_of(found.search.shift, [](double shift) { return shift != 0; }));
    EXPECT_EQ(found.kkt.verdict, Decision::holds) << said_of(loans.trained.outcome);
    EXPECT_EQ(found.notes.front().kind, Note::Kind::found_surrogates);
}

TEST(Examine, FindsNoGapWhereTheProblemIsConvexEnough) {
    ExaminedLoans loans;
    loans.config.model.l2 = 1e-2;
    loans.train_now();
    std::size_t told = 0;
    const auto found = loans.thoroughly(4, Context({.on_progress = [&](const Progress& at) {
                                            told = static_cast<std::size_t>(at.done);
                                            EXPECT_GE(at.left.value_or(-1), 0);
                                        }}));
    ASSERT_TRUE(found && found->duality);
    EXPECT_NEAR(found->duality->augmented.gap, 0, found->duality->augmented.noise);
    EXPECT_FALSE(found->duality->augmented.gap_found());
    EXPECT_EQ(found->duality->attained.factor, 1);
    EXPECT_EQ(found->duality->augmented.agreeing, 4U);
    EXPECT_NEAR(found->duality->objective, loans.trained.outcome.train.objective, 1e-6);
    EXPECT_GT(told, 50U);
    const auto again = loans.thoroughly(4, Context({.threads = 1}));
    loans.trained.outcome.optimality = found;
    const auto one = to_json(loans.trained.outcome);
    loans.trained.outcome.optimality = again;
    EXPECT_EQ(one, to_json(loans.trained.outcome)) << "the same for any number of threads";
}

TEST(Examine, StopsWhenAsked) {
    ExaminedLoans loans;
    loans.train_now();
    StopFlag stop;
    std::size_t told = 0;
    const auto found = loans.thoroughly(20, Context({.stop = &stop, .on_progress = [&](const Progress&) {
                                                         if (++told == 20) stop.request();
                                                     }}));
    EXPECT_FALSE(found);
    EXPECT_EQ(told, 20U);
}

TEST(Examine, ComesBackFromItsFile) {
    ExaminedLoans loans;
    loans.config.constraints.push_back({.kind = tabular::ConstraintKind::group_loss, .bound = 5, .name = "idle"});
    loans.train_now();
    Outcome& outcome = loans.trained.outcome;
    outcome.optimality = loans.thoroughly(2).value();
    outcome.optimality->duality->ordinary = {.lowest = INFINITY, .gap = -INFINITY, .unbounded = true};
    const auto json = nlohmann::ordered_json::parse(to_json(outcome));
    const Outcome back = outcome_from_json(json.dump(), "m.json");
    ASSERT_TRUE(back.optimality);
    EXPECT_EQ(to_json(back), to_json(outcome));
    EXPECT_EQ(said_of(back), said_of(outcome));
    EXPECT_EQ(words::questions(back).rows.size(), words::questions(outcome).rows.size());
    EXPECT_EQ(back.optimality->search.alpha, outcome.optimality->search.alpha);

    auto older = json;
    older.erase("optimality");
    EXPECT_FALSE(outcome_from_json(older.dump(), "m.json").optimality);
    EXPECT_EQ(said_of(outcome_from_json(older.dump(), "m.json")), "");
    auto wrong = json;
    wrong["optimality"]["active"]["strongly_active_places"] = {7};
    EXPECT_NE(refusal([&] { (void)outcome_from_json(wrong.dump(), "m.json"); }).find("beyond the last"),
              std::string::npos);
    wrong = json;
    wrong["optimality"]["kkt"]["verdict"] = "perhaps";
    EXPECT_NE(refusal([&] {
                  (void)outcome_from_json(wrong.dump(), "m.json");
              }).find("'optimality.kkt.verdict' must be one of"),
              std::string::npos);
}

TEST(Reopen, GivesTheSameRowsOrSaysWhyNot) {
    ExaminedLoans loans;
    loans.train_now();
    const std::filesystem::path path = loans.folder / "run";
    const Source source = read_source(loans.config).value();
    const Outcome outcome = train(loans.config, source, path)->outcome;
    const Reopened again = reopen(path, outcome, Context()).value();
    EXPECT_EQ(again.task.train.num_rows(), loans.task->train.num_rows());
    EXPECT_EQ(again.model.theta, loans.trained.model.theta);
    EXPECT_EQ(again.search.alpha, loans.found().search.alpha);

    Config other = loans.config;
    other.solve.options.seed = 9;
    const RunFolder folder(path);
    folder.begin(other, source);
    EXPECT_NE(refusal([&] { (void)reopen(path, outcome, Context()); }).find("another training was begun here"),
              std::string::npos);
    folder.begin(loans.config, source);
    base::write_file(loans.folder / "loans.csv", testing::made_loans(600, 2));
    EXPECT_NE(refusal([&] { (void)reopen(path, outcome, Context()); }).find("has changed since"), std::string::npos);
}

}  // namespace
}  // namespace alcole::learning
