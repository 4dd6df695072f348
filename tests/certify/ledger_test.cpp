#include <alcole/learning/opening.hpp>

#include "base/files.hpp"
#include "test_folder.hpp"

#include <atomic>
#include <barrier>
#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace alcole::certify {
namespace {

class Ledgers : public ::testing::Test {
  protected:
    std::filesystem::path folder() const { return folder_ / "."; }
    std::filesystem::path file() const { return folder_ / "sub/certificates.jsonl"; }
    std::string refusal(const Opening& opening) const {
        try {
            Ledger(file()).open(opening);
        } catch (const std::exception& error) {
            return error.what();
        }
        return {};
    }

  private:
    tests::TestFolder folder_;
};

TEST_F(Ledgers, RefuseASecondLookAtTheSameRows) {
    EXPECT_EQ(refusal({.rows = "r", .question = "a", .model = "m", .file = "people.csv"}), "");
    EXPECT_EQ(refusal({.rows = "r", .question = "a", .model = "m", .file = "people.csv"}), "") << "the same question";
    const std::string said = refusal({.rows = "r", .question = "b", .model = "n", .file = "people.csv"});
    EXPECT_TRUE(said.starts_with("people.csv: its rows were opened for a certificate on 20")) << said;
    EXPECT_NE(said.find("certify.file"), std::string::npos);
    EXPECT_EQ(refusal({.rows = "others", .question = "b", .model = "n", .file = "more.csv"}), "");
    const auto openings = Ledger(file()).openings();
    ASSERT_EQ(openings.size(), 2U) << "what was refused, and what was asked again, is not written down";
    EXPECT_EQ(openings[0].model, "m");
    EXPECT_NE(openings[0].time.find("UTC"), std::string::npos);
}

TEST_F(Ledgers, AllowAsManyAsWerePlannedBeforeTheFirst) {
    for (const auto* question : {"a", "b", "c"})
        EXPECT_EQ(refusal({.rows = "r", .question = question, .planned = 3, .file = "p.csv"}), "");
    EXPECT_NE(refusal({.rows = "r", .question = "d", .planned = 3, .file = "p.csv"}), "");
    EXPECT_NE(
        refusal({.rows = "r", .question = "d", .planned = 4, .file = "p.csv"}).find("cannot be changed afterwards"),
        std::string::npos);
}

/// Opens the rows for as many questions as there are threads, all at once; returns how many were allowed.
std::size_t opened_at_once(const std::filesystem::path& file, std::size_t threads, std::size_t planned) {
    std::barrier ready(static_cast<std::ptrdiff_t>(threads));
    std::atomic<std::size_t> allowed = 0;
    {
        std::vector<std::jthread> all;
        for (std::size_t k = 0; k < threads; ++k)
            all.emplace_back([&, k] {
                ready.arrive_and_wait();
                try {
                    Ledger(file).open({.rows = "r", .question = std::to_string(k), .planned = planned, .file = "p"});
                    ++allowed;
                } catch (const std::invalid_argument&) {  // somebody else was first
                }
            });
    }
    return allowed;
}

TEST_F(Ledgers, AreOpenedByOneAtATime) {
    EXPECT_EQ(opened_at_once(folder() / "one.jsonl", 8, 1), 1U);
    EXPECT_EQ(Ledger(folder() / "one.jsonl").openings().size(), 1U);
    EXPECT_EQ(opened_at_once(folder() / "all.jsonl", 8, 8), 8U);
    EXPECT_EQ(Ledger(folder() / "all.jsonl").openings().size(), 8U);
}

TEST_F(Ledgers, WithoutAFileRememberNothing) {
    const Ledger none("");
    none.open({.rows = "r", .question = "a"});
    none.open({.rows = "r", .question = "b"});
    EXPECT_TRUE(none.openings().empty());
}

TEST_F(Ledgers, ThatAreDamagedSayWhere) {
    std::filesystem::create_directories(file().parent_path());
    base::write_file(file(), "{\"rows\": 3}\n");
    EXPECT_NE(refusal({.rows = "r", .question = "a"}).find("certificates.jsonl, line 1"), std::string::npos);
}

}  // namespace
}  // namespace alcole::certify
