#include "page_checks.hpp"
#include "pages.hpp"

#include <string>

#include <gtest/gtest.h>

namespace alcole::report {
namespace {

using testing::all_runs;
using testing::expect_no_wild_numbers;
using testing::fake_outcome;
using testing::model_card;
using testing::says;

TEST(ModelCard, SaysWhatTheModelIsForAndWhatNot) {
    const auto card = model_card(fake_outcome());
    for (const auto* part : {"# Model card: two\\_year\\_recid", "## Intended use", "## Out of scope", "## Limits",
                             "compas.csv", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                             "days\\_b\\_screening\\_arrest \\<= 30", "alcole predict model.onnx new.csv",
                             "nothing that the attribute causes", "no guarantee for other populations",
                             "| sex flipped | \u2713 met | \u2264 0.001 | 0.001 | 0.000964 | 1.2\u202f% (training "
                             "1.2\u202f%) | 2.6 | a bound a tenth",
                             "**seed:** 1", "sex = Female, race = Caucasian"})
        EXPECT_TRUE(says(card, part)) << part;
}

TEST(Summary, IsAlignedAndInColoursOnATerminalAlone) {
    const auto text = testing::run_text(fake_outcome());
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_TRUE(says(text, "constraint                verdict               bound     training  held out"));
    EXPECT_TRUE(says(text, "sex flipped               met                   <= 0.001  0.001     0.000964"));
    EXPECT_TRUE(says(text, "  sex flipped: a bound a tenth looser would lower the objective by about 0.00026"));
    EXPECT_TRUE(says(testing::run_text(fake_outcome(), true), "\x1b[32mmet\x1b[0m"));
    for (const auto& fake : all_runs())
        for (const auto& words : {testing::run_text(fake_outcome(fake))}) EXPECT_FALSE(says(words, "nan"));
}

TEST(ModelCard, FitsEveryKindOfRun) {
    for (const auto& fake : all_runs()) expect_no_wild_numbers(model_card(fake_outcome(fake)));
    EXPECT_TRUE(says(model_card({}), "None: it was trained only to predict well."));
    const auto alone = model_card(fake_outcome({.held_out = false}));
    EXPECT_TRUE(says(alone, "No rows were held out"));
    EXPECT_FALSE(says(model_card(fake_outcome({.regression = true})), "## Groups"));
    EXPECT_TRUE(says(model_card(fake_outcome({.infeasible = true})),
                     "No model was found that meets \u201csex flipped\u201d and \u201crace := "
                     "African-American\u201d together."));
}

}  // namespace
}  // namespace alcole::report
