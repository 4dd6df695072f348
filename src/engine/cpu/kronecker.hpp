#pragma once

#include <alcole/tabular/model.hpp>

#include "engine/cpu/aligned.hpp"
#include "engine/cpu/kernels.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::engine {

/// An approximate inverse of the Hessian of a network, layer by layer (K-FAC; Martens and Grosse 2015). With h the
/// inputs of a layer followed by a 1 for the bias, and q the gradient of the score by what the layer gives times the
/// square root of the loss's curvature by the score, the layer's block of the Gauss-Newton matrix is
///
///     sum over points of (h h^T) (x) (q q^T)   ~   A (x) B,
///     A = sum c h h^T / sum c,   B = sum q q^T,   c = the curvature by the score,
///
/// and (A (x) B)^-1 V = A^-1 V B^-1: two small inverses instead of a large one. L-BFGS is slow where inputs are
/// correlated, where words are rare, and where the mean of hidden values is far from 0, as it is for sigmoids. A and B
/// describe all of that.
///
/// The sums of A and B, and later their inverses, are kept in one list of numbers: for each layer A and then B, with
/// padded rows.
template <class T>
class KroneckerFactors {
  public:
    explicit KroneckerFactors(std::span<const tabular::Layer> layers);

    /// Entries of the list.
    std::size_t size() const { return size_; }
    /// The number of multiplications that invert() takes.
    double cost() const;
    T* inputs(T* list, std::size_t l) const { return list + blocks_[l].inputs_at; }
    T* outputs(T* list, std::size_t l) const { return list + blocks_[l].outputs_at; }

    /// Turns the sums into inverses. The mean eigenvalue of a factor is added to its diagonal, and a little more for
    /// l2.
    void invert(std::span<T> list, double l2) const;
    /// out = A^-1 V B^-1 in every layer, for v in the order of theta.
    void apply(std::span<const T> list, std::span<const T> v, std::span<T> out);

  private:
    struct Block {
        std::size_t inputs = 0;  // with the bias
        std::size_t outputs = 0;
        std::size_t inputs_at = 0;  // in the list
        std::size_t outputs_at = 0;
        std::size_t theta_at = 0;
    };

    const Kernels<T>& kernels_;
    std::vector<Block> blocks_;
    std::size_t size_ = 0;
    Aligned<T> v_;     // of one layer, rows padded
    Aligned<T> half_;  // V B^-1
    Aligned<T> zeros_;
};

}  // namespace alcole::engine
