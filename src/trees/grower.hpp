#pragma once

#include <alcole/tabular/model.hpp>
#include <alcole/tabular/trees.hpp>

#include "engine/cpu/tree_scorer.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace alcole::trees {

/// Whether this was built with XGBoost, without which no trees can be grown.
bool can_grow();

/// The number of threads for XGBoost, given the number of non-zero entries of all points, the number of threads asked
/// for and the number of cores.
std::size_t threads_for(std::size_t entries, std::size_t asked, std::size_t cores);

/// Grows the trees of one round with XGBoost (tree_method `hist`). Only the binned points are kept between rounds, so a
/// round depends only on its arguments and a resumed search grows the same trees.
class Grower {
  public:
    /// `weights`: the weight of each point in the quantiles that separate the bins. `numbers`: the number of numeric
    /// inputs, which come first; the others are 0 or 1. `directions`: 1, -1 or 0 for each input, see Trees::increasing.
    /// `threads`: for XGBoost, see threads_for. Throws std::runtime_error with a sentence if this was built without
    /// XGBoost.
    Grower(const engine::SparseRows& points, const std::vector<float>& weights, std::size_t inputs, std::size_t numbers,
           std::size_t outputs, const tabular::Trees& options, const std::vector<int>& directions, std::size_t threads);
    Grower(const Grower&) = delete;
    Grower& operator=(const Grower&) = delete;
    ~Grower();

    struct Round {
        std::vector<tabular::Tree> trees{};  ///< one per output; leaf values already include the rate
        std::span<const float> adds{};       ///< increments of the scores, points x outputs; valid until the next round
    };
    /// Gradient and curvature with respect to each score, points x outputs. They are not const because XGBoost's C
    /// interface takes mutable pointers.
    Round grow(std::span<float> gradient, std::span<float> curvature, std::uint64_t seed);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace alcole::trees
