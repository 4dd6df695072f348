#include <alcole/learning/learning.hpp>

#include "base/text.hpp"
#include "made_people.hpp"
#include "test_folder.hpp"
#include "train_run.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace alcole::learning {
namespace {

using namespace testing;

std::string constraint_of_keys(const std::string& keys) { return "\n[[constraint]]\n" + keys + "\n"; }

/// People with the answers of an older model beside them: it looked at income alone.
Source people_with_answers(std::size_t rows) {
    Source source = made_source(rows);
    auto answer = testing::words("old answer", {"no", "yes"});
    for (const double income : source.table.at("income").numbers) answer.codes.push_back(income > 0 ? 1 : 0);
    source.table.columns.push_back(answer);
    return source;
}

/// Everything that can be said in a run file can be trained, met, saved and judged again.
TEST(Language, IsTrainedMetSavedAndJudged) {
    const std::vector<std::string> all = {
        R"(risk = "positive_rate[sex == 'f'] - 0.8 * positive_rate[sex == 'm'] >= 0")",
        R"(risk = "max(error_rate[town]) - min(error_rate[town]) <= 0.05")",
        R"(risk = "0.3 <= positive_rate <= 0.5")",
        R"(risk = "positive_rate[sex] = 0.4")",
        "kind = \"four_fifths\"\nattribute = \"sex\"",
        "kind = \"ratio\"\nrisk = \"recall\"\nattribute = \"sex\"\nbound = 0.9",
        "kind = \"gap\"\nrisk = \"false_negative_rate + false_positive_rate\"\nattribute = \"sex\"\nbound = 0.1",
        "kind = \"rate\"\nrate = \"precision\"\nattribute = \"sex\"\nbound = 0.7\nat_least = true",
        "kind = \"rate\"\nrate = \"f_score\"\nbound = 0.6\nat_least = true",
        "kind = \"rate\"\nrate = \"balanced_error\"\nbound = 0.4",
        "kind = \"predictive_parity\"\nattribute = \"sex\"\nlevel = 0.7\nbound = 0.1",
        "kind = \"selection_budget\"\nleast = 0.2\nbound = 0.4",
        "kind = \"demographic_parity\"\nattribute = \"sex\"\nwithin = [\"town\"]\nbound = 0.1",
        "kind = \"calibration\"\nattribute = \"sex\"\nbound = 0.06",
        "kind = \"churn\"\nattribute = \"old answer\"\nbound = 0.1",
        "kind = \"counterfactual\"\nattribute = \"income\"\nadd = 0.5\nbound = 0.01",
        "kind = \"counterfactual\"\nattributes = [\"sex\", \"town\"]\nbound = 0.02",
        "kind = \"monotone\"\nattribute = \"income\"\nadd = 1\nbound = 0.01",
        "kind = \"lipschitz\"\nattribute = \"income\"\nadd = 0.5\nlevel = 0.4\nbound = 0.05",
    };
    const Source source = people_with_answers(600);
    for (const auto& keys : all) {
        SCOPED_TRACE(keys);
        const Config config = made_config(constraint_of_keys(keys));
        const auto trained = train_run(config, source).value();
        EXPECT_TRUE(trained.feasible()) << trained.outcome.message;
        for (const auto& constraint : trained.outcome.constraints)
            EXPECT_NE(constraint.verdict, ConstraintStatus::not_met) << constraint.name << " " << constraint.train.risk;
        const tests::TestFolder folder;
        trained.model.save(folder / "model.onnx");
        const TrainedModel again = TrainedModel::load(folder / "model.onnx");
        const auto judged = judge(again, again.dataset(source.table));
        ASSERT_EQ(judged.constraints.size(), trained.outcome.constraints.size());
        const Config written = parse_config(to_toml(config, ""), "written.toml", "");
        EXPECT_TRUE(differences(config, written).empty());
    }
}

TEST(Language, IsRefusedWithTheCharacterThatIsWrong) {
    try {
        made_config(constraint_of_keys("risk = \"positive_rate[sex == 'f'] - 0.8 * positve_rate >= 0\""));
        FAIL() << "nothing was thrown";
    } catch (const std::invalid_argument& error) {
        EXPECT_TRUE(std::string(error.what())
                        .find("at character 35: there is no rate 'positve_rate'; did you mean "
                              "'positive_rate'?") != std::string::npos)
            << error.what();
    }
}

/// At a price below what the bound costs, the bound is loosened until it costs that; at one above, nothing changes.
TEST(SoftConstraint, GivesWayAtItsPrice) {
    const Source source = made_source(600);
    const std::string keys = "kind = \"counterfactual\"\nattribute = \"sex\"\nbound = 0.001\n";
    const auto hard = train_run(made_config(constraint_of_keys(keys)), source).value();
    const double cost = hard.outcome.constraints[0].multiplier;
    ASSERT_GT(cost, 0.1);
    const double price = cost / 3;
    const auto soft =
        train_run(made_config(constraint_of_keys(keys + "price = " + base::number_text(price))), source).value();
    const auto& constraint = soft.outcome.constraints[0];
    EXPECT_NEAR(constraint.multiplier, price, 0.06 * price);
    EXPECT_GT(constraint.bound, 0.001);
    EXPECT_TRUE(soft.feasible());
    EXPECT_TRUE(std::ranges::any_of(soft.outcome.notes, [](const std::string& note) {
        return note.find("gave way: its bound of 0.001 would have cost more than") != std::string::npos;
    }));
    const auto dear =
        train_run(made_config(constraint_of_keys(keys + "price = " + base::number_text(2 * cost))), source).value();
    EXPECT_EQ(dear.model.theta, hard.model.theta);
    EXPECT_EQ(dear.outcome.constraints[0].bound, 0.001);
}

}  // namespace
}  // namespace alcole::learning
