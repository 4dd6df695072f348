#include "hock_schittkowski.hpp"
#include "small_problems.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace alcole {
namespace {

TEST(Price, OfTheWallAtOneIsTwo) {  // min (x-2)^2 s.t. x <= 1  =>  x = 1, lambda = 2
    const auto answer = solve(tests::Wall<>{}, std::vector{0.0});
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.theta()[0], 1, 1e-7);
    EXPECT_NEAR(answer.lambda[0], 2, 1e-6);
}

/// Every problem of the library, from its standard start, with one set of options: the defaults.
class HockSchittkowski : public ::testing::TestWithParam<problems::KnownProblem> {};

TEST_P(HockSchittkowski, IsSolvedFromTheStandardStartWithTheDefaults) {
    const auto& known = GetParam();
    auto problem = known.make();
    const auto answer = solve(problem, known.start);
    const auto close = [&](double wanted) {
        return std::abs(answer.risks[0] - wanted) <= 1e-6 * std::max(1.0, std::abs(wanted));
    };
    if (known.name == "HS13") {  // no multipliers exist: the honest answer is a status with the reason
        EXPECT_EQ(answer.status, Status::stalled);
        EXPECT_NE(answer.message.find("no finite multiplier exists"), std::string::npos) << answer.message;
        EXPECT_NEAR(answer.risks[0], 1, 1e-2);
        return;
    }
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_LE(answer.violation, 1e-7);
    EXPECT_TRUE(std::ranges::any_of(known.values, close)) << answer.risks[0];
    for (std::size_t j = 0; j < known.start.size(); ++j) {
        EXPECT_GE(answer.theta()[j], problem.facts().box.lower[j]);
        EXPECT_LE(answer.theta()[j], problem.facts().box.upper[j]);
    }
    if (known.degenerate || known.multipliers.empty() || !close(known.values.front())) return;
    for (std::size_t i = 0; i < known.multipliers.size(); ++i) {
        const double wanted = known.multipliers[i];
        EXPECT_NEAR(answer.lambda[i], wanted, 1e-4 * (wanted == 0 ? 1.0 : std::abs(wanted))) << "constraint " << i + 1;
    }
}

INSTANTIATE_TEST_SUITE_P(All, HockSchittkowski, ::testing::ValuesIn(problems::hock_schittkowski()),
                         [](const auto& parameter) { return parameter.param.name; });

/// A known problem whose inequalities all have one price.
struct AtAPrice {
    AnyProblem<double>& problem;
    double price;

    std::size_t num_variables() const { return problem.num_variables(); }
    std::size_t num_constraints() const { return problem.num_constraints(); }
    Relation relation(std::size_t i) const { return problem.facts().relations[i]; }
    Box<double> box() const { return problem.facts().box; }
    std::vector<double> constraint_prices() const {
        std::vector<double> prices(num_constraints(), price);
        for (std::size_t i = 0; i < prices.size(); ++i)
            if (relation(i) == Relation::equal_zero) prices[i] = problems::infinity;
        return prices;
    }
    auto risks(std::span<const double> theta, std::span<double> l) { return problem.risks(theta, l); }
};

/// No multiplier of these problems comes near a price of 1e9, so the constraints hold as if they had to be met.
TEST(HighPrices, ChangeNoAnswer) {
    for (const auto& known : problems::hock_schittkowski()) {
        if (known.name == "HS13") continue;  // its multipliers exceed every price
        SCOPED_TRACE(known.name);
        auto problem = known.make();
        const auto answer = solve(AtAPrice{problem, 1e9}, known.start);
        const auto close = [&](double wanted) {
            return std::abs(answer.risks[0] - wanted) <= 1e-6 * std::max(1.0, std::abs(wanted));
        };
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_LE(answer.violation, 1e-7);
        EXPECT_EQ(answer.ending.gave_way, 0U);
        EXPECT_TRUE(std::ranges::any_of(known.values, close)) << answer.risks[0];
    }
}

TEST(ProblemLibrary, HasNoProblemTwice) {
    std::vector<std::string> names;
    for (const auto& known : problems::hock_schittkowski()) names.push_back(known.name);
    EXPECT_EQ(names.size(), 112U);
    std::ranges::sort(names);
    EXPECT_TRUE(std::ranges::adjacent_find(names) == names.end());
}

}  // namespace
}  // namespace alcole
