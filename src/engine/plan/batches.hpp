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
/// Every cell of the population is dealt out evenly over the batches of an epoch, from a shuffled pack, so that each
/// batch holds every group in its share. A row set too small for its share to mean anything is dealt several times an
/// epoch: every batch sees at least `min_rows_per_group` rows of it, or all of it. A row drawn with probability pi
/// counts 1/pi (Horvitz and Thompson, 1952), so the batch's risks are unbiased estimates of the risks, whatever the
/// shares.
class Batches {
  public:
    Batches(const Population& population, std::size_t batch_rows, std::size_t min_rows_per_group);

    std::size_t per_epoch() const { return per_epoch_; }
    /// The rows of a batch as uses of kinds, in ascending order of kinds. Valid until the next call.
    std::span<const KindUse> draw(const Batch& batch);

  private:
    void shuffle(std::uint64_t seed, std::uint64_t epoch);
    void take(std::uint32_t row, double times);

    struct Pack {
        std::vector<std::uint32_t> rows{};  // shuffled anew for every epoch; none before the first
        double rows_per_batch = 0;
        double times = 1;   // 1 / pi
        double offset = 0;  // uniform in [0, 1): makes the number of rows of a batch right on average
    };

    const Population& population_;
    std::size_t per_epoch_;
    std::vector<Pack> packs_;  // one per cell
    std::uint64_t seed_ = 0;
    std::uint64_t epoch_ = 0;
    bool shuffled_ = false;
    std::vector<KindUse> uses_;
    std::vector<std::uint32_t> use_of_kind_;  // index + 1 into uses_, 0: none; zero between draws, empty before any
};

}  // namespace alcole::engine
