#pragma once

#include <alcole/export.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The models that can be fitted to tables: linear models, multi-layer perceptrons and boosted trees.
namespace alcole::tabular {

struct Schema;

/// The activation function of hidden layers. The theory requires twice continuously differentiable ones, which all of
/// these are except relu.
enum class Activation : std::uint8_t { sigmoid, tanh, softplus, gelu, silu, relu };
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Activation activation);
/// Throws std::invalid_argument if the name is unknown.
[[nodiscard]] ALCOLE_EXPORT Activation activation_from(std::string_view word);
constexpr bool twice_differentiable(Activation activation) { return activation != Activation::relu; }

/// A piecewise linear, non-decreasing map of scores through (from[k], to[k]), with slope `beyond` before the first and
/// after the last point. calibrate() fits one.
struct ScoreMap {
    std::vector<double> from{};  ///< at least one, strictly increasing
    std::vector<double> to{};    ///< as many, non-decreasing
    double beyond = 1;
    [[nodiscard]] ALCOLE_EXPORT double operator()(double s) const;
    [[nodiscard]] ALCOLE_EXPORT double slope(double s) const;
    [[nodiscard]] ALCOLE_EXPORT double steepest() const;
};

/// How boosted trees are grown: score = base + sum over rounds of a decision tree, each fitted to the gradient of the
/// Lagrangian at the scores so far. XGBoost's eta, subsample, colsample_bytree, lambda, min_child_weight and max_bin
/// are called rate, rows, columns, l2, min_child_weight and bins here.
struct Trees {
    std::int64_t rounds = 300;
    std::int64_t depth = 4;
    std::int64_t leaves =
        0;               ///< maximum per tree; 0: as many as the depth allows. If set, the best leaf is split first
    double rate = 0.1;   ///< learning rate: the fraction of each tree that is added
    double rows = 1;     ///< share of the points that each tree is grown on
    double columns = 1;  ///< share of the inputs that each tree may use
    double l2 = 1;       ///< penalty on the values of the leaves
    double min_child_weight = 1;  ///< minimum curvature of a leaf; a row contributes at most a quarter
    std::int64_t bins = 256;      ///< bins per number, between which trees split
    std::int64_t patience = 30;   ///< rounds without a lower loss on rows split off from training; 0: all rounds
    std::vector<std::string> increasing{};  ///< number columns in which the score must not decrease
    std::vector<std::string> decreasing{};  ///< number columns in which the score must not increase
    friend bool operator==(const Trees&, const Trees&) = default;
};

/// A network: inputs -> hidden[0] -> hidden[1] -> ... -> outputs. Without hidden layers it is a linear model. With
/// `trees` it is neither, but boosted trees.
///
/// theta holds the layers one after the other: the weights of each, row by row (one row per input of the layer, one
/// entry per output), followed by its biases, one per output. For ordered classes cut points follow, see
/// cut_points.hpp. For trees, theta holds the trees, see trees.hpp.
struct Model {
    std::vector<std::size_t> hidden{};
    Activation activation = Activation::sigmoid;
    std::optional<ScoreMap> calibration{};  ///< applied to its scores last
    std::optional<Trees> trees{};

    [[nodiscard]] bool is_linear() const { return hidden.empty() && !trees; }
};

/// The position of a layer in theta: inputs x outputs weights starting at `weights_at`, outputs biases at `biases_at`.
struct Layer {
    std::size_t inputs = 0;
    std::size_t outputs = 0;
    std::size_t weights_at = 0;
    std::size_t biases_at = 0;

    [[nodiscard]] std::size_t weight_at(std::size_t input, std::size_t output) const {
        return weights_at + input * outputs + output;
    }
    [[nodiscard]] std::size_t end() const { return biases_at + outputs; }
};

/// Returns the layers of a model with the given number of inputs and scores, in order:
///
///     for (const Layer& layer : layers_of(model, schema))
///         theta[layer.weight_at(i, k)]          // the weight of input i in output k
///
/// Throws std::invalid_argument if a hidden layer has no units.
[[nodiscard]] ALCOLE_EXPORT std::vector<Layer> layers_of(const Model& model, std::size_t inputs, std::size_t outputs);

[[nodiscard]] ALCOLE_EXPORT std::vector<Layer> layers_of(const Model& model, const Schema& schema);

/// The length of theta.
[[nodiscard]] ALCOLE_EXPORT std::size_t num_weights(const Model& model, std::size_t inputs, std::size_t outputs);
[[nodiscard]] ALCOLE_EXPORT std::size_t num_weights(const Model& model, const Schema& schema);

/// Returns a random start. Weights are uniform within +-sqrt(6 / (inputs + outputs)) of each layer (Glorot and Bengio,
/// 2010), or within +-sqrt(6 / inputs) for relu, gelu and silu (He et al., 2015); biases are zero. The same seed gives
/// the same start on every machine.
[[nodiscard]] ALCOLE_EXPORT std::vector<double> initial_weights(const Model& model, std::size_t inputs,
                                                                std::size_t outputs, std::uint64_t seed);
/// The same for a schema. For ordered classes the cut points are 1 apart.
[[nodiscard]] ALCOLE_EXPORT std::vector<double> initial_weights(const Model& model, const Schema& schema,
                                                                std::uint64_t seed);

}  // namespace alcole::tabular
