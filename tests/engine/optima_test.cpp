#include <alcole/alcole.hpp>
#include <alcole/tabular/metrics.hpp>

#include "compas.hpp"

#include <map>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

/// Optima of the logistic model found by other solvers (SLSQP and Newton's method): bound 1e-3, all 6172 rows.
struct Optimum {
    char set;
    int races;
    double value;
    double unconstrained;
    double flip_rate_of_sex;
    std::map<std::string, double> multipliers;
};

const Optimum optima[] = {
    {'E',
     4,
     0.6155265098,
     0.6143793552,
     0.0000,
     {{"sex: flip", 0.370642}, {"-> Hispanic", 0.093700}, {"-> Other", 0.089272}}},
    {'D',
     6,
     0.6150373444,
     0.6137546865,
     0.0700,
     {{"sex: flip", 0.380277},
      {"-> Hispanic", 0.097245},
      {"-> Other", 0.057074},
      {"-> Asian", 0.025480},
      {"-> Native American", 0.004831}}},
    {'A',
     4,
     0.6089934124,
     0.6079703533,
     0.0499,
     {{"sex: flip", 0.356278}, {"-> Hispanic", 0.076851}, {"-> Other", 0.071067}}},
};

class Compas : public ::testing::TestWithParam<Optimum> {};

void PrintTo(const Optimum& optimum, std::ostream* out) { *out << optimum.set << optimum.races; }

/// float32 from several starts, then a refinement in double that continues from there.
TEST_P(Compas, HasTheLogisticOptimumFromAnyStart) {
    auto table = tests::compas();
    if (!table) return;  // only if the data are available
    *table = tests::with_priors_band(*table);
    if (GetParam().races == 4) *table = tests::with_four_races(*table);
    ASSERT_EQ(table->num_rows, 6172U);
    const Schema schema =
        fit_schema(*table, {.target = "two_year_recid", .features = tests::features_of(GetParam().set)});
    const Dataset data(*table, schema);
    const Goal goal{.constraints = define_risks(tests::counterfactual_constraints(1e-3), schema, *table)};
    LearningProblem<float> quick(data, goal, {});
    LearningProblem<double> exact(data, goal, {});
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const auto first = solve(quick, quick.start(seed));
        EXPECT_NEAR(first.risks[0], GetParam().value, 1e-6) << first.message;
        const State<double> polish{.theta = {first.theta().begin(), first.theta().end()},
                                   .dual = {.lambda = first.lambda}};
        const auto answer = solve(exact, polish);
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_NEAR(answer.risks[0], GetParam().value, 1e-9);
        const auto names = exact.constraint_names();
        for (std::size_t i = 0; i < names.size(); ++i) {
            double wanted = 0;
            for (const auto& [end, multiplier] : GetParam().multipliers)
                if (names[i].ends_with(end)) wanted = multiplier;
            EXPECT_NEAR(answer.lambda[i], wanted, wanted == 0 ? 1e-6 : 1e-3 * wanted) << names[i];
        }
        EXPECT_NEAR(*exact.flip_rates(answer.theta())[0], GetParam().flip_rate_of_sex, 5e-5);
    }
    const auto free = solve(exact, exact.start(1), Options{.method = Method::unconstrained});
    EXPECT_NEAR(free.risks[0], GetParam().unconstrained, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Sets, Compas, ::testing::ValuesIn(optima),
                         [](const auto& p) { return p.param.set + std::to_string(p.param.races); });

/// Twelve strict rates that pull at each other: every surrogate's bound must move, and none may diverge.
TEST(Compas, EqualOpportunityOfFourRacesIsMetByStrictRates) {
    auto table = tests::compas();
    if (!table) GTEST_SKIP() << "no COMPAS in ALCOLE_DATA_DIR";
    *table = tests::with_four_races(*table);
    const Schema schema = fit_schema(*table, {.target = "two_year_recid", .features = tests::features_of('A')});
    const std::vector<Constraint> fair = {
        {.kind = ConstraintKind::equal_opportunity, .bound = 0.05, .attributes = {"race"}}};
    LearningProblem<double> problem(Dataset(*table, schema), Goal{.constraints = define_risks(fair, schema, *table)},
                                    Model{});
    const auto answer = solve(problem, problem.start(1));
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_LE(answer.violation, 1e-9);
    EXPECT_LT(answer.risks[0], 0.6145) << "0.6080 without constraints";
}

TEST(Compas, SetAWithSixRacesNeedsFewPoints) {
    const auto table = tests::compas();
    if (!table) GTEST_SKIP() << "no COMPAS in ALCOLE_DATA_DIR";
    const Schema schema = fit_schema(*table, {.target = "two_year_recid", .features = tests::features_of('A')});
    const LearningProblem<float> problem(
        Dataset(*table, schema), {.constraints = define_risks(tests::counterfactual_constraints(1e-3), schema, *table)},
        {.hidden = {64, 64}});
    EXPECT_EQ(problem.size().naive_points, 49376U);
    EXPECT_EQ(problem.size().points, 14055U);
    EXPECT_EQ(problem.size().pairs, 18804U);
}

}  // namespace
}  // namespace alcole
