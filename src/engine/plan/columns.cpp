#include "engine/plan/plan.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace alcole::engine {
namespace {

/// Going through all points of a tile costs as much as going through this share of them by their indices.
constexpr std::size_t dense_share = 8;

/// Replaces the entries of each tile that have the same key(entry) by one, with the sum of their weights.
template <class Entry, class Key>
void merge(std::vector<Entry>& entries, std::vector<Plan::Tile>& tiles, IndexRange Plan::Tile::*range, Key key) {
    std::uint32_t kept = 0;  // entries move to the front of the list, so that no second list is needed
    for (Plan::Tile& tile : tiles) {
        const auto of_tile = std::span(entries).subspan((tile.*range).begin, (tile.*range).size());
        std::ranges::stable_sort(of_tile, {}, key);
        const std::uint32_t begin = kept;
        for (const Entry& entry : of_tile) {
            if (kept > begin && key(entries[kept - 1]) == key(entry))
                entries[kept - 1].weight += entry.weight;
            else
                entries[kept++] = entry;
        }
        tile.*range = {.begin = begin, .end = kept};
    }
    entries.resize(kept);
}

/// Calls take(tile, run) for every run of a tile's entries with the same key that concerns enough of its points, and
/// leave(run) for every other run.
template <class Entry, class Take, class Leave>
void for_runs(std::span<const Entry> entries, const Plan::Tile& tile, Take take, Leave leave) {
    for (auto begin = entries.begin(); begin != entries.end();) {
        const auto key = begin->key();
        const auto end = std::find_if(begin, entries.end(), [&](const Entry& entry) { return entry.key() != key; });
        const std::span run(begin, end);
        if (run.size() * dense_share >= tile.points.size())
            take(tile, run);
        else
            leave(run);
        begin = end;
    }
}

template <class Entry>
std::span<const Entry> entries_of(const std::vector<Entry>& entries, IndexRange range) {
    return std::span(entries).subspan(range.begin, range.size());
}

/// The same, and removes the entries that were taken.
template <class Entry, class Take>
class Taking {
  public:
    Taking(std::vector<Entry>& entries, IndexRange Plan::Tile::*range, Take take)
        : entries_(entries), range_(range), take_(take) {}

    /// To be called for every tile in turn.
    void go(Plan::Tile& tile) {
        const std::uint32_t begin = kept_;
        for_runs(entries_of(entries_, tile.*range_), tile, take_, [&](std::span<const Entry> run) {
            std::ranges::copy(run, entries_.begin() + kept_);
            kept_ += static_cast<std::uint32_t>(run.size());
        });
        tile.*range_ = {.begin = begin, .end = kept_};
    }
    void finish() {
        entries_.resize(kept_);
        entries_.shrink_to_fit();
    }

  private:
    std::vector<Entry>& entries_;
    IndexRange Plan::Tile::*range_;
    Take take_;
    std::uint32_t kept_ = 0;
};

/// The number of weights in all columns of a plan.
std::size_t num_weights(const Plan& plan) {
    std::size_t count = 0;
    for (const Plan::Tile& tile : plan.tiles) {
        for_runs(
            entries_of(plan.losses, tile.losses), tile,
            [&](const Plan::Tile&, const auto&) { count += 2 * tile.points.size(); }, [](const auto&) {});
        for_runs(
            entries_of(plan.rates, tile.rates), tile,
            [&](const Plan::Tile&, const auto&) { count += tile.points.size(); }, [](const auto&) {});
    }
    return count;
}

}  // namespace

void Plan::merge_entries() {
    for (Rate& rate : rates) {
        if (rate.of_class == 1) continue;
        constants[rate.risk] += rate.weight;
        rate.of_class = 1;
        rate.weight = -rate.weight;
    }
    merge(losses, tiles, &Tile::losses,
          [](const Loss& loss) { return std::tuple(loss.key(), loss.label, loss.point); });
    merge(rates, tiles, &Tile::rates, [](const Rate& rate) { return std::pair(rate.key(), rate.point); });
}

void Plan::make_columns() {
    weights.reserve(num_weights(*this));
    const auto add_column = [&](Column::Kind kind, float width, std::uint32_t risk, std::size_t size) {
        columns.push_back({.kind = kind, .width = width, .risk = risk, .begin = weights.size()});
        weights.resize(weights.size() + size);
        return weights.data() + columns.back().begin;
    };
    Taking take_losses(losses, &Tile::losses, [&](const Tile& tile, std::span<const Loss> run) {
        const std::size_t points = tile.points.size();
        double* to = add_column(Column::Kind::losses, 1, run.front().risk, 2 * points);
        for (const Loss& loss : run) to[(loss.label == 1 ? points : 0) + loss.point - tile.points.begin] = loss.weight;
    });
    Taking take_rates(rates, &Tile::rates, [&](const Tile& tile, std::span<const Rate> run) {
        double* to = add_column(Column::Kind::rates, run.front().width, run.front().risk, tile.points.size());
        for (const Rate& rate : run) to[rate.point - tile.points.begin] = rate.weight;
    });
    for (Tile& tile : tiles) {
        tile.columns.begin = static_cast<std::uint32_t>(columns.size());
        take_losses.go(tile);
        take_rates.go(tile);
        tile.columns.end = static_cast<std::uint32_t>(columns.size());
    }
    take_losses.finish();
    take_rates.finish();
}

}  // namespace alcole::engine
