#pragma once

#include "engine/aligned.hpp"
#include "engine/head.hpp"
#include "engine/network.hpp"
#include "engine/plan.hpp"
#include "engine/thread_pool.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace alcole::engine {

/// Evaluates a plan: forward() gives the risks, then backward() their gradient for any weights. Sums are taken per
/// group of tiles and added in the order of the groups, so results are the same bits for any number of threads.
template <class T>
class Evaluator {
  public:
    Evaluator(Network<T>& network, const Head& head, ThreadPool& pool) : network_(network), head_(head), pool_(pool) {}

    /// The plan must outlive the evaluations. `l` gets one entry per risk.
    void forward(const Plan& plan, std::span<const T> theta, std::span<double> l);
    /// The gradient of sum_i w_i l_i at the theta of the last forward().
    void backward(std::span<const double> w, std::span<T> g);

    /// With the predictions of the last forward(): the risks with classes in place of probabilities.
    void strict_risks(std::span<double> l);
    /// With the predictions of the last forward(): per risk, the weights of the pairs whose classes differ.
    void flips(std::span<double> l);
    /// The predictions of the last forward(), point by point: one probability per class, or the number.
    void predictions(std::span<double> out) const;
    /// What they were made of: the scores of the last forward(), point by point.
    void scores(std::span<double> out) const;

  private:
    void prepare(const Plan& plan);
    T* kept(std::size_t tile, std::size_t thread);
    Head::View view(std::size_t tile) const;
    template <class Add>
    void sum_over_groups(std::span<double> l, Add add);

    Network<T>& network_;
    const Head& head_;
    ThreadPool& pool_;
    const Plan* plan_ = nullptr;
    bool keeps_ = true;                 // all activations; else they are computed again in the backward pass
    std::vector<std::size_t> kept_at_;  // per tile, into activations_
    std::vector<std::size_t> head_at_;  // per tile, into heads_
    Aligned<T> activations_;            // of all tiles, or of one tile per thread
    Aligned<double> heads_;             // of all tiles
    std::vector<Aligned<T>> scratch_;   // per thread
    std::vector<Aligned<double>> score_gradients_;    // per thread
    std::vector<Aligned<T>> score_gradients_packed_;  // per thread
    std::vector<double> group_risks_;                 // groups x risks
    Aligned<T> group_sums_;                           // groups x gradient entries
};

}  // namespace alcole::engine
