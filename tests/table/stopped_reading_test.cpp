// A table that is being read can be stopped, and tells how far it is.
#include <alcole/tabular/convert.hpp>

#include "stop_at.hpp"
#include "table/reading.hpp"
#include "temporary_file.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

using testing::TemporaryFile;
using tests::StopAt;
using tests::TestFolder;

/// Several megabytes, so that the reader comes back for more.
std::string long_text() {
    std::string text = "number,word\n";
    for (int row = 0; row < 300'000; ++row) text += std::to_string(row) + (row % 3 == 0 ? ",north\n" : ",south\n");
    return text;
}

/// Reading stops at the first report, and is not heard of again.
void expect_stopped(const std::filesystem::path& file) {
    StopAt stop("reading");
    EXPECT_FALSE(read_table(file, {}, stop.context())) << file;
    ASSERT_EQ(stop.reports.size(), 1U) << file;
    EXPECT_EQ(read_table(file, {}, Context())->num_rows, read_table(file).num_rows) << "a later reading is whole";
}

TEST(StoppedReading, GivesNothing) {
    expect_stopped(TemporaryFile(long_text()).path());
    expect_stopped(TemporaryFile("@relation r\n@attribute a numeric\n@data\n1\n2\n", ".arff").path());
}

TEST(StoppedReading, OfAFolderOrAnHdf5FileGivesNothing) {
    const TestFolder folder;
    std::ofstream(folder / "a.csv") << "n,w\n1,x\n";
    std::ofstream(folder / "b.csv") << "n,w\n2,y\n";
    expect_stopped(folder.path());
    if (!reads_hdf5()) GTEST_SKIP() << "built without HDF5";
    const TestFolder other;
    ASSERT_TRUE(convert_table(folder.path(), other / "all.h5"));
    expect_stopped(other / "all.h5");
}

/// First that it reads, then how far it is.
TEST(Reading, SaysHowFarItIs) {
    std::vector<Progress> reports;
    const Context context({.on_progress = [&](const Progress& progress) { reports.push_back(progress); }});
    table::Reading reading(context, "people.csv");
    for (std::size_t done = 0; reports.size() < 3; ++done) reading.at(done, 1'000'000'000);
    EXPECT_EQ(reports[0].stage, "reading people.csv");
    EXPECT_TRUE(reports[0].unit.empty());
    for (const std::size_t k : {1U, 2U}) {
        EXPECT_EQ(reports[k].unit, "MB");
        EXPECT_EQ(reports[k].total, 1'000'000'000);
        EXPECT_GT(reports[k].done, reports[k - 1].done);
    }
}

TEST(StoppedReading, EndsPieces) {
    const TemporaryFile file(long_text());
    StopFlag stop;
    TableReader reader(file.path(), {.types = {{"word", ColumnType::category}}}, Context({.stop = &stop}));
    ASSERT_TRUE(reader.next(10));
    stop.request();
    std::size_t rows = 0;
    while (const auto piece = reader.next(1000)) rows += piece->num_rows;
    EXPECT_LT(rows, 200'000U) << "no more than what had been read ahead";
    EXPECT_FALSE(TableReader(file.path(), {}, Context({.stop = &stop})).next(1));
}

TEST(StoppedReading, PassesNoMoreText) {
    const TemporaryFile file(long_text());
    StopFlag stop;
    std::size_t bytes = 0;
    const auto take = [&](std::string_view piece) {
        bytes += piece.size();
        stop.request();
    };
    EXPECT_FALSE(read_text(file.path(), take, Context({.stop = &stop})));
    EXPECT_GT(bytes, 0U);
    EXPECT_LT(bytes, 1'000'000U);
}

TEST(StoppedReading, LeavesNoConvertedFile) {
    if (!reads_hdf5()) GTEST_SKIP() << "built without HDF5";
    const TemporaryFile file(long_text());
    const TestFolder folder;
    StopAt stop("reading");
    EXPECT_FALSE(convert_table(file.path(), folder / "all.h5", {}, stop.context()));
    EXPECT_TRUE(stop.stopped());
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace alcole::tabular
