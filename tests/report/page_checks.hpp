#pragma once

#include "fake_run.hpp"
#include "markup.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

/// What the tests of all pages ask.
namespace alcole::testing {

inline bool says(const std::string& page, std::string_view words) { return page.find(words) != std::string::npos; }

/// Expects nothing that printf writes for values that are not numbers.
inline void expect_no_wild_numbers(const std::string& page) {
    for (const auto* none :
         {"\"nan", " nan", "-nan", ">nan", "inf\"", ">inf<", ">inf ", ">inf,", "Mnan", "lnan", "NaN"})
        EXPECT_FALSE(says(page, none)) << none;
}

/// Expects a well-formed page that loads nothing from elsewhere.
inline void expect_sound(const std::string& page) {
    EXPECT_EQ(fault_of(page), "");
    expect_no_wild_numbers(page);
    for (const auto* fetch : {" src=", "<link", "@import", "url(", "fetch(", "href=\"http", "<iframe", "<img"})
        EXPECT_FALSE(says(page, fetch)) << fetch;
    EXPECT_EQ(occurrences(page, "<h1>"), 1U);
    EXPECT_EQ(occurrences(page, "role=\"img\""), occurrences(page, "<desc id="));
    EXPECT_FALSE(says(page, "<th>"));  // every heading of a table has a scope
}

/// Every kind of run that a page must be able to show.
inline std::vector<FakeRun> all_runs() {
    return {{},
            {.constraints = 1},
            {.constraints = 40, .steps = 1700},
            {.constraints = 0, .method = Method::unconstrained},
            {.held_out = false},
            {.regression = true},
            {.groups = false},
            {.infeasible = true},
            {.hostile_names = true},
            {.long_names = true},
            {.method = Method::unconstrained},
            {.certificate = true},
            {.hostile_names = true, .certificate = true},
            {.examined = false},
            {.thoroughly = false},
            {.unconstrained = true},
            {.held_out = false, .regression = true, .unconstrained = true},
            {.steps = 1},
            {.steps = 0}};
}

}  // namespace alcole::testing
