#include <alcole/data/twin.hpp>
#include <alcole/learning/certificate.hpp>
#include <alcole/tabular/learning.hpp>

#include "../engine/constraint_zoo.hpp"
#include "../engine/random_table.hpp"
#include "certify/confidence.hpp"
#include "model_file/model_file.hpp"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

namespace alcole::certify {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

using learning::TrainedModel;

Certificate certified_on(const TrainedModel& model, const Table& table, double delta,
                         Family family = Family::automatic) {
    return certify(model, model.dataset(table), delta, family);
}

const std::vector<std::string> features = {"age", "debts", "job", "sex", "race"};

TrainedModel model_for(const Schema& schema, const Model& shape, std::uint64_t seed, double size = 1) {
    TrainedModel model{.schema = schema, .shape = shape};
    Random random(seed, 9);
    for (const double w : initial_weights(shape, schema, seed))
        model.theta.push_back(static_cast<float>(size * w + 0.1 * random.normal()));
    return model;
}

TEST(RowValues, HaveTheRisksAsTheirMeans) {
    for (const Task task : {Task::binary, Task::multiclass, Task::regression, Task::ordinal}) {
        const Table table = tests::random_table({.rows = 300, .seed = 4});
        const Schema schema = fit_schema(table, tests::options_of(task, features));
        std::vector<Constraint> constraints;
        for (const auto& [name, constraint] : tests::constraint_zoo(task)) constraints.push_back(constraint);
        TrainedModel model = model_for(schema, {{6}, Activation::tanh}, 2);
        model.goal.constraints = define_risks(constraints, schema, table);
        LearningProblem<float> problem(Dataset(table, schema), Goal{.constraints = model.goal.constraints},
                                       model.shape);
        std::vector<double> l(problem.num_constraints() + 1);
        problem.strict_risks(model.theta, l);
        const auto flips = problem.flip_rates(model.theta);
        const Certificate certificate = certified_on(model, table, 0.05);
        for (std::size_t i = 0; i < model.goal.constraints.size(); ++i) {
            const auto& risk = model.goal.constraints[i];
            const double slack = *certificate.constraints[i].risk.estimate - risk.bound;
            EXPECT_NEAR(risk.at_least ? -slack : slack, l[i + 1], 1e-6 * std::max(1.0, std::abs(l[i + 1])))
                << risk.name;
            ASSERT_EQ(flips[i].has_value(), certificate.constraints[i].flips.has_value());
            if (flips[i]) {
                EXPECT_NEAR(*certificate.constraints[i].flips->estimate, *flips[i], 1e-12);
            }
        }
        EXPECT_NEAR(*certificate.objective.estimate, l[0], 1e-6 * l[0]);
    }
}

/// The mean loss of other rows can be bounded; the loss of the worst of them cannot.
TEST(Certificate, OfEveryRowIsImpossible) {
    const Table table = tests::random_table({.rows = 300, .seed = 4});
    const Schema schema = fit_schema(table, tests::options_of(Task::binary, features));
    TrainedModel model = model_for(schema, {{6}, Activation::tanh}, 2);
    for (const auto kind : {ConstraintKind::group_loss, ConstraintKind::row_loss}) {
        const std::vector<Constraint> loss = {{.kind = kind, .bound = 100}};
        model.goal.constraints = define_risks(loss, schema, table);
        const Certificate certificate = certified_on(model, table, 0.05);
        const auto& one = certificate.constraints.at(0);
        const bool each_row = kind == ConstraintKind::row_loss;
        EXPECT_EQ(one.verdict, each_row ? Verdict::impossible : Verdict::certified);
        EXPECT_EQ(one.risk.no_bound.has_value(), each_row);
    }
}

TEST(Confidence, OfAGapIsAUnionOverItsTwoMeans) {
    const RiskSample gap{.terms = {{.coefficient = 1, .range = {}, .values = {1, 0, 1, 1, 0, 1, 1, 0}},
                                   {.coefficient = -2, .range = {}, .values = {0, 0, 1, 0, 0, 0}}}};
    EXPECT_NEAR(gap.estimate(), 5.0 / 8 - 2.0 / 6, 1e-15);
    EXPECT_EQ(gap.smallest_group(), 6U);
    for (const Family family : all_families) {
        const Confidence ends = confidence(family, gap, 0.2).value();
        const auto upper = [&](std::size_t k) {
            return *upper_bound(family, {.values = gap.terms[k].values}, {}, 0.1);
        };
        const auto lower = [&](std::size_t k) {
            return *lower_bound(family, {.values = gap.terms[k].values}, {}, 0.1);
        };
        EXPECT_DOUBLE_EQ(ends.high, upper(0) - 2 * lower(1));
        EXPECT_DOUBLE_EQ(ends.low, lower(0) - 2 * upper(1));
    }
}

/// precision >= 0.4 is TP - 0.4 P >= 0: both are means over the same rows, and so is their difference.
TEST(Confidence, AddsUpTermsOverTheSameRowsBeforeItBoundsThem) {
    const Table table = tests::random_table({.rows = 400, .seed = 4});
    const Schema schema = fit_schema(table, {.target = "repaid", .positive = "", .features = features});
    TrainedModel model = model_for(schema, {}, 2);
    const std::vector<Constraint> precision = {
        {.kind = ConstraintKind::rate, .bound = 0.4, .attributes = {"sex"}, .rate = Rate::precision, .at_least = true}};
    const auto risks = define_risks(precision, schema, table);
    ASSERT_EQ(risks[0].terms.size(), 2U);
    const Dataset data = model.dataset(table);
    const RiskSample together = Sampler(model, data, Context()).draws_of(risks[0]);
    ASSERT_EQ(together.terms.size(), 1U);
    EXPECT_FALSE(together.no_bound);
    RowValues rows(data, model.shape, model.theta);
    RiskSample apart;
    for (const auto& term : risks[0].terms)
        apart.terms.push_back({.coefficient = term.coefficient, .range = {}, .values = rows.of(term), .rate = true});
    EXPECT_NEAR(together.estimate(), apart.estimate(), 1e-12);
    EXPECT_GT(*lower_end(Family::automatic, together, 0.05), *lower_end(Family::automatic, apart, 0.05));
    EXPECT_LE(*lower_end(Family::automatic, together, 0.05), together.estimate());
}

TEST(Confidence, DoesNotDependOnTheOrderOfTheRows) {
    Random random(3);
    RiskSample risk{.terms = {{.coefficient = 1, .range = {}, .values = std::vector<double>(300)},
                              {.coefficient = -1, .range = {}, .values = std::vector<double>(200)}}};
    for (const bool rates : {false, true}) {
        for (auto& term : risk.terms) {
            term.rate = rates;
            for (double& v : term.values) v = rates ? std::round(random.uniform()) : random.uniform();
        }
        for (const bool disjoint : {false, true}) {
            risk.disjoint = disjoint;
            const Confidence before = confidence(Family::automatic, risk, 0.05).value();
            for (int k = 0; k < 5; ++k) {
                for (auto& term : risk.terms) random.shuffle(std::span(term.values));
                const Confidence after = confidence(Family::automatic, risk, 0.05).value();
                EXPECT_DOUBLE_EQ(after.low, before.low);
                EXPECT_DOUBLE_EQ(after.high, before.high);
            }
        }
    }
}

TEST(Confidence, OfRatesIsExactByDefault) {
    std::vector<double> values(320, 0.0);
    std::fill_n(values.begin(), 25, 1.0);
    const RiskSample rate{.terms = {{.coefficient = 1, .range = {}, .values = values, .rate = true}}};
    const Confidence ends = confidence(Family::automatic, rate, 0.1).value();
    EXPECT_NEAR(ends.high, 0.1009781711740, 1e-12);
    EXPECT_NEAR(ends.low, 0.0593760230938, 1e-12);
}

TEST(Confidence, OfAGapOfRatesIsNarrowerThanAUnion) {
    const auto rate = [](double coefficient, std::size_t ones, std::size_t rows) {
        TermSample term{.coefficient = coefficient, .range = {}, .values = std::vector<double>(rows), .rate = true};
        std::fill_n(term.values.begin(), ones, 1.0);
        return term;
    };
    RiskSample gap{.terms = {rate(1, 105, 300), rate(-1, 90, 300)}, .no_bound = {}, .disjoint = true};
    const double exact = confidence(Family::automatic, gap, 0.05 / 3)->high - 0.05;
    EXPECT_LT(exact, 0.084);
    gap.disjoint = false;  // rows in both groups would make the counts dependent
    const double both = confidence(Family::automatic, gap, 0.05 / 3)->high - 0.05;
    EXPECT_GT(both, 0.12);
}

/// The twin's people are drawn like future ones, in any number.
struct Twin {
    Twin() {
        const Table training = data::twin(2000, 1);
        schema = fit_schema(training, {.target = "two_year_recid",
                                       .positive = "",
                                       .features = {"age", "priors_count", "c_charge_degree", "sex", "race"}});
        const std::vector<Constraint> constraints = {
            {.kind = ConstraintKind::counterfactual, .bound = 1, .attributes = {"sex"}},
            {.kind = ConstraintKind::error_rate, .bound = 1, .attributes = {"sex"}},
            {.kind = ConstraintKind::rate, .bound = 0, .rate = Rate::accuracy, .at_least = true}};
        model = model_for(schema, {{4}, Activation::sigmoid}, 3, 3);
        model.goal.constraints = define_risks(constraints, schema, training);
        const Dataset everybody = model.dataset(data::twin(100000, 99));
        Sampler truth(model, everybody, Context());
        for (const auto& risk : model.goal.constraints) risks.push_back(truth.draws_of(risk).estimate());
    }
    /// The model with bounds equal to the true risks times a factor, or (at_least) divided by it.
    TrainedModel with_bounds(double factor) const {
        TrainedModel changed = model;
        for (std::size_t i = 0; i < risks.size(); ++i) {
            auto& risk = changed.goal.constraints[i];
            risk.bound = risk.at_least ? risks[i] / factor : risks[i] * factor;
        }
        return changed;
    }
    Schema schema;
    TrainedModel model;
    std::vector<double> risks;
};

TEST(Certificate, IsRarelyGivenToAModelThatBreaksItsBounds) {
    const Twin twin;
    const TrainedModel broken = twin.with_bounds(0.98);
    constexpr double delta = 0.1;
    constexpr std::size_t repetitions = 300;
    for (const std::size_t rows : {100U, 400U}) {
        double wrong = 0;
        for (std::size_t k = 0; k < repetitions; ++k) {
            const Certificate certificate = certified_on(broken, data::twin(rows, 1000 + k), delta, Family::betting);
            for (std::size_t i = 0; i < twin.risks.size(); ++i)
                if (twin.risks[i] > 0 && certificate.constraints[i].verdict == Verdict::certified) {
                    wrong += 1;
                    break;
                }
        }
        EXPECT_LE(wrong / repetitions, delta + 4 * std::sqrt(delta * (1 - delta) / repetitions)) << rows;
    }
}

TEST(Certificate, ComesWithEnoughRows) {
    const Twin twin;
    const TrainedModel good = twin.with_bounds(1.3);
    const Certificate few = certified_on(good, data::twin(60, 7), 0.05, Family::betting);
    const auto& counterfactual = few.constraints[0];
    EXPECT_EQ(counterfactual.verdict, Verdict::undecided);
    ASSERT_TRUE(counterfactual.rows_to_decide);
    EXPECT_GT(*counterfactual.rows_to_decide, 60);
    EXPECT_FALSE(few.all_certified());
    const Certificate many = certified_on(good, data::twin(60000, 8), 0.05, Family::betting);
    EXPECT_EQ(many.constraints[0].verdict, Verdict::certified);
    const Certificate bad = certified_on(twin.with_bounds(0.7), data::twin(60000, 8), 0.05);
    EXPECT_EQ(bad.constraints[0].verdict, Verdict::violated);
    EXPECT_EQ(bad.constraints.back().verdict, Verdict::violated);
}

TEST(Certificate, GuessesTheRowsThatItTakesWithinAFactorOfThree) {
    const Twin twin;
    const TrainedModel good = twin.with_bounds(1.3);
    const auto guess = certified_on(good, data::twin(100, 11), 0.05, Family::betting).constraints[0].rows_to_decide;
    ASSERT_TRUE(guess);
    std::size_t needed = 60;
    while (certified_on(good, data::twin(needed, 12), 0.05, Family::betting).constraints[0].verdict ==
           Verdict::undecided)
        needed = needed * 5 / 4;
    EXPECT_GT(*guess, static_cast<double>(needed) / 3);
    EXPECT_LT(*guess, static_cast<double>(needed) * 3);
}

TEST(Certificate, SharesDeltaAmongAllAndListsEveryFamilyThatApplies) {
    const Twin twin;
    const Certificate certificate = certified_on(twin.model, data::twin(500, 5), 0.05, Family::hoeffding);
    ASSERT_EQ(certificate.constraints.size(), 4U);  // two of them are the sides of one gap
    for (const auto& constraint : certificate.constraints) EXPECT_DOUBLE_EQ(constraint.risk.delta, 0.05 / 4);
    EXPECT_DOUBLE_EQ(certificate.objective.delta, 0.05 / 4);
    EXPECT_EQ(certificate.constraints.front().risk.families.size(), 4U);  // not a rate
    EXPECT_EQ(certificate.constraints.back().risk.families.size(), 5U);
    EXPECT_EQ(certificate.constraints.back().risk.low, certificate.constraints.back().risk.families[2].low);
    const Certificate exact = certified_on(twin.model, data::twin(500, 5), 0.05, Family::clopper_pearson);
    EXPECT_EQ(exact.constraints.front().verdict, Verdict::impossible);
    const auto& why = exact.constraints.front().risk.no_bound;
    ASSERT_TRUE(why);
    EXPECT_EQ(why->cause, NoBound::Cause::not_a_rate);
    EXPECT_EQ(to_string(*why),
              "clopper_pearson bounds are for rates, and this risk is not one; automatic bounds are for everything");
}

/// Gaps between two groups by the exact test, whatever the rate; gaps to the rate of all rows by a union bound, because
/// they share rows.
TEST(Certificate, BoundsGapsOfTwoGroupsByTheExactTest) {
    const Table training = data::twin(2000, 1);
    const Schema schema = fit_schema(training, {.target = "two_year_recid", .features = {"age", "sex"}});
    TrainedModel model = model_for(schema, {}, 1);
    std::ranges::fill(model.theta, 0.0F);
    model.theta.front() = 1;  // positive for those older than average: rates are far from 0 and 1
    for (const auto kind : {ConstraintKind::demographic_parity, ConstraintKind::equal_opportunity,
                            ConstraintKind::equalized_odds, ConstraintKind::error_rate})
        for (const bool whole : {false, true}) {
            Constraint constraint{.kind = kind, .bound = 0.2, .attributes = {"sex"}};
            constraint.against_whole = whole;
            model.goal.constraints = define_risks(std::vector{constraint}, schema, training);
            for (const auto& found : certified_on(model, data::twin(1000, 2), 0.05).constraints) {
                const auto& families = found.risk.families;
                ASSERT_EQ(families.back().family, Family::clopper_pearson);
                const double margin = *found.risk.high - *found.risk.estimate;
                const double of_union = families.back().high - *found.risk.estimate;
                if (whole)
                    EXPECT_EQ(margin, of_union) << found.name;
                else
                    EXPECT_LT(margin, 0.8 * of_union) << found.name;
            }
        }
}

TEST(Certificate, SaysWhyThereIsNoBound) {
    const Table training = data::twin(500, 1);
    const Schema schema = fit_schema(training, {.target = "two_year_recid", .features = {"age", "sex"}});
    TrainedModel model = model_for(schema, {}, 1);
    model.goal.constraints = define_risks(
        std::vector<Constraint>{
            {.kind = ConstraintKind::group_loss, .bound = 1, .attributes = {"sex"}},
            {.kind = ConstraintKind::demographic_parity, .bound = 0.5, .attributes = {"race"}, .rows = {"age > 25"}}},
        schema, training);
    Table table = data::twin(12, 2);
    const Certificate certificate = certified_on(model, table, 0.05);
    EXPECT_EQ(certificate.constraints[0].verdict, Verdict::impossible);
    ASSERT_TRUE(certificate.constraints[0].risk.no_bound);
    EXPECT_NE(to_string(*certificate.constraints[0].risk.no_bound).find("linear model"), std::string::npos);
    EXPECT_TRUE(certificate.constraints[0].risk.estimate);
    std::size_t without_rows = 0;
    for (const auto& constraint : certificate.constraints)
        if (constraint.risk.no_bound && constraint.risk.no_bound->cause == NoBound::Cause::empty_group) {
            ++without_rows;
            EXPECT_FALSE(constraint.risk.estimate);
        }
    EXPECT_GT(without_rows, 0U);
    EXPECT_THROW(certified_on(model, data::twin(0, 2), 0.05), std::invalid_argument);
    EXPECT_THROW(certified_on(model, table, 1.5), std::invalid_argument);
}

TEST(Certificate, GoesThroughJson) {
    const Twin twin;
    Certificate certificate = certified_on(twin.model, data::twin(300, 5), 0.05);
    certificate.void_for_training_rows();
    for (const auto& constraint : certificate.constraints) EXPECT_EQ(constraint.verdict, Verdict::undecided);
    certificate.constraints[0].risk.no_bound = {
        .cause = NoBound::Cause::unknown_values, .names = {"sex"}, .numbers = {3}};
    const std::string text = to_json(certificate);
    const Certificate back = certificate_from_json(text);
    EXPECT_EQ(to_json(back), text);
    EXPECT_EQ(back.constraints[0].risk.no_bound->cause, NoBound::Cause::unknown_values);
    EXPECT_EQ(back.constraints.size(), certificate.constraints.size());
    EXPECT_EQ(back.constraints[0].risk.high, certificate.constraints[0].risk.high);
    EXPECT_TRUE(back.rows_were_trained_on);
    EXPECT_FALSE(back.all_certified());
    EXPECT_THROW((void)certificate_from_json("{}"), std::invalid_argument);
    EXPECT_THROW((void)certificate_from_json("nonsense"), std::invalid_argument);
}

}  // namespace
}  // namespace alcole::certify
