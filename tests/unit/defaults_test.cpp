#include "base/text.hpp"
#include "solver/dual/used_options.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

/// The prose says what an option left at zero stands for. Here the prose is checked against the code.
namespace alcole {
namespace {

constexpr double in_double = std::numeric_limits<double>::epsilon();
constexpr double in_float = std::numeric_limits<float>::epsilon();

Options used(Regime regime, double epsilon = in_double, bool natural = false, Method method = Method::augmented) {
    Options options;
    options.regime = regime;
    options.method = method;
    return solver::used_options(options, epsilon, natural);
}

std::string meaning(const std::string& name) {
    const auto table = option_table();
    return std::ranges::find(table, name, &OptionInfo::name)->meaning;
}

/// As people write it: 1e-7, not 1e-07.
std::string number(double value) {
    std::string text = base::number_text(value);
    const auto zero = text.find("e-0");
    if (zero != std::string::npos) text.erase(zero + 2, 1);
    return text;
}

TEST(Defaults, OfTolerancesAreThoseOfTheirMeaning) {
    const auto expect = [](const std::string& name, auto member) {
        EXPECT_NE(meaning(name).find("0: " + number(used(Regime::full).tolerance.*member) + ", or " +
                                     number(used(Regime::full, in_float).tolerance.*member) + " when theta is float"),
                  std::string::npos)
            << meaning(name);
    };
    expect("tolerance.stationarity", &Options::Tolerance::stationarity);
    expect("tolerance.violation", &Options::Tolerance::violation);
    expect("tolerance.complementarity", &Options::Tolerance::complementarity);
}

TEST(Defaults, OfThePenaltyAndTheStepAreThoseOfTheirMeaning) {
    EXPECT_NE(meaning("penalty.initial")
                  .find("0: " + number(used(Regime::full, in_double, true).penalty.initial) +
                        " under natural scaling, less for rates with a bound between 0 and 0.05; otherwise " +
                        number(used(Regime::full).penalty.initial) + ", or " +
                        number(used(Regime::stochastic).penalty.initial) + " in the stochastic regime"),
              std::string::npos);
    EXPECT_EQ(used(Regime::full).dual.step, used(Regime::full).penalty.initial);
    EXPECT_EQ(used(Regime::stochastic).dual.step, used(Regime::stochastic).penalty.initial / 10);
    EXPECT_NE(meaning("dual.step")
                  .find("0: the initial penalty; a tenth of it in the stochastic regime; " +
                        number(used(Regime::full, in_double, false, Method::lagrangian).dual.step) +
                        " for the ordinary Lagrangian in the full regime"),
              std::string::npos);
}

TEST(Defaults, OfRulesAreThoseOfTheirMeaning) {
    for (const Method method : {Method::augmented, Method::penalty, Method::lagrangian, Method::unconstrained}) {
        const bool has_penalty = method == Method::augmented || method == Method::penalty;
        const auto full = used(Regime::full, in_double, false, method);
        const auto stochastic = used(Regime::stochastic, in_double, false, method);
        EXPECT_EQ(full.dual.rule, has_penalty ? DualRule::multipliers : DualRule::gradient);
        EXPECT_EQ(stochastic.dual.rule, DualRule::gradient);
        EXPECT_EQ(full.penalty.schedule, has_penalty ? PenaltySchedule::adaptive : PenaltySchedule::constant);
        EXPECT_EQ(stochastic.penalty.schedule, PenaltySchedule::constant);
    }
    for (const auto* name : {"dual.rule", "penalty.schedule"})
        EXPECT_NE(meaning(name).find(" in the full regime if the method has a penalty, otherwise "), std::string::npos);
}

TEST(Defaults, OfTheMiniBatchStepAreThoseOfThePages) {
    const auto options = used(Regime::stochastic);
    const std::string expected = "eta = " + number(options.dual.step / options.penalty.initial) + " alpha";
    for (const auto* page : {"/docs/math.md", "/docs/solver.md"}) {
        std::ifstream in(std::string(ALCOLE_SOURCE_DIR) + page);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        EXPECT_NE(text.find(expected), std::string::npos) << page << " lacks: " << expected;
        EXPECT_EQ(text.find("eta = alpha"), std::string::npos) << page;
    }
}

}  // namespace
}  // namespace alcole
