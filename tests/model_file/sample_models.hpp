#pragma once

#include <alcole/random.hpp>
#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/schema.hpp>

#include "model_file/model_file.hpp"

#include <string>
#include <vector>

/// Model files to test with: weights are random, everything else is as a run would make it.
namespace alcole::tests {

inline std::vector<float> random_theta(const tabular::Schema& schema, const tabular::Model& model, std::uint64_t seed) {
    const auto start = tabular::initial_weights(model, schema.num_inputs(), schema.num_outputs(), seed);
    Random random(seed, 99);
    std::vector<float> theta;
    for (const double v : start) theta.push_back(static_cast<float>(v + 0.2 * random.normal()));
    return theta;
}

/// A model fitted, as far as the schema goes, to a table.
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
