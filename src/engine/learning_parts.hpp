#pragma once

#include <alcole/context.hpp>
#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/goal.hpp>
#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/model.hpp>

#include "engine/plan/batches.hpp"
#include "engine/plan/planned_rows.hpp"
#include "engine/shared_evaluator.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace alcole::engine {

/// The share of the objective that is minimised together with a bound, see BatchOptions.
inline constexpr double objective_share_with_bound = 0.01;

/// Everything a learning problem consists of. The parts refer to each other, so the object cannot be moved.
template <class T>
struct LearningParts {
    using OtherPrecision = std::conditional_t<std::is_same_v<T, float>, double, float>;

    /// `planned`: the same rows in the other precision, if they are planned already.
    LearningParts(const tabular::Dataset& data, tabular::Goal goal, tabular::Model model, const Context& context,
                  const tabular::BatchOptions& options, const PlannedRows<OtherPrecision>* planned = nullptr);
    LearningParts(const LearningParts&) = delete;
    LearningParts& operator=(const LearningParts&) = delete;
    ~LearningParts() = default;

    /// Starts sharing an evaluator's plans if there are ranks. Trees and the risks of single rows are evaluated by this
    /// rank alone.
    SharedEvaluator<T>& shared(SharedEvaluator<T>& evaluator);
    /// Makes the scores on all data those of theta; `l` is scratch space for the risks.
    void evaluate_at(std::span<const T> theta, std::span<double> l);

    /// 0 for trees: they are not weights, and their number is not known beforehand.
    std::size_t num_weights() const { return layers.empty() ? 0 : layers.back().end() + data.schema().num_steps(); }
    std::size_t num_variables() const { return num_weights() + (has_bound ? 1 : 0); }
    /// theta without the bound that is minimised.
    std::span<const T> weights(std::span<const T> theta) const {
        return has_bound ? theta.first(theta.size() - 1) : theta;
    }
    /// Calls f(j) for the weights that l2 applies to: all but the biases.
    template <class F>
    void for_each_weight(F f) const {
        for (const auto& layer : layers)
            for (std::size_t j = layer.weights_at; j < layer.biases_at; ++j) f(j);
    }

    void use_bounds();
    /// Turns sums into risks: subtracts the bounds, and adds l2 and the bound that is minimised.
    void finish(std::span<const T> theta, std::span<double> l) const;
    /// Turns weights on the risks into weights on the sums: with a minimised bound, the objective counts less.
    std::span<const double> on_sums(std::span<const double> w);

    void check(std::span<const T> theta) const;
    void check(std::span<const T> theta, std::span<const double> l) const;
    void check_second(std::span<const T> theta, std::span<const double> w);

    /// The biases that give every row these scores; with ordered classes, followed by the cut points.
    std::vector<double> biases_of(std::vector<double> scores) const;
    /// The index of the biases of the scores. For trees they are the beginning of theta.
    std::ptrdiff_t last_bias() const {
        return layers.empty() ? 0 : static_cast<std::ptrdiff_t>(layers.back().biases_at);
    }

    tabular::Dataset data;
    tabular::Goal goal;
    tabular::Model model;
    Context context;  // owns the pool
    tabular::BatchOptions options;
    PlannedRows<T> rows;
    Batches batches;
    std::vector<tabular::Layer> layers;
    SharedEvaluator<T> full;
    SharedEvaluator<T> batch;
    Plan batch_plan;
    std::optional<Batch> drawn;       // the last mini-batch
    std::vector<double> bounds;       // signed
    std::vector<bool> minimised;      // for each place: whether its bound is the last variable
    bool has_bound = false;           // whether there is such a variable
    std::vector<double> sum_weights;  // see on_sums()
    std::vector<double> matrix;       // weights x weights
    std::vector<double> unread;       // scratch space for risks that nobody asked for

  private:
    Evaluator<T> evaluator();
    std::unique_ptr<Scorer<T>> scorer(std::size_t outputs);
    void find_minimised();
    void send_plan();
};

}  // namespace alcole::engine
