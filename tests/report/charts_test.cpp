// The parts that figures are made of, one by one.
#include "report/charts.hpp"

#include "report/scale.hpp"
#include "report/text.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace alcole::report {
namespace {

RowChart chart_of(std::size_t rows) {
    RowChart chart{.title = "Risk", .unit = "bounds", .bound = 1.0, .axis_max = 3.0};
    for (std::size_t i = 0; i < rows; ++i)
        chart.rows.push_back({.name = "row", .marks = {{3, "training", {1, 1, 1}, "1", {}}}});
    return chart;
}

TEST(RowChart, ManyRowsBecomePanelsOfTheSameSize) {
    EXPECT_TRUE(row_panels(chart_of(0)).empty());
    EXPECT_EQ(row_panels(chart_of(1)).size(), 1U);
    const auto panels = row_panels(chart_of(40));
    ASSERT_GT(panels.size(), 2U);
    EXPECT_EQ(panels[0].height, panels[1].height);
    EXPECT_LT(panels[0].height, 600);
    EXPECT_EQ(panels[1].title, "Risk, continued");
}

TEST(RowChart, WhatLiesBeyondTheAxisBecomesAnArrow) {
    auto chart = chart_of(2);
    EXPECT_EQ(row_panels(chart)[0].body.find("<polygon"), std::string::npos);
    chart.rows[1].marks[0].value = {31, 31, 31};
    EXPECT_NE(row_panels(chart)[0].body.find("<polygon"), std::string::npos);
}

TEST(RowChart, ARowWithoutMarksSaysWhy) {
    auto chart = chart_of(1);
    chart.rows.push_back({.name = "bare", .instead = "its bound is 0"});
    const auto panel = row_panels(chart).front();
    EXPECT_NE(panel.body.find("its bound is 0"), std::string::npos);
    EXPECT_NE(panel.description.find("bare: its bound is 0."), std::string::npos);
}

TEST(Lines, LongOnesAreThinnedAndKeepTheirLastStep) {
    EXPECT_EQ(DrawnSteps::of(500, 500).every, 1U);
    for (const std::size_t steps : {501U, 1000U, 1700U, 20'001U}) {
        const auto drawn = DrawnSteps::of(steps, 500);
        const std::size_t points = (steps - drawn.first + drawn.every - 1) / drawn.every;
        EXPECT_LE(points, 500U);
        EXPECT_EQ(drawn.at(points - 1), steps - 1);
    }
}

TEST(Text, IsCutWhereItWouldLeaveThePanel) {
    EXPECT_EQ(fitting("sex flipped", 340, 11), "sex flipped");
    EXPECT_LT(fitting(std::string(100, 'w'), 340, 11).size(), 40U);
    EXPECT_GT(fitting(std::string(100, 'i'), 340, 11).size(), 60U);
    EXPECT_TRUE(fitting("\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9", 20, 11).ends_with("\u2026"));
}

TEST(Text, ListsAreCountedWhenTheyAreLong) {
    const auto text = [](const std::vector<Text>& items, std::size_t most = 6) { return ascii(listed(items, most)); };
    EXPECT_EQ(text({}), "");
    EXPECT_EQ(text({"a"}), "a");
    EXPECT_EQ(text({"a", "b"}), "a and b");
    EXPECT_EQ(text({"a", "b", "c"}), "a, b and c");
    EXPECT_EQ(text({"a", "b", "c", "d"}, 3), "a, b and 2 more");
}

TEST(Text, IsWrittenAsItsMediumDoes) {
    const Text text = say("at most ", Sign{"<="}, " ", Number{2e-7}, R"( of
                                                                        the )",
                          Name{"risk"}, ", ", Percent{0.5}, ", ", Count{6172}, ", ", Nothing{});
    EXPECT_EQ(ascii(text), "at most <= 2e-07 of the 'risk', 50 %, 6172, -");
    EXPECT_EQ(typeset(text),
              "at most \u2264 2\u00d710\u207b\u2077 of the \u201crisk\u201d, 50.0\u202f%, 6\u202f172, \u2013");
}

TEST(Scale, TicksStayShort) {
    Extent range;
    range.include(std::vector{0.0, 250'000.0});
    const auto scale = Scale::linear(range, 0, 100, 5);
    EXPECT_EQ(scale.ticks().front().text, "0");
    EXPECT_EQ(scale.ticks().back().text, "250k");
}

}  // namespace
}  // namespace alcole::report
