#include "trees/grower.hpp"

#include <alcole/learning/learning.hpp>

#include "engine/score_space.hpp"
#include "loans.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <xgboost/c_api.h>

namespace alcole::trees {
namespace {

using tabular::Dataset;
using tabular::Tree;

void require(int code) {
    if (code != 0) throw std::runtime_error(XGBGetLastError());
}

/// Plain XGBoost on the same points: its own loss, its own loop.
class Peer {
  public:
    Peer(const engine::SparseRows& points, std::size_t inputs, const std::vector<float>& labels, float base,
         const tabular::Trees& trees) {
        require(XGDMatrixCreateFromCSREx(points.begin.data(), points.inputs.data(), points.values.data(),
                                         points.begin.size(), points.values.size(), inputs, &matrix_));
        require(XGDMatrixSetFloatInfo(matrix_, "label", labels.data(), labels.size()));
        const std::vector<float> margins(labels.size(), base);
        require(XGDMatrixSetFloatInfo(matrix_, "base_margin", margins.data(), margins.size()));
        require(XGBoosterCreate(&matrix_, 1, &booster_));
        for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{
                 {"objective", "binary:logistic"},
                 {"tree_method", "hist"},
                 {"nthread", "1"},
                 {"eta", std::to_string(trees.rate)},
                 {"min_child_weight", std::to_string(trees.min_child_weight)},
                 {"max_depth", std::to_string(trees.depth)}})
            require(XGBoosterSetParam(booster_, name.c_str(), value.c_str()));
    }
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;
    ~Peer() {
        XGBoosterFree(booster_);
        XGDMatrixFree(matrix_);
    }
    void round(int number) { require(XGBoosterUpdateOneIter(booster_, number, matrix_)); }
    /// A round with given gradients.
    void round(std::vector<float> gradient, std::vector<float> curvature) {
        require(XGBoosterBoostOneIter(booster_, matrix_, gradient.data(), curvature.data(), gradient.size()));
    }
    /// For every point, before the sigmoid.
    std::vector<float> margins() {
        const bst_ulong* shape = nullptr;
        bst_ulong dimensions = 0;
        const float* values = nullptr;
        require(XGBoosterPredictFromDMatrix(
            booster_, matrix_,
            R"({"type": 1, "training": false, "iteration_begin": 0, "iteration_end": 0, "strict_shape": false})",
            &shape, &dimensions, &values));
        return {values, values + shape[0]};
    }
    nlohmann::json trees() {
        bst_ulong length = 0;
        const char* text = nullptr;
        require(XGBoosterSaveModelToBuffer(booster_, R"({"format": "json"})", &length, &text));
        return nlohmann::json::parse(text, text + length)["learner"]["gradient_booster"]["model"]["trees"];
    }

  private:
    DMatrixHandle matrix_ = nullptr;
    BoosterHandle booster_ = nullptr;
};

std::vector<float> labels_of(const tabular::Column& column) { return {column.codes.begin(), column.codes.end()}; }

/// Question by question, and leaf by leaf.
void expect_same(const nlohmann::json& theirs, const std::vector<Tree>& grown, std::size_t numbers) {
    ASSERT_EQ(theirs.size(), grown.size());
    for (std::size_t t = 0; t < grown.size(); ++t) {
        const auto left = theirs[t]["left_children"].get<std::vector<int>>();
        const auto split = theirs[t]["split_indices"].get<std::vector<int>>();
        const auto value = theirs[t]["split_conditions"].get<std::vector<float>>();
        ASSERT_EQ(grown[t].nodes.size(), left.size()) << t;
        for (std::size_t at = 0; at < left.size(); ++at) {
            const auto& node = grown[t].nodes[at];
            ASSERT_EQ(node.is_leaf(), left[at] < 0) << t << ", " << at;
            if (node.is_leaf()) {
                EXPECT_NEAR(node.value, value[at], 1e-5) << t << ", " << at;
            } else {
                EXPECT_EQ(node.input, split[at]) << t << ", " << at;
                if (static_cast<std::size_t>(node.input) >= numbers)
                    continue;  // 0 or 1: any threshold in between is equivalent
                EXPECT_EQ(node.value, value[at]) << t << ", " << at;
            }
        }
    }
}

/// Without constraints the trees are XGBoost's, question by question, and so are the scores.
TEST(Grower, GrowsTheTreesOfPlainXGBoost) {
    const Dataset data(tests::loans(1500), tabular::SchemaOptions{.target = "repaid", .positive = "yes"});
    engine::ScoreSpace space(data, {}, Context({.threads = 1}));
    ASSERT_EQ(space.num_points(), data.num_rows());  // no two rows are equal, so points are rows
    const tabular::Trees options{.rounds = 30, .depth = 4};
    const std::size_t inputs = data.schema().num_inputs();
    Grower grower(space.points(), space.point_weights(), inputs, tabular::num_numbers(data.schema()), 1, options,
                  std::vector<int>(inputs, 0), 1);
    const std::vector<float> base = {static_cast<float>(space.base_scores()[0])};
    space.begin(base);
    Peer peer(space.points(), inputs, labels_of(data.table().at("repaid")), base[0], options);
    std::vector<Tree> grown;
    for (int round = 0; round < options.rounds; ++round) {
        peer.round(round);
        auto& push = space.push(std::vector{1.0}, std::vector{0.0}, options.rate);
        const auto trees = grower.grow(push.gradient, push.curvature, 0).trees;
        space.add(trees);
        grown.insert(grown.end(), trees.begin(), trees.end());
    }
    expect_same(peer.trees(), grown, tabular::num_numbers(data.schema()));
    const auto margins = peer.margins();
    const auto ours = space.scores();
    for (std::size_t point = 0; point < margins.size(); ++point) EXPECT_NEAR(ours[point], margins[point], 1e-4);
}

/// Equal rows are one point, and quantiles count them with their multiplicity.
TEST(Grower, GrowsTheTreesOfPlainXGBoostFromRowsThatRepeat) {
    const tabular::Table once = tests::loans(800);
    std::vector<std::size_t> rows(once.num_rows);
    std::iota(rows.begin(), rows.end(), 0);
    for (std::size_t k = 0; k < 1000; ++k) rows.push_back(k % 125);
    learning::Rows all{
        .train = {tests::taken(once, rows), tabular::SchemaOptions{.target = "repaid", .positive = "yes"}}};
    const tabular::Schema& schema = all.train.schema();
    learning::FitOptions options;
    options.shape = {.trees = tabular::Trees{.rounds = 20, .patience = 0}};
    const auto model = learning::fit(all, {}, options).value().model;
    const auto ours = tabular::ensemble_of(model.theta, schema.num_inputs(), 1);

    engine::ScoreSpace space(Dataset(once, schema), {}, Context({.threads = 1}));
    ASSERT_EQ(space.num_points(), once.num_rows);
    const engine::SparseRows points = space.points();
    engine::SparseRows repeated{.begin = {0}};
    for (const std::size_t row : rows) {
        for (std::size_t k = points.begin[row]; k < points.begin[row + 1]; ++k) {
            repeated.inputs.push_back(points.inputs[k]);
            repeated.values.push_back(points.values[k]);
        }
        repeated.begin.push_back(repeated.inputs.size());
    }
    Peer peer(repeated, schema.num_inputs(), labels_of(all.train.table().at("repaid")), ours.base[0],
              *options.shape.trees);
    for (int round = 0; round < options.shape.trees->rounds; ++round) peer.round(round);
    expect_same(peer.trees(), ours.trees, tabular::num_numbers(schema));
}

/// The engine reads a tree as XGBoost does, including missing numbers and absent categories.
TEST(Grower, TreesAreReadAsXGBoostReadsThem) {
    const Dataset data(tests::loans(700, 5), tabular::SchemaOptions{.target = "repaid", .positive = "yes"});
    engine::ScoreSpace space(data, {}, Context({.threads = 1}));
    const std::size_t inputs = data.schema().num_inputs();
    const tabular::Trees options{.depth = 6, .rate = 1, .min_child_weight = 0.1};
    Peer peer(space.points(), inputs, labels_of(data.table().at("repaid")), 0, options);
    Grower grower(space.points(), space.point_weights(), inputs, tabular::num_numbers(data.schema()), 1, options,
                  std::vector<int>(inputs, 0), 1);
    space.begin(std::vector{0.0F});
    auto& push = space.push(std::vector{1.0}, std::vector{0.0}, options.rate);
    const auto round = grower.grow(push.gradient, push.curvature, 0);
    space.add(round.trees);
    peer.round(0);
    const auto margins = peer.margins();
    for (std::size_t point = 0; point < margins.size(); ++point)
        EXPECT_NEAR(space.scores()[point], margins[point], 1e-6) << point;
    // XGBoost reports what a round adds, which equals its trees' predictions bit by bit: a resumed search reads those.
    EXPECT_TRUE(std::ranges::equal(round.adds, space.scores()));
}

/// The same for a whole model: with the same trees, scores are those that XGBoost predicts. This is half of the allowed
/// difference between ONNX Runtime and XGBoost; the other half is between the engine and ONNX Runtime (tests/onnx).
TEST(Grower, ModelsSayWhatXGBoostPredicts) {
    const Dataset data(tests::loans(900, 6), tabular::SchemaOptions{.target = "repaid", .positive = "yes"});
    engine::ScoreSpace space(data, {}, Context({.threads = 1}));
    const std::size_t inputs = data.schema().num_inputs();
    const tabular::Trees options{.depth = 5};
    Peer peer(space.points(), inputs, labels_of(data.table().at("repaid")), 0, options);
    Grower grower(space.points(), space.point_weights(), inputs, tabular::num_numbers(data.schema()), 1, options,
                  std::vector<int>(inputs, 0), 1);
    space.begin(std::vector{0.0F});
    for (int round = 0; round < 100; ++round) {
        auto& push = space.push(std::vector{1.0}, std::vector{0.0}, options.rate);
        space.add(grower.grow(push.gradient, push.curvature, 0).trees);
        peer.round(push.gradient, push.curvature);
    }
    constexpr double half = 5e-7;
    const auto margins = peer.margins();
    for (std::size_t point = 0; point < margins.size(); ++point)
        EXPECT_NEAR(1 / (1 + std::exp(-space.scores()[point])), 1 / (1 + std::exp(-margins[point])), half) << point;
}

TEST(Grower, GetsNoMoreThreadsThanAskedForUnlessAllCoresAre) {
    EXPECT_EQ(threads_for(2'000'000, 1, 8), 1U);
    EXPECT_EQ(threads_for(2'000'000, 2, 64), 2U);
    EXPECT_EQ(threads_for(2'000'000, 64, 64), 65U);
    EXPECT_EQ(threads_for(2'000'000, 3, 2), 3U);
    EXPECT_EQ(threads_for(1'000, 8, 8), 1U);
}

TEST(Grower, GrowsTheSameTreesOnAnyNumberOfThreads) {
    const Dataset data(tests::loans(3000), tabular::SchemaOptions{.target = "repaid", .positive = "yes"});
    engine::ScoreSpace space(data, {}, Context({.threads = 1}));
    const std::size_t inputs = data.schema().num_inputs();
    const tabular::Trees options{.depth = 6, .rows = 0.7, .columns = 0.8};
    space.begin(std::vector{0.0F});
    auto push = space.push(std::vector{1.0}, std::vector{0.0}, options.rate);
    std::vector<std::vector<Tree>> grown;
    for (const std::size_t threads : {1U, 2U, 3U}) {
        Grower grower(space.points(), space.point_weights(), inputs, tabular::num_numbers(data.schema()), 1, options,
                      std::vector<int>(inputs, 0), threads);
        grown.push_back(grower.grow(push.gradient, push.curvature, 7).trees);
    }
    EXPECT_EQ(grown[0], grown[1]);
    EXPECT_EQ(grown[0], grown[2]);
}

/// Properties of a tree with these options.
struct Grown {
    std::size_t leaves = 0;
    double largest = 0;  // leaf value
    std::set<std::int32_t> inputs{};
};

Grown grown(const tabular::Trees& options, std::uint64_t seed = 0) {
    const Dataset data(tests::loans(1500), tabular::SchemaOptions{.target = "repaid", .positive = "yes"});
    engine::ScoreSpace space(data, {}, Context({.threads = 1}));
    const std::size_t inputs = data.schema().num_inputs();
    Grower grower(space.points(), space.point_weights(), inputs, tabular::num_numbers(data.schema()), 1, options,
                  std::vector<int>(inputs, 0), 1);
    space.begin(std::vector{0.0F});
    auto& push = space.push(std::vector{1.0}, std::vector{0.0}, options.rate);
    Grown found;
    const auto round = grower.grow(push.gradient, push.curvature, seed);
    for (const auto& node : round.trees[0].nodes) {
        if (!node.is_leaf()) {
            found.inputs.insert(node.input);
            continue;
        }
        ++found.leaves;
        found.largest = std::max(found.largest, std::abs(static_cast<double>(node.value)));
    }
    return found;
}

TEST(Grower, DoesWhatItsOptionsSay) {
    const Grown usual = grown({});
    EXPECT_GT(usual.leaves, 8U);
    EXPECT_LE(usual.leaves, 16U);
    EXPECT_EQ(grown({.depth = 1}).leaves, 2U);
    EXPECT_EQ(grown({.depth = 6, .leaves = 5}).leaves, 5U);
    EXPECT_NEAR(grown({.rate = 0.05}).largest, usual.largest / 2, 1e-6);
    EXPECT_LT(grown({.l2 = 100}).largest, 0.8 * usual.largest);
    EXPECT_LT(grown({.min_child_weight = 100}).leaves, 5U);
    EXPECT_LT(grown({.columns = 0.2}).inputs.size(), usual.inputs.size());
    EXPECT_NE(grown({.columns = 0.4}, 1).inputs, grown({.columns = 0.4}, 2).inputs);
    EXPECT_NE(grown({.rows = 0.3}, 1).largest, grown({.rows = 0.3}, 2).largest);
    EXPECT_EQ(grown({.rows = 0.3}, 1).largest, grown({.rows = 0.3}, 1).largest);
}

TEST(Grower, KeepsDirections) {
    const Dataset data(tests::loans(1500), tabular::SchemaOptions{.target = "repaid", .positive = "yes"});
    engine::ScoreSpace space(data, {}, Context({.threads = 1}));
    const std::size_t inputs = data.schema().num_inputs();
    std::vector<int> directions(inputs, 0);
    directions[0] = -1;  // income, against the trend in the rows
    Grower grower(space.points(), space.point_weights(), inputs, tabular::num_numbers(data.schema()), 1, {.depth = 3},
                  directions, 1);
    space.begin(std::vector{0.0F});
    auto& push = space.push(std::vector{1.0}, std::vector{0.0}, 0.1);
    const auto trees = grower.grow(push.gradient, push.curvature, 0).trees;
    for (const auto& node : trees[0].nodes) EXPECT_NE(node.input, 0);
}

}  // namespace
}  // namespace alcole::trees
