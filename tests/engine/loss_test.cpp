#include "engine/risk/loss.hpp"

#include <alcole/random.hpp>
#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/metrics.hpp>
#include <alcole/tabular/randomised.hpp>
#include <alcole/tabular/row_values.hpp>

#include "engine/risk/predictions.hpp"
#include "random_table.hpp"

#include <cmath>
#include <functional>
#include <numeric>

#include <gtest/gtest.h>

namespace alcole::engine {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

constexpr Task tasks[] = {Task::binary, Task::multiclass, Task::regression};

std::size_t outputs_of(Task task) { return task == Task::multiclass ? 4 : 1; }

/// Two points with random scores.
Predictions two_points(Task task, std::uint64_t seed, double spread = 2) {
    Random random(seed);
    Scores scores{.rows = 2, .outputs = outputs_of(task)};
    for (std::size_t i = 0; i < 2 * scores.outputs; ++i) scores.values.push_back(spread * random.normal());
    return {task, scores};
}

/// The same with one score moved.
Predictions moved(Task task, const Predictions& from, std::size_t entry, double by) {
    Scores scores{.rows = 2, .outputs = from.outputs(), .values = {from.scores().begin(), from.scores().end()}};
    scores.values[entry] += by;
    return {task, scores};
}

/// Compares what is added to the gradients of both points with central differences of the value.
void check_gradient(Task task, const Predictions& at, const std::function<double(const Predictions&)>& value,
                    const std::function<void(double*, double*)>& add) {
    const std::size_t outputs = at.outputs();
    std::vector<double> g(2 * outputs, 0.0);
    add(g.data(), g.data() + outputs);
    constexpr double h = 1e-5;
    for (std::size_t entry = 0; entry < g.size(); ++entry) {
        const double wanted = (value(moved(task, at, entry, h)) - value(moved(task, at, entry, -h))) / (2 * h);
        EXPECT_NEAR(g[entry], 3 * wanted, 1e-8 * std::max(1.0, std::abs(wanted))) << to_string(task) << ' ' << entry;
    }
}

TEST(Loss, HasTheDerivativesOfItsDifferences) {
    for (const Task task : tasks) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const Predictions at = two_points(task, seed);
            const Truth truth{.label = static_cast<std::int32_t>(seed % (task == Task::binary ? 2 : 4)), .target = 0.7};
            check_gradient(
                task, at, [&](const Predictions& p) { return loss(p.at(0), truth); },
                [&](double* g, double*) { add_loss_gradient(at.at(0), truth, 3, g); });
            check_gradient(
                task, at, [&](const Predictions& p) { return divergence(p.at(0), p.at(1)); },
                [&](double* g, double* h) { add_divergence_gradient(at.at(0), at.at(1), 3, g, h); });
            if (task == Task::regression) continue;
            check_gradient(
                task, at, [&](const Predictions& p) { return probability(p.at(0), truth.label); },
                [&](double* g, double*) { add_probability_gradient(at.at(0), truth.label, 3, g); });
        }
    }
}

TEST(Loss, IsMinusTheLogarithmOfTheProbability) {
    for (const Task task : {Task::binary, Task::multiclass}) {
        const Predictions at = two_points(task, 3);
        double sum = 0;
        for (std::int32_t k = 0; k < (task == Task::binary ? 2 : 4); ++k) {
            EXPECT_NEAR(loss(at.at(0), {.label = k}), -std::log(probability(at.at(0), k)), 1e-14);
            sum += probability(at.at(0), k);
        }
        EXPECT_NEAR(sum, 1, 1e-15);
    }
}

/// Even if a probability has rounded to zero or one, its score still gives the loss.
TEST(Loss, OfAHopelessPredictionIsItsScore) {
    const Predictions binary(Task::binary, Scores{.rows = 2, .outputs = 1, .values = {-5000, 800}});
    EXPECT_DOUBLE_EQ(loss(binary.at(0), {.label = 1}), 5000);
    EXPECT_DOUBLE_EQ(loss(binary.at(0), {.label = 0}), 0);
    EXPECT_DOUBLE_EQ(divergence(binary.at(0), binary.at(1)), 800);
    const Predictions several(Task::multiclass, Scores{.rows = 1, .outputs = 3, .values = {0, 4000, -1000}});
    EXPECT_DOUBLE_EQ(loss(several.at(0), {.label = 2}), 5000);
}

/// A tiny positive score means yes, although its probability is exactly one half.
TEST(PredictedClass, IsToldByTheScore) {
    const Predictions at(Task::binary, Scores{.rows = 2, .outputs = 1, .values = {1e-30, 0}});
    EXPECT_EQ(probability(at.at(0), 1), 0.5);
    EXPECT_EQ(predicted_class(at.at(0)), 1);
    EXPECT_EQ(predicted_class(at.at(1)), 0);
    const std::vector<double> tied = {1, 2, 2};
    EXPECT_EQ(tabular::predicted_class(tied), 1U);
}

TEST(Divergence, IsNeverFarBelowZeroAndZeroOfTheSame) {
    for (const Task task : tasks) {
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            const Predictions at = two_points(task, seed, 6);
            EXPECT_GE(divergence(at.at(0), at.at(1)), -1e-14);
            EXPECT_EQ(divergence(at.at(0), at.at(0)), 0);
        }
    }
}

double mean_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The risk in training, the rows of a certificate, the metric in a report and the randomised predictor with one model
/// compute the same quantity, up to the order of their sums.
TEST(Formulas, AreTheSameEverywhere) {
    const Table table = tests::random_table({.rows = 300, .seed = 11});
    for (const auto* target : {"repaid", "grade", "income"}) {
        SCOPED_TRACE(target);
        const Schema schema = fit_schema(table, {.target = target, .features = {"age", "debts", "sex", "race"}});
        const std::vector<Constraint> constraints = {
            {.kind = ConstraintKind::counterfactual, .bound = 0, .attributes = {"sex"}}};
        const auto risks = define_risks(constraints, schema, table);
        const Model model{.hidden = {5}};
        const Dataset data(table, schema);
        LearningProblem<float> problem(data, {.constraints = risks}, model);
        auto theta = problem.start(2);
        for (float& v : theta) v *= 20;  // scores far from zero, where clamps and logarithms would show
        std::vector<double> l(2);
        problem.risks(theta, l);
        RowValues rows(data, model, theta);
        const Metrics metrics = measure(schema, table, scores_of<float>(data, model, theta));
        const double metric = metrics.log_loss ? *metrics.log_loss : *metrics.mean_squared_error;
        // The problem sums its first layer in another order, in single precision; the other two agree to the last
        // digits.
        EXPECT_NEAR(mean_of(rows.of(tabular::Term{})), metric, 1e-13 * metric);
        EXPECT_NEAR(l[0], metric, 2e-5 * metric);
        const Metrics own = measure(schema, table, problem.scores(theta));
        EXPECT_NEAR(l[0], own.log_loss ? *own.log_loss : *own.mean_squared_error, 1e-12 * metric);
        EXPECT_NEAR(l[1], mean_of(rows.of(risks[0].terms[0], risks[0].change)), 2e-5 * l[1]);
        if (schema.target.task == Task::regression) continue;
        EXPECT_NEAR(mean_of(rows.of({.measure = tabular::Term::Measure::correct})), *metrics.accuracy, 1e-14);
        EXPECT_NEAR(mean_of(rows.flips(risks[0].terms[0], risks[0].change)), *problem.flip_rates(theta)[0], 1e-3);
        if (schema.target.task != Task::binary) continue;
        const std::vector<std::vector<float>> one = {theta};
        const std::vector<AttributeChange> changes = {risks[0].change};
        const auto drawn = measure_randomised<float>(data, model, one, changes);
        EXPECT_NEAR(drawn.log_loss, metric, 1e-13 * metric);
        EXPECT_NEAR(drawn.divergence[0], mean_of(rows.of(risks[0].terms[0], risks[0].change)), 1e-13);
    }
}

}  // namespace
}  // namespace alcole::engine
