#include "markup.hpp"
#include "pages.hpp"
#include "report/charts.hpp"
#include "report/table.hpp"
#include "small_studies.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace alcole::report {
namespace {

using testing::duality_html;
using testing::fault_of;
using testing::learnability_html;
using testing::occurrences;

TEST(LearnabilityReport, IsWellFormedAndSaysWhatWasFound) {
    const auto study = testing::small_learnability();
    const auto html = learnability_html(study);
    EXPECT_EQ(fault_of(html), "");
    EXPECT_EQ(occurrences(html, "<figure "), 1U);
    EXPECT_EQ(occurrences(html, "class=\"panel\""), 2U);
    for (const auto& claim : study.claims)
        EXPECT_NE(html.find(claim.text.substr(claim.text.size() - 15)), std::string::npos);
    EXPECT_NE(html.find("SYNTHETIC DATA"), std::string::npos);
    EXPECT_EQ(fault_of(learnability_html({})), "") << "also of nothing";
}

TEST(DualityReport, IsWellFormedAndSaysWhatWasFound) {
    const auto study = testing::small_duality();
    const auto html = duality_html(study);
    EXPECT_EQ(fault_of(html), "");
    EXPECT_EQ(occurrences(html, "<figure "), 4U);
    EXPECT_EQ(occurrences(html, "class=\"panel\""), 20U);
    EXPECT_NE(html.find("lower estimate"), std::string::npos);
    EXPECT_EQ(fault_of(duality_html({})), "") << "also of nothing";
}

TEST(XyChart, LeavesOutWhatHasNoPlace) {
    XyPanel panel{.title = "t", .about = "About it.", .unit = "u", .x_label = "x", .log_x = true, .log_y = true};
    panel.curves = {{.slot = 3,
                     .name = "c",
                     .places = {{1, {1, 0, 2}}, {10, {0, 0, 0}}, {100, {std::nan(""), 0, 0}}, {1000, {5, 4, 6}}}}};
    const auto drawn = draw_xy(panel);
    EXPECT_EQ(fault_of("<svg>" + drawn.background + drawn.body + "</svg>"), "");
    EXPECT_EQ(drawn.body.find("nan"), std::string::npos);
    EXPECT_EQ(drawn.body.find("inf"), std::string::npos);
    EXPECT_EQ(occurrences(drawn.body, "class=\"mark "), 2U);
    EXPECT_EQ(fault_of(html(xy_table(panel))), "");
}

}  // namespace
}  // namespace alcole::report
