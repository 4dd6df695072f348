// Tables in HDF5 equal the tables that were converted, and a file in which a byte has changed is either rejected or
// unaffected.
#include <alcole/tabular/convert.hpp>

#include "temporary_file.hpp"

#include <bit>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

using testing::refusal;
using testing::TemporaryFile;

class Hdf5 : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!reads_hdf5()) GTEST_SKIP() << "built without HDF5";
    }
    /// The name of the converted table.
    std::filesystem::path converted(std::string_view text, const ReadOptions& options = {},
                                    const std::string& ending = ".csv") {
        const TemporaryFile from(text, ending);
        notes_ = to_strings(convert_table(from.path(), to_.path(), options).value().notes);
        return to_.path();
    }
    std::vector<std::string> notes_;

  private:
    TemporaryFile to_{"", ".h5"};
};

bool same_number(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

void expect_the_same(const Table& found, const Table& wanted) {
    ASSERT_EQ(found.num_rows, wanted.num_rows);
    ASSERT_EQ(found.columns.size(), wanted.columns.size());
    for (std::size_t i = 0; i < wanted.columns.size(); ++i) {
        const Column& a = found.columns[i];
        const Column& b = wanted.columns[i];
        EXPECT_EQ(a.name, b.name);
        EXPECT_EQ(a.type, b.type) << a.name;
        EXPECT_EQ(a.levels, b.levels) << a.name;
        EXPECT_EQ(a.codes, b.codes) << a.name;
        EXPECT_TRUE(std::ranges::equal(a.numbers, b.numbers, same_number)) << a.name;
    }
}

/// More than two chunks: numbers, words, yes and no, gaps; words that appear late.
std::string many_rows(std::size_t rows = 40'000) {
    std::string text = "age,town,paid,none,late\n";
    std::uint64_t state = 1;
    for (std::size_t row = 0; row < rows; ++row) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        const auto draw = static_cast<std::uint32_t>(state >> 40U);
        text += (draw % 10 == 0 ? "NA" : std::to_string(draw % 1000) + ".25") + ",";
        text += "town " + std::to_string(draw % (1 + row / 100)) + (draw % 3 == 0 ? ",yes,," : ",no,,");
        text += row < rows / 2 ? std::to_string(row) : "late " + std::to_string(draw % 5);
        text += '\n';
    }
    return text;
}

TEST_F(Hdf5, IsTheTableThatWasConverted) {
    const std::string text = many_rows();
    const auto file = converted(text);
    EXPECT_TRUE(is_hdf5(file));
    const Table wanted = testing::csv(text);
    expect_the_same(read_table(file), wanted);
    EXPECT_EQ(wanted.at("paid").type, ColumnType::boolean);
    EXPECT_EQ(notes_, std::vector<std::string>{"column 'late' holds words after numbers; it is read as categories"});
    EXPECT_LT(std::filesystem::file_size(file), text.size() / 2);
}

TEST_F(Hdf5, IsWhatArffDeclares) {
    const std::string text =
        "@relation r\n@attribute a {yes, no, never}\n@attribute 'b/c' numeric\n@attribute . string\n"
        "@attribute d {f, t}\n@data\nno, 1e-300, x, t\n?, ?, ?, ?\n";
    expect_the_same(read_table(converted(text, {}, ".arff")), testing::arff(text));
    const TemporaryFile again("", ".h5");
    EXPECT_EQ(convert_table(converted(text, {}, ".arff"), again.path())->rows, 2U);
    expect_the_same(read_table(again.path()), testing::arff(text));
}

TEST_F(Hdf5, HasNamesThatHdf5DoesNotAllow) {
    const std::string text = "a/b,a_b,.,é 猫\n1,2,3,4\n";
    expect_the_same(read_table(converted(text)), testing::csv(text));
}

TEST_F(Hdf5, IsReadInPiecesOfAnySize) {
    const auto file = converted(many_rows());
    const Table whole = read_table(file);
    TableReader reader(file);
    std::size_t row = 0;
    for (std::size_t size = 1; const auto piece = reader.next(size); size = size * 3 + 1)
        for (std::size_t i = 0; i < piece->num_rows; ++i, ++row)
            for (std::size_t c = 0; c < whole.columns.size(); ++c)
                ASSERT_EQ(piece->columns[c].text(i), whole.columns[c].text(row));
    EXPECT_EQ(row, whole.num_rows);
}

TEST_F(Hdf5, HasTheColumnsAndTypesThatAreAskedFor) {
    const std::string text = "a,b,c,d\n1,yes,x,7\n0,no,unknown,8\n1,no,x,\n";
    const auto file = converted(text);
    const ReadOptions options{
        .missing = {"", "unknown"},
        .columns = {"d", "a", "b", "c"},
        .types = {{"a", ColumnType::boolean}, {"b", ColumnType::category}, {"d", ColumnType::category}}};
    expect_the_same(read_table(file, options), testing::csv(text, options));
    EXPECT_EQ(read_table(file, {.columns = {"c"}}).columns.size(), 1U);
    EXPECT_EQ(refusal([&] { (void)read_table(file, {.columns = {"e"}}); }), "there is no column 'e'");
    EXPECT_EQ(refusal([&] {
                  (void)read_table(file, {.types = {{"c", ColumnType::number}}});
              }),
              "column 'c': 'x' is not of the type that was asked for, number");
}

TEST_F(Hdf5, IsNotThereBeforeItIsComplete) {
    const TemporaryFile to("", ".h5");
    const TemporaryFile older("a\n0\n");
    ASSERT_TRUE(convert_table(older.path(), to.path()));
    const auto bytes = [&] {
        std::ifstream in(to.path(), std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    const std::string old = bytes();
    const TemporaryFile bad("a,b\n1,2\n3\n");
    EXPECT_NE(refusal([&] { (void)convert_table(bad.path(), to.path()); }), "");
    StopFlag stop;
    stop.request();
    const TemporaryFile good("a\n1\n");
    EXPECT_FALSE(convert_table(good.path(), to.path(), {}, Context({.stop = &stop})));
    EXPECT_EQ(bytes(), old);
    EXPECT_NE(refusal<std::runtime_error>([&] {
                  (void)convert_table(good.path(), older.path());
              }).find("is not an HDF5 file"),
              std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(to.path().string() + ".part"));
    EXPECT_NE(refusal<std::runtime_error>([&] {
                  (void)convert_table(good.path(), "/nowhere/at/all.h5");
              }).find("cannot be written"),
              std::string::npos);
}

class Damaged : public Hdf5 {
  protected:
    void SetUp() override {
        Hdf5::SetUp();
        if (IsSkipped()) return;
        const auto file = converted(many_rows());
        wanted_ = read_table(file);
        std::ifstream in(file, std::ios::binary);
        bytes_.assign(std::istreambuf_iterator<char>(in), {});
    }
    static std::string said(const std::string& bytes) {
        const TemporaryFile file(bytes, ".h5");
        return refusal([&] { (void)read_table(file.path()); });
    }
    Table wanted_;
    std::string bytes_;
};

/// Every byte of the file's structure and one in some hundred of its values: whatever is not rejected reads the same.
TEST_F(Damaged, InOneByteIsRefusedOrHarmless) {
    std::size_t refused = 0;
    std::size_t by_rows = 0;
    std::size_t tried = 0;
    for (std::size_t at = 0; at < bytes_.size(); at += at < 4096 ? 3 : 211, ++tried) {
        std::string bytes = bytes_;
        bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ (1U << (at % 8)));
        const TemporaryFile file(bytes, ".h5");
        try {
            const Table found = is_hdf5(file.path()) ? read_table(file.path()) : throw ReadError("another file");
            expect_the_same(found, wanted_);
            ASSERT_FALSE(HasFailure()) << "byte " << at << " of " << bytes_.size();
        } catch (const ReadError& error) {
            ++refused;
            by_rows += std::string(error.what()).find("', rows ") != std::string::npos ? 1 : 0;
        }
    }
    EXPECT_GT(by_rows, tried / 3);
    EXPECT_GT(refused, tried / 2);
}

TEST_F(Damaged, InAChunkIsNamedByColumnAndRows) {
    std::set<std::string> columns;
    for (std::size_t at = 0; at < bytes_.size(); at += 4999) {
        std::string bytes = bytes_;
        bytes[at] = static_cast<char>(~bytes[at]);
        if (const std::string why = said(bytes); why.find("', rows ") != std::string::npos) {
            EXPECT_NE(why.find(" is damaged or cut off; copy the file again"), std::string::npos) << why;
            columns.insert(why.substr(0, why.find(" is damaged")));
        }
    }
    EXPECT_TRUE(columns.contains("column 'age', rows 1 to 16384,")) << ::testing::PrintToString(columns);
    EXPECT_TRUE(columns.contains("column 'age', rows 32769 to 40000,")) << ::testing::PrintToString(columns);
    EXPECT_TRUE(columns.contains("column 'late', rows 16385 to 32768,")) << ::testing::PrintToString(columns);
}

TEST_F(Damaged, ByCuttingIsRefused) {
    for (const double share : {0.001, 0.01, 0.1, 0.5, 0.9, 0.999})
        EXPECT_NE(said(bytes_.substr(0, static_cast<std::size_t>(share * static_cast<double>(bytes_.size())))), "")
            << share;
    EXPECT_NE(said(bytes_.substr(0, bytes_.size() - 1)), "");
}

}  // namespace
}  // namespace alcole::tabular
