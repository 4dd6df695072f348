#pragma once

#include <alcole/tabular/schema.hpp>

#include "engine/kernels.hpp"
#include "engine/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace alcole::engine {

/// From scores to predictions and risks, in double whatever the network computes in. With s the scores of a point:
///
///   binary       p = 1 / (1 + exp(-s)),   norm = log(1 + exp(s)),       loss(y) = norm - y s
///   multiclass   p_k = exp(s_k - norm),   norm = log sum_k exp(s_k),    loss(y) = norm - s_y
///   regression   the prediction is s,                                   loss(y) = (s - y)^2
///
///   KL(p || q) = sum_k p_k (s_k - t_k) - norm(s) + norm(t)      in regression (s - t)^2 / 2: two normal distributions
///                                                               as wide as the target is spread
class Head {
  public:
    Head(tabular::Task task, std::size_t outputs) : task_(task), outputs_(outputs) {}

    /// What the head keeps of a tile: the scores, the probabilities and the norms, each padded.
    struct View {
        double* scores;  ///< points x outputs
        double* p;       ///< points x outputs
        double* norms;   ///< points
    };
    std::size_t kept_entries(std::size_t points) const { return padded(points) * (2 * outputs_ + 1); }
    View view(double* kept, std::size_t points) const {
        return {kept, kept + padded(points) * outputs_, kept + 2 * padded(points) * outputs_};
    }

    template <class T>
    void predict(const T* scores, std::size_t stride, std::size_t points, const View& at) const;

    /// Adds what the tile gives to each risk, without the plan's constants.
    void add_risks(const Plan& plan, const Plan::Tile& tile, const View& at, double* risks) const;
    /// The same with predicted classes in place of probabilities.
    void add_strict_risks(const Plan& plan, const Plan::Tile& tile, const View& at, double* risks) const;
    /// Adds the weights of the pairs whose predicted classes differ to each risk.
    void add_flips(const Plan& plan, const Plan::Tile& tile, const View& at, double* risks) const;

    /// d sum_i w_i l_i / d scores, points x outputs.
    void score_gradient(const Plan& plan, const Plan::Tile& tile, const View& at, std::span<const double> w,
                        double* gradient) const;

    std::int32_t predicted_class(const View& at, std::size_t point) const;
    std::size_t outputs() const { return outputs_; }
    /// Writes the predictions of a tile's points, in units of the target's sd in regression.
    void copy_predictions(const View& at, Range points, std::span<double> out) const;
    void copy_scores(const View& at, Range points, std::span<double> out) const;

  private:
    double loss(const View& at, std::size_t point, const Plan::Loss& loss) const;
    double probability(const View& at, std::size_t point, std::int32_t of_class) const;
    double divergence(const View& at, std::size_t first, std::size_t second) const;
    void add_fixed_risks(const Plan& plan, const Plan::Tile& tile, const View& at, double* risks) const;
    void loss_gradient(const View& at, std::size_t point, const Plan::Loss& loss, double weight, double* g) const;
    void rate_gradient(const View& at, std::size_t point, std::int32_t of_class, double weight, double* g) const;
    void pair_gradient(const View& at, std::size_t first, std::size_t second, double weight, double* g) const;

    tabular::Task task_;
    std::size_t outputs_;
};

}  // namespace alcole::engine
