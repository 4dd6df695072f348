// A file read in pieces equals the file read at once, wherever the pieces end.
#include "temporary_file.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

using testing::refusal;
using testing::TemporaryFile;
using testing::texts;
using Words = std::vector<std::string>;
using Pieces = std::vector<Table>;

Pieces read_in_pieces(const TemporaryFile& file, std::size_t max_rows, const ReadOptions& options = {}) {
    TableReader reader(file.path(), options);
    Pieces pieces;
    while (auto piece = reader.next(max_rows)) pieces.push_back(std::move(*piece));
    EXPECT_FALSE(reader.next(max_rows)) << "the end stays the end";
    return pieces;
}

/// The values of one column in all pieces, as text.
Words texts_of(const Pieces& pieces, const std::string& column) {
    Words all;
    for (const auto& piece : pieces) std::ranges::copy(texts(piece.at(column)), std::back_inserter(all));
    return all;
}

/// Pieces of every size contain the rows of the whole table; every piece but the last is full.
void expect_the_same_rows(const TemporaryFile& file, const ReadOptions& options = {}) {
    const Table whole = read_table(file.path(), options);
    for (std::size_t max_rows = 1; max_rows <= whole.num_rows + 1; ++max_rows) {
        const Pieces pieces = read_in_pieces(file, max_rows, options);
        ASSERT_EQ(pieces.size(), (whole.num_rows + max_rows - 1) / max_rows) << max_rows << " rows at a time";
        for (const auto& piece : pieces) {
            EXPECT_TRUE(&piece == &pieces.back() || piece.num_rows == max_rows);
            ASSERT_EQ(piece.columns.size(), whole.columns.size());
            for (std::size_t k = 0; k < whole.columns.size(); ++k) {
                EXPECT_EQ(piece.columns[k].name, whole.columns[k].name);
                EXPECT_EQ(piece.columns[k].type, whole.columns[k].type) << whole.columns[k].name;
                EXPECT_EQ(piece.columns[k].size(), piece.num_rows);
            }
        }
        for (const auto& column : whole.columns)
            EXPECT_EQ(texts_of(pieces, column.name), texts(column)) << max_rows << " rows at a time";
    }
}

const ReadOptions people_types = {
    .types = {{"age", ColumnType::number}, {"city", ColumnType::category}, {"employed", ColumnType::boolean}}};

TEST(Pieces, OfEverySizeHoldTheRowsOfTheWholeTable) {
    expect_the_same_rows(
        TemporaryFile("age,city,employed\n31,Paris,yes\n45.5,Rome,no\n\n,Paris,\n-2e3,,yes\n7,\"a \"\"b\"\"\",no\n"),
        people_types);
}

TEST(Pieces, MayEndBetweenLinesInsideQuotes) {
    expect_the_same_rows(TemporaryFile("text,n\n\"one\ntwo\",1\n\"\n\",2\n\"three\r\n,\"\"four\n\"\"\",3\nx,4\n"),
                         {.types = {{"text", ColumnType::category}, {"n", ColumnType::number}}});
}

TEST(Pieces, OfAFileWithAnyLineEnds) {
    for (const std::string end : {"\n", "\r\n", "\r"})
        for (const bool last : {true, false})
            expect_the_same_rows(
                TemporaryFile("a,b" + end + "1,x" + end + end + "2,y" + end + "3,z" + (last ? end : "")),
                {.types = {{"a", ColumnType::number}, {"b", ColumnType::category}}});
}

TEST(Pieces, OfArffHaveItsTypesAndAllItsLevels) {
    const TemporaryFile file(
        "@relation r\n@attribute age numeric\n@attribute colour {red, 'dark blue'}\n@attribute note string\n@data\n"
        "1,red,x\n% a remark\n2,'dark blue','two\\nlines'\n?,?,?\n4,red,y\n",
        ".arff");
    expect_the_same_rows(file);
    for (const auto& piece : read_in_pieces(file, 1)) EXPECT_EQ(piece.at("colour").levels, (Words{"red", "dark blue"}));
}

/// The reader's buffer is far smaller than this file.
TEST(Pieces, MayLieAcrossTheEndsOfTheBuffer) {
    std::string content = "n,text\n";
    for (std::size_t row = 0; row < 1000; ++row)
        content += std::to_string(row) + ",\"" + std::string(1 + row * 7919 % 5000, 'x') + "\n\"\n";
    const TemporaryFile file(content);
    const ReadOptions options = {.types = {{"n", ColumnType::number}, {"text", ColumnType::category}}};
    const Table whole = read_csv(file.path(), options);
    for (const std::size_t max_rows : {1U, 7U, 256U, 5000U}) {
        const Pieces pieces = read_in_pieces(file, max_rows, options);
        EXPECT_EQ(texts_of(pieces, "n"), texts(whole.at("n")));
        EXPECT_EQ(texts_of(pieces, "text"), texts(whole.at("text")));
    }
}

TEST(Pieces, WithoutGivenTypesAreGuessedOneByOne) {
    const Pieces pieces = read_in_pieces(TemporaryFile("a\n1\n2\nx\n3\n"), 2);
    ASSERT_EQ(pieces.size(), 2U);
    EXPECT_EQ(pieces[0].at("a").type, ColumnType::number);
    EXPECT_EQ(pieces[1].at("a").type, ColumnType::category);
    EXPECT_EQ(pieces[1].at("a").levels, (Words{"x", "3"}));
}

TEST(Pieces, HaveTheChosenColumnsAlone) {
    for (const auto& piece : read_in_pieces(TemporaryFile("a,b\n1,x\n2,y\n"), 1, {.columns = {"b"}}))
        EXPECT_EQ(piece.columns.size(), 1U);
}

TEST(Pieces, SayOnceWhatTheyNoticedInTheHeader) {
    const Pieces pieces = read_in_pieces(TemporaryFile(",a\n0,1\n1,2\n"), 1);
    ASSERT_EQ(pieces.size(), 2U);
    EXPECT_EQ(to_strings(pieces[0].notes), Words{"column 1 has no name in the header; it is called 'column 1'"});
    EXPECT_TRUE(pieces[1].notes.empty());
}

TEST(Pieces, AColumnThatChangesWithinOneIsRefused) {
    const TemporaryFile file("a,b\n1,2\n3,4\nmany,6\n");
    EXPECT_EQ(refusal([&] { read_in_pieces(file, 10); }),
              "line 4: column 1 ('a'): after numbers there is 'many'; give the type of the column, this file is read "
              "only once");
}

TEST(Pieces, WhatIsWrongIsSaidWithItsLineWhenItIsReached) {
    const TemporaryFile file("a,b\n1,x\n2,y\n3\n");
    TableReader reader(file.path(), {.types = {{"a", ColumnType::number}}});
    EXPECT_EQ(reader.next(2)->num_rows, 2U);
    EXPECT_EQ(refusal([&] { reader.next(2); }), "line 4: 1 value where there are 2 columns; is the delimiter right?");
    EXPECT_EQ(refusal([&] {
                  read_in_pieces(TemporaryFile("a\n1\nx\n"), 1, {.types = {{"a", ColumnType::number}}});
              }),
              "line 3: column 1 ('a'): 'x' is not a number; correct it, name it among the missing words, or read the "
              "column as category");
}

TEST(Pieces, OfAFileWithoutRowsAreRefused) {
    EXPECT_EQ(refusal([] { read_in_pieces(TemporaryFile(""), 1); }),
              "line 1: the file is empty; a header line was expected");
    EXPECT_EQ(refusal([] { read_in_pieces(TemporaryFile("a,b\n"), 1); }), "line 1: there are no rows of values");
    EXPECT_EQ(refusal([] { read_in_pieces(TemporaryFile("", ".arff"), 1); }), refusal([] { testing::arff(""); }));
    EXPECT_NE(refusal([] { TableReader("alcole-table-nowhere, there is no such file.csv"); }), "");
}

TEST(Pieces, AReaderCanBeMovedHalfWay) {
    const TemporaryFile file("a\n1\n2\n3\n");
    TableReader first(file.path());
    EXPECT_EQ(first.next(1)->at("a").numbers, std::vector<double>{1});
    TableReader second = std::move(first);
    EXPECT_EQ(second.next(9)->at("a").numbers, (std::vector<double>{2, 3}));
    EXPECT_FALSE(second.next(9));
}

}  // namespace
}  // namespace alcole::tabular
