#include <alcole/tabular/merge.hpp>

#include "../engine/random_table.hpp"
#include "../table/temporary_file.hpp"
#include "sample_models.hpp"

#include <gtest/gtest.h>

namespace alcole::model_file {
namespace {

using tabular::testing::csv;
using tabular::testing::refusal;
using tabular::testing::texts;
using Words = std::vector<std::string>;

std::string said_of(std::string_view text) {
    return refusal<std::invalid_argument>([&] { (void)tabular::parse_merge(text); });
}

TEST(Merge, IsReadAsPeopleWriteIt) {
    EXPECT_EQ(tabular::parse_merge(R"(race in ["Asian", "Native American"] -> Other)"),
              (tabular::Merge{.column = "race", .levels = {"Asian", "Native American"}, .into = "Other"}));
    EXPECT_EQ(tabular::parse_merge(R"( income == ">50K." -> ">50K" )"),
              (tabular::Merge{.column = "income", .levels = {">50K."}, .into = ">50K"}));
    EXPECT_EQ(tabular::parse_merge("job == night watch->watch man"),
              (tabular::Merge{.column = "job", .levels = {"night watch"}, .into = "watch man"}));
}

TEST(Merge, KnowsAnArrowInQuotesFromItsOwn) {
    EXPECT_EQ(tabular::parse_merge("way in ['a -> b', \"c->d\"] -> 'e -> f'"),
              (tabular::Merge{.column = "way", .levels = {"a -> b", "c->d"}, .into = "e -> f"}));
    EXPECT_EQ(tabular::parse_merge("`from -> to` == x -> y"),
              (tabular::Merge{.column = "from -> to", .levels = {"x"}, .into = "y"}));
    EXPECT_EQ(tabular::parse_merge("dish == chef's -> other"),
              (tabular::Merge{.column = "dish", .levels = {"chef's"}, .into = "other"}));
}

TEST(Merge, IsRefusedWithASentence) {
    EXPECT_EQ(said_of("race == Asian"),
              "merge 'race == Asian': no arrow found; write for example  race in [\"Asian\", "
              "\"Native American\"] -> Other");
    EXPECT_EQ(said_of("race != Asian -> Other"),
              "merge 'race != Asian -> Other': words to be merged are named with == or in, and with nothing else");
    EXPECT_EQ(said_of("race is missing -> Other"),
              "merge 'race is missing -> Other': words to be merged are named with == or in, and with nothing else");
    EXPECT_EQ(said_of("race == Asian ->"), "merge 'race == Asian ->': the word after the arrow is missing");
    EXPECT_EQ(said_of("a == b -> \"\""), "merge 'a == b -> \"\"': the word after the arrow is empty");
    EXPECT_EQ(said_of("a == b -> \"c"), "merge 'a == b -> \"c': a quote is opened and never closed");
    EXPECT_EQ(said_of("a == b -> \"c\" d"), "merge 'a == b -> \"c\" d': 'd' is left over at the end");
    EXPECT_EQ(said_of("a in b -> c"),
              "merge 'a in b -> c': condition 'a in b ': a list such as [\"a\", \"b\"] was "
              "expected after 'in'");
}

TEST(Merges, PassOverWordsThatDoNotOccur) {
    const auto table = csv("race\nAsian\nWhite\nOther\n");
    const std::vector<tabular::Merge> merges = {tabular::parse_merge("race in [Asian, Inuit] -> Other"),
                                                tabular::parse_merge("race == Martian -> Green")};
    const auto merged = tabular::apply_merges(table, merges);
    EXPECT_EQ(texts(merged.columns[0]), (Words{"Other", "White", "Other"}));
    EXPECT_EQ(merged.columns[0].levels, (Words{"White", "Other"}));
}

TEST(Merges, AreMadeOneAfterTheOther) {
    const std::vector<tabular::Merge> merges = {
        tabular::parse_merge("x == a -> b"), tabular::parse_merge("x in [b, c] -> d"),
        tabular::parse_merge("x == a -> e"), tabular::parse_merge("y == d -> z")};
    EXPECT_EQ(texts(tabular::apply_merges(csv("x,y\na,d\nb,q\nc,q\nd,q\n"), merges).columns[0]),
              (Words{"d", "d", "d", "d"}));
    EXPECT_EQ(tabular::merged_words("x", merges),
              (std::map<std::string, std::string>{{"a", "d"}, {"b", "d"}, {"c", "d"}}));
}

TEST(Merges, AreAsTheTableHasThemForAnyOrder) {
    Random random(3);
    const Words letters = {"a", "b", "c", "d", "e"};
    for (int round = 0; round < 500; ++round) {
        std::vector<tabular::Merge> merges(1 + random.below(5));
        for (auto& merge : merges) {
            merge = {.column = "x", .levels = {}, .into = letters[random.below(5)]};
            for (std::size_t i = 0, n = 1 + random.below(3); i < n; ++i)
                merge.levels.push_back(letters[random.below(5)]);
        }
        const auto words = tabular::merged_words("x", merges);
        const auto merged = texts(tabular::apply_merges(csv("x\na\nb\nc\nd\ne\n"), merges).columns[0]);
        for (std::size_t i = 0; i < letters.size(); ++i)
            EXPECT_EQ(words.contains(letters[i]) ? words.at(letters[i]) : letters[i], merged[i]);
    }
}

TEST(Merges, OfAColumnThatIsNotThereOrHoldsNumbersAreRefused) {
    const auto table = csv("age,race\n1,a\n2,b\n");
    const auto said = [&](const char* text) {
        const std::vector<tabular::Merge> merges = {tabular::parse_merge(text)};
        return refusal<std::invalid_argument>([&] { (void)tabular::apply_merges(table, merges); });
    };
    EXPECT_EQ(said("rase == a -> b"), "there is no column 'rase'; did you mean 'race'?");
    EXPECT_EQ(said("age == 1 -> 2"),
              "levels of column 'age' cannot be merged: it is read as number; read it as a category (data.categories)");
    EXPECT_TRUE(tabular::merges_on(table, std::vector<tabular::Merge>{tabular::parse_merge("rase == a -> b")}).empty());
}

TEST(Prepare, SpellsBooleansAsTheSchemaDoes) {
    const auto training = csv("owns,paid\nyes,no\nno,yes\n");
    const learning::TrainedModel file = tests::sample_model(training, {.target = "paid"}, {});
    const auto table =
        csv("owns\nTRUE\nn\nyes\nperhaps\n?\n0\nTrue\n", {.types = {{"owns", tabular::ColumnType::category}}});
    EXPECT_EQ(texts(file.dataset(table).table().columns[0]), (Words{"yes", "no", "yes", "perhaps", "", "no", "yes"}));
}

}  // namespace
}  // namespace alcole::model_file
