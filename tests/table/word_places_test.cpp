#include "table/word_places.hpp"

#include <alcole/tabular/dataset.hpp>

#include "table/unknown_words.hpp"
#include "temporary_file.hpp"

#include <gtest/gtest.h>

namespace alcole::table {
namespace {

using tabular::ColumnType;
using tabular::Dataset;
using tabular::testing::csv;
using tabular::testing::texts;
using Words = std::vector<std::string>;

TEST(WordPlaces, MatchNumbersByValueAndOnlyThose) {
    const Words words = {"1.0", "2.0", "two", "-3"};
    const WordPlaces places(words);
    EXPECT_EQ(places.of("1.0"), 0);
    EXPECT_EQ(places.of("1"), 0);
    EXPECT_EQ(places.of("2.00"), 1);
    EXPECT_EQ(places.of("two"), 2);
    EXPECT_EQ(places.of("-3.0"), 3);
    for (const auto* unknown : {"3", "Two", "", "01", "1.5"}) EXPECT_EQ(places.of(unknown), -1) << unknown;
}

TEST(WordPlaces, LeaveWordsThatAreTheSameNumberApart) {
    const Words words = {"1", "1.0", "007"};
    const WordPlaces places(words);
    EXPECT_EQ(places.of("1"), 0);
    EXPECT_EQ(places.of("1.0"), 1);
    EXPECT_EQ(places.of("1.00"), -1) << "which of them?";
    EXPECT_EQ(places.of("7"), -1) << "zeros in front make a word";
}

const tabular::ReadOptions coded = {.types = {{"job", ColumnType::category}, {"sex", ColumnType::category}}};
const char* const training = "sex,job,paid\n1.0,a,yes\n2.0,b,no\n1.0,b,no\n";

TEST(Dataset, SpellsCodesAsItsSchemaDoes) {
    const Dataset train(csv(training, coded), tabular::SchemaOptions{.target = "paid"});
    const Dataset later(csv("sex,job\n2,a\n1,b\n1.0,c\n2.0,a\n", coded), train.schema());
    EXPECT_EQ(texts(later.table().at("sex")), (Words{"2.0", "1.0", "1.0", "2.0"}));
    EXPECT_EQ(later.table().at("sex").levels.size(), 2U);
    EXPECT_EQ(texts(later.table().at("job")), (Words{"a", "b", "c", "a"}));
}

TEST(UnknownWords, AreCountedByColumnWithAnExample) {
    const Dataset train(csv(training, coded), tabular::SchemaOptions{.target = "paid"});
    const Dataset later(csv("sex,job\n2,a\n3,x\n4,y\n,a\n", coded), train.schema());
    const auto found = unknown_words(later);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].column, "sex");
    EXPECT_EQ(found[0].rows, 2U);
    EXPECT_EQ(found[0].example, "3");
    EXPECT_EQ(found[0].missing, 1U);
    EXPECT_EQ(found[1].example, "x");
    auto all = found;
    add_unknown(all, found);
    EXPECT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].rows, 4U);
    EXPECT_EQ(notes_on(all, 8, 1).size(), 2U) << "one column, and that there is another";
    EXPECT_NE(
        to_string(notes_on(all, 8)[0]).find("'sex' holds values never seen in training in 4 of 8 rows, such as '3'"),
        std::string::npos);
    EXPECT_TRUE(unknown_words(train).empty());
}

TEST(UnknownWords, OfTheAttributeAreCountedAmongTheRowsOfTheRisk) {
    const Dataset train(csv(training, coded), tabular::SchemaOptions{.target = "paid"});
    const auto risks = tabular::define_risks(
        std::vector<tabular::Constraint>{{.bound = 1, .attributes = {"sex"}, .rows = {"job == b"}}}, train.schema(),
        train.table());
    const Dataset later(csv("sex,job,paid\n3,a,no\n3,b,no\n1,b,no\n", coded), train.schema());
    EXPECT_EQ(rows_with_unknown_attribute(later, risks[0]), 1U);
    EXPECT_EQ(rows_with_unknown_attribute(train, risks[0]), 0U);
    EXPECT_EQ(why_no_twins(train, risks[0]), "");
    EXPECT_NE(why_no_twins(later, risks[0]).find("in 1 row 'sex' has a value that training never met"),
              std::string::npos);
}

}  // namespace
}  // namespace alcole::table
