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

/// Whether trees can be grown at all: XGBoost was there when this was built.
bool can_grow();

/// How many threads XGBoost gets for points with so many entries, where so many are asked for on so many cores.
std::size_t threads_for(std::size_t entries, std::size_t asked, std::size_t cores);

/// Grows the trees of one round, with XGBoost (method `hist`). It keeps nothing from one round to the next but the
/// binned points, so that a round depends on what it is given alone: a search that is resumed grows the same trees.
class Grower {
  public:
    /// `weights`: per point, by how much it counts where a number's quantiles are taken, between which trees ask.
    /// `numbers`: how many of the inputs are numbers; those after them are 0 or 1. `directions`: per input 1, -1 or 0,
    /// see Trees::increasing. `threads`: XGBoost's; see threads_for. Throws std::runtime_error with a sentence where
    /// this was built without XGBoost.
    Grower(const engine::SparseRows& points, const std::vector<float>& weights, std::size_t inputs, std::size_t numbers,
           std::size_t outputs, const tabular::Trees& options, const std::vector<int>& directions, std::size_t threads);
    Grower(const Grower&) = delete;
    Grower& operator=(const Grower&) = delete;
    ~Grower();

    struct Round {
        std::vector<tabular::Tree> trees{};  ///< one per output; the rate is in the leaves
        std::span<const float> adds{};       ///< to each score, points x outputs; valid until the next round
    };
    /// For the gradient and curvature of each point by each score, points x outputs; XGBoost asks for ones it might
    /// write to.
    Round grow(std::span<float> gradient, std::span<float> curvature, std::uint64_t seed);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace alcole::trees
