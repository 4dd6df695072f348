#include <alcole/options.hpp>

#include <limits>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

namespace alcole {
namespace {

std::string refusal(auto action) {
    try {
        action();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

TEST(OptionTable, ListsEveryOptionOnceWithAMeaning) {
    std::set<std::string> names;
    for (const auto& option : option_table()) {
        EXPECT_TRUE(names.insert(option.name).second) << option.name;
        EXPECT_FALSE(option.meaning.empty()) << option.name;
        EXPECT_FALSE(option.values.empty()) << option.name;
    }
    EXPECT_GT(names.size(), 35U);
}

TEST(OptionTable, DefaultsAreValidAndGoThroughTextUnchanged) {
    Options options;
    EXPECT_NO_THROW(check(options));
    for (const auto& option : option_table()) {
        EXPECT_EQ(get_option(options, option.name), option.by_default) << option.name;
        EXPECT_NO_THROW(set_option(options, option.name, option.by_default)) << option.name;
    }
    EXPECT_EQ(options, Options());
}

TEST(OptionTable, ReachesEveryMember) {
    // An option that is changed and set back must have changed the struct in between.
    for (const auto& option : option_table()) {
        Options options;
        std::string other;
        if (option.values.starts_with("one of ")) {
            other = option.values.substr(option.values.rfind(' ') + 1);
            if (other == option.by_default) other = option.values.substr(7, option.values.find(',') - 7);
        } else if (option.values == "true or false") {
            other = option.by_default == "true" ? "false" : "true";
        } else {
            other = option.values.find("< 1") != std::string::npos || option.values.find("<= 1") != std::string::npos
                        ? "0.625"
                        : "17";
        }
        set_option(options, option.name, other);
        EXPECT_NE(options, Options()) << option.name;
        EXPECT_EQ(get_option(options, option.name), other);
    }
}

TEST(OptionTable, LetsLimitsTolerancesAndWhatIsKeptChangeOnResume) {
    std::set<std::string> free;
    for (const auto& option : option_table())
        if (option.free_on_resume) free.insert(option.name);
    EXPECT_EQ(free,
              (std::set<std::string>{"max_outer", "max_seconds", "diagnose", "tolerance.stationarity",
                                     "tolerance.violation", "tolerance.complementarity", "stochastic.max_epochs",
                                     "stochastic.evaluate_every", "stochastic.settle", "sample.every", "sample.from"}));
}

TEST(SetOption, ReadsNumbersWordsAndBooleans) {
    Options options;
    set_option(options, "penalty.factor", "2.5");
    set_option(options, "method", "lagrangian");
    set_option(options, "diagnose", "false");
    set_option(options, "seed", "18446744073709551615");
    EXPECT_EQ(options.penalty.factor, 2.5);
    EXPECT_EQ(options.method, Method::lagrangian);
    EXPECT_FALSE(options.diagnose);
    EXPECT_EQ(options.seed, std::numeric_limits<std::uint64_t>::max());
}

TEST(SetOption, NamesTheNearestKnownOption) {
    Options options;
    EXPECT_EQ(refusal([&] { set_option(options, "penalty.facto", "2"); }),
              "there is no option 'penalty.facto'; did you mean 'penalty.factor'?");
    EXPECT_EQ(refusal([&] { (void)get_option(options, "max_outter"); }),
              "there is no option 'max_outter'; did you mean 'max_outer'?");
}

TEST(SetOption, SaysWhatItExpectsAndChangesNothing) {
    Options options;
    EXPECT_EQ(refusal([&] { set_option(options, "penalty.factor", "two"); }),
              "option 'penalty.factor' must be a number > 1, not 'two'");
    EXPECT_EQ(refusal([&] { set_option(options, "penalty.factor", "1"); }),
              "option 'penalty.factor' must be a number > 1, not '1'");
    EXPECT_EQ(refusal([&] { set_option(options, "inner.memory", "3.5"); }),
              "option 'inner.memory' must be a whole number >= 0, not '3.5'");
    EXPECT_EQ(refusal([&] { set_option(options, "stochastic.optimiser", "Adam"); }),
              "option 'stochastic.optimiser' must be one of sgd, adam, adamw, not 'Adam'");
    EXPECT_EQ(refusal([&] { set_option(options, "diagnose", "yes"); }),
              "option 'diagnose' must be true or false, not 'yes'");
    EXPECT_EQ(refusal([&] { set_option(options, "max_seconds", "inf"); }),
              "option 'max_seconds' must be a number >= 0, not 'inf'");
    EXPECT_EQ(options, Options());
}

TEST(Check, RefusesWhatWasPutIntoTheStructByHand) {
    Options options;
    options.tolerance.violation = -1;
    EXPECT_EQ(refusal([&] { check(options); }), "option 'tolerance.violation' must be a number >= 0, not '-1'");
    options = {};
    options.penalty.cap = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(refusal([&] { check(options); }), "option 'penalty.cap' must be a number >= 0, not 'nan'");
}

TEST(Check, RefusesContradictions) {
    Options options;
    options.dual.rule = DualRule::printed;
    EXPECT_EQ(refusal([&] { check(options); }), "");
    for (const auto growing : {PenaltySchedule::adaptive, PenaltySchedule::periodic}) {
        options.penalty.schedule = growing;
        EXPECT_NE(refusal([&] { check(options); }).find("freeze before they arrive"), std::string::npos);
    }
    options.penalty.schedule = PenaltySchedule::constant;
    EXPECT_EQ(refusal([&] { check(options); }), "");
    options.method = Method::lagrangian;
    EXPECT_NE(refusal([&] { check(options); }).find("'printed'"), std::string::npos);
    options.dual.rule = DualRule::automatic;
    options.penalty.schedule = PenaltySchedule::adaptive;
    EXPECT_NE(refusal([&] { check(options); }).find("has no penalty"), std::string::npos);
    options = {};
    options.loose = {.start = 1, .steps = 200};
    EXPECT_NE(refusal([&] { check(options); }).find("never be the requested ones"), std::string::npos);
}

}  // namespace
}  // namespace alcole
