#include <alcole/random.hpp>

#include "../table/temporary_file.hpp"
#include "stop_at.hpp"
#include "thread_ranks.hpp"

#include <array>
#include <bit>
#include <functional>
#include <optional>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace
using tabular::testing::TemporaryFile;

/// A folder that is deleted at the end of the scope.
class TemporaryFolder {
  public:
    TemporaryFolder() : path_(TemporaryFile("", "").path()) { std::filesystem::create_directory(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    void write(const std::string& name, std::string_view content) const {
        std::ofstream(path_ / name, std::ios::binary) << content;
    }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

/// The result of reading, and how many bytes other ranks sent for it.
struct Read {
    std::optional<Table> table;
    std::string refusal;
    std::uint64_t bytes = 0;
};

Read read(const std::filesystem::path& file, const ReadOptions& options, Ranks* ranks) {
    Read read;
    try {
        read.table = read_table(file, options, Context({.threads = 1, .ranks = ranks}));
    } catch (const ReadError& error) {
        read.refusal = error.what();
    }
    if (ranks != nullptr) read.bytes = ranks->times()[static_cast<std::size_t>(Phase::reading)].received;
    return read;
}

Read read_on(std::size_t size, const std::filesystem::path& file, const ReadOptions& options = {}) {
    Read found;
    tests::with_ranks(size, [&](Ranks& ranks) { found = read(file, options, &ranks); });
    return found;
}

std::vector<std::uint64_t> bits(const Numbers& numbers) {
    std::vector<std::uint64_t> all;
    for (const double x : numbers) all.push_back(std::bit_cast<std::uint64_t>(x));
    return all;
}

void expect_same(const Read& ours, const Read& alone) {
    ASSERT_EQ(ours.refusal, alone.refusal);
    if (!alone.table) return;
    EXPECT_EQ(ours.table->num_rows, alone.table->num_rows);
    EXPECT_EQ(ours.table->notes, alone.table->notes);
    ASSERT_EQ(ours.table->columns.size(), alone.table->columns.size());
    for (std::size_t c = 0; c < alone.table->columns.size(); ++c) {
        const Column& one = ours.table->columns[c];
        const Column& other = alone.table->columns[c];
        EXPECT_EQ(one.name, other.name);
        EXPECT_EQ(one.type, other.type) << one.name;
        EXPECT_EQ(one.levels, other.levels) << one.name;
        EXPECT_TRUE(one.codes == other.codes) << one.name;
        EXPECT_EQ(bits(one.numbers), bits(other.numbers)) << one.name;
    }
}

void check(const std::filesystem::path& file, const ReadOptions& options = {}) {
    const Read alone = read(file, options, nullptr);
    for (const std::size_t size : {2U, 3U, 4U, 7U, 16U}) {
        SCOPED_TRACE(std::to_string(size) + " ranks");
        expect_same(read_on(size, file, options), alone);
    }
}

/// Checks that other ranks sent about their share of the bytes; otherwise equality would show nothing, because rank 0
/// alone is also right.
void expect_shared(std::size_t size, const std::filesystem::path& file, std::size_t bytes) {
    EXPECT_GT(read_on(size, file).bytes, bytes * (size - 1) / size * 9 / 10) << size << " ranks";
}

/// A value that makes it difficult to divide the file.
std::string difficult(Random& random, std::string_view line_end) {
    switch (random.below(8)) {
        case 0:
            return "\"two" + std::string(line_end) + "lines\"";
        case 1:
            return "\"1,2,3,4" + std::string(line_end) + "5,6,7,8" + std::string(line_end) + "\"";
        case 2:
            return "\"a \"\"word\"\"" + std::string(line_end) + "\"\"quoted\"\"\"";
        case 3:
            return "5\" wide";
        case 4:
            return "\" \"";
        case 5:
            return "";
        default:
            return "plain" + std::to_string(random.below(5));
    }
}

std::string difficult_text(std::uint64_t seed, std::size_t rows) {
    Random random(seed);
    const std::string line_end = std::array{"\n", "\r\n", "\r"}.at(random.below(3));
    std::string text = seed % 2 == 0 ? "\xEF\xBB\xBF" : "";
    text += "number,note,flag,late" + line_end;
    for (std::size_t row = 0; row < rows; ++row) {
        if (random.below(20) == 0) text += line_end;
        text += (random.below(9) == 0 ? "NA" : std::to_string(random.normal())) + "," + difficult(random, line_end) +
                "," + (random.below(2) == 0 ? "yes" : "no") + "," +
                (row + 3 < rows ? "" : (seed % 3 == 0 ? "word" : "17")) + line_end;
    }
    return text;
}

TEST(SharedReading, GivesTheTableOfOneProcessWhereverItIsCut) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(seed);
        const std::size_t rows = 1 + 7 * seed;
        const TemporaryFile file(difficult_text(seed, rows));
        check(file.path());
        if (rows > 200) expect_shared(3, file.path(), rows * (8 + 4 + 4));
    }
}

/// A third of all line breaks are inside quotes.
TEST(SharedReading, IsDoneByAllRanks) {
    std::string text = "x,word\n";
    for (int row = 0; row < 4000; ++row)
        text += std::to_string(row) + ".5,\"word" + std::to_string(row % 10) + (row % 2 == 0 ? "\n,\"" : "\"") + "\n";
    const TemporaryFile file(text);
    for (const std::size_t size : {2U, 4U, 7U}) expect_shared(size, file.path(), 4000 * (8 + 4));
}

/// The other ranks discard what they have read, and are ready for the next table.
TEST(SharedReading, IsStopped) {
    const TemporaryFile file(difficult_text(2, 500));
    const Read alone = read(file.path(), {}, nullptr);
    tests::with_ranks(3, [&](Ranks& ranks) {
        tests::StopAt stop("reading");
        EXPECT_FALSE(read_table(file.path(), {}, stop.context(&ranks)));
        EXPECT_TRUE(stop.stopped());
        expect_same(read(file.path(), {}, &ranks), alone);
    });
}

TEST(SharedReading, TakesFewerRowsThanRanks) {
    check(TemporaryFile("a,b\n1,x\n2,y\n3,x\n").path());
    check(TemporaryFile("a,b\n1,x").path());
    check(TemporaryFile("a,b\n").path());
    check(TemporaryFile("").path());
    check(TemporaryFile("a\n" + std::string(3000, '7') + "x\n").path());
}

/// The first value of a column decides its kind, wherever it is.
TEST(SharedReading, TakesValuesForWhatTheFirstOneIs) {
    const auto text = [](const std::function<std::string(int)>& value) {
        std::string all = "n,code\n";
        for (int row = 0; row < 3000; ++row) all += std::to_string(row) + "," + value(row) + "\n";
        return all;
    };
    check(TemporaryFile(text([](int row) { return row == 0 ? "A1" : std::to_string(row % 7); })).path());
    check(TemporaryFile(text([](int row) { return row == 2900 ? "A1" : std::to_string(row % 7); })).path());
    check(TemporaryFile(text([](int row) { return row < 1500 ? "" : row % 2 == 0 ? "A1" : "8"; })).path());
    check(TemporaryFile(text([](int row) { return row < 1500 ? "" : row % 2 == 0 ? "8" : "A1"; })).path());
    check(TemporaryFile(text([](int row) { return row == 2500 ? "1e999" : row == 2600 ? "z" : "8"; })).path());
    check(TemporaryFile(text([](int row) { return row < 2000 ? "yes" : "no"; })).path());
    check(TemporaryFile(text([](int row) { return row < 2000 ? "" : "NA"; })).path());
    check(TemporaryFile(text([](int row) { return row % 2 == 0 ? "1" : "0"; })).path(),
          {.types = {{"code", ColumnType::boolean}}});
}

TEST(SharedReading, KnowsCommentsAndOtherMarks) {
    std::string text = "# made by hand\na;b\n";
    for (int row = 0; row < 500; ++row)
        text += (row % 5 == 0 ? "# a comment; with 'marks\n" : "") + std::to_string(row) + ",5;'it''s\n" +
                std::to_string(row % 4) + "'\n";
    check(TemporaryFile(text).path(), {.delimiter = ';', .quote = '\'', .comment = '#', .decimal_comma = true});
    check(TemporaryFile(text.substr(text.find("a;b\n") + 4)).path(),
          {.delimiter = ';', .quote = '\'', .comment = '#', .names = {"first", "second"}, .columns = {"second"}});
}

/// In the same words, with the line number in the whole file.
TEST(SharedReading, RefusesWhatOneProcessRefuses) {
    const auto text = [](int where, const std::string& bad) {
        std::string all = "a,b,a\n";
        for (int row = 0; row < 1000; ++row) all += row == where ? bad : "1,x,1\n";
        return all;
    };
    const std::vector<std::string> mistakes = {"1,x\n",        "1,x,2\n",    "1,\"x,1\n",
                                               "1,\"x\"y,1\n", "1,\xFF,1\n", "1e999,x,1e999\n"};
    for (const auto& bad : mistakes)
        for (const int where : {0, 400, 998}) {
            SCOPED_TRACE(bad + std::to_string(where));
            const TemporaryFile file(text(where, bad));
            EXPECT_NE(read(file.path(), {}, nullptr).refusal, "");
            check(file.path());
        }
    check(TemporaryFile(text(990, "word,x,word\n")).path(), {.types = {{"a", ColumnType::number}}});
    check(TemporaryFile(text(0, "")).path(), {.columns = {"nothing"}});
    check("/nowhere.csv");
}

TEST(SharedReading, ReadsFilesOfAFolder) {
    const TemporaryFolder folder;
    for (int k = 0; k < 5; ++k) folder.write("part" + std::to_string(k) + ".csv", difficult_text(1, 50));
    check(folder.path());
    folder.write("part2.csv", "number,note,flag,late\nword,1,yes,\n");
    check(folder.path());  // words in one, numbers in the others
    folder.write("part4.csv", "number,note\n1,2\n");
    check(folder.path());
    folder.write("part3.csv", "number,note,flag,late\n1,2\n");
    check(folder.path());
    check(TemporaryFolder().path());
}

TEST(SharedReading, LeavesToRankZeroWhatCannotBeCut) {
    const TemporaryFile arff("@relation r\n@attribute a numeric\n@attribute b {x,y}\n@data\n1,x\n2,y\n", ".arff");
    check(arff.path());
    EXPECT_LT(read_on(2, arff.path()).bytes, 100U);
}

}  // namespace
}  // namespace alcole
