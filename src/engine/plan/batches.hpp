#pragma once

#include <alcole/problem.hpp>

#include "engine/plan/plan.hpp"
#include "engine/plan/population.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace alcole::engine {

/// Mini-batches that respect the constraints.
///
/// The rows of every cell of the population are shuffled and dealt out evenly over the batches of an epoch, so that
/// every batch contains each group in proportion. A row set that is too small for this is dealt several times per
/// epoch: every batch contains at least `min_rows_per_group` of its rows, or all of them. A row drawn with probability
/// pi has the weight 1 / pi (Horvitz and Thompson 1952), so the risks of a batch are unbiased estimates in any case.
class Batches {
  public:
    Batches(const Population& population, std::size_t batch_rows, std::size_t min_rows_per_group);

    std::size_t per_epoch() const { return per_epoch_; }
    /// The rows of a batch as uses of kinds, in ascending order of the kinds. Valid until the next call.
    std::span<const KindUse> draw(const Batch& batch);

  private:
    void shuffle(std::uint64_t seed, std::uint64_t epoch);
    void take(std::uint32_t row, double times);

    struct Pack {
        std::vector<std::uint32_t> rows{};  // shuffled for every epoch; empty before the first
        double rows_per_batch = 0;
        double times = 1;   // 1 / pi
        double offset = 0;  // uniform in [0, 1), so that the expected number of rows per batch is rows_per_batch
    };

    const Population& population_;
    std::size_t per_epoch_;
    std::vector<Pack> packs_;  // one per cell
    std::uint64_t seed_ = 0;
    std::uint64_t epoch_ = 0;
    bool shuffled_ = false;
    std::vector<KindUse> uses_;
    std::vector<std::uint32_t> use_of_kind_;  // index into uses_ plus 1, or 0; all 0 between draws, empty before any
};

}  // namespace alcole::engine
