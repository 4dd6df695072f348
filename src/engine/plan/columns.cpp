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

/// Calls make(run) for every run of entries with the same group that concerns enough of the tile's points, and moves
/// these entries to the front. Returns their number.
template <class Entry, class Group, class Make>
std::uint32_t take_dense(std::span<Entry> entries, std::size_t points, Group group, Make make) {
    std::vector<Entry> taken;
    std::vector<Entry> listed;
    for (auto begin = entries.begin(); begin != entries.end();) {
        const auto end = std::find_if(begin, entries.end(), [&](const Entry& e) { return group(e) != group(*begin); });
        const bool dense = static_cast<std::size_t>(end - begin) * dense_share >= points;
        if (dense) make(std::span(begin, end));
        (dense ? taken : listed).insert((dense ? taken : listed).end(), begin, end);
        begin = end;
    }
    std::ranges::copy(listed, std::ranges::copy(taken, entries.begin()).out);
    return static_cast<std::uint32_t>(taken.size());
}

/// Replaces the entries of each tile that have the same key(entry) by one, with the sum of their weights.
template <class Entry, class Key>
void merge(std::vector<Entry>& entries, std::vector<Plan::Tile>& tiles, IndexRange Plan::Tile::*range, Key key) {
    std::vector<Entry> merged;
    merged.reserve(entries.size());
    for (Plan::Tile& tile : tiles) {
        const auto of_tile = std::span(entries).subspan((tile.*range).begin, (tile.*range).size());
        std::ranges::stable_sort(of_tile, {}, key);
        const std::size_t begin = merged.size();
        for (const Entry& entry : of_tile) {
            if (merged.size() > begin && key(merged.back()) == key(entry))
                merged.back().weight += entry.weight;
            else
                merged.push_back(entry);
        }
        tile.*range = {.begin = static_cast<std::uint32_t>(begin), .end = static_cast<std::uint32_t>(merged.size())};
    }
    merged.shrink_to_fit();
    entries = std::move(merged);
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
    const auto entries_of = [](auto& entries, IndexRange range) {
        return std::span(entries).subspan(range.begin, range.size());
    };
    for (Tile& tile : tiles) {
        const std::size_t points = tile.points.size();
        const std::uint32_t first = tile.points.begin;
        tile.columns.begin = static_cast<std::uint32_t>(columns.size());
        const auto add_column = [&](Column::Kind kind, std::uint32_t risk, std::size_t parts) {
            columns.push_back({.kind = kind, .risk = risk, .begin = weights.size()});
            weights.resize(weights.size() + parts * points);
            return weights.data() + columns.back().begin;
        };
        tile.losses_in_columns = take_dense(
            entries_of(losses, tile.losses), points, [](const Loss& loss) { return loss.risk; },
            [&](std::span<const Loss> run) {
                double* to = add_column(Column::Kind::losses, run.front().risk, 2);
                for (const Loss& loss : run) to[(loss.label == 1 ? points : 0) + loss.point - first] = loss.weight;
            });
        tile.rates_in_columns = take_dense(
            entries_of(rates, tile.rates), points, [](const Rate& rate) { return rate.key(); },
            [&](std::span<const Rate> run) {
                const auto kind = run.front().as_it_is ? Column::Kind::rates_as_they_are : Column::Kind::rates;
                double* to = add_column(kind, run.front().risk, 1);
                for (const Rate& rate : run) to[rate.point - first] = rate.weight;
            });
        tile.columns.end = static_cast<std::uint32_t>(columns.size());
    }
}

}  // namespace alcole::engine
