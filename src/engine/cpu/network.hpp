#pragma once

#include "engine/cpu/aligned.hpp"
#include "engine/cpu/kernels.hpp"
#include "engine/plan/inputs.hpp"
#include "engine/plan/plan.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::engine {

using tabular::Layer;
using tabular::Model;

/// The number of multiplications and additions in matrix products for one point, forward and backward.
double flops_per_point(std::span<const Layer> layers);

/// A network on tiles of points: forward from the inputs to the scores, backward from the scores to the weights.
///
/// The first layer is split like the inputs: bias + W x~ once per base, W z once per variant, and their sum per point.
/// Inputs that are 0 or 1 look up rows of W instead of multiplying. A last layer with fewer than 8 outputs is computed
/// as a dot product per output instead of a padded matrix product.
template <class T>
class Network {
  public:
    Network(const Model& model, const Inputs<T>& inputs, std::size_t outputs);

    std::size_t num_weights() const { return layers_.back().end(); }

    /// Loads new weights: packs and pads them, and transposes them for the backward pass.
    void load(std::span<const T> theta);

    /// The number of entries that a tile keeps between forward and backward: the activations of every layer and the
    /// scores.
    std::size_t kept_entries(std::size_t points) const;
    /// The number of further entries that a thread needs while it works on a tile.
    std::size_t scratch_entries(std::size_t points, std::size_t bases) const;
    /// The number of entries from the scores of one point to those of the next.
    std::size_t score_stride() const { return score_stride_; }
    /// The position of the scores in the memory of a tile.
    const T* scores(const T* kept, std::size_t points) const { return kept + scores_at(points); }

    void forward(const Plan& plan, const Plan::Tile& tile, T* kept, T* scratch) const;

    // Second derivatives along a direction v, represented by another network, `along`, with the weights v. The changes
    // of every layer along v are kept per tile, like the layers themselves.

    /// The number of entries that a tile needs for the changes.
    std::size_t change_entries(std::size_t points) const;
    /// The change of the scores, points x score_stride.
    const T* score_changes(const T* changes, std::size_t points) const;
    void push_forward(const Plan& plan, const Plan::Tile& tile, const Network& along, const T* kept, T* changes,
                      T* scratch) const;
    /// Adds the change of a tile's gradient, given the gradient with respect to its scores and the change of that.
    void add_gradient_change(const Plan& plan, const Plan::Tile& tile, const Network& along, const T* kept,
                             const T* changes, const T* score_gradient, const T* score_gradient_change, T* scratch,
                             T* sums) const;

    /// The number of entries of a group's gradient sums, in the layout that add_gradient() writes.
    std::size_t gradient_entries() const { return gradient_entries_; }
    /// Adds the gradient of a tile, given the gradient with respect to its scores (points x score_stride, zero
    /// padding).
    void add_gradient(const Plan& plan, const Plan::Tile& tile, const T* kept, const T* score_gradient, T* scratch,
                      T* sums) const;
    /// Converts the sums to the layout of theta.
    void unload(T* sums, std::span<T> g) const;

  private:
    bool narrow(std::size_t l) const { return l > 0 && l == num_hidden() && layers_[l].outputs < narrow_outputs; }
    std::size_t width(std::size_t l) const { return padded(layers_[l].outputs); }
    std::size_t num_hidden() const { return layers_.size() - 1; }
    std::size_t hidden_at(std::size_t l, std::size_t points) const;
    std::size_t slope_at(std::size_t l, std::size_t points) const;
    std::size_t scores_at(std::size_t points) const;
    void gather_numbers(const Plan& plan, const Plan::Tile& tile, T* numbers) const;
    void first_layer(const Plan& plan, const Plan::Tile& tile, T* out, T* scratch) const;
    void first_layer_gradient(const Plan& plan, const Plan::Tile& tile, const T* gradient, T* scratch, T* sums) const;
    void layer_gradient(std::size_t l, std::size_t points, const T* in, const T* gradient, bool biases, T* sums) const;
    void layer(std::size_t l, std::size_t points, const T* in, T* out) const;
    void add_layer(std::size_t l, std::size_t points, const T* in, T* out, T* scratch) const;
    void before_layer(std::size_t l, std::size_t points, const T* gradient, bool add, T* before) const;
    std::size_t widest() const;
    std::size_t change_at(std::size_t l, std::size_t points) const;
    std::size_t bend_at(std::size_t l, std::size_t points) const;

    static constexpr std::size_t narrow_outputs = 8;

    struct Packed {
        Aligned<T> weights;          // inputs x padded outputs
        Aligned<T> transposed;       // outputs x padded inputs
        Aligned<T> biases;           // padded outputs
        std::size_t weights_at = 0;  // position in the sums, where a narrow layer is transposed
        std::size_t biases_at = 0;
    };

    const Inputs<T>& inputs_;
    const Kernels<T>& kernels_;
    Activation activation_;
    std::vector<Layer> layers_;
    std::vector<Packed> packed_;
    Aligned<T> per_variant_;  // variants x width(0)
    Aligned<T> zeros_;
    std::size_t score_stride_ = 0;
    std::size_t variants_at_ = 0;  // position in the sums
    std::size_t gradient_entries_ = 0;
};

}  // namespace alcole::engine
