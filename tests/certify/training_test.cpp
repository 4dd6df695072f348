// Training towards a certificate, and how reliable the certificates are.
#include "training.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace alcole::certify {
namespace {

using tests::Ending;
using tests::Population;
using tests::Rows;
using tests::Trial;

constexpr std::size_t repetitions = 300;
constexpr const char* accurate =
    "[[constraint]]\nkind = \"rate\"\nrate = \"accuracy\"\nat_least = true\nbound = 0.66\n";
constexpr const char* accurate_and_fair =
    "[[constraint]]\nkind = \"rate\"\nrate = \"accuracy\"\nat_least = true\nbound = 0.5\n"
    "[[constraint]]\nkind = \"counterfactual\"\nattribute = \"sex\"\nbound = 0.002\n";

/// Hundreds of trainings take too long under a sanitizer; the third test suffices there.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool slow = true;
#elif defined(__has_feature)
constexpr bool slow = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool slow = false;
#endif

/// For each family, the share of all trials that ended with a certificate for something that does not hold, and for the
/// first one the share of valid constraints that were certified.
struct Shares {
    std::array<double, all_families.size()> wrong{};
    double power = 0;
};

Shares shares_of(const Population& population, const Trial& trial) {
    Shares shares;
    double holding = 0;
    for (std::size_t k = 0; k < repetitions; ++k) {
        const Ending ending = population.try_once(trial, 1000 + k);
        holding += ending.holds ? 1 : 0;
        for (std::size_t f = 0; f < shares.wrong.size(); ++f)
            if (ending.certified[f] && !ending.holds) shares.wrong[f] += 1.0 / repetitions;
        if (ending.certified[0] && ending.holds) shares.power += 1;
    }
    shares.power /= std::max(1.0, holding);
    return shares;
}

/// delta, plus two standard errors for chance in the simulation.
double most_wrong(const Trial& trial) {
    const double delta = 1 - trial.confidence;
    return delta + 2 * std::sqrt(delta * (1 - delta) / repetitions);
}

TEST(CertifiedTraining, IsWrongNoMoreOftenThanItSays) {
    if (slow) GTEST_SKIP() << "hundreds of trainings, which the optimised build does";
    const Population population;
    for (const Trial& trial :
         {Trial{.rows = 100, .constraints = accurate}, Trial{.rows = 250, .constraints = accurate_and_fair}}) {
        const Shares shares = shares_of(population, trial);
        for (std::size_t f = 0; f < shares.wrong.size(); ++f)
            EXPECT_LE(shares.wrong[f], most_wrong(trial)) << to_string(all_families[f]) << ", " << trial.rows;
    }
}

/// A test of the test: tightening on the rows that decide is detected.
TEST(CertifiedTraining, OnTheRowsThatDecideIsFoundOut) {
    if (slow) GTEST_SKIP() << "hundreds of trainings, which the optimised build does";
    const Trial trial{.rows = 100, .constraints = accurate, .rows_of = Rows::trained_on};
    const Shares shares = shares_of(Population{}, trial);
    for (const Family family : {Family::betting, Family::clopper_pearson})
        EXPECT_GT(shares.wrong[static_cast<std::size_t>(family)], most_wrong(trial)) << to_string(family);
}

TEST(CertifiedTraining, EndsInACertificateWhereThereAreRowsEnough) {
    const Trial trial{.rows = 2000, .confidence = 0.95, .constraints = accurate_and_fair};
    const Population population;
    std::size_t certified = 0;
    constexpr std::size_t few = slow ? 2 : 20;
    for (std::size_t k = 0; k < few; ++k) {
        const Ending ending = population.try_once(trial, k);
        certified += ending.certified[0] ? 1 : 0;
        EXPECT_TRUE(ending.holds);
    }
    EXPECT_GE(certified, few - 1);
}

}  // namespace
}  // namespace alcole::certify
