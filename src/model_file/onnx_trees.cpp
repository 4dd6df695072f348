#include "model_file/onnx_trees.hpp"

#include "model_file/onnx_graph.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <onnx/onnx_pb.h>

namespace alcole::model_file {
namespace {

using tabular::Ensemble;
using tabular::Tree;
using tabular::TreeNode;

/// The attributes of the ONNX node that have one entry per node of a tree, or one per leaf.
struct Lists {
    std::vector<std::int64_t> tree{}, place{}, input{}, below{}, above{}, missing_below{};
    std::vector<std::string> mode{};
    std::vector<float> value{};
    std::vector<std::int64_t> leaf_tree{}, leaf_place{}, leaf_output{};
    std::vector<float> leaf_value{};
};

void add_node(const Tree& tree, std::size_t number, std::size_t at, Lists& lists) {
    const TreeNode& node = tree.nodes[at];
    const auto [t, place] = std::pair(static_cast<std::int64_t>(number), static_cast<std::int64_t>(at));
    lists.tree.push_back(t);
    lists.place.push_back(place);
    lists.mode.emplace_back(node.is_leaf() ? "LEAF" : "BRANCH_LT");
    lists.input.push_back(node.is_leaf() ? 0 : node.input);
    lists.value.push_back(node.is_leaf() ? 0 : node.value);
    lists.below.push_back(node.below);
    lists.above.push_back(node.above);
    lists.missing_below.push_back(!node.is_leaf() && node.missing == node.below ? 1 : 0);
    if (!node.is_leaf()) return;
    lists.leaf_tree.push_back(t);
    lists.leaf_place.push_back(place);
    lists.leaf_output.push_back(static_cast<std::int64_t>(tree.output));
    lists.leaf_value.push_back(node.value);
}

onnx::AttributeProto& attribute_of(onnx::NodeProto& node, const char* name, onnx::AttributeProto::AttributeType type) {
    auto& attribute = *node.add_attribute();
    attribute.set_name(name);
    attribute.set_type(type);
    return attribute;
}
void set(onnx::NodeProto& node, const char* name, const std::vector<std::int64_t>& values) {
    auto& attribute = attribute_of(node, name, onnx::AttributeProto::INTS);
    for (const auto value : values) attribute.add_ints(value);
}
void set(onnx::NodeProto& node, const char* name, const std::vector<float>& values) {
    auto& attribute = attribute_of(node, name, onnx::AttributeProto::FLOATS);
    for (const auto value : values) attribute.add_floats(value);
}
void set(onnx::NodeProto& node, const char* name, const std::vector<std::string>& values) {
    auto& attribute = attribute_of(node, name, onnx::AttributeProto::STRINGS);
    for (const auto& value : values) attribute.add_strings(value);
}
void set(onnx::NodeProto& node, const char* name, const char* value) {
    attribute_of(node, name, onnx::AttributeProto::STRING).set_s(value);
}

[[noreturn]] void refuse_node() {
    throw std::invalid_argument("this is not a valid model: its trees are not as alcole writes them");
}

const onnx::AttributeProto& find(const onnx::NodeProto& node, const std::string& name) {
    for (const auto& attribute : node.attribute())
        if (attribute.name() == name) return attribute;
    refuse_node();
}

}  // namespace

void write_trees(const Ensemble& ensemble, onnx::NodeProto& node) {
    Lists lists;
    for (std::size_t t = 0; t < ensemble.trees.size(); ++t)
        for (std::size_t at = 0; at < ensemble.trees[t].nodes.size(); ++at) add_node(ensemble.trees[t], t, at, lists);
    node.set_domain("ai.onnx.ml");
    set_attribute(node, "n_targets", static_cast<std::int64_t>(ensemble.base.size()));
    set(node, "base_values", ensemble.base);
    set(node, "aggregate_function", "SUM");
    set(node, "post_transform", "NONE");
    set(node, "nodes_treeids", lists.tree);
    set(node, "nodes_nodeids", lists.place);
    set(node, "nodes_modes", lists.mode);
    set(node, "nodes_featureids", lists.input);
    set(node, "nodes_values", lists.value);
    set(node, "nodes_truenodeids", lists.below);
    set(node, "nodes_falsenodeids", lists.above);
    set(node, "nodes_missing_value_tracks_true", lists.missing_below);
    set(node, "target_treeids", lists.leaf_tree);
    set(node, "target_nodeids", lists.leaf_place);
    set(node, "target_ids", lists.leaf_output);
    set(node, "target_weights", lists.leaf_value);
}

Ensemble read_trees(const onnx::NodeProto& node) {
    const auto& tree_ids = find(node, "nodes_treeids").ints();
    const auto& modes = find(node, "nodes_modes").strings();
    const auto& inputs = find(node, "nodes_featureids").ints();
    const auto& values = find(node, "nodes_values").floats();
    const auto& below = find(node, "nodes_truenodeids").ints();
    const auto& above = find(node, "nodes_falsenodeids").ints();
    const auto& missing_below = find(node, "nodes_missing_value_tracks_true").ints();
    const auto& outputs = find(node, "target_ids").ints();
    const auto& leaves = find(node, "target_weights").floats();
    const int nodes = tree_ids.size();
    for (const int size :
         {modes.size(), inputs.size(), values.size(), below.size(), above.size(), missing_below.size()})
        if (size != nodes) refuse_node();
    if (outputs.size() != leaves.size()) refuse_node();
    Ensemble ensemble;
    const auto& base = find(node, "base_values").floats();
    ensemble.base.assign(base.begin(), base.end());
    int leaf = 0;
    for (int i = 0; i < nodes; ++i) {
        if (i == 0 || tree_ids[i] != tree_ids[i - 1]) ensemble.trees.emplace_back();
        Tree& tree = ensemble.trees.back();
        TreeNode& to = tree.nodes.emplace_back();
        if (modes[i] == "LEAF") {
            if (leaf >= leaves.size() || outputs[leaf] < 0) refuse_node();
            to.value = leaves[leaf];
            tree.output = static_cast<std::size_t>(outputs[leaf++]);
        } else {
            to = {.input = static_cast<std::int32_t>(inputs[i]),
                  .value = values[i],
                  .below = static_cast<std::int32_t>(below[i]),
                  .above = static_cast<std::int32_t>(above[i]),
                  .missing = static_cast<std::int32_t>(missing_below[i] != 0 ? below[i] : above[i])};
        }
    }
    return ensemble;
}

}  // namespace alcole::model_file
