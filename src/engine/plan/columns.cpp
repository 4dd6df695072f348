#include "engine/plan/plan.hpp"

#include <algorithm>
#include <span>
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

}  // namespace

void Plan::make_columns() {
    const auto entries_of = [](auto& entries, IndexRange range) {
        return std::span(entries).subspan(range.begin, range.size());
    };
    for (Tile& tile : tiles) {
        const std::size_t points = tile.points.size();
        const std::uint32_t first = tile.points.begin;
        tile.columns.begin = static_cast<std::uint32_t>(columns.size());
        const auto add_column = [&](Column::Kind kind, std::uint32_t risk, std::size_t parts) {
            columns.push_back({.kind = kind, .risk = risk, .begin = weights.size(), .constant = 0});
            weights.resize(weights.size() + parts * points);
            return weights.data() + columns.back().begin;
        };
        tile.losses_in_columns = take_dense(
            entries_of(losses, tile.losses), points, [](const Loss& loss) { return loss.risk; },
            [&](std::span<const Loss> run) {
                double* to = add_column(Column::Kind::losses, run.front().risk, 2);
                for (const Loss& loss : run) to[(loss.label == 1 ? points : 0) + loss.point - first] += loss.weight;
            });
        tile.rates_in_columns = take_dense(
            entries_of(rates, tile.rates), points, [](const Rate& rate) { return std::pair(rate.risk, rate.as_it_is); },
            [&](std::span<const Rate> run) {
                const auto kind = run.front().as_it_is ? Column::Kind::rates_as_they_are : Column::Kind::rates;
                double* to = add_column(kind, run.front().risk, 1);
                for (const Rate& rate : run) {
                    to[rate.point - first] += rate.of_class == 1 ? rate.weight : -rate.weight;
                    if (rate.of_class != 1) columns.back().constant += rate.weight;
                }
            });
        tile.columns.end = static_cast<std::uint32_t>(columns.size());
    }
}

}  // namespace alcole::engine
