#include "engine/plan/plan.hpp"

#include "base/release_memory.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace alcole::engine {
namespace {

using Measure = tabular::Term::Measure;

/// The number of groups, each of which has its own gradient sums: enough to distribute small plans, few enough to add
/// up quickly. It depends only on the plan, never on the number of threads, so that the sums do not either.
std::size_t num_groups(std::size_t points, std::size_t tiles) {
    constexpr std::size_t points_per_group = 768;
    constexpr std::size_t max_groups = 64;
    const std::size_t min_groups = std::min<std::size_t>(8, tiles);
    return std::min(tiles, std::clamp(points / points_per_group, min_groups, max_groups));
}

std::uint32_t size_of(const auto& entries) { return static_cast<std::uint32_t>(entries.size()); }

}  // namespace

void KindUse::add(double times, double row_weight, double target) {
    const double w = times * row_weight;
    count += times;
    weight += w;
    count_y += times * target;
    count_yy += times * target * target;
    weight_y += w * target;
    weight_yy += w * target * target;
}

std::size_t Plan::largest_tile() const {
    std::size_t largest = 0;
    for (const auto& tile : tiles) largest = std::max({largest, tile.points.size(), tile.bases.size()});
    return largest;
}

bool Plan::has_steps() const {
    return std::ranges::any_of(rates, [](const Rate& rate) { return rate.width == 0; }) ||
           std::ranges::any_of(columns, [](const Column& column) { return column.is_counted(); }) ||
           std::ranges::any_of(values, [](const Value& value) { return value.measure != Measure::prediction; }) ||
           std::ranges::any_of(pairs, [](const Pair& pair) { return pair.measure != Measure::divergence; });
}

void Plan::order(bool two_classes) {
    if (two_classes) merge_entries();
    const auto order = [](auto& entries, IndexRange range, auto key) {
        std::ranges::stable_sort(std::span(entries).subspan(range.begin, range.size()), {}, key);
    };
    const auto by_key = [](const auto& entry) { return entry.key(); };
    const auto by_label = [](const auto& entry) { return std::pair(entry.key(), entry.label); };
    for (const Tile& tile : tiles) {
        order(losses, tile.losses, by_label);
        order(rates, tile.rates, by_key);
        order(values, tile.values, by_label);
        order(pairs, tile.pairs, by_key);
    }
    ordered = true;
    if (two_classes) make_columns();
}

void Plan::forget_entries() {
    base::release_memory(losses, rates, values, pairs, columns, weights);
    forgotten = true;
}

void Plan::clear() {
    bases.clear();
    point_base.clear();
    point_variant.clear();
    losses.clear();
    rates.clear();
    values.clear();
    pairs.clear();
    each_row.clear();
    columns.clear();
    weights.clear();
    tiles.clear();
    groups.clear();
    share = {};
    ordered = false;
    forgotten = false;
}

PlanBuilder::PlanBuilder(const Population& population, std::size_t num_variants,
                         std::span<const std::vector<std::uint32_t>> changed, std::size_t tile_points)
    : population_(population),
      changed_(changed),
      tile_points_(tile_points),
      points_(num_variants),
      pairs_(num_variants * changed.size()) {}

void PlanBuilder::build(std::span<const KindUse> uses, Plan& plan, bool with_each_row) {
    plan.clear();
    plan.constants.assign(population_.num_risks, 0.0);
    tile_ = {};
    next_each_row_ = 0;
    for (std::size_t i = 0; i < uses.size(); ++i) {
        const std::uint32_t base = population_.kinds[uses[i].kind].base;
        if (i == 0 || population_.kinds[uses[i - 1].kind].base != base) begin_base(base, plan);
        add(uses[i], plan);
        if (with_each_row) add_each_row(uses[i].kind, plan);
    }
    end_tile(plan);
    make_groups(plan);
}

void PlanBuilder::begin_base(std::uint32_t base, Plan& plan) {
    if (plan.num_points() - tile_.points.begin >= tile_points_) end_tile(plan);
    ++stamp_;
    plan.bases.push_back(base);
}

/// The point of a variant of the current base, which is created when it is first needed.
std::uint32_t PlanBuilder::point(std::uint32_t variant, Plan& plan) {
    Slot& slot = points_[variant];
    if (slot.stamp != stamp_) {
        slot = {.stamp = stamp_, .index = size_of(plan.point_base)};
        plan.point_base.push_back(size_of(plan.bases) - 1);
        plan.point_variant.push_back(variant);
    }
    return slot.index;
}

void PlanBuilder::add(const KindUse& use, Plan& plan) {
    const RowKind& kind = population_.kinds[use.kind];
    point(kind.variant, plan);  // rows of zero weight need predictions too
    for (const TermUse& term : population_.cell_terms[kind.cell]) {
        const double amount = term.weighted ? use.weight : use.count;
        const double weight = term.scale * amount;
        if (amount == 0) continue;
        switch (term.measure) {
            case Measure::loss: {
                double target = 0;
                if (kind.label < 0) {  // sum w (out - y)^2 = W (out - mean)^2 + sum w y^2 - W mean^2
                    target = (term.weighted ? use.weight_y : use.count_y) / amount;
                    const double squares = term.weighted ? use.weight_yy : use.count_yy;
                    plan.constants[term.risk] += term.scale * std::max(0.0, squares - amount * target * target);
                }
                const std::uint32_t at = point(kind.variant, plan);
                plan.losses.push_back(
                    {.point = at, .risk = term.risk, .label = kind.label, .weight = weight, .target = target});
                break;
            }
            case Measure::divergence:
            case Measure::lowered:
            case Measure::moved:
                add_pair(kind.variant, term, weight, plan);
                break;
            case Measure::predicted:
                plan.rates.push_back({point(kind.variant, plan), term.risk, term.of_class, 0, weight});
                break;
            case Measure::other:
                plan.rates.push_back({point(kind.variant, plan), term.risk, term.of_class, 0, -weight});
                plan.constants[term.risk] += weight;
                break;
            case Measure::probability:
                plan.rates.push_back({point(kind.variant, plan), term.risk, term.of_class, 1, weight});
                break;
            case Measure::top:
            case Measure::off:
            case Measure::prediction:
            case Measure::quantile:
                plan.constants[term.risk] += term.constant * amount;
                plan.values.push_back({.point = point(kind.variant, plan),
                                       .risk = term.risk,
                                       .measure = term.measure,
                                       .label = kind.label,
                                       .of_class = term.of_class,
                                       .weight = weight,
                                       .target = use.count_y / use.count,
                                       .level = term.level,
                                       .end = term.end});
                break;
            case Measure::one:
                plan.constants[term.risk] += weight;
                break;
            case Measure::correct:
                plan.rates.push_back({point(kind.variant, plan), term.risk, kind.label, 0, weight});
                break;
            case Measure::error:
                plan.rates.push_back({point(kind.variant, plan), term.risk, kind.label, term.width, -weight});
                plan.constants[term.risk] += weight;
                break;
        }
    }
}

/// Adds the constraints on the single rows of a kind. Relies on build() visiting all kinds in ascending order.
void PlanBuilder::add_each_row(std::uint32_t kind, Plan& plan) {
    const auto& all = population_.each_row;
    for (; next_each_row_ < all.size() && all[next_each_row_].kind == kind; ++next_each_row_) {
        const EachRow& row = all[next_each_row_];
        plan.each_row.push_back({.point = point(population_.kinds[kind].variant, plan),
                                 .risk = row.risk,
                                 .label = population_.kinds[kind].label,
                                 .weight = row.scale,
                                 .target = row.target});
    }
}

/// Adds a pair of a point and its twin. Rows of different classes and cells share a pair.
void PlanBuilder::add_pair(std::uint32_t variant, const TermUse& term, double weight, Plan& plan) {
    const std::uint32_t other = changed_[term.change][variant];
    if (other == variant) return;  // the row already has that value, so it contributes zero
    Slot& slot = pairs_[variant * changed_.size() + term.change];
    if (slot.stamp == stamp_) {
        plan.pairs[slot.index].weight += weight;
        return;
    }
    slot = {.stamp = stamp_, .index = size_of(plan.pairs)};
    const std::uint32_t first = point(variant, plan);
    plan.pairs.push_back({first, point(other, plan), term.risk, term.measure, weight, term.level});
}

void PlanBuilder::end_tile(Plan& plan) {
    tile_.bases.end = size_of(plan.bases);
    tile_.points.end = size_of(plan.point_base);
    tile_.losses.end = size_of(plan.losses);
    tile_.rates.end = size_of(plan.rates);
    tile_.values.end = size_of(plan.values);
    tile_.pairs.end = size_of(plan.pairs);
    tile_.each_row.end = size_of(plan.each_row);
    if (tile_.points.size() > 0) plan.tiles.push_back(tile_);
    for (IndexRange* range :
         {&tile_.bases, &tile_.points, &tile_.losses, &tile_.rates, &tile_.values, &tile_.pairs, &tile_.each_row})
        range->begin = range->end;
}

void PlanBuilder::make_groups(Plan& plan) {
    const std::size_t tiles = plan.tiles.size();
    const std::size_t groups = num_groups(plan.num_points(), tiles);
    for (std::size_t g = 0; g < groups; ++g)
        plan.groups.push_back({.begin = static_cast<std::uint32_t>(g * tiles / groups),
                               .end = static_cast<std::uint32_t>((g + 1) * tiles / groups)});
}

Plan plan_of_rows(std::span<const std::uint32_t> row_base, std::span<const std::uint32_t> row_variant) {
    Plan plan;
    plan.constants.assign(1, 0.0);
    for (std::size_t row = 0; row < row_base.size(); ++row) {
        plan.bases.push_back(row_base[row]);
        plan.point_base.push_back(static_cast<std::uint32_t>(row));
        plan.point_variant.push_back(row_variant[row]);
    }
    for (std::size_t begin = 0; begin < row_base.size(); begin += tile_of_network) {
        const IndexRange range{.begin = static_cast<std::uint32_t>(begin),
                               .end = static_cast<std::uint32_t>(std::min(begin + tile_of_network, row_base.size()))};
        plan.groups.push_back({.begin = size_of(plan.tiles), .end = size_of(plan.tiles) + 1});
        plan.tiles.push_back({.bases = range, .points = range});
    }
    return plan;
}

}  // namespace alcole::engine
