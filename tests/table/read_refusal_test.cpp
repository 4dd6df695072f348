// Errors in a file are reported in one sentence: the file, the line, the column, what was found, what to do.
#include "table/byte_source.hpp"
#include "temporary_file.hpp"

#include <array>

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

using testing::csv;
using testing::refusal;
using testing::TemporaryFile;
using namespace std::string_literals;

std::string said(std::string_view content, const ReadOptions& options = {}) {
    return refusal([&] { csv(content, options); });
}

TEST(Refused, NamesTheFile) {
    const TemporaryFile file("a,b\n1\n");
    try {
        (void)read_csv(file.path());
        FAIL();
    } catch (const ReadError& error) {
        EXPECT_EQ(error.what(),
                  file.path().string() + ", line 2: 1 value where there are 2 columns; is the delimiter right?");
    }
}

TEST(Refused, AreRaggedRows) {
    EXPECT_EQ(said("a,b,c\n1,2,3\n\"x\ny\",2,3\n1,2\n"),
              "line 5: 2 values where there are 3 columns; is a delimiter missing, or a value not quoted?");
    EXPECT_EQ(said("a,b\n1,2,3\n"),
              "line 2: 3 values where there are 2 columns; is a delimiter missing, or a value not quoted?");
    EXPECT_EQ(said("1;2\n", {.names = {"a", "b"}}),
              "line 1: 1 value where there are 2 columns; is the delimiter right?");
}

TEST(Refused, IsAnEmptyFile) {
    EXPECT_EQ(said(""), "line 1: the file is empty; a header line was expected");
    EXPECT_EQ(said("\n \r\n"), "line 2: the file is empty; a header line was expected");
    EXPECT_EQ(said("\xEF\xBB\xBF"), "line 1: the file is empty; a header line was expected");
    EXPECT_EQ(said("#\n", {.comment = '#'}), "line 1: the file is empty; a header line was expected");
    EXPECT_EQ(said("", {.names = {"a"}}), "line 1: there are no rows of values");
}

TEST(Refused, IsAHeaderWithoutRows) {
    EXPECT_EQ(said("a,b"), "line 1: there are no rows of values");
    EXPECT_EQ(said("a,b\r\n"), "line 1: there are no rows of values");
}

TEST(Refused, IsAHeaderWithoutAnyName) {
    EXPECT_EQ(said(",,\n1,2,3\n"), "line 1: no column has a name in the header");
    EXPECT_EQ(said("\"\"\n1\n"), "line 1: no column has a name in the header");
}

TEST(Refused, IsTheNameThatANamelessColumnWouldGet) {
    EXPECT_EQ(said("column 2,\n1,2\n"),
              "line 2: column 2 ('column 2'): the name occurs twice and the values differ, '1' and '2'; rename one of "
              "the columns");
}

TEST(Refused, AreTwoColumnsOfOneNameThatDiffer) {
    EXPECT_EQ(said("a,b,a\n1,2,1\n1,2,3\n"),
              "line 3: column 3 ('a'): the name occurs twice and the values differ, '1' and '3'; rename one of the "
              "columns");
}

TEST(Refused, AreBytesThatAreNotUtf8) {
    const std::string sentence = " is not valid UTF-8; convert the file (iconv -f LATIN1 -t UTF-8)";
    EXPECT_EQ(said("name,n\nJos\xE9,1\n"), "line 2: column 1 ('name'): the text 'Jos?'" + sentence);
    EXPECT_EQ(said("n,na\xEFve\n1,2\n"), "line 1: the name of column 2: the text 'na?ve'" + sentence);
    EXPECT_EQ(said("a\n1\n\x80\n"), "line 3: column 1 ('a'): the text '?'" + sentence);
    for (const std::string bad : {"\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\xF8\x88\x80\x80\x80"})
        EXPECT_NE(said("a\n" + bad + "\n"), "");
}

TEST(Refused, AreZeroBytes) {
    const std::string sentence =
        "there is a zero byte in the text; if the file is in UTF-16, save it as UTF-8, else it is not a table";
    EXPECT_EQ(said("a,b\nx\0y,1\n"s), "line 2: column 1 ('a'): " + sentence);
    EXPECT_EQ(said("a,b\n1,2\n1\0,2\n"s), "line 3: column 1 ('a'): " + sentence);
    EXPECT_EQ(said("a\0,\0b\0\n\0"s), "line 1: the name of column 1: " + sentence);
}

TEST(Refused, IsUtf16) {
    EXPECT_EQ(said("\xFF\xFE\x61\x00\n\x00"s), "line 1: the file is in UTF-16; save it as UTF-8");
    EXPECT_EQ(said("\xFE\xFF\x00\x61\x00\n"s), "line 1: the file is in UTF-16; save it as UTF-8");
}

TEST(Refused, AreNumbersTooLarge) {
    EXPECT_EQ(said("a,b\n1,1\n2,-1e309\n"),
              "line 3: column 2 ('b'): the number '-1e309' is too large to be kept; correct it, or read the column as "
              "category");
    EXPECT_NE(said("a\n" + std::string(400, '9') + "\n"), "");
    EXPECT_NE(said("a\n1" + std::string(400, '0') + "e-10\n"), "");
    EXPECT_NE(said("a\n0001e99999999999999999999\n"), "");
    EXPECT_EQ(said("a\n1\n1e309\n", {.types = {{"a", ColumnType::category}}}), "");
}

TEST(Refused, IsAValueThatIsNotOfTheTypeGiven) {
    EXPECT_EQ(
        said("a\n1\nmany\n", {.types = {{"a", ColumnType::number}}}),
        "line 3: column 1 ('a'): 'many' is not a number; correct it, name it among the missing words, or read the "
        "column as category");
    EXPECT_EQ(said("a\nyes\nmaybe\n", {.types = {{"a", ColumnType::boolean}}}),
              "line 3: column 1 ('a'): 'maybe' is neither true nor false; write true or false, yes or no, 1 or 0");
}

TEST(Refused, IsAColumnThatIsNotThere) {
    EXPECT_EQ(said("age,sex\n1,2\n", {.columns = {"aeg"}}), "line 1: there is no column 'aeg'; did you mean 'age'?");
    EXPECT_EQ(said("age,sex\n1,2\n", {.types = {{"sx", ColumnType::number}}}),
              "line 1: there is no column 'sx', whose type was given; did you mean 'sex'?");
}

TEST(Refused, AreQuotesLeftOpen) {
    EXPECT_EQ(said("a,b\n1,\"x\ny\n\n2,z\n"),
              "line 2: value 2 opens a quote that is never closed; close it, or double it if it belongs to the value");
    EXPECT_EQ(said("a,b\n\"1\n\n\",\"x\n"),
              "line 4: value 2 opens a quote that is never closed; close it, or double it if it belongs to the value");
    EXPECT_EQ(said("a,b\n\"x\"y,1\n"),
              "line 2: value 1 continues after its closing quote; double a quote that belongs to the value");
}

TEST(Refused, ShowsLongAndStrangeValuesCut) {
    const std::string sentence = said("a,b,a\n" + std::string(1000, 'x') + ",1,\x01\xFFü\n");
    EXPECT_EQ(sentence, "line 2: column 3 ('a'): the name occurs twice and the values differ, '" +
                            std::string(40, 'x') + "...' and ' ?ü'; rename one of the columns");
}

TEST(Refused, IsAFileThatIsNotThere) {
    EXPECT_EQ(refusal([] { (void)read_csv("/nowhere/at-all.csv"); }),
              "/nowhere/at-all.csv: there is no such file; is the name right?");
    EXPECT_EQ(refusal([] { (void)read_arff("/nowhere/at-all.arff"); }),
              "/nowhere/at-all.arff: there is no such file; is the name right?");
}

TEST(Refused, IsAFolder) {
    const auto folder = std::filesystem::temp_directory_path();
    EXPECT_EQ(refusal([&] { (void)read_csv(folder); }),
              folder.string() + ": is a folder, not a file; name a file in it");
}

TEST(Refused, IsAFileThatMayNotBeRead) {
    const TemporaryFile file("a\n1\n");
    std::filesystem::permissions(file.path(), std::filesystem::perms::none);
    if (std::ifstream(file.path()).is_open()) return;  // an administrator may read everything
    EXPECT_EQ(refusal([&] { (void)read_csv(file.path()); }), "cannot be opened: Permission denied");
}

TEST(Refused, IsAFileThatShrinksWhileItIsRead) {
    const TemporaryFile file(std::string(10'000, 'x'));
    table::ByteSource source(file.path());
    std::array<char, 1000> piece{};
    EXPECT_EQ(source.read(piece), 1000U);
    std::filesystem::resize_file(file.path(), 1500);
    EXPECT_EQ(
        refusal([&] { source.read(piece); }),
        "became shorter while it was read: 1500 of 10000 bytes were there; read it again when nothing writes to it");
}

TEST(Refused, AreMarksThatMeanTwoThings) {
    const std::string sentence =
        "the delimiter, the quote and the comment mark must be three different characters, and no line breaks";
    for (const ReadOptions& options :
         {ReadOptions{.delimiter = '"'}, ReadOptions{.delimiter = '\n'}, ReadOptions{.comment = ','},
          ReadOptions{.comment = '"'}, ReadOptions{.delimiter = '\0'}})
        EXPECT_EQ(refusal<std::invalid_argument>([&] { csv("a,b\n1,2\n", options); }), sentence);
}

}  // namespace
}  // namespace alcole::tabular
