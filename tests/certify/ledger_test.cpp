#include <alcole/learning/opening.hpp>

#include "base/files.hpp"
#include "test_folder.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace alcole::certify {
namespace {

class Ledgers : public ::testing::Test {
  protected:
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
