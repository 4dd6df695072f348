#include <alcole/tabular/convert.hpp>
#include <alcole/tabular/read.hpp>

#include "base/files.hpp"
#include "hdf5/column.hpp"
#include "learning/config/config.hpp"
#include "learning/training/limits.hpp"
#include "learning/training/make_task.hpp"
#include "made_people.hpp"
#include "made_run.hpp"
#include "refusal.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace alcole::learning {
namespace {

using testing::Loans;
using testing::refusal;
using testing::TestFolder;

TEST(Source, SplitsTheSameRowsForTheSameSeedAndEveryGroupInItsShare) {
    Loans loans(400);
    const Source source = read_source(loans.config).value();
    const auto split = split_of(loans.config, source);
    ASSERT_TRUE(split);
    EXPECT_EQ(split->test.size(), 120U);
    EXPECT_EQ(split_of(loans.config, source)->test, split->test);
    Config other = loans.config;
    other.solve.options.seed = 1;
    EXPECT_NE(split_of(other, source)->test, split->test);
    const auto strata = strata_of(loans.config, source.table);
    EXPECT_EQ(std::set<std::int32_t>(strata.begin(), strata.end()).size(), 2U * 3U * 2U);
    for (const auto stratum : std::set<std::int32_t>(strata.begin(), strata.end())) {
        const auto size = std::ranges::count(strata, stratum);
        const auto held = std::ranges::count_if(split->test, [&](std::size_t row) { return strata[row] == stratum; });
        EXPECT_NEAR(static_cast<double>(held), 0.3 * static_cast<double>(size), 1.0);
    }
}

TEST(Source, LeavesOutRowsWithoutATargetAndSaysSo) {
    Loans loans("a,b,y\n1,2,yes\n2,3,no\n3,4,\n4,5,yes\n5,6,no\n");
    loans.config.constraints.clear();
    loans.config.data = {.file = loans.config.data.file, .target = "y"};
    const Source source = read_source(loans.config).value();
    EXPECT_EQ(source.table.num_rows, 4U);
    ASSERT_EQ(source.notes.size(), 1U);
    EXPECT_EQ(to_string(source.notes[0]), "loans.csv: 1 row has no 'y' and is left out");
}

TEST(Source, RefusesWithTheFileAndTheKey) {
    Loans loans(400);
    const auto refused = [&](auto change) {
        Config config = loans.config;
        change(config);
        const std::string text = refusal([&] { (void)read_source(config).value(); });
        return text.substr(std::min(text.size(), text.find("loans.csv")));
    };
    EXPECT_EQ(refused([](Config& c) { c.data.target = "aproved"; }),
              "loans.csv: data.target: there is no column 'aproved'; did you mean 'approved'?");
    EXPECT_EQ(refused([](Config& c) { c.data.protected_columns = {"gender"}; }),
              "loans.csv: data.protected: there is no column 'gender'; the columns are id, age, income, sex, town and "
              "approved");
    EXPECT_EQ(refused([](Config& c) { c.data.where = {"age > 100"}; }), "loans.csv: data.where: it leaves no rows");
    EXPECT_EQ(
        refused([](Config& c) { c.data.sha256 = std::string(64, '0'); }),
        "loans.csv: its contents do not match data.sha256; the file has changed since the key was written (remove "
        "the key to use it as it is)");
    Loans other("a;b;y\n1;2;yes\n");
    EXPECT_NE(refusal([&] { (void)read_source(other.config).value(); }).find("set data.delimiter = \";\""),
              std::string::npos);
}

TEST(Source, IsNamedByItsHash) {
    Loans loans(400);
    const Source source = read_source(loans.config).value();
    const std::string hash = training_hash(loans.config, source);
    EXPECT_EQ(hash.size(), 64U);
    EXPECT_EQ(training_hash(loans.config, source), hash);
    Config other = loans.config;
    other.solve.options.seed = 7;
    EXPECT_NE(training_hash(other, source), hash);
    loans.config.data.sha256 = source.sha256;  // pinned: the same run
    EXPECT_EQ(training_hash(loans.config, read_source(loans.config).value()), hash);
}

constexpr const char* parity = R"(
[[constraint]]
kind = "demographic_parity"
attribute = "sex"
bound = 0.1
)";

TEST(Source, InMemoryKeepsItsRowNumbersWhereRowsAreSetAside) {
    const Config config = testing::made_config(parity, "[certify]\nconfidence = 0.9\nshare = 0.3\n");
    Source source = testing::made_source();
    set_aside(config, source);
    ASSERT_EQ(source.certify->num_rows, 90U);
    const TrainingTask task = make_task(config, source, split_of(config, source));
    const auto& numbers = task.train.table().at("number").numbers;  // of the rows, from 0
    ASSERT_EQ(task.row_numbers.size(), numbers.size());
    for (std::size_t row = 0; row < numbers.size(); ++row)
        EXPECT_EQ(static_cast<double>(task.row_numbers[row]), numbers.at(row) + 1);
}

TEST(Source, InMemoryMayHaveHeldOutRowsOfItsOwn) {
    const TestFolder folder;
    Source source = testing::made_source();
    source.test = testing::made_source(50, 2).table;
    ASSERT_TRUE(train(testing::made_config(parity), std::move(source), folder / "run"));
    const auto rows = tabular::read_csv(folder / "run" / "held-out.csv");
    ASSERT_EQ(rows.num_rows, 50U);
    EXPECT_EQ(rows.columns.front().numbers.at(49), 50);
}

TEST(TrainingTask, GivesL2ToNetworks) {
    Loans loans(2000);
    const Source source = read_source(loans.config).value();
    EXPECT_EQ(make_task(loans.config, source, std::nullopt).goal.l2, 0);
    loans.config.model.kind = "mlp";
    EXPECT_EQ(make_task(loans.config, source, std::nullopt).goal.l2, 5.0 / 2000);
    Config numbers = loans.config;
    numbers.data.target = "age";
    const TrainingTask task = make_task(numbers, source, std::nullopt);
    EXPECT_DOUBLE_EQ(task.goal.l2, 5.0 / 2000 * std::pow(task.schema().target.sd, 2)) << "in the unit of the loss";
    loans.config.model.l2 = 0.25;
    EXPECT_EQ(make_task(loans.config, source, std::nullopt).goal.l2, 0.25);
    Loans few(400);
    few.config.model.kind = "mlp";
    EXPECT_EQ(make_task(few.config, read_source(few.config).value(), std::nullopt).goal.l2, 0.005)
        << "never more than this";
}

/// With few rows per weight, some weights separate the classes, and without l2 larger ones are always better.
TEST(TrainingTask, GivesL2ToALinearModelWithFewRowsPerWeight) {
    ModelConfig linear;
    linear.kind = "linear";
    EXPECT_EQ(l2_of(linear, {.training_rows = 2000, .weights = 200}), 0);
    EXPECT_EQ(l2_of(linear, {.training_rows = 2000, .weights = 201}), 5.0 / 2000);
    EXPECT_EQ(l2_of(linear, {.training_rows = 100, .weights = 2001}), 0.005);
    linear.l2 = 0;
    EXPECT_EQ(l2_of(linear, {.training_rows = 100, .weights = 2001}), 0) << "as given";
}

TEST(TrainingTask, NamesGroupsThatAreTooSmallForTheirBound) {
    Loans loans(400);
    loans.config.constraints = {
        {.kind = tabular::ConstraintKind::equal_opportunity, .bound = 0.01, .attributes = {"town"}},
        {.kind = tabular::ConstraintKind::demographic_parity, .bound = 0.2, .attributes = {"sex"}}};
    const TrainingTask task = make_task(loans.config, read_source(loans.config).value(), std::nullopt);
    ASSERT_FALSE(task.notes.empty());
    for (const auto& note : task.notes) EXPECT_NE(to_string(note).find("equal_opportunity"), std::string::npos);
    EXPECT_NE(to_string(task.notes[0]).find("wider than the bound of 0.01"), std::string::npos);
}

/// Constant columns of a wide table are not kept, unless the run file refers to them.
TEST(Source, LeavesOutConstantColumnsThatNothingNames) {
    Loans loans("sex,here,gone,named,asked,approved\nman,1,7,7,,yes\nwoman,2,7,7,,no\nman,3,7,7,,no\n");
    const auto columns = [&] {
        std::vector<std::string> names;
        const Source source = read_source(loans.config).value();
        for (const auto& column : source.table.columns) names.push_back(column.name);
        return names;
    };
    loans.config.data.ignore = {"named"};
    loans.config.data.protected_columns = {"sex"};
    EXPECT_EQ(columns().size(), 6U);
    loans.config.data.ignore_constant = true;
    EXPECT_EQ(columns(), (std::vector<std::string>{"sex", "here", "named", "approved"}));
    loans.config.constraints.push_back({.kind = tabular::ConstraintKind::expression, .risk = "accuracy(asked)"});
    EXPECT_EQ(columns(), (std::vector<std::string>{"sex", "here", "named", "asked", "approved"}));
}

TEST(TrainingTask, SaysWhichKeysOfTheModelAreOfAnotherKind) {
    Loans loans(400);
    const Source source = read_source(loans.config).value();
    const auto said = [&] {
        std::vector<std::string> found;
        for (const auto& note : make_task(loans.config, source, std::nullopt).notes)
            if (note.kind == Note::Kind::unused_key) found.push_back(to_string(note));
        return found;
    };
    EXPECT_TRUE(said().empty()) << "what nobody gave is not spoken of";
    loans.config.model.hidden = {8, 8};
    loans.config.model.trees.depth = 3;
    EXPECT_EQ(said(), (std::vector<std::string>{"model.hidden = [8, 8] is not used: model.kind is \"linear\"",
                                                "model.depth = 3 is not used: model.kind is \"linear\""}));
    loans.config.model.kind = "mlp";
    EXPECT_EQ(said(), (std::vector<std::string>{"model.depth = 3 is not used: model.kind is \"mlp\""}));
}

/// A list of words exists once, not once per number of rows; and columns that are not read take no memory.
TEST(Limits, CountTheWordsOfAnHdf5TableOnce) {
    if (!hdf5::available()) GTEST_SKIP() << "built without HDF5";
    const TestFolder folder;
    constexpr std::size_t rows = 20000;
    std::string text = "id,age,y\n";
    for (std::size_t k = 0; k < rows; ++k)
        text += "person-" + std::to_string(k) + "," + std::to_string(k % 60) + (k % 2 == 0 ? ",yes\n" : ",no\n");
    base::write_file(folder / "ids.csv", text);
    ASSERT_TRUE(tabular::convert_table(folder / "ids.csv", folder / "ids.h5"));
    const double all = estimated_bytes(folder / "ids.h5", {});
    EXPECT_GT(all, rows * (4.0 + 8 + 4 + 32));
    EXPECT_LT(all, rows * (4.0 + 8 + 4 + 32 + 16));
    EXPECT_NEAR(estimated_bytes(folder / "ids.h5", {.columns = {"age", "y"}}), rows * (8.0 + 4), 200);
}

TEST(Limits, RefuseAModelThatFitsNoMemory) {
    Loans loans(400);
    loans.config.model.kind = "mlp";
    loans.config.model.hidden = {65536, 65536, 65536};
    const std::string text = refusal([&] { make_task(loans.config, read_source(loans.config).value(), std::nullopt); });
    EXPECT_EQ(text.find("a model with 8.591e+09 weights would take about "), 0U) << text;
    EXPECT_NE(text.find("GiB are free"), std::string::npos);
    EXPECT_GT(available_memory(), 0U);
}

}  // namespace
}  // namespace alcole::learning
