#include "temporary_file.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

using testing::arff;
using testing::refusal;
using testing::texts;
using Words = std::vector<std::string>;

constexpr std::string_view small = R"(% a comment
@RELATION 'my data'

@attribute   'the age'  NUMERIC
@Attribute colour {red, 'dark blue', "it's", ?, NA}   % a comment at the end
@attribute	free{ yes,no }
@attribute note string

@DATA
% another
31, 'dark blue', yes, 'a, b'
45.5, red, no, ?

?, ?, ?, "x\ty"
)";

std::string said(const std::string& content, const ReadOptions& options = {}) {
    return refusal([&] { arff(content, options); });
}

/// A file with one attribute.
std::string with(const std::string& type, const std::string& values) {
    return "@relation r\n@attribute a " + type + "\n@data\n" + values;
}

TEST(Arff, HasTheTypesItDeclares) {
    const Table table = arff(small);
    ASSERT_EQ(table.num_rows, 3U);
    EXPECT_EQ(table.at("the age").type, ColumnType::number);
    EXPECT_EQ(table.at("the age").numbers[1], 45.5);
    EXPECT_TRUE(std::isnan(table.at("the age").numbers[2]));
    EXPECT_EQ(table.at("note").type, ColumnType::category);
    EXPECT_EQ(texts(table.at("note")), (Words{"a, b", "", "x\ty"}));
}

TEST(Arff, KeepsDeclaredLevelsInTheirOrderAndAllOfThem) {
    const Table table = arff(small);
    EXPECT_EQ(table.at("colour").levels, (Words{"red", "dark blue", "it's", "?", "NA"}));
    EXPECT_EQ(table.at("colour").codes, (std::vector<std::int32_t>{1, 0, -1}));
    EXPECT_EQ(table.at("free").type, ColumnType::category);
    EXPECT_EQ(table.at("free").levels, (Words{"yes", "no"}));
}

TEST(Arff, RefusesAValueThatIsNotDeclared) {
    EXPECT_EQ(said(with("{red, blue}", "red\nbleu\n")),
              "line 5: column 1 ('a'): 'bleu' is not among the declared values; did you mean 'blue'?");
}

TEST(Arff, ADeclaredValueIsAValueUnlessItIsABareQuestionMark) {
    const Table table = arff(with("{?, NA, '', x}", "?\n'?'\nNA\n''\n"));
    EXPECT_EQ(table.at("a").codes, (std::vector<std::int32_t>{-1, 0, 1, 2}));
    EXPECT_TRUE(arff(with("real", "?\n1\n"), {.missing = {}}).at("a").missing(0));
    EXPECT_EQ(arff(with("{x}", "NA\nx\n")).at("a").codes, (std::vector<std::int32_t>{-1, 0}));
}

TEST(Arff, EscapesMeanTheSameInDeclarationsAndRows) {
    const Table table = arff(with(R"({'it\'s', 'a''b', 'tab\t', "q\"q"})", R"('it\'s'
"it's"
'a''b'
'tab\t'
'q"q'
)"));
    EXPECT_EQ(texts(table.at("a")), (Words{"it's", "it's", "a'b", "tab\t", "q\"q"}));
}

TEST(Arff, TypesCanBeGivenAllTheSame) {
    EXPECT_EQ(arff(with("{1, 2}", "1\n2\n"), {.types = {{"a", ColumnType::number}}}).at("a").numbers,
              (std::vector<double>{1, 2}));
    const Table table = arff(with("{yes, no}", "yes\nno\n"), {.types = {{"a", ColumnType::boolean}}});
    EXPECT_EQ(table.at("a").codes, (std::vector<std::int32_t>{1, 0}));
    EXPECT_EQ(arff(small, {.columns = {"free"}}).columns.size(), 1U);
}

TEST(Arff, RefusesWithOneSentence) {
    EXPECT_EQ(said(""), "line 1: the file ends before @data; is it ARFF?");
    EXPECT_EQ(said("a,b\n1,2\n"), "line 1: 'a,b' where @relation, @attribute or @data was expected");
    EXPECT_EQ(said("@relation r\n@data\n1\n"), "line 2: there is no @attribute before @data");
    EXPECT_EQ(said("@attribute a\n"), "line 1: an @attribute needs a name and a type");
    EXPECT_EQ(said("@attribute a % numeric\n"), "line 1: an @attribute needs a name and a type");
    EXPECT_EQ(said("@attribute a real\n@attribute a real\n"), "line 2: attribute 'a' is declared twice");
    EXPECT_EQ(said("@attribute a date yyyy\n"),
              "line 1: attribute 'a' has the type 'date'; numeric, nominal and string ones can be read");
    EXPECT_EQ(said("@attribute a {x,y\n"), "line 1: the values of attribute 'a' are not closed with }");
    EXPECT_EQ(said("@attribute a {x,,y}\n"),
              "line 1: a value between the braces is empty; put it in quotes if it is intended");
    EXPECT_EQ(said("@attribute a {x,x}\n"), "line 1: attribute 'a' declares the value 'x' twice");
    EXPECT_EQ(said("@attribute a {x} y\n"), "line 1: 'y' is left over after the declaration of 'a'");
    EXPECT_EQ(said("@attribute 'a real\n"), "line 1: a quote is opened and never closed");
    EXPECT_EQ(said("@attribute a {'x\n"), "line 1: a quote is opened and never closed");
    EXPECT_EQ(said("@attribute a {\xE9}\n"),
              "line 1: the text '?' is not valid UTF-8; convert the file (iconv -f LATIN1 -t UTF-8)");
    EXPECT_EQ(said(with("real", "% nothing\n")), "line 4: there are no rows of values");
    EXPECT_EQ(said(with("real", "{0 1}\n")),
              "line 4: sparse rows, in braces, cannot be read; save the file with dense rows");
    EXPECT_EQ(said(with("real", "1,2\n")),
              "line 4: 2 values where there is 1 column; is a delimiter missing, or a value not quoted?");
    EXPECT_EQ(said(with("real", "1\nx\n")),
              "line 5: column 1 ('a'): 'x' is not a number; correct it, name it among the missing words, or read the "
              "column as category");
    EXPECT_EQ(said(with("real", "1e400\n")),
              "line 4: column 1 ('a'): the number '1e400' is too large to be kept; correct it, or read the column as "
              "category");
}

}  // namespace
}  // namespace alcole::tabular
