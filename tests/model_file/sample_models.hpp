#pragma once

#include <alcole/random.hpp>
#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/trees.hpp>

#include "model_file/model_file.hpp"

#include <string>
#include <vector>

/// Model files for tests: weights are random, everything else is as in a run.
namespace alcole::tests {

/// Random questions about inputs, down to some depth, with values in the range of the inputs.
inline std::int32_t add_random_nodes(tabular::Tree& tree, int depth, std::size_t inputs, std::size_t numbers,
                                     Random& random) {
    const auto at = static_cast<std::int32_t>(tree.nodes.size());
    tree.nodes.push_back({.value = static_cast<float>(random.normal())});
    if (depth == 0) return at;
    tabular::TreeNode node{.input = static_cast<std::int32_t>(random.below(inputs))};
    node.value = static_cast<std::size_t>(node.input) < numbers ? static_cast<float>(random.normal()) : 0.5F;
    node.below = add_random_nodes(tree, depth - 1, inputs, numbers, random);
    node.above = add_random_nodes(tree, depth - 1, inputs, numbers, random);
    node.missing = random.uniform() < 0.5 ? node.below : node.above;
    tree.nodes[static_cast<std::size_t>(at)] = node;
    return at;
}

inline std::vector<float> random_trees(const tabular::Schema& schema, std::uint64_t seed) {
    Random random(seed, 98);
    tabular::Ensemble ensemble{.base = std::vector<float>(schema.num_outputs(), 0.25F)};
    for (std::size_t t = 0; t < 12; ++t) {
        auto& tree = ensemble.trees.emplace_back(tabular::Tree{.output = t % schema.num_outputs()});
        add_random_nodes(tree, 1 + static_cast<int>(t % 4), schema.num_inputs(), tabular::num_numbers(schema), random);
    }
    return tabular::theta_of(ensemble);
}

inline std::vector<float> random_theta(const tabular::Schema& schema, const tabular::Model& model, std::uint64_t seed) {
    if (model.trees) return random_trees(schema, seed);
    const auto start = tabular::initial_weights(model, schema, seed);
    Random random(seed, 99);
    std::vector<float> theta;
    for (const double v : start) theta.push_back(static_cast<float>(v + 0.2 * random.normal()));
    return theta;
}

/// A model whose schema is fitted to a table.
inline learning::TrainedModel sample_model(const tabular::Table& training, const tabular::SchemaOptions& options,
                                           const tabular::Model& model, std::vector<tabular::Merge> merges = {}) {
    learning::TrainedModel file{
        .schema = tabular::fit_schema(tabular::apply_merges(training, merges), options),
        .shape = model,
        .theta = {},
        .merges = std::move(merges),
        .goal = {.l2 = 0.5},
        .protected_columns = {},
        .reading = {},
        .training_hash = "0f",
        .run_toml = "[data]\nfile = \"people.csv\"\n",
        .certificate = {},
        .version = "0.1.0",
    };
    file.theta = random_theta(file.schema, model, 7);
    return file;
}

}  // namespace alcole::tests
