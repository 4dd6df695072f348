#pragma once

#include <alcole/tabular/model.hpp>

#include "engine/kernels.hpp"

#include <cstddef>
#include <vector>

namespace alcole::engine {

using tabular::Model;

/// One layer: where its weights and biases stand in theta, and how wide its rows are in memory.
struct Layer {
    std::size_t inputs = 0;
    std::size_t outputs = 0;
    std::size_t weights_at = 0;
    std::size_t biases_at = 0;

    std::size_t padded_inputs() const { return padded(inputs); }
    std::size_t padded_outputs() const { return padded(outputs); }
    std::size_t end() const { return biases_at + outputs; }
};

ALCOLE_EXPORT std::vector<Layer> layers_of(const Model& model, std::size_t inputs, std::size_t outputs);

}  // namespace alcole::engine
