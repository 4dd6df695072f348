// Compressed tables are read like the text that they contain, whatever the file is called. Written by libarchive
// itself.
#include "stop_at.hpp"
#include "temporary_file.hpp"

#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

using testing::refusal;
using testing::TemporaryFile;
using namespace std::string_literals;

std::string compressed(const std::string& text, int (*filter)(archive*)) {
    std::string bytes(2 * text.size() + 4096, '\0');
    std::size_t used = 0;
    archive* const writer = archive_write_new();
    archive_write_set_format_raw(writer);
    filter(writer);
    archive_write_set_bytes_in_last_block(writer, 1);
    archive_write_open_memory(writer, bytes.data(), bytes.size(), &used);
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_write_header(writer, entry);
    archive_write_data(writer, text.data(), text.size());
    archive_entry_free(entry);
    archive_write_close(writer);
    archive_write_free(writer);
    return bytes.substr(0, used);
}

/// Long enough for several pieces, with values that do not compress to nothing.
std::string long_table() {
    std::string text = "number,word\n";
    std::uint64_t state = 1;
    for (int row = 0; row < 60'000; ++row) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        text += std::to_string(state >> 33U) + (row % 3 == 0 ? ",north\n" : ",south\n");
    }
    return text;
}

class Compressed : public ::testing::TestWithParam<int (*)(archive*)> {};

TEST_P(Compressed, TablesAreReadAsTheirText) {
    const std::string text = long_table();
    const Table plain = testing::csv(text);
    for (const char* ending : {".csv.compressed", ".csv"}) {
        const Table read = read_table(TemporaryFile(compressed(text, GetParam()), ending).path());
        ASSERT_EQ(read.num_rows, plain.num_rows);
        EXPECT_EQ(read.at("number").numbers, plain.at("number").numbers);
        EXPECT_EQ(testing::texts(read.at("word")), testing::texts(plain.at("word")));
    }
}

TEST_P(Compressed, TablesCanBeStopped) {
    const TemporaryFile file(compressed(long_table(), GetParam()));
    tests::StopAt stop("reading");
    EXPECT_FALSE(read_table(file.path(), {}, stop.context()));
    EXPECT_EQ(stop.reports.size(), 1U);
}

TEST_P(Compressed, TablesMayComeInPieces) {
    const TemporaryFile file(compressed(long_table(), GetParam()));
    TableReader reader(file.path());
    std::size_t rows = 0;
    while (const auto piece = reader.next(7000)) rows += piece->num_rows;
    EXPECT_EQ(rows, 60'000U);
}

TEST_P(Compressed, TablesThatEndTooEarlyAreRefused) {
    const std::string bytes = compressed(long_table(), GetParam());
    for (const std::size_t length : {bytes.size() / 2, bytes.size() - 5, std::size_t{20}, std::size_t{10}}) {
        const TemporaryFile file(bytes.substr(0, length), ".csv.gz");
        const std::string said = refusal([&] { (void)read_csv(file.path()); });
        EXPECT_NE(said.find("cut off or damaged"), std::string::npos) << length << " bytes: " << said;
    }
}

/// All but zstd, whose checksum is optional, and not written by libarchive.
class Checked : public Compressed {};

TEST_P(Checked, TablesWithAFlippedBitAreRefused) {
    const std::string bytes = compressed(long_table(), GetParam());
    constexpr std::size_t header = 10;  // of gzip: when and where it was written, which is not checked
    const std::size_t last = bytes.size() - 2;
    for (const std::size_t place : {header, bytes.size() / 3, bytes.size() / 2, last - 10, last - 5, last - 2, last}) {
        std::string damaged = bytes;
        damaged[place] = static_cast<char>(damaged[place] ^ 4);
        const std::string said = refusal([&] { (void)read_csv(TemporaryFile(damaged).path()); });
        EXPECT_NE(said.find("cut off or damaged"), std::string::npos) << "byte " << place << ": " << said;
    }
}

INSTANTIATE_TEST_SUITE_P(AllButZstd, Checked,
                         ::testing::Values(&archive_write_add_filter_gzip, &archive_write_add_filter_bzip2,
                                           &archive_write_add_filter_xz));

INSTANTIATE_TEST_SUITE_P(All, Compressed,
                         ::testing::Values(&archive_write_add_filter_gzip, &archive_write_add_filter_zstd,
                                           &archive_write_add_filter_bzip2, &archive_write_add_filter_xz));

TEST_P(Checked, TablesMayEndInZerosButNotInAnythingElse) {
    const std::string bytes = compressed("a,b\n1,2\n", GetParam());
    EXPECT_EQ(read_csv(TemporaryFile(bytes + std::string(512, '\0')).path()).at("b").numbers, std::vector<double>{2});
    EXPECT_NE(refusal([&] { (void)read_csv(TemporaryFile(bytes + "more").path()); }).find("damaged"),
              std::string::npos);
}

TEST_P(Compressed, TablesOfSeveralStreamsAreReadToTheEndOrRefused) {  // as pbzip2 and pigz write them
    const std::string first = compressed("a,b\n1,2\n", GetParam());
    const std::string second = compressed("3,4\n", GetParam());
    EXPECT_EQ(read_csv(TemporaryFile(first + second).path()).at("b").numbers, (std::vector<double>{2, 4}));
    for (const std::size_t length : {1U, 3U, 9U}) {
        const TemporaryFile cut(first + second.substr(0, length));
        EXPECT_NE(refusal([&] { static_cast<void>(read_csv(cut.path())); }).find("damaged"), std::string::npos)
            << length << " bytes";
    }
}

TEST(CompressedTables, MayBeArff) {
    const TemporaryFile file(
        compressed("@relation r\n@attribute a numeric\n@data\n5\n", &archive_write_add_filter_gzip), ".arff.gz");
    EXPECT_EQ(read_table(file.path()).at("a").numbers, std::vector<double>{5});
}

TEST(OtherFiles, AreCalledWhatTheyAre) {
    const auto said = [](const std::string& bytes) {
        return refusal([&] { (void)read_csv(TemporaryFile(bytes + std::string(100, 'x')).path()); });
    };
    EXPECT_EQ(said("PK\x03\x04"), "is an Excel workbook or a zip archive; save the table as CSV, or unpack it");
    EXPECT_NE(said("PAR1\x15\x04").find("Parquet"), std::string::npos);
    EXPECT_NE(said("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n").find("PDF"), std::string::npos);
    EXPECT_NE(said("SQLite format 3\0"s).find("SQLite"), std::string::npos);
}

TEST(OtherFiles, AreNotTablesWhoseFirstColumnIsCalledLikeThem) {
    for (const std::string name : {"PAR1", "ARROW1", "%PDF", "BZh", "BZh9", "SQLite format 3"}) {
        const Table read = testing::csv(name + ",größe\n1,2\n");
        EXPECT_EQ(read.at(name).numbers, std::vector<double>{1});
    }
}

}  // namespace
}  // namespace alcole::tabular
