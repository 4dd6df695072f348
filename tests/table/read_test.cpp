#include "temporary_file.hpp"

#include <cmath>
#include <cstdio>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace alcole::tabular {
namespace {

using testing::csv;
using testing::TemporaryFile;
using testing::texts;
using Words = std::vector<std::string>;

TEST(Csv, HasTypedColumns) {
    const Table table = csv("age,city,employed\n31,Paris,yes\n45.5,Rome,no\n-2e3,Paris,yes\n");
    ASSERT_EQ(table.num_rows, 3U);
    EXPECT_EQ(table.at("age").type, ColumnType::number);
    EXPECT_EQ(table.at("age").numbers, (std::vector<double>{31, 45.5, -2000}));
    EXPECT_EQ(table.at("city").type, ColumnType::category);
    EXPECT_EQ(table.at("city").levels, (Words{"Paris", "Rome"}));
    EXPECT_EQ(table.at("city").codes, (std::vector<std::int32_t>{0, 1, 0}));
    EXPECT_EQ(table.at("employed").type, ColumnType::boolean);
    EXPECT_EQ(table.at("employed").levels, (Words{"no", "yes"}));
    EXPECT_EQ(table.at("employed").codes, (std::vector<std::int32_t>{1, 0, 1}));
    EXPECT_TRUE(table.notes.empty());
}

TEST(Csv, QuotesMayHoldDelimitersQuotesAndLineBreaks) {
    const Table table = csv("a,b\n\"x,y\",1\n\"he said \"\"no\"\"\",2\n\"two\nlines\r\nand more\",3\n\"\"\"\",4\n");
    EXPECT_EQ(texts(table.at("a")), (Words{"x,y", "he said \"no\"", "two\nlines\r\nand more", "\""}));
    EXPECT_EQ(texts(table.at("b")), (Words{"1", "2", "3", "4"}));
}

TEST(Csv, AQuoteInsideAValueIsACharacter) {
    EXPECT_EQ(texts(csv("height,n\n5' 10\",1\na\"b\"c,2\n").at("height")), (Words{"5' 10\"", "a\"b\"c"}));
}

TEST(Csv, LinesEndInAnyOfTheThreeWays) {
    for (const std::string end : {"\n", "\r\n", "\r"}) {
        for (const bool last : {true, false}) {
            const Table table = csv("a,b" + end + "1,x" + end + "2,\"y\"" + (last ? end : ""));
            EXPECT_EQ(table.num_rows, 2U);
            EXPECT_EQ(texts(table.at("b")), (Words{"x", "y"}));
        }
    }
}

TEST(Csv, AByteOrderMarkIsNoPartOfTheFirstName) { EXPECT_NE(csv("\xEF\xBB\xBF\"a\",b\n1,2\n").find("a"), nullptr); }

TEST(Csv, LinesWithNothingOnThemArePassedOver) {
    EXPECT_EQ(csv("\n\na,b\n\n1,2\n   \n3,4\n\n\n").num_rows, 2U);
    EXPECT_EQ(csv("a\n1\n\n2\n").num_rows, 2U);
    EXPECT_EQ(csv("a\n1\n\"\"\n2\n").num_rows, 3U);
    EXPECT_EQ(csv("a\tb\n1\tx\n\t\n2\ty\n", {.delimiter = '\t'}).num_rows, 3U);
}

TEST(Csv, DelimiterQuoteAndCommentMarkCanBeChosen) {
    const Table table =
        csv("# made by hand\na;b\n#1;2\n'x;y';1,5\n", {.delimiter = ';', .quote = '\'', .comment = '#'});
    EXPECT_EQ(texts(table.at("a")), (Words{"x;y"}));
    EXPECT_EQ(texts(table.at("b")), (Words{"1,5"}));
    EXPECT_EQ(texts(csv("a b\n1 x\n", {.delimiter = ' '}).at("b")), (Words{"x"}));
    EXPECT_EQ(texts(csv("a|b\n\"x|1\n", {.delimiter = '|', .quote = '\0'}).at("a")), (Words{"\"x"}));
    EXPECT_EQ(csv("#one\r#two\ra,b\r1,2\r", {.comment = '#'}).num_rows, 1U);
}

TEST(Csv, NamesCanBeGivenForAFileWithoutAHeader) {
    const Table table = csv("1,x\n2,y\n", {.names = {"n", "w"}});
    EXPECT_EQ(table.num_rows, 2U);
    EXPECT_EQ(texts(table.at("w")), (Words{"x", "y"}));
}

TEST(Csv, AHeaderOfNumbersIsNoted) {
    const Table table = csv("39,State-gov\n50,Private\n");
    ASSERT_EQ(table.notes.size(), 1U);
    EXPECT_EQ(to_string(table.notes[0]),
              "the header has the number '39' as a name; if the file has no header, give the names of the columns");
}

TEST(Csv, AColumnWithoutANameIsCalledByItsPlace) {
    const std::string frame = ",age,,city\n0,31,x,Paris\n1,45,y,Rome\n";
    const Table table = csv(frame);
    EXPECT_EQ(table.at("column 1").numbers, (std::vector<double>{0, 1}));
    EXPECT_EQ(texts(table.at("column 3")), (Words{"x", "y"}));
    EXPECT_EQ(to_strings(table.notes), (Words{"column 1 has no name in the header; it is called 'column 1'",
                                              "column 3 has no name in the header; it is called 'column 3'"}));
    EXPECT_TRUE(csv(frame, {.columns = {"age"}}).notes.empty());
    EXPECT_EQ(csv(frame, {.columns = {"column 1"}}).notes.size(), 1U);
    EXPECT_EQ(csv(frame, {.types = {{"column 1", ColumnType::category}}}).at("column 1").levels, (Words{"0", "1"}));
}

TEST(Csv, SpacesAroundAValueCountOnlyWhenAskedFor) {
    EXPECT_EQ(texts(csv("a, b\n1 ,  x y \t\n2, \" z \" \n").at("b")), (Words{"x y", " z "}));
    EXPECT_EQ(texts(csv("a,b\n1, x\n", {.trim = false}).at("b")), (Words{" x"}));
}

TEST(Missing, AreTheWordsSaid) {
    const Table table = csv("a,b\n,x\n?,\nNA,?\n1,NA\n");
    EXPECT_TRUE(std::isnan(table.at("a").numbers[0]));
    EXPECT_EQ(texts(table.at("a")), (Words{"", "", "", "1"}));
    EXPECT_EQ(table.at("b").codes, (std::vector<std::int32_t>{0, -1, -1, -1}));
    EXPECT_EQ(table.at("b").levels, (Words{"x"}));
}

TEST(Missing, AreTheSameInQuotes) {
    EXPECT_EQ(csv("a,b\n\"\",\"NA\"\n\"1\",\"x\"\n").at("a").type, ColumnType::number);
    EXPECT_TRUE(csv("a,b\n\"\",\"NA\"\n1,x\n").at("b").missing(0));
}

TEST(Missing, CanBeOtherWords) {
    const Table table = csv("a,b\n-999,NA\n1,\n", {.missing = {"-999"}});
    EXPECT_TRUE(table.at("a").missing(0));
    EXPECT_EQ(table.at("b").levels, (Words{"NA", ""}));
}

TEST(Missing, AreNoReasonToGuessAType) {
    const Table table = csv("a,b,c\n,,\n,,\n1,x,\n");
    EXPECT_EQ(table.at("a").type, ColumnType::number);
    EXPECT_EQ(table.at("a").size(), 3U);
    EXPECT_EQ(table.at("b").codes, (std::vector<std::int32_t>{-1, -1, 0}));
    EXPECT_EQ(table.at("c").type, ColumnType::category);
    EXPECT_EQ(table.at("c").size(), 3U);
}

TEST(Types, CanBeGiven) {
    const Table table = csv(
        "zip,label,answer\n00501,1,Yes\n10001,0,\n",
        {.types = {{"zip", ColumnType::category}, {"label", ColumnType::boolean}, {"answer", ColumnType::category}}});
    EXPECT_EQ(texts(table.at("zip")), (Words{"00501", "10001"}));
    EXPECT_EQ(table.at("label").codes, (std::vector<std::int32_t>{1, 0}));
    EXPECT_EQ(table.at("label").levels, (Words{"0", "1"}));
    EXPECT_EQ(table.at("answer").type, ColumnType::category);
}

TEST(Types, ABooleanColumnKnowsItsOtherWord) {
    const ReadOptions options = {.types = {{"a", ColumnType::boolean}, {"b", ColumnType::boolean}}};
    const Table table = csv("a,b\nYES,\nyes,\n", options);
    EXPECT_EQ(table.at("a").levels, (Words{"no", "YES"}));
    EXPECT_EQ(table.at("a").codes, (std::vector<std::int32_t>{1, 1}));
    EXPECT_EQ(table.at("b").levels, (Words{"false", "true"}));
    EXPECT_EQ(csv("a,b\n0.0,t\n1.0,f\n", options).at("a").codes, (std::vector<std::int32_t>{0, 1}));
}

TEST(Types, AWordAfterNumbersMakesTheColumnCategory) {
    const Table table = csv("a,b\n01,1\n2,2\nmany,3\n4,4\n");
    EXPECT_EQ(table.at("a").type, ColumnType::category);
    EXPECT_EQ(texts(table.at("a")), (Words{"01", "2", "many", "4"}));
    EXPECT_EQ(table.at("b").type, ColumnType::number);
    ASSERT_EQ(table.notes.size(), 1U);
    EXPECT_EQ(to_string(table.notes[0]),
              "line 4, column 1 ('a'): numbers are followed by 'many'; the column is read as categories");
}

TEST(Types, NumbersTooLargeAreWordsAmongWords) {
    EXPECT_EQ(texts(csv("id\n12345678\n9e99999\nab12\n1e999\n").at("id")),
              (Words{"12345678", "9e99999", "ab12", "1e999"}));
}

TEST(Types, NumbersAreWhatPeopleWrite) {
    const std::string many(400, '0');
    const Table table = csv("a\n+1\n.5\n5.\n1E3\n-0.25e-2\n123456789012345678\n1e-999\n0." + many + "1\n0." + many +
                            "1e401\n1" + many + "e-400\n-0\n0e999999999999999999999\n");
    EXPECT_EQ(table.at("a").type, ColumnType::number);
    EXPECT_EQ(table.at("a").numbers,
              (std::vector<double>{1, .5, 5, 1000, -0.0025, 123456789012345678., 0, 0, 1, 1, 0, 0}));
    for (const std::string word : {"inf", "nan", "0x10", "1,5", "1e", ".", "-", "1 2", "+-1", "--1"})
        EXPECT_EQ(csv("a\n\"" + word + "\"\n").at("a").type, ColumnType::category) << word;
}

TEST(Types, NumbersMayHaveADecimalComma) {
    const Table table = csv("a;b;c\n1,5;1.234.567,25;21.10.2016\n-,5e1;-12.000;1.2\n;7;1234.567\n",
                            {.delimiter = ';', .decimal_comma = true});
    EXPECT_EQ(table.at("a").type, ColumnType::number);
    EXPECT_EQ(table.at("a").numbers[0], 1.5);
    EXPECT_EQ(table.at("a").numbers[1], -5);
    EXPECT_EQ(table.at("b").numbers, (std::vector<double>{1234567.25, -12000, 7}));
    EXPECT_EQ(texts(table.at("c")), (Words{"21.10.2016", "1.2", "1234.567"})) << "no numbers: points between thousands";
    EXPECT_THROW(csv("a,b\n1,2\n", {.decimal_comma = true}), std::invalid_argument);
}

TEST(Columns, CanBeChosen) {
    const Table table = csv("a,b,c\n1,\xFF,x\n", {.columns = {"c", "a"}});
    ASSERT_EQ(table.columns.size(), 2U);
    EXPECT_EQ(table.columns[0].name, "a");
    EXPECT_EQ(table.columns[1].name, "c");
}

TEST(Columns, ThatOccurTwiceWithTheSameTextAreKeptOnce) {
    const Table table = csv("a,b,a\n1,x,1\n,y,\n");
    ASSERT_EQ(table.columns.size(), 2U);
    EXPECT_EQ(to_strings(table.notes), (Words{"column 'a' occurs twice with the same values; it is kept once"}));
    EXPECT_EQ(csv("a,b,a\n1,x,2\n", {.columns = {"b"}}).columns.size(), 1U);  // not requested
}

TEST(Columns, HoldTextInUtf8) { EXPECT_EQ(csv("straße\nZoë 🦉\n").at("straße").text(0), "Zoë 🦉"); }

/// Rows of every length meet every position at which the reader's buffer ends.
TEST(Rows, MayLieAcrossTheEndsOfTheBuffer) {
    std::string content = "n,text\r\n";
    std::size_t rows = 0;
    while (content.size() < 5'000'000) {
        const std::string value(1 + (rows * 7919) % 5000, static_cast<char>('a' + rows % 26));
        content += std::to_string(rows) + ",\"" + value + "\"\"\r\n,\"\r\n";
        ++rows;
    }
    const Table table = csv(content);
    ASSERT_EQ(table.num_rows, rows);
    for (std::size_t row = 0; row < rows; ++row) {
        ASSERT_EQ(table.at("n").numbers[row], static_cast<double>(row));
        ASSERT_EQ(table.at("text").text(row).size(), 5 + (row * 7919) % 5000);
    }
}

TEST(Rows, MayBeLongerThanTheBuffer) {
    const std::string value(3'000'001, 'x');
    const Table table = csv("a,b\n1," + value + "\n2,\"" + value + "\"\n");
    EXPECT_EQ(table.at("b").codes, (std::vector<std::int32_t>{0, 0}));
    EXPECT_EQ(table.at("b").text(0), value);
}

TEST(Pipes, AreReadOnce) {
    const TemporaryFile pipe("");
    std::filesystem::remove(pipe.path());
    ASSERT_EQ(::mkfifo(pipe.path().c_str(), 0600), 0);
    const auto read_while_writing = [&](const std::string& content) {
        std::thread writer([&] { std::ofstream(pipe.path()) << content; });
        std::string said = testing::refusal([&] { EXPECT_EQ(read_csv(pipe.path()).num_rows, 2U); });
        writer.join();
        return said;
    };
    EXPECT_EQ(read_while_writing("a\n1\n2\n"), "");
    EXPECT_EQ(read_while_writing("a\n1\nx\n"),
              "line 3: column 1 ('a'): after numbers there is 'x'; a pipe is read only once, so give the type of the "
              "column");
}

TEST(ReadTable, GoesByTheEndingOfTheName) {
    const TemporaryFile file("@relation r\n@attribute a numeric\n@data\n1\n", ".ARFF");
    EXPECT_EQ(read_table(file.path()).at("a").numbers, (std::vector<double>{1}));
    EXPECT_EQ(read_table(TemporaryFile("a\n1\n").path()).num_rows, 1U);
}

}  // namespace
}  // namespace alcole::tabular
