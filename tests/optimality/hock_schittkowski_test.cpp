#include "problems/hock_schittkowski.hpp"

#include <alcole/optimality.hpp>

#include "print.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <gtest/gtest.h>

namespace alcole {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::nullopt_t none = std::nullopt;

/// Solutions and multipliers by Newton's method on the KKT system, with the smallest eigenvalue of the Hessian of the
/// ordinary Lagrangian (three digits) and the alpha above which the augmented one is convex (four digits; bounds
/// written as constraints): computed independently of this library, for HS106 in rational arithmetic.
struct Solution {
    const char* name;
    std::vector<double> theta;
    std::vector<double> lambda;
    double eigenvalue;
    std::optional<double> alpha_min;
    bool licq;
    bool strict;
};

const Solution solutions[] = {
    {"HS4", {1, 0}, {}, 0, 0, true, true},
    {"HS5", {-0.5471975512, -1.547197551}, {}, 1.73, 0, true, true},
    {"HS10", {0, 1}, {0.5}, 0.586, 0, true, true},
    {"HS11", {1.234772825, 1.524663929}, {3.04932786}, 2, 0, true, true},
    {"HS12", {2, 3}, {0.5}, 2.59, 0, true, true},
    {"HS13", {1, 0}, {0}, unknown, none, false, false},
    {"HS14", {0.8228756555, 0.9114378278}, {1.84659144, 1.59449112}, 2.92, 0, true, true},
    {"HS16", {0.5, 0.25}, {0, 0}, 0.998, 0, true, true},
    {"HS17", {0, 0}, {2, 0}, 2, 0, true, false},
    {"HS18", {15.8113883, 1.58113883}, {0.2, 0}, 0, 0, true, true},
    {"HS19", {14.095, 0.8429607892}, {1097.11894, 1229.54209}, 150, 0, true, true},
    {"HS20", {0.5, 0.8660254038}, {0, 0, 71.1324865}, -299, 47.57, true, true},
    {"HS21", {2, 0}, {0}, 0.02, 0, true, true},
    {"HS22", {1, 1}, {0.666666667, 0.666666667}, 2, 0, true, true},
    {"HS23", {1, 1}, {0, 0, 0, 2, 2}, -2, 1, true, true},
    {"HS30", {1, 0, 0}, {1}, 0, none, false, false},
    {"HS31", {0.5773502692, 1.732050808, 0}, {6}, 0, 0, true, true},
    {"HS32", {0, 0, 1}, {0, -2}, 0, 0, true, false},
    {"HS33", {0, 1.414213562, 1.414213562}, {0.176776695, 0.176776695}, -12, 6, true, true},
    {"HS34", {0.8340324452, 2.302585093, 10}, {0.434294482, 0.0434294482}, 0, 0, true, true},
    {"HS35", {1.333333333, 0.7777777778, 0.4444444444}, {0.222222222}, 0.396, 0, true, true},
    {"HS36", {20, 11, 15}, {110}, -31, 1.768, true, true},
    {"HS44", {0, 3, 0, 4}, {0, 0, 1.25, 0, 1.5, 0}, -2, 1.398, true, true},
    {"HS64", {108.7347049, 85.12621279, 204.3245966}, {2279.04507}, 0.092, 0, true, true},
    {"HS65", {3.650461725, 3.650461725, 4.620417555}, {0.0821532773}, 0.609, 0, true, true},
    {"HS71", {1, 4.742999637, 3.821149984, 1.379408293}, {0.55229366, 0.161468567}, -2.67, 0.002402, true, true},
    {"HS72", {193.4074273, 179.547076, 185.0180634, 168.7067911}, {7692.93653, 41466.7926}, 0.0103, 0, true, true},
    {"HS86",
     {0.3, 0.3334676065, 0.4, 0.4283101048, 0.2239648736},
     {0, 0, 5.17404073, 0, 3.06110869, 11.8395457, 0, 0, 0.103896191, 0},
     9.8,
     0,
     true,
     true},
    {"HS95", {0, 0, 0, 0, 0, 0.003323303243}, {0.00314276162, 0, 0, 0}, -90.9, 30.65, true, true},
    {"HS106",
     {579.3066844, 1359.970668, 5109.970668, 182.0176996, 295.6011733, 217.9823004, 286.4165263, 395.6011733},
     {1964.04607, 5210.67415, 5109.97067, 0.00847584762, 0.00957865171, 0.01},
     -0.0141,
     4893.8535,
     true,
     true},
    {"HS108",
     {0.8841292098, 0.4672424856, 0.03742074264, 0.9992995987, 0.8841292098, 0.4672424856, 0.03742074264, 0.9992995987,
      0},
     {0.144337567, 0.144337567, 0, 0.144337567, 0, 0.144337567, 0.144337567, 0, 0.144337567, 0, 0, 0, 0},
     0,
     none,
     false,
     false},
    {"HS118",
     {8, 49, 3, 1, 56, 0, 1, 63, 6, 3, 70, 12, 5, 77, 18},
     {2.3002, 0, 0,      0.0486, 0, 0, 0,      0, 0,      1.7598, 0, 0.291,  0,      0,    0,
      1.1722, 0, 0.1926, 0,      0, 0, 0.5856, 0, 0.0956, 1.6612, 0, 2.3002, 2.3006, 2.301},
     0.0002,
     0,
     true,
     true},
};

void PrintTo(const Solution& solution, std::ostream* out) { *out << solution.name; }

class HockSchittkowski : public ::testing::TestWithParam<Solution> {
  protected:
    static AnyProblem<double> problem() {
        const auto all = problems::hock_schittkowski();
        return std::ranges::find(all, std::string(GetParam().name), &problems::KnownProblem::name)->make();
    }
};

/// HS13 has no multipliers at its solution; everywhere else the first-order conditions hold to the printed digits.
TEST_P(HockSchittkowski, SolutionIsAKktPoint) {
    auto any = problem();
    const Optimality found = examine(any, GetParam().theta, GetParam().lambda,
                                     {.stationarity = 1e-7, .violation = 1e-4, .complementarity = 1e-6});
    const bool multipliers = std::string(GetParam().name) != "HS13";
    EXPECT_EQ(found.kkt.verdict, multipliers ? Decision::holds : Decision::fails) << to_string(found);
    EXPECT_EQ(found.licq.verdict, GetParam().licq ? Decision::holds : Decision::fails) << found.licq.ratio;
    EXPECT_EQ(found.active.strict(), GetParam().strict);
}

TEST_P(HockSchittkowski, CurvatureIsThatOfTheTable) {
    if (std::isnan(GetParam().eigenvalue)) return;
    auto any = problem();
    const Optimality found = examine(any, GetParam().theta, GetParam().lambda);
    const SecondOrder& second = found.second_order;
    ASSERT_TRUE(second.whole);
    const double wanted = GetParam().eigenvalue;
    EXPECT_NEAR(second.whole->value, wanted, 0.005 * std::abs(wanted) + (wanted == 0 ? 1e-6 : 0)) << to_string(found);
    EXPECT_EQ(second.whole->positive, wanted > 0   ? Decision::holds
                                      : wanted < 0 ? Decision::fails
                                                   : Decision::undetermined)
        << to_string(found);
    EXPECT_LT(second.whole->error, wanted == 0 ? 1e-6 : 1e-4 * std::abs(wanted)) << to_string(found);
    ASSERT_EQ(second.alpha_min.has_value(), GetParam().alpha_min.has_value()) << to_string(found);
    EXPECT_EQ(second.verdict, GetParam().alpha_min ? Decision::holds : Decision::undetermined) << to_string(found);
    if (!second.alpha_min) return;
    EXPECT_NEAR(*second.alpha_min, *GetParam().alpha_min, 6e-4 * *GetParam().alpha_min) << to_string(found);
    ASSERT_TRUE(second.alpha_min_in_box);
    EXPECT_LE(*second.alpha_min_in_box, *second.alpha_min * (1 + 1e-9));
}

INSTANTIATE_TEST_SUITE_P(Table, HockSchittkowski, ::testing::ValuesIn(solutions),
                         [](const auto& p) { return p.param.name; });

}  // namespace
}  // namespace alcole
