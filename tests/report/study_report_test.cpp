#include "fake_study.hpp"
#include "markup.hpp"
#include "pages.hpp"
#include "report/format.hpp"
#include "report/scale.hpp"

#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace alcole::report {
namespace {

using testing::fake_study;
using testing::FakeStudy;

using testing::fault_of;
using testing::occurrences;
using testing::study_html;

TEST(StudyReport, IsWellFormed) {
    for (const bool sweep : {false, true})
        for (const bool synthetic : {false, true})
            for (const bool hostile : {false, true}) {
                const auto study =
                    fake_study({.steps = 20, .sweep = sweep, .synthetic = synthetic, .hostile_names = hostile});
                EXPECT_EQ(fault_of(study_html(study)), "");
                const auto figures = report::figures(studies::page(study));
                EXPECT_EQ(figures.size(), sweep ? 5U : 4U);
                for (const auto& figure : figures) EXPECT_EQ(fault_of(figure), "");
            }
}

TEST(StudyReport, TheCheckOfFormCanFail) {
    EXPECT_NE(fault_of("<p>1 < 2</p>"), "");
    EXPECT_NE(fault_of("<p>a & b</p>"), "");
    EXPECT_NE(fault_of("<p><b>x</p></b>"), "");
    EXPECT_NE(fault_of("<p class=x>y</p>"), "");
    EXPECT_EQ(fault_of("<p class=\"x\">1 &lt; 2<br/></p>"), "");
}

TEST(StudyReport, LetsNoNameBecomeMarkup) {
    const auto html = study_html(fake_study({.steps = 20, .hostile_names = true}));
    EXPECT_EQ(html.find("<script>alert"), std::string::npos);
    EXPECT_EQ(html.find("<img"), std::string::npos);
    EXPECT_EQ(html.find("<b>bold</b>"), std::string::npos);
    EXPECT_NE(html.find("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;co&quot;"), std::string::npos);
    EXPECT_NE(html.find("1 &lt; 2 &amp;&amp; &quot;x&quot; &gt; &#39;y&#39; &lt;i&gt;"), std::string::npos);
    EXPECT_NE(html.find("caf\xc3\xa9 \xef\xbf\xbd\xef\xbf\xbd broken"),
              std::string::npos);  // é stays, \xff\x01 are replaced
}

TEST(StudyReport, HasEveryFigureAndItsTable) {
    const auto with = study_html(fake_study());
    const auto without = study_html(fake_study({.sweep = false}));
    for (int figure = 1; figure <= 5; ++figure) {
        const std::string id =
            cat("<figure class=\"figure", figure <= 2 ? " hide-9" : "", "\" id=\"fig", std::to_string(figure), "\"");
        EXPECT_EQ(occurrences(with, id), 1U) << id;
        EXPECT_EQ(occurrences(without, id), figure <= 4 ? 1U : 0U) << id;
        const std::string table = cat("Figure ", std::to_string(figure), " as a table</summary>");
        EXPECT_EQ(occurrences(with, table), 1U);
    }
    EXPECT_EQ(occurrences(with, "role=\"img\""), 5U + 5U + 6U + 2U + 3U);  // panels
    EXPECT_EQ(occurrences(with, "<desc id="), 5U + 5U + 6U + 2U + 3U);
}

TEST(StudyReport, HasEverythingElse) {
    const auto html = study_html(fake_study());
    for (const auto* part :
         {"In short", "The claims and what became of them", "What they cost", "Settings and versions", "How to cite",
          "2510.20995", "Where this differs from the paper", "7.6", "1.5", "steady-<wbr/>multipliers", "95 % bootstrap",
          "GCC 12.2", "When the truth is known", "What a randomised answer costs"}) {
        std::string wanted = part;
        if (wanted == "What they cost") wanted = "The constraints and what they cost";
        EXPECT_NE(html.find(wanted), std::string::npos) << wanted;
    }
    for (const auto* verdict : {"verdict holds", "verdict fails", "verdict undecided"})
        EXPECT_NE(html.find(verdict), std::string::npos) << verdict;
}

TEST(StudyReport, ShowsWhatStoppingElsewhereWouldGive) {
    const auto study = fake_study();
    const auto html = study_html(study);
    EXPECT_NE(html.find("Does it matter when one stops?"), std::string::npos);
    EXPECT_NE(html.find("48.0\u202f%"), std::string::npos) << "ordinary: share of the late epochs that violate";
    EXPECT_NE(html.find("2.0\u202f% to 7.0\u202f%"), std::string::npos) << "ordinary: flips over the late epochs";
    const auto svg = report::figures(studies::page(study)).at(3);
    EXPECT_EQ(occurrences(svg, "class=\"band\""), 4U) << "two methods, slack and flips";
    const std::string text = terminal(studies::summary(study), false);
    EXPECT_NE(text.find("epochs that violate"), std::string::npos) << text;
    auto none = study;
    for (auto& method : none.methods) method.means.late.reset();
    EXPECT_EQ(study_html(none).find("id=\"stopping\""), std::string::npos);
    for (const auto& figure : report::figures(studies::page(none))) EXPECT_EQ(fault_of(figure), "");
}

TEST(StudyReport, SaysSyntheticLoudlyAndOnlyThen) {
    const auto synthetic = study_html(fake_study());
    EXPECT_NE(synthetic.find("SYNTHETIC DATA"), std::string::npos);
    EXPECT_EQ(occurrences(synthetic, "Synthetic data."), 5U);  // every caption
    EXPECT_NE(report::figures(studies::page(fake_study())).front().find("SYNTHETIC DATA"), std::string::npos);
    const auto real = study_html(fake_study({.synthetic = false}));
    EXPECT_EQ(real.find("SYNTHETIC"), std::string::npos);
    EXPECT_EQ(real.find("ynthetic data"), std::string::npos);
}

TEST(StudyReport, AsksTheNetworkForNothing) {
    const auto html = study_html(fake_study());
    for (const auto* fetch : {" src=", "<link", "@import", "url(", "fetch(", "XMLHttpRequest", "<iframe", "<img"})
        EXPECT_EQ(html.find(fetch), std::string::npos) << fetch;
    EXPECT_EQ(occurrences(html, "href=\"http"), 1U);  // the paper, as a link to follow
    EXPECT_EQ(occurrences(html, "href=\"https://arxiv.org/abs/2510.20995\""), 1U);
    EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

TEST(StudyReport, IsTheSameForTheSameStudyAndSmall) {
    const FakeStudy large{.runs = 20, .steps = 400};
    const auto html = study_html(fake_study(large));
    EXPECT_EQ(html, study_html(fake_study(large)));
    EXPECT_LT(html.size(), 600'000U);
}

TEST(StudyReport, DrawsWhatIsThereWhenMuchIsMissing) {
    EXPECT_EQ(fault_of(study_html({})), "");
    for (const auto& figure : report::figures(studies::page(studies::Study{}))) EXPECT_EQ(fault_of(figure), "");
    auto study = fake_study({.runs = 1, .steps = 1});
    study.methods[1].means.flip.clear();
    study.methods[1].runs[0].test.flip.clear();
    study.methods[3].runs.clear();
    study.methods.push_back({"another one", {}, {}});
    EXPECT_EQ(fault_of(study_html(study)), "");
}

TEST(StudyReport, BreaksLinesWhereNumbersAreNone) {
    auto study = fake_study({.runs = 2, .steps = 30});
    study.methods[1].runs[0].trace.lambda[10][0] = std::numeric_limits<double>::quiet_NaN();
    study.methods[1].runs[0].trace.slack[29][0] = std::numeric_limits<double>::infinity();
    study.methods[1].means.accuracy = {std::nan(""), std::nan(""), std::nan("")};
    study.claims[0].value = {std::nan(""), std::nan(""), std::nan("")};
    const auto html = study_html(study);
    EXPECT_EQ(fault_of(html), "");
    EXPECT_NE(html.find("n/a"), std::string::npos);
    for (const auto* none : {"\"nan", " nan", "-nan", "inf\"", "Mnan", "lnan"})
        EXPECT_EQ(html.find(none), std::string::npos) << none;
}

TEST(StudyReport, StandaloneFiguresNeedNothingButThemselves) {
    const auto svg = report::figures(studies::page(fake_study())).front();
    EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    EXPECT_EQ(svg.find("var(--"), std::string::npos);  // not every SVG program supports variables
    EXPECT_EQ(svg.find("<script"), std::string::npos);
    EXPECT_EQ(svg.find("faint\" d="), std::string::npos);  // other seeds are only on the page
}

TEST(Format, NumbersForPeople) {
    EXPECT_EQ(number(0), "0");
    EXPECT_EQ(number(2), "2");
    EXPECT_EQ(number(-0.5), "\u22120.5");
    EXPECT_EQ(number(0.00123456), "0.00123");
    EXPECT_EQ(number(1234.5), "1234");
    EXPECT_EQ(number(100), "100");
    EXPECT_EQ(number(2e-7), "2\u00d710\u207b\u2077");
    EXPECT_EQ(number(1e9), "10\u2079");
    EXPECT_EQ(number(std::nan("")), "n/a");
    EXPECT_EQ(fixed(-0.0001, 2), "0.00");
    EXPECT_EQ(count(6172), "6\u202f172");
    EXPECT_EQ(count(172), "172");
    EXPECT_EQ(count(1234567), "1\u202f234\u202f567");
}

TEST(Format, LongNamesAreShortenedBetweenCharacters) {
    EXPECT_EQ(shortened("race", 4), "race");
    EXPECT_EQ(shortened("races", 4), "rac\u2026");
    EXPECT_EQ(shortened("\u00e9\u00e9\u00e9", 2), "\u00e9\u2026");
}

TEST(Format, DecimalsFollowTheInterval) {
    EXPECT_EQ(interval_text({0.8531, 0.7123, 1.0234}), "0.85 (0.71 to 1.02)");
    EXPECT_EQ(interval_text({161.4, 144.2, 180.9}), "161 (144 to 181)");
    EXPECT_EQ(interval_text({2, 2, 2}), "2.00 (2.00 to 2.00)");
    EXPECT_EQ(interval_text({49, 49, 49 + 1e-12}), "49.0 (49.0 to 49.0)") << "rounding is no width";
    EXPECT_TRUE(has_width({1, 0.9, 1.1}));
    EXPECT_FALSE(has_width({0.248, 0.248, 0.248}));
    EXPECT_FALSE(has_width({49, 49, 49 + 1e-12}));
    EXPECT_EQ(ascii(Text(Percent{1.5625, 2})), "156 %");
    EXPECT_EQ(ascii(Text(Percent{-11.04, 2})), "-1104 %");
    EXPECT_EQ(ascii(Text(Percent{0.125, 2})), "12 %");
    EXPECT_EQ(percent_text(0.6712), "67.1\u202f%");
    const auto rest = rest_of({0.1, 0.05, 0.2});
    EXPECT_DOUBLE_EQ(rest.low, 0.8);
    EXPECT_DOUBLE_EQ(rest.high, 0.95);
}

TEST(Scale, TicksAreRoundNumbersInside) {
    Extent range;
    range.include(std::vector{0.0, 4.1, std::nan("")});
    const auto scale = Scale::linear(range, 200, 0, 5);
    EXPECT_EQ(scale.low(), 0);  // nothing below a zero at the end
    EXPECT_GT(scale.high(), 4.1);
    ASSERT_EQ(scale.ticks().size(), 5U);
    EXPECT_EQ(scale.ticks().back().text, "4");
    EXPECT_DOUBLE_EQ(scale(0), 200);
    EXPECT_DOUBLE_EQ(scale(scale.high()), 0);
}

TEST(Scale, CountsLargeNumbersInThousandsAndMillions) {
    const auto last = [](double high) {
        Extent range;
        range.include(std::vector{0.0, high});
        return Scale::linear(range, 0, 100, 5).ticks().back().text;
    };
    EXPECT_EQ(last(5e4), "50k");
    EXPECT_EQ(last(5e7), "50M");
    EXPECT_EQ(last(5e10), "5\u00d710\u00b9\u2070");
}

TEST(Scale, OfLogarithmsHasPowersOfTen) {
    Extent range;
    range.include(std::vector{20.0, 14580.0});
    const auto scale = Scale::logarithmic(range, 0, 300);
    ASSERT_EQ(scale.ticks().size(), 3U);
    EXPECT_EQ(scale.ticks()[0].value, 100);
    EXPECT_NEAR(scale(1000) - scale(100), scale(10000) - scale(1000), 1e-9);
}

TEST(Scale, StandsWhenAllValuesAreTheSame) {
    Extent range;
    range.include(0.7);
    const auto scale = Scale::linear(range, 0, 100, 4);
    EXPECT_LT(scale.low(), 0.7);
    EXPECT_GT(scale.high(), 0.7);
    EXPECT_FALSE(scale.ticks().empty());
    EXPECT_TRUE(std::isfinite(Scale::linear({}, 0, 100, 4)(0.5)));
    EXPECT_TRUE(std::isfinite(Scale::steps(1, 0, 0, 100)(1)));
}

}  // namespace
}  // namespace alcole::report
