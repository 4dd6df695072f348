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
/// and (A (x) B)^-1 V = A^-1 V B^-1: two small inverses instead of a large one. Sigmoids with a mean of 1/2, words of
/// different frequencies and correlated columns make L-BFGS slow, and A and B know about all of them.
///
/// The sums of A and B and their inverses are kept in one list of numbers: for each layer A and then B, with padded
/// rows.
template <class T>
class KroneckerFactors {
  public:
    explicit KroneckerFactors(std::span<const tabular::Layer> layers);

    /// Entries of the list.
    std::size_t size() const { return size_; }
    /// The work of invert(), in multiplications.
    double cost() const;
    T* inputs(T* list, std::size_t l) const { return list + blocks_[l].inputs_at; }
    T* outputs(T* list, std::size_t l) const { return list + blocks_[l].outputs_at; }

    /// Turns sums into inverses. Each factor is damped by its mean eigenvalue, and both together by l2.
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
