#include "engine/risk/risk_sums.hpp"

#include <alcole/random.hpp>

#include "engine/cpu/network_scorer.hpp"
#include "engine/evaluator.hpp"
#include "engine/plan/population.hpp"
#include "random_table.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace alcole::engine {
namespace {

using tabular::Task;

/// Three points in one tile: two losses, a rate and a pair, by hand. No network is involved.
Plan small_plan() {
    Plan plan;
    plan.point_base = {0, 0, 1};
    plan.point_variant = {0, 1, 0};
    plan.bases = {0, 1};
    plan.losses = {{0, 0, 1, 0.5, 0}, {2, 0, 0, 0.5, 0}};
    plan.rates = {{1, 1, 1, false, 1.0}};
    plan.pairs = {{0, 1, 2, tabular::Term::Measure::divergence, 0.25, 0}};
    plan.constants = {0, 0.125, 0};
    plan.tiles = {
        {.bases = {0, 2}, .points = {0, 3}, .losses = {0, 2}, .rates = {0, 1}, .values = {}, .pairs = {0, 1}}};
    plan.groups = {{0, 1}};
    return plan;
}

double sigma(double s) { return 1 / (1 + std::exp(-s)); }
double softplus(double s) { return std::log1p(std::exp(s)); }

TEST(RiskSums, OfThreePointsByHand) {
    const Plan plan = small_plan();
    const std::vector<double> s = {0.3, -1.2, 2.0};
    ThreadPool pool(1);
    RiskSums sums(Task::binary, 1, pool);
    std::ranges::copy(s, sums.start(plan).begin());
    std::vector<double> l(3);
    sums.risks(l);
    EXPECT_NEAR(l[0], 0.5 * softplus(-0.3) + 0.5 * softplus(2.0), 1e-15);
    EXPECT_NEAR(l[1], 0.125 + sigma(-1.2), 1e-15);
    const double kl = sigma(0.3) * (0.3 + 1.2) - softplus(0.3) + softplus(-1.2);
    EXPECT_NEAR(l[2], 0.25 * kl, 1e-15);

    const std::vector<double> w = {1, 2, 4};
    const auto g = sums.gradient(w);
    const double p = sigma(0.3), q = sigma(-1.2);
    EXPECT_NEAR(g[0], 0.5 * (p - 1) + p * (1 - p) * 1.5, 1e-15);
    EXPECT_NEAR(g[1], 2 * q * (1 - q) + (q - p), 1e-15);
    EXPECT_NEAR(g[2], 0.5 * sigma(2.0), 1e-15);

    sums.strict_risks(l);
    EXPECT_DOUBLE_EQ(l[1], 0.125);  // point 1 is not predicted to be of class 1
    EXPECT_NEAR(l[2], 0.25 * kl, 1e-15);
    sums.flips(l);
    EXPECT_DOUBLE_EQ(l[2], 0.25);
}

/// A rate over a width is the probability of the score divided by that width, and tends to the predicted class.
TEST(RiskSums, OfNarrowRates) {
    const Plan plan = small_plan();
    ThreadPool pool(1);
    RiskSums sums(Task::binary, 1, pool);
    std::ranges::copy(std::vector{0.3, -1.2, 2.0}, sums.start(plan).begin());
    std::vector<double> wide(3), l(3);
    sums.risks(wide);
    sums.set_width(0.25);
    sums.risks(l);
    EXPECT_EQ(l[0], wide[0]);
    EXPECT_EQ(l[2], wide[2]);
    const double q = sigma(-1.2 / 0.25);
    EXPECT_NEAR(l[1], 0.125 + q, 1e-15);
    EXPECT_NEAR(sums.gradient(std::vector{0.0, 2.0, 0.0})[1], 2 * q * (1 - q) / 0.25, 1e-14);
    const std::vector<double> ds = {0, 3, 0};
    EXPECT_NEAR(sums.curvature(std::vector{0.0, 2.0, 0.0}, ds)[1], 2 * 3 * q * (1 - q) * (1 - 2 * q) / 0.0625, 1e-13);
    sums.set_width(1e-3);
    sums.risks(l);
    EXPECT_NEAR(l[1], 0.125, 1e-12);
}

/// A prediction that depends on rounding counts against the rate.
TEST(RiskSums, OfScoresInDoubt) {
    Plan plan = small_plan();
    plan.rates = {{1, 1, 1, false, 1.0}, {1, 2, 1, false, -1.0}};
    plan.tiles[0].rates = {0, 2};
    plan.pairs.clear();
    plan.tiles[0].pairs = {0, 0};
    ThreadPool pool(1);
    RiskSums sums(Task::binary, 1, pool);
    std::ranges::copy(std::vector{0.3, 1e-7, 2.0}, sums.start(plan).begin());
    std::vector<double> l(3);
    sums.risks(l);
    sums.strict_risks(l);
    EXPECT_EQ(l[1], 1.125);
    EXPECT_EQ(l[2], -1);
    sums.strict_risks(l, 1e-6);
    EXPECT_EQ(l[1], 1.125);
    EXPECT_EQ(l[2], 0);
}

/// A scorer of another kind: one parameter per point, like the leaves of a tree. The rest of the engine is unaffected.
class PointScorer final : public Scorer<double> {
  public:
    explicit PointScorer(std::size_t points) : points_(points) {}
    std::size_t num_parameters() const override { return points_; }
    void scores(const Plan& /*plan*/, std::span<const double> theta, std::span<double> out) override {
        std::ranges::copy(theta, out.begin());
    }
    void pull_back(std::span<const double> by_score, std::span<double> g) override {
        std::ranges::copy(by_score, g.begin());
    }
    void push_forward(std::span<const double> v, std::span<double> ds) override { std::ranges::copy(v, ds.begin()); }
    void pull_back_change(std::span<const double> /*by_score*/, std::span<const double> change,
                          std::span<double> h) override {
        std::ranges::copy(change, h.begin());
    }

  private:
    std::size_t points_;
};

TEST(Evaluator, TakesAnyScorer) {
    const Plan plan = small_plan();
    ThreadPool pool(2);
    Evaluator<double> evaluator(std::make_unique<PointScorer>(3), RiskSums(Task::binary, 1, pool));
    std::vector<double> theta = {0.3, -1.2, 2.0}, l(3), moved(3), g(3);
    const std::vector<double> w = {1, 2, 4};
    evaluator.forward(plan, theta, l);
    evaluator.backward(w, g);
    for (std::size_t j = 0; j < 3; ++j) {
        constexpr double h = 1e-6;
        auto nearby = theta;
        nearby[j] += h;
        evaluator.forward(plan, nearby, moved);
        double slope = 0;
        for (std::size_t i = 0; i < 3; ++i) slope += w[i] * (moved[i] - l[i]) / h;
        EXPECT_NEAR(g[j], slope, 1e-5);
    }
    EXPECT_EQ(evaluator.evaluations(), 4U);
}

/// The population of a random table, and its plan.
struct Planned {
    Planned() : table(tests::random_table({.rows = 700, .seed = 3})) {
        schema = tabular::fit_schema(table, {.target = "grade", .features = {"age", "debts", "job", "sex"}});
        const std::vector<tabular::Constraint> asked = {
            {.kind = tabular::ConstraintKind::counterfactual, .bound = 0, .attributes = {"sex"}},
            {.kind = tabular::ConstraintKind::demographic_parity, .bound = 0, .attributes = {"race"}}};
        risks = tabular::define_risks(asked, schema, table);
        const std::vector<tabular::AttributeChange> changes = {risks[0].change};
        inputs = inputs_of<float>(schema, table, changes);
        population = population_of(table, schema, risks, "", inputs);
        std::vector<KindUse> uses(population.kinds.size());
        for (std::size_t kind = 0; kind < uses.size(); ++kind) uses[kind].kind = static_cast<std::uint32_t>(kind);
        for (const auto kind : population.row_kind) uses[kind].add(1, 1, 0);
        PlanBuilder(population, inputs.num_variants, inputs.changed).build(uses, plan);
    }
    tabular::Table table;
    tabular::Schema schema;
    std::vector<tabular::RiskDefinition> risks;
    Inputs<float> inputs;
    Population population;
    Plan plan;
};

TEST(NetworkScorer, GivesTheSameBitsWhenActivationsAreComputedAgain) {
    const Planned planned;
    const Model model{.hidden = {9, 6}, .activation = tabular::Activation::gelu};
    const auto weights = tabular::initial_weights(model, planned.schema.num_inputs(), 3, 1);
    const std::vector<float> theta(weights.begin(), weights.end());
    std::vector<std::vector<float>> gradients;
    std::vector<std::vector<double>> values;
    for (const std::size_t threads : {1U, 3U}) {
        for (const std::size_t bytes : {std::size_t{0}, NetworkScorer<float>::max_kept_bytes}) {
            ThreadPool pool(threads);
            Evaluator<float> evaluator(std::make_unique<NetworkScorer<float>>(model, planned.inputs, 3, pool, bytes),
                                       RiskSums(Task::multiclass, 3, pool));
            auto& l = values.emplace_back(planned.risks.size() + 1);
            auto& g = gradients.emplace_back(theta.size());
            const std::vector<double> w(l.size(), 0.7);
            evaluator.forward(planned.plan, theta, l);
            evaluator.backward(w, g);
        }
    }
    for (std::size_t k = 1; k < values.size(); ++k) {
        EXPECT_EQ(values[k], values[0]);
        EXPECT_EQ(gradients[k], gradients[0]);
    }
}

TEST(NetworkScorer, OfAPlanWithoutPointsHasNoGradient) {
    const Planned planned;
    const Model model{.hidden = {4}};
    ThreadPool pool(2);
    NetworkScorer<float> scorer(model, planned.inputs, 3, pool);
    const std::vector<float> theta(scorer.num_parameters(), 0.5F);
    std::vector<float> g(theta.size(), 1.0F);
    const Plan empty;
    scorer.scores(empty, theta, {});
    scorer.pull_back({}, g);
    EXPECT_EQ(g, std::vector<float>(theta.size(), 0.0F));
}

}  // namespace
}  // namespace alcole::engine
