#include <alcole/random.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/schema.hpp>

#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace alcole::tabular {
namespace {

bool rectifier(Activation activation) {
    return activation == Activation::relu || activation == Activation::gelu || activation == Activation::silu;
}

}  // namespace

std::vector<Layer> layers_of(const Model& model, std::size_t inputs, std::size_t outputs) {
    std::vector<Layer> layers;
    std::size_t at = 0;
    for (std::size_t l = 0; l <= model.hidden.size(); ++l) {
        const std::size_t out = l < model.hidden.size() ? model.hidden[l] : outputs;
        if (out == 0) throw std::invalid_argument("a hidden layer needs at least one unit");
        layers.push_back({.inputs = inputs, .outputs = out, .weights_at = at, .biases_at = at + inputs * out});
        at = layers.back().end();
        inputs = out;
    }
    return layers;
}

std::size_t num_weights(const Model& model, std::size_t inputs, std::size_t outputs) {
    return layers_of(model, inputs, outputs).back().end();
}

std::vector<double> initial_weights(const Model& model, std::size_t inputs, std::size_t outputs, std::uint64_t seed) {
    if (model.trees) return std::vector<double>(outputs, 0.0);  // no tree yet
    const auto layers = layers_of(model, inputs, outputs);
    std::vector<double> theta(layers.back().end(), 0.0);
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const Layer& layer = layers[l];
        const bool hidden = l + 1 < layers.size();
        const std::size_t fan = layer.inputs + (hidden && rectifier(model.activation) ? 0 : layer.outputs);
        const double reach = std::sqrt(6.0 / static_cast<double>(std::max<std::size_t>(fan, 1)));
        Random random(seed, l);
        for (std::size_t i = layer.weights_at; i < layer.biases_at; ++i) theta[i] = reach * (2 * random.uniform() - 1);
    }
    return theta;
}

std::vector<Layer> layers_of(const Model& model, const Schema& schema) {
    return layers_of(model, schema.num_inputs(), schema.num_sums());
}

std::size_t num_weights(const Model& model, const Schema& schema) {
    return num_weights(model, schema.num_inputs(), schema.num_sums()) + schema.num_steps();
}

std::vector<double> initial_weights(const Model& model, const Schema& schema, std::uint64_t seed) {
    constexpr double one_apart = 0.54132485461291806898;  // the t with log(1 + exp(t)) = 1
    auto theta = initial_weights(model, schema.num_inputs(), schema.num_sums(), seed);
    theta.resize(theta.size() + schema.num_steps(), one_apart);
    return theta;
}

}  // namespace alcole::tabular
