#include "engine/plan/batches.hpp"

#include <alcole/random.hpp>

#include <algorithm>
#include <cmath>

namespace alcole::engine {

Batches::Batches(const Population& population, std::size_t batch_rows, std::size_t min_rows_per_group)
    : population_(population) {
    const std::size_t rows = population.row_cell.size();
    per_epoch_ = std::max<std::size_t>(1, (rows + batch_rows - 1) / batch_rows);
    std::size_t max_rows = 0;
    const double share = 1.0 / static_cast<double>(per_epoch_);
    for (std::size_t cell = 0; cell < population.cell_rows.size(); ++cell) {
        double chance = share;
        for (const auto set : population.cell_sets[cell]) {
            const auto size = static_cast<double>(population.set_sizes[set]);
            chance = std::max(chance, std::min(1.0, static_cast<double>(min_rows_per_group) / size));
        }
        const auto& members = population.cell_rows[cell];
        max_rows += static_cast<std::size_t>(chance * static_cast<double>(members.size())) + 1;
        packs_.push_back({.rows_per_batch = chance * static_cast<double>(members.size()), .times = 1 / chance});
    }
    uses_.reserve(std::min(max_rows, population.kinds.size()));
}

/// The order within an epoch depends only on the seed and the epoch.
void Batches::shuffle(std::uint64_t seed, std::uint64_t epoch) {
    if (shuffled_ && seed == seed_ && epoch == epoch_) return;
    const std::uint64_t stream = Random(seed, epoch).next();
    for (std::size_t cell = 0; cell < packs_.size(); ++cell) {
        Random random(stream, cell);
        packs_[cell].rows = population_.cell_rows[cell];
        packs_[cell].offset = random.uniform();
        random.shuffle(std::span(packs_[cell].rows));
    }
    use_of_kind_.resize(population_.kinds.size(), 0);
    seed_ = seed;
    epoch_ = epoch;
    shuffled_ = true;
}

void Batches::take(std::uint32_t row, double times) {
    const std::uint32_t kind = population_.row_kind[row];
    std::uint32_t& place = use_of_kind_[kind];
    if (place == 0) {
        uses_.push_back({.kind = kind});
        place = static_cast<std::uint32_t>(uses_.size());
    }
    uses_[place - 1].add(times, population_.row_weight[row],
                         population_.row_target.empty() ? 0.0 : population_.row_target[row]);
}

/// Batch i takes the rows floor(i r + offset) .. floor((i + 1) r + offset) - 1 of each pack, where r = rows_per_batch
/// and the pack repeats cyclically. Every batch can thus be drawn without the ones before it.
std::span<const KindUse> Batches::draw(const Batch& batch) {
    shuffle(batch.seed, batch.epoch);
    uses_.clear();
    for (const Pack& pack : packs_) {
        const auto boundary = [&](std::uint64_t index) {
            return static_cast<std::uint64_t>(
                std::floor(static_cast<double>(index) * pack.rows_per_batch + pack.offset));
        };
        const std::uint64_t end = boundary(batch.index + 1);
        for (std::uint64_t i = boundary(batch.index); i < end; ++i) take(pack.rows[i % pack.rows.size()], pack.times);
    }
    for (const KindUse& use : uses_) use_of_kind_[use.kind] = 0;
    std::ranges::sort(uses_, {}, &KindUse::kind);
    return uses_;
}

}  // namespace alcole::engine
