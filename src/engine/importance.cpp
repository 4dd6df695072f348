#include <alcole/tabular/importance.hpp>

#include "engine/cpu/thread_pool.hpp"
#include "engine/cpu/tree_scorer.hpp"
#include "engine/plan/planned_rows.hpp"
#include "engine/plan/truths.hpp"
#include "engine/risk/loss.hpp"
#include "engine/risk/predictions.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace alcole::tabular {
namespace {

using engine::Truth;

constexpr std::size_t max_rows = 2'000;
/// Rows are divided into pieces whose sums are added in order, so the bits are the same for any number of threads.
constexpr std::size_t num_pieces = 16;

/// At most max_rows rows, evenly spaced.
Dataset subsample(const Dataset& data) {
    const std::size_t stride = (data.num_rows() + max_rows - 1) / max_rows;
    if (stride <= 1) return data;
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < data.num_rows(); row += stride) rows.push_back(row);
    return data.rows(rows);
}

/// The subsample of rows, in the form that trees read.
class Sample {
  public:
    Sample(const Dataset& data, const std::string& weights, const Context& context)
        : context_(context),
          rows_(data, {.constraints = {}, .weights = weights}),
          reader_(rows_.inputs, data.schema()),
          points_(rows_.points_of_kinds()) {}

    /// Calls visit(piece, sums, row, inputs, weight, truth) for every row and returns the total of the sums. `sums` are
    /// those of the row's piece, and start at zero.
    template <class Visit>
    std::vector<double> sum(std::size_t numbers, Visit visit) {
        std::vector<std::vector<double>> sums(num_pieces, std::vector<double>(numbers));
        std::vector<std::vector<float>> inputs(engine::pool_of(context_).size(),
                                               std::vector<float>(reader_.num_inputs()));
        const auto& population = rows_.population;
        const std::size_t all = population.row_kind.size();
        engine::pool_of(context_).run(num_pieces, [&](std::size_t piece, std::size_t thread) {
            for (std::size_t row = piece * all / num_pieces; row < (piece + 1) * all / num_pieces; ++row) {
                const std::uint32_t kind = population.row_kind[row];
                const Truth truth{.label = population.kinds[kind].label,
                                  .target = population.row_target.empty() ? 0.0 : population.row_target[row]};
                reader_.write(rows_.plan, points_[kind], inputs[thread]);
                visit(piece, sums[piece].data(), row, inputs[thread].data(), population.row_weight[row], truth);
                reader_.clear(rows_.plan, points_[kind], inputs[thread]);
            }
        });
        for (std::size_t piece = 1; piece < num_pieces; ++piece)
            for (std::size_t k = 0; k < numbers; ++k) sums[0][k] += sums[piece][k];
        return std::move(sums[0]);
    }

  private:
    Context context_;
    engine::PlannedRows<float> rows_;
    engine::TreeReader<float> reader_;
    std::vector<std::uint32_t> points_;
};

/// Numbers the nodes of all trees consecutively.
struct Nodes {
    explicit Nodes(const Ensemble& all) : ensemble(all) {
        for (const auto& tree : all.trees) {
            first.push_back(count);
            count += tree.nodes.size();
        }
    }
    const Ensemble& ensemble;
    std::vector<std::size_t> first{};  // of each tree
    std::size_t count = 0;
};

/// For every node, the mean value of the leaves that its rows reach; for a node without rows, the mean of its two
/// children.
std::vector<double> means_of(const Nodes& nodes, Sample& sample) {
    const auto& trees = nodes.ensemble.trees;
    std::vector<double> rows = sample.sum(nodes.count, [&](std::size_t /*piece*/, double* sums, std::size_t /*row*/,
                                                           const float* inputs, double weight, const Truth& /*truth*/) {
        for (std::size_t t = 0; t < trees.size(); ++t)
            sums[nodes.first[t] + engine::leaf_of(trees[t], inputs)] += weight;
    });
    std::vector<double> means(nodes.count);
    for (std::size_t t = 0; t < trees.size(); ++t)
        for (std::size_t at = trees[t].nodes.size(); at-- > 0;) {
            const TreeNode& node = trees[t].nodes[at];
            const std::size_t own = nodes.first[t] + at;
            if (node.is_leaf()) {
                means[own] = static_cast<double>(node.value);
                continue;
            }
            const std::size_t below = nodes.first[t] + static_cast<std::size_t>(node.below);
            const std::size_t above = nodes.first[t] + static_cast<std::size_t>(node.above);
            rows[own] = rows[below] + rows[above];
            means[own] = rows[own] > 0 ? (rows[below] * means[below] + rows[above] * means[above]) / rows[own]
                                       : (means[below] + means[above]) / 2;
        }
    return means;
}

/// A protected column, whose levels are the groups.
struct Grouping {
    const Column& column;
    std::size_t first;  // position of its sums
};

/// The layout of the sums over rows: the weight, the gain of each feature, then for each group of each attribute its
/// weight and the contribution of each feature to each score.
struct Sums {
    Sums(const Dataset& data, const std::vector<std::string>& protected_columns)
        : features(data.schema().features.size()), outputs(data.schema().num_outputs()), count(1 + features) {
        for (const auto& name : protected_columns) {
            const Column& column = data.table().at(name);
            if (column.type != ColumnType::category) continue;
            groupings.push_back({column, count});
            count += column.levels.size() * group_size();
        }
    }
    std::size_t group_size() const { return 1 + features * outputs; }
    std::size_t of_group(const Grouping& grouping, std::size_t level) const {
        return grouping.first + level * group_size();
    }

    std::size_t features;
    std::size_t outputs;
    std::vector<Grouping> groupings{};
    std::size_t count;
};

/// The feature that each input belongs to.
std::vector<std::int32_t> features_of_inputs(const Schema& schema) {
    std::vector<std::int32_t> features(schema.num_inputs());
    std::size_t number = 0;
    for (std::size_t f = 0; f < schema.features.size(); ++f)
        if (schema.features[f].is_amount()) features[number++] = static_cast<std::int32_t>(f);
    for (const auto& block : blocks_of(schema))
        for (std::size_t k = 0; k < block.size; ++k)
            features[block.first_input + k] = static_cast<std::int32_t>(block.feature);
    return features;
}

/// Follows one row through the trees and records the score at every node. The losses at all nodes are computed together
/// at the end.
class TreeWalk {
  public:
    TreeWalk(const Schema& schema, const Nodes& nodes, const std::vector<double>& means)
        : nodes_(nodes),
          means_(means),
          features_(features_of_inputs(schema)),
          scores_(schema.num_outputs()),
          adds_(schema.features.size() * schema.num_outputs()),
          predictions_(schema.target.task, schema.num_outputs()) {
        std::size_t max_nodes = 0;
        for (const Tree& tree : nodes.ensemble.trees) max_nodes += depth_of(tree) + 1;
        predictions_.resize(max_nodes);
        split_features_.reserve(max_nodes);
    }

    /// Follows a row. Afterwards adds() has the contribution of each feature to the scores, features x outputs.
    void go(const float* inputs) {
        const std::size_t outputs = nodes_.ensemble.base.size();
        std::ranges::copy(nodes_.ensemble.base, scores_.begin());
        std::ranges::fill(adds_, 0.0);
        split_features_.clear();
        double* visited = predictions_.scores().data();
        for (std::size_t t = 0; t < nodes_.ensemble.trees.size(); ++t) {
            const Tree& tree = nodes_.ensemble.trees[t];
            const double* mean = means_.data() + nodes_.first[t];
            double& score = scores_[tree.output];
            const double before = score;
            const auto visit = [&](std::size_t at, std::int32_t feature) {
                score = before + mean[at];
                visited = std::ranges::copy(scores_, visited).out;
                split_features_.push_back(feature);
            };
            std::size_t at = 0;
            visit(at, -1);
            while (!tree.nodes[at].is_leaf()) {
                const std::int32_t feature = features_[static_cast<std::size_t>(tree.nodes[at].input)];
                const std::size_t next = engine::next_node(tree.nodes[at], inputs);
                adds_[static_cast<std::size_t>(feature) * outputs + tree.output] += mean[next] - mean[at];
                visit(next, feature);
                at = next;
            }
        }
        predictions_.read({.begin = 0, .end = static_cast<std::uint32_t>(split_features_.size())});
    }
    const std::vector<double>& adds() const { return adds_; }
    /// Adds the decrease of the loss at each split of the last row, times the weight, to the gain of the split's
    /// feature.
    void add_gains(const Truth& truth, double weight, double* gains) const {
        double before = 0;
        for (std::size_t k = 0; k < split_features_.size(); ++k) {
            const double loss = engine::loss(predictions_.at(k), truth);
            if (split_features_[k] >= 0) gains[split_features_[k]] += weight * (before - loss);
            before = loss;
        }
    }

  private:
    static std::size_t depth_of(const Tree& tree) {  // children come after their parents
        std::vector<std::size_t> depth(tree.nodes.size(), 0);
        for (std::size_t at = 0; at < depth.size(); ++at)
            for (const std::int32_t next : {tree.nodes[at].below, tree.nodes[at].above, tree.nodes[at].missing})
                if (!tree.nodes[at].is_leaf()) depth[static_cast<std::size_t>(next)] = depth[at] + 1;
        return std::ranges::max(depth);
    }

    const Nodes& nodes_;
    const std::vector<double>& means_;
    std::vector<std::int32_t> features_;
    std::vector<double> scores_;  // so far
    std::vector<double> adds_;
    engine::Predictions predictions_;           // from the scores at every node visited
    std::vector<std::int32_t> split_features_;  // the feature whose split led to each node; -1 for the root of a tree
};

std::vector<double> sums_of(const Schema& schema, const Nodes& nodes, const Sums& layout, Sample& sample) {
    const std::vector<double> means = means_of(nodes, sample);
    std::vector<TreeWalk> walks(num_pieces, TreeWalk(schema, nodes, means));
    return sample.sum(layout.count, [&](std::size_t piece, double* sums, std::size_t row, const float* inputs,
                                        double weight, const Truth& truth) {
        walks[piece].go(inputs);
        const std::vector<double>& adds = walks[piece].adds();
        walks[piece].add_gains(truth, weight, sums + 1);
        sums[0] += weight;
        for (const auto& grouping : layout.groupings) {
            const std::int32_t level = grouping.column.codes[row];
            if (level < 0) continue;
            double* own = sums + layout.of_group(grouping, static_cast<std::size_t>(level));
            own[0] += weight;
            for (std::size_t k = 0; k < adds.size(); ++k) own[1 + k] += weight * adds[k];
        }
    });
}

/// The two groups and the output whose mean scores are farthest apart.
struct Farthest {
    std::size_t high = 0;
    std::size_t low = 0;
    std::size_t output = 0;
    double gap = 0;
};

/// Returns nothing if fewer than two groups have rows.
std::optional<Farthest> farthest_of(const Grouping& grouping, const Sums& layout, std::span<const double> sums) {
    std::optional<Farthest> farthest;
    for (std::size_t output = 0; output < layout.outputs; ++output) {
        std::vector<std::pair<double, std::size_t>> means;
        for (std::size_t level = 0; level < grouping.column.levels.size(); ++level) {
            const double* own = sums.data() + layout.of_group(grouping, level);
            if (!(own[0] > 0)) continue;
            double total = 0;
            for (std::size_t f = 0; f < layout.features; ++f) total += own[1 + f * layout.outputs + output];
            means.emplace_back(total / own[0], level);
        }
        if (means.size() < 2) return std::nullopt;
        const auto [low, high] = std::ranges::minmax(means);
        if (!farthest || high.first - low.first > farthest->gap)
            farthest = {.high = high.second, .low = low.second, .output = output, .gap = high.first - low.first};
    }
    return farthest;
}

}  // namespace

Importance importance_of(const Dataset& data, std::span<const float> theta,
                         const std::vector<std::string>& protected_columns, const std::string& weights,
                         const Context& context) {
    const Dataset sampled = subsample(data);
    const Schema& schema = sampled.schema();
    const Ensemble ensemble = ensemble_of(theta, schema.num_inputs(), schema.num_outputs());
    const Nodes nodes(ensemble);
    const Sums layout(sampled, protected_columns);
    Sample sample(sampled, weights, context);
    const std::vector<double> sums = sums_of(schema, nodes, layout, sample);
    const double unit = schema.target.task == Task::regression ? schema.target.sd : 1;
    Importance importance;
    for (std::size_t f = 0; f < layout.features; ++f)
        importance.features.push_back(
            {.column = schema.features[f].column, .gain = unit * unit * sums[1 + f] / sums[0]});
    for (const auto& grouping : layout.groupings) {
        const auto farthest = farthest_of(grouping, layout, sums);
        if (!farthest) continue;
        importance.attributes.push_back({.column = grouping.column.name,
                                         .high = grouping.column.levels[farthest->high],
                                         .low = grouping.column.levels[farthest->low],
                                         .gap = unit * farthest->gap});
        if (layout.outputs > 1) importance.attributes.back().of_class = schema.target.classes[farthest->output];
        const double* high = sums.data() + layout.of_group(grouping, farthest->high);
        const double* low = sums.data() + layout.of_group(grouping, farthest->low);
        for (std::size_t f = 0; f < layout.features; ++f) {
            const std::size_t k = 1 + f * layout.outputs + farthest->output;
            importance.features[f].carries.push_back(unit * (high[k] / high[0] - low[k] / low[0]));
        }
    }
    std::ranges::stable_sort(importance.features, std::greater<>(), &Importance::Feature::gain);
    return importance;
}

}  // namespace alcole::tabular
