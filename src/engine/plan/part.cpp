#include "engine/plan/part.hpp"

#include <numeric>

namespace alcole::engine {
namespace {

/// The range from the beginning of the first tile to the end of the last one.
IndexRange range_of(const Plan& plan, IndexRange tiles, IndexRange Plan::Tile::*of) {
    if (tiles.size() == 0) return {};
    return {.begin = (plan.tiles[tiles.begin].*of).begin, .end = (plan.tiles[tiles.end - 1].*of).end};
}

template <class Entry>
std::vector<Entry> copy_of(const std::vector<Entry>& entries, IndexRange range) {
    return {entries.begin() + range.begin, entries.begin() + range.end};
}

/// The weights of consecutive columns are consecutive too.
void copy_columns(const Plan& plan, IndexRange range, Plan& part) {
    part.columns = copy_of(plan.columns, range);
    if (part.columns.empty()) return;
    const std::size_t begin = part.columns.front().begin;
    const std::size_t end = range.end < plan.columns.size() ? plan.columns[range.end].begin : plan.weights.size();
    part.weights.assign(plan.weights.begin() + static_cast<std::ptrdiff_t>(begin),
                        plan.weights.begin() + static_cast<std::ptrdiff_t>(end));
    for (Plan::Column& column : part.columns) column.begin -= begin;
}

void move_down(IndexRange& range, std::uint32_t by) {
    range.begin -= by;
    range.end -= by;
}

}  // namespace

Plan part_of(const Plan& plan, IndexRange groups) {
    const IndexRange tiles = groups.size() == 0 ? IndexRange{}
                                                : IndexRange{.begin = plan.groups[groups.begin].begin,
                                                             .end = plan.groups[groups.end - 1].end};
    const auto range = [&](IndexRange Plan::Tile::*of) { return range_of(plan, tiles, of); };
    const IndexRange bases = range(&Plan::Tile::bases);
    const IndexRange points = range(&Plan::Tile::points);
    Plan part;
    part.bases = copy_of(plan.bases, bases);
    part.point_base = copy_of(plan.point_base, points);
    part.point_variant = copy_of(plan.point_variant, points);
    part.losses = copy_of(plan.losses, range(&Plan::Tile::losses));
    part.rates = copy_of(plan.rates, range(&Plan::Tile::rates));
    part.values = copy_of(plan.values, range(&Plan::Tile::values));
    part.pairs = copy_of(plan.pairs, range(&Plan::Tile::pairs));
    part.constants = plan.constants;
    part.tiles = copy_of(plan.tiles, tiles);
    part.groups = copy_of(plan.groups, groups);
    part.ordered = plan.ordered;
    for (std::uint32_t& base : part.point_base) base -= bases.begin;
    for (auto& entry : part.losses) entry.point -= points.begin;
    for (auto& entry : part.rates) entry.point -= points.begin;
    for (auto& entry : part.values) entry.point -= points.begin;
    for (auto& pair : part.pairs) {
        pair.first -= points.begin;
        pair.second -= points.begin;
    }
    copy_columns(plan, range(&Plan::Tile::columns), part);
    for (IndexRange& group : part.groups) move_down(group, tiles.begin);
    for (IndexRange Plan::Tile::*of : {&Plan::Tile::bases, &Plan::Tile::points, &Plan::Tile::losses, &Plan::Tile::rates,
                                       &Plan::Tile::values, &Plan::Tile::pairs, &Plan::Tile::columns}) {
        const std::uint32_t first = range(of).begin;
        for (Plan::Tile& tile : part.tiles) move_down(tile.*of, first);
    }
    return part;
}

template <class T>
BaseInputs<T> take_bases(const Inputs<T>& inputs, Plan& part) {
    BaseInputs<T> taken;
    const auto row = [](const auto& table, std::size_t width, std::uint32_t base, auto& to) {
        const auto first = table.begin() + static_cast<std::ptrdiff_t>(base * width);
        to.insert(to.end(), first, first + static_cast<std::ptrdiff_t>(width));
    };
    taken.numbers.reserve(inputs.has_lists() ? 0 : part.bases.size() * inputs.num_numbers);
    taken.ones.reserve(part.bases.size() * inputs.base_blocks);
    for (const std::uint32_t base : part.bases) {
        if (inputs.has_lists()) {
            const auto& [begin, at, values] = inputs.lists;
            const std::size_t size = begin[base + 1] - begin[base];
            taken.lists.add(std::span(at).subspan(begin[base], size), std::span(values).subspan(begin[base], size));
        } else {
            row(inputs.numbers, inputs.num_numbers, base, taken.numbers);
        }
        row(inputs.base_ones, inputs.base_blocks, base, taken.ones);
    }
    std::iota(part.bases.begin(), part.bases.end(), 0U);
    return taken;
}

template BaseInputs<float> take_bases(const Inputs<float>&, Plan&);
template BaseInputs<double> take_bases(const Inputs<double>&, Plan&);

}  // namespace alcole::engine
