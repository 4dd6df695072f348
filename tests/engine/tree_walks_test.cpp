#include <alcole/random.hpp>

#include "engine/cpu/tree_path.hpp"
#include "engine/cpu/tree_scorer.hpp"
#include "engine/plan/planned_rows.hpp"
#include "random_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace alcole::engine {
namespace {

using tabular::Tree;
using tabular::TreeNode;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// The obvious loop: the row follows the questions until it reaches a leaf.
std::size_t obvious_leaf(const Tree& tree, const std::vector<float>& row) {
    std::size_t at = 0;
    for (;;) {
        const TreeNode& node = tree.nodes[at];
        if (node.input < 0) return at;
        const float asked = row[static_cast<std::size_t>(node.input)];
        std::int32_t next = node.above;
        if (asked < node.value) next = node.below;
        if (asked != asked) next = node.missing;
        at = static_cast<std::size_t>(next);
    }
}

/// A tree whose branches end at random, at `depth` at the latest; missing values take either branch.
Tree random_tree(std::size_t inputs, std::size_t depth, double ends, Random& random) {
    Tree tree{.nodes = {{}}};
    std::vector<std::size_t> depths = {0};
    for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
        tree.nodes[at].value = static_cast<float>(random.normal());
        if (depths[at] == depth || (at > 0 && random.uniform() < ends)) continue;
        const auto next = static_cast<std::int32_t>(tree.nodes.size());
        tree.nodes[at].input = static_cast<std::int32_t>(random.below(inputs));
        tree.nodes[at].below = next;
        tree.nodes[at].above = next + 1;
        tree.nodes[at].missing = next + static_cast<std::int32_t>(random.below(2));
        tree.nodes.resize(tree.nodes.size() + 2);
        depths.resize(tree.nodes.size(), depths[at] + 1);
    }
    return tree;
}

/// Every question but the last has one answer that is a leaf: the deepest tree of its size.
Tree ladder(std::size_t depth) {
    Tree tree;
    for (std::size_t k = 0; k < depth; ++k) {
        const auto next = static_cast<std::int32_t>(2 * k + 1);
        tree.nodes.push_back({.input = 0,
                              .value = static_cast<float>(k),
                              .below = next,
                              .above = next + 1,
                              .missing = k % 3 == 0 && k > 40 ? next : next + 1});
        tree.nodes.push_back({.value = 1});
    }
    tree.nodes.push_back({.value = 2});
    return tree;
}

using Rows = std::vector<std::vector<float>>;

Rows random_rows(std::size_t count, std::size_t width, double missing, Random& random) {
    Rows rows(count, std::vector<float>(width));
    for (auto& row : rows)
        for (float& v : row) v = random.uniform() < missing ? nan : static_cast<float>(random.normal());
    return rows;
}

/// Walks the rows together and compares each with the obvious loop.
void expect_obvious(const Tree& tree, const Rows& rows, const std::string& what) {
    const std::size_t width = rows.front().size();
    std::vector<float> inputs;
    for (const auto& row : rows) inputs.insert(inputs.end(), row.begin(), row.end());
    constexpr std::size_t first = 7;  // index of the first of these points
    const bool complete = std::ranges::none_of(inputs, [](float v) { return std::isnan(v); });
    std::vector<std::optional<std::size_t>> found(rows.size());
    TreePath(tree).walk(
        {.first = first, .count = rows.size(), .inputs = inputs.data(), .width = width, .complete = complete},
        [&](std::size_t point, std::size_t leaf) {
            ASSERT_GE(point, first) << what;
            ASSERT_LT(point - first, found.size()) << what;
            EXPECT_FALSE(found[point - first]) << what << ": point " << point << " comes twice";
            found[point - first] = leaf;
        });
    for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(found[i], obvious_leaf(tree, rows[i])) << what << ", " << i;
}

TEST(TreeWalks, EndWhereTheObviousLoopDoes) {
    Random random(3, 1);
    for (const std::size_t depth : {0U, 1U, 2U, 5U, 12U})
        for (const double ends : {0.0, 0.4})
            for (const double missing : {0.0, 0.3, 1.0}) {
                const Tree tree = random_tree(4, depth, ends, random);
                const auto rows = random_rows(100, 4, missing, random);
                expect_obvious(tree, rows, "depth " + std::to_string(depth) + ", missing " + std::to_string(missing));
            }
}

/// Rows are processed eight at a time: any remainder is walked once, and nothing beyond it.
TEST(TreeWalks, TakeBlocksThatAreNotFull) {
    Random random(4, 1);
    const Tree tree = random_tree(3, 6, 0.2, random);
    for (std::size_t count = 1; count <= 33; ++count)
        expect_obvious(tree, random_rows(count, 3, 0.2, random), std::to_string(count) + " rows");
}

/// Rows that are walked together end at very different depths.
TEST(TreeWalks, GoAsDeepAsATreeGoes) {
    Rows rows;
    for (const float v : {-1.0F, 0.0F, 0.5F, 3.0F, 299.0F, 1e9F, nan, 150.25F, 41.0F, 2.0F}) rows.push_back({v});
    for (const std::size_t depth : {1U, 2U, 300U}) expect_obvious(ladder(depth), rows, std::to_string(depth));
}

/// A number equal to the one it is compared with is not below it, whatever the sign of a zero.
TEST(TreeWalks, AskWhetherAnInputIsBelow) {
    const Tree tree{.nodes = {{.input = 0, .value = 0, .below = 1, .above = 2, .missing = 1}, {}, {}}};
    const float least = std::numeric_limits<float>::denorm_min();
    const float most = std::numeric_limits<float>::infinity();
    expect_obvious(tree, {{0.0F}, {-0.0F}, {least}, {-least}, {most}, {-most}, {nan}}, "zero");
}

/// Points of a table, including missing numbers and twins, on several threads: the engine's sums are those of the
/// obvious loop, one tree after the other. Wide tables are read a few rows at a time.
TEST(TreeWalks, AddWhatTheObviousLoopAdds) {
    for (const std::size_t words : {3U, 20'000U}) {
        tabular::Table table = tests::random_table({.rows = 1500, .seed = 9});
        tabular::Column word{.name = "word", .type = tabular::ColumnType::category};
        for (std::size_t k = 0; k < words; ++k) word.levels.push_back("w" + std::to_string(k));
        for (std::size_t row = 0; row < table.num_rows; ++row)
            word.codes.push_back(static_cast<std::int32_t>((row * 7919) % words));
        table.columns.push_back(word);
        const tabular::Dataset data(table,
                                    tests::options_of(tabular::Task::binary, {"age", "debts", "job", "sex", "word"}));
        const std::vector<tabular::Constraint> asked = {
            {.kind = tabular::ConstraintKind::counterfactual, .bound = 0.1, .attributes = {"sex"}}};
        const tabular::Goal goal{.constraints = tabular::define_risks(asked, data.schema(), data.table())};
        const PlannedRows<float> planned(data, goal);
        const TreeReader<float> reader(planned.inputs, data.schema());
        Random random(5, 2);
        std::vector<Tree> trees;
        for (int t = 0; t < 5; ++t) trees.push_back(random_tree(reader.num_inputs(), 7, 0.1, random));
        // With so many words, hardly any tree would ask about a number.
        for (Tree& tree : trees)
            for (std::size_t at = 0; at < tree.nodes.size(); at += 2)
                if (!tree.nodes[at].is_leaf()) tree.nodes[at].input = static_cast<std::int32_t>(at % 4 == 0 ? 0 : 1);

        const std::size_t points = planned.plan.num_points();
        ThreadPool pool(3);
        std::vector<float> scores(points, 0.25F);
        add_trees<float>(reader, planned.plan, trees, 1, pool, scores);
        std::vector<std::uint32_t> leaves(trees.size() * points);
        find_leaves<float>(reader, planned.plan, trees, pool, leaves);
        std::size_t missing = 0;
        for (std::size_t point = 0; point < points; ++point) {
            std::vector<float> row(reader.num_inputs(), 0.0F);
            reader.write(planned.plan, point, row);
            if (row[0] != row[0]) ++missing;
            float score = 0.25F;
            for (std::size_t t = 0; t < trees.size(); ++t) {
                const std::size_t leaf = obvious_leaf(trees[t], row);
                ASSERT_EQ(leaves[t * points + point], leaf) << "point " << point << ", tree " << t;
                score += trees[t].nodes[leaf].value;
            }
            ASSERT_EQ(scores[point], score) << "point " << point;
        }
        EXPECT_GT(missing, points / 20);
    }
}

}  // namespace
}  // namespace alcole::engine
