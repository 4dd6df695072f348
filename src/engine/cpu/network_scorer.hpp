#pragma once

#include "engine/cpu/aligned.hpp"
#include "engine/cpu/network.hpp"
#include "engine/cpu/thread_pool.hpp"
#include "engine/plan/scorer.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::engine {

/// Evaluates a network on the cores of this machine, tile by tile. Gradients are summed per group of tiles and added in
/// the order of the groups, so the bits are the same for any number of threads and ranks.
template <class T>
class NetworkScorer final : public Scorer<T> {
  public:
    /// Up to this many bytes of activations are kept from the forward to the backward pass. Beyond that they are
    /// recomputed tile by tile, which costs a third more arithmetic but no memory. A kept_bytes of 0 never keeps them,
    /// for callers that need only scores.
    static constexpr std::size_t max_kept_bytes = std::size_t{256} << 20U;

    /// The inputs and the pool must outlive the scorer.
    NetworkScorer(const Model& model, const Inputs<T>& inputs, std::size_t outputs, ThreadPool& pool,
                  std::size_t kept_bytes = max_kept_bytes)
        : network_(model, inputs, outputs),
          direction_(network_),
          outputs_(outputs),
          pool_(pool),
          kept_bytes_(kept_bytes) {}

    std::size_t num_parameters() const override { return network_.num_weights(); }
    void scores(const Plan& plan, std::span<const T> theta, std::span<double> out) override;
    void pull_back(std::span<const double> by_score, std::span<T> g) override;
    void push_forward(std::span<const T> v, std::span<double> ds) override;
    void pull_back_change(std::span<const double> by_score, std::span<const double> change, std::span<T> h) override;

  private:
    void prepare(const Plan& plan);
    void prepare_changes();
    T* kept(std::size_t tile, std::size_t thread);
    T* changes(std::size_t tile, std::size_t thread);
    void forward_again(std::size_t tile, std::size_t thread);
    void read_scores(const Plan::Tile& tile, const T* from, std::span<double> out) const;
    void pack(const Plan::Tile& tile, std::span<const double> by_score, T* packed) const;
    template <class Add>
    void sum_over_groups(std::span<T> g, Add add);
    void add_groups(std::size_t groups);

    Network<T> network_;
    Network<T> direction_;  // has the weights v, the direction of second derivatives
    std::size_t outputs_;
    ThreadPool& pool_;
    std::size_t kept_bytes_;
    const Plan* plan_ = nullptr;
    bool keeps_ = true;
    std::size_t kept_per_thread_ = 0;   // entries per thread if activations are not kept
    std::vector<std::size_t> kept_at_;  // per tile, into activations_
    Aligned<T> activations_;            // of all tiles, or of one tile per thread
    struct Scratch {
        Aligned<T> network;
        Aligned<T> by_score;  // points x score stride, with zero padding
        Aligned<T> by_score_change;
    };
    std::vector<Scratch> scratch_;  // per thread
    Aligned<T> group_sums_;         // groups x gradient entries
    bool keeps_changes_ = true;     // as for activations
    std::size_t changes_per_thread_ = 0;
    std::vector<std::size_t> changes_at_;
    Aligned<T> changes_;
};

}  // namespace alcole::engine
