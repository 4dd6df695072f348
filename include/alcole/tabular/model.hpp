#pragma once

#include <alcole/export.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// The models that are fitted to tables: linear ones, and multi-layer perceptrons.
namespace alcole::tabular {

/// What follows the sums of a hidden layer. The theory asks for twice continuously differentiable ones, which all of
/// them are but relu.
enum class Activation : std::uint8_t { sigmoid, tanh, softplus, gelu, silu, relu };
ALCOLE_EXPORT std::string_view to_string(Activation activation);
/// Throws std::invalid_argument with a sentence for an unknown name.
ALCOLE_EXPORT Activation activation_from(std::string_view word);
constexpr bool twice_differentiable(Activation activation) { return activation != Activation::relu; }

/// A map of scores made of straight pieces, through (from[k], to[k]) and beyond the first and the last of them with the
/// slope `beyond`; it never falls. calibrate() fits one.
struct ScoreMap {
    std::vector<double> from{};  ///< at least one, each larger than the one before
    std::vector<double> to{};    ///< as many, none smaller than the one before
    double beyond = 1;
    ALCOLE_EXPORT double operator()(double s) const;
    ALCOLE_EXPORT double slope(double s) const;
    ALCOLE_EXPORT double steepest() const;
};

/// A network: inputs -> hidden[0] -> hidden[1] -> ... -> outputs. Without hidden layers it is a linear model.
///
/// theta holds the layers one after the other, each as its weights, row by row (one row per input of the layer, one
/// entry per output), followed by its biases, one per output.
struct Model {
    std::vector<std::size_t> hidden{};
    Activation activation = Activation::sigmoid;
    std::optional<ScoreMap> calibration{};  ///< what its scores go through in the end
};

/// Where one layer stands in theta: inputs x outputs weights from `weights_at` on, outputs biases from `biases_at` on.
struct Layer {
    std::size_t inputs = 0;
    std::size_t outputs = 0;
    std::size_t weights_at = 0;
    std::size_t biases_at = 0;

    std::size_t weight_at(std::size_t input, std::size_t output) const { return weights_at + input * outputs + output; }
    std::size_t end() const { return biases_at + outputs; }
};

/// The layers of a model that reads so many inputs and gives so many scores, the first one first:
///
///     for (const Layer& layer : layers_of(model, schema.num_inputs(), schema.num_outputs()))
///         theta[layer.weight_at(i, k)]          // what input i adds to output k
///
/// Throws std::invalid_argument when a hidden layer has no unit.
ALCOLE_EXPORT std::vector<Layer> layers_of(const Model& model, std::size_t inputs, std::size_t outputs);

/// The length of theta.
ALCOLE_EXPORT std::size_t num_weights(const Model& model, std::size_t inputs, std::size_t outputs);

/// A random start: weights uniform within +-sqrt(6 / (inputs + outputs)) of each layer (Glorot and Bengio, 2010), for
/// relu, gelu and silu within +-sqrt(6 / inputs) (He et al., 2015); biases zero. The same seed gives the same start
/// everywhere.
ALCOLE_EXPORT std::vector<double> initial_weights(const Model& model, std::size_t inputs, std::size_t outputs,
                                                  std::uint64_t seed);

}  // namespace alcole::tabular
