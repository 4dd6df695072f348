#include "engine/risk/risk_sums.hpp"

#include "engine/cpu/memory.hpp"
#include "engine/risk/measures.hpp"
#include "engine/risk/runs.hpp"

#include <algorithm>
#include <array>

namespace alcole::engine {
namespace {

/// Four sums at a time, so that additions need not wait for each other.
template <class Entry, class Of>
double sum_of(std::span<const Entry> run, Of of) {
    std::array<double, 4> sums{};
    std::size_t i = 0;
    for (; i + sums.size() <= run.size(); i += sums.size())
        for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += of(run[i + k]);
    for (; i < run.size(); ++i) sums[0] += of(run[i]);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

std::span<double> RiskSums::start(const Plan& plan) {
    plan_ = &plan;
    predictions_.resize(plan.num_points());
    at_least(group_sums_, plan.groups.size() * plan.constants.size());
    at_least(both_sums_, 2 * plan.groups.size() * plan.constants.size());
    at_least(each_row_, plan.each_row.size());
    at_least(strict_sums_, plan.groups.size() * plan.constants.size());
    return predictions_.scores();
}

/// Calls add(tile, sums, group) for the tiles of each group, where `sums` are the group's `entries` numbers in `all`,
/// set to zero beforehand.
template <class Add>
void RiskSums::sum_over_groups(std::vector<double>& all, std::size_t entries, Add add) {
    const Plan& plan = *plan_;
    pool_.run(plan.groups.size(), [&](std::size_t group, std::size_t /*thread*/) {
        double* sums = all.data() + group * entries;
        std::fill_n(sums, entries, 0.0);
        for (std::size_t tile = plan.groups[group].begin; tile < plan.groups[group].end; ++tile)
            add(plan.tiles[tile], sums, group);
    });
    groups_ = plan.share.collect(all, plan.groups.size(), entries);
}

/// Adds the groups in order, which gives the same bits for any number of threads. Each group has `entries` sums, and
/// those of its risks begin at `first`.
void RiskSums::add_groups(const std::vector<double>& sums, std::size_t entries, std::size_t first,
                          std::span<double> l) const {
    const std::size_t risks = plan_->constants.size();  // the risks of single rows come after them and are not sums
    for (std::size_t group = 0; group < groups_; ++group)
        for (std::size_t i = 0; i < risks; ++i) l[i] += sums[group * entries + first + i];
}

/// Every row is a risk of its own, so nothing is summed and no two threads write to the same place.
template <bool binary>
void RiskSums::find_each_row(const Plan::Tile& tile) {
    for (std::size_t i = tile.each_row.begin; i < tile.each_row.end; ++i) {
        const Plan::Loss& entry = plan_->each_row[i];
        each_row_[i] = entry.weight * loss(at<binary>(entry.point), {entry.label, entry.target});
    }
}

/// Adds to these sums the risks that are their own strict form, and the constants.
void RiskSums::add_up(const std::vector<double>& sums, std::size_t entries, std::size_t first,
                      std::span<double> l) const {
    std::ranges::fill(l, 0.0);
    add_groups(both_sums_, 2 * plan_->constants.size(), 0, l);
    add_groups(sums, entries, first, l);
    for (std::size_t i = 0; i < plan_->each_row.size(); ++i) l[plan_->each_row[i].risk] += each_row_[i];
    for (std::size_t i = 0; i < plan_->constants.size(); ++i) l[i] += plan_->constants[i];
}

/// Losses and divergences are their own strict form.
template <bool binary>
void RiskSums::add_fixed_risks(const Plan::Tile& tile, double* risks) const {
    in_runs(*plan_, plan_->losses, tile.losses, [&](std::span<const Plan::Loss> run) {
        risks[run.front().risk] += sum_of(run, [&](const Plan::Loss& entry) {
            return entry.weight * loss(at<binary>(entry.point), {entry.label, entry.target});
        });
    });
    in_runs(*plan_, plan_->pairs, tile.pairs, [&](std::span<const Plan::Pair> run) {
        if (!is_divergence(run.front())) return;
        risks[run.front().risk] += sum_of(run, [&](const Plan::Pair& pair) {
            return pair.weight * divergence(at<binary>(pair.first), at<binary>(pair.second));
        });
    });
}

/// Adds smooth rates, strict rates or, while a run is in the cache, both.
template <bool binary>
void RiskSums::add_rates(IndexRange rates, double* risks, double* strict, double doubt) const {
    in_runs(*plan_, plan_->rates, rates, [&](std::span<const Plan::Rate> run) {
        const std::uint32_t risk = run.front().risk;
        const std::int32_t of_class = run.front().of_class;
        const bool is_counted = run.front().width == 0;
        const auto smooth = [&](const Plan::Rate& rate) {
            return rate.weight * probability(of_rate<binary>(rate, rate.point), of_class);
        };
        const auto counted = [&](const Plan::Rate& rate) {
            const Prediction point = at<binary>(rate.point);
            const bool counts = certain(point, doubt) ? predicted_class(point) == of_class : rate.weight > 0;
            return rate.weight * static_cast<double>(counts);  // a product, because a branch could not be predicted
        };
        if (risks != nullptr) risks[risk] += sum_of(run, smooth);
        if (strict != nullptr) strict[risk] += is_counted ? sum_of(run, counted) : sum_of(run, smooth);
    });
}

/// Likewise for all other measures: functions of one number, and pairs that are not divergences.
void RiskSums::add_measures(const Plan::Tile& tile, double* risks, double* strict, double doubt) const {
    for (std::size_t i = tile.values.begin; i < tile.values.end; ++i) {
        const Plan::Value& value = plan_->values[i];
        const Prediction point = predictions_.at(value.point);
        if (risks != nullptr) risks[value.risk] += value.weight * smooth(point, value, width_).value;
        if (strict != nullptr) strict[value.risk] += value.weight * engine::strict(point, value, doubt);
    }
    for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
        const Plan::Pair& pair = plan_->pairs[i];
        if (is_divergence(pair)) continue;
        const double d = difference(predictions_.at(pair.first), predictions_.at(pair.second));
        if (risks != nullptr) risks[pair.risk] += pair.weight * smooth(d, pair, width_).value;
        if (strict != nullptr) strict[pair.risk] += pair.weight * engine::strict(d, pair, doubt);
    }
}

bool RiskSums::has_rates(const Plan::Tile& tile) const {
    const auto columns = std::span(plan_->columns).subspan(tile.columns.begin, tile.columns.size());
    return tile.rates.size() > 0 || std::ranges::any_of(columns, [](const auto& each) { return each.is_counted(); });
}

/// The width of the tile's rates that have a width of their own, other than 1; 0 if there are none. A plan has at most
/// one such width.
double RiskSums::own_width(const Plan::Tile& tile) const {
    const auto own = [](const auto& rates) { return rates.width != 0 && rates.width != 1; };
    const auto columns = std::span(plan_->columns).subspan(tile.columns.begin, tile.columns.size());
    const auto rates = std::span(plan_->rates).subspan(tile.rates.begin, tile.rates.size());
    if (const auto found = std::ranges::find_if(columns, own); found != columns.end()) return found->width;
    if (const auto found = std::ranges::find_if(rates, own); found != rates.end()) return found->width;
    return 0;
}

void RiskSums::risks(std::span<double> l, std::span<double> strict) {
    const std::size_t risks = plan_->constants.size();
    std::fill_n(strict_sums_.begin(), plan_->groups.size() * risks, 0.0);
    by_task([&](auto binary) {
        sum_over_groups(both_sums_, 2 * risks, [&](const Plan::Tile& tile, double* fixed, std::size_t group) {
            double* smooth = fixed + risks;
            double* counted = strict.empty() ? nullptr : strict_sums_.data() + group * risks;
            predictions_.read(tile.points);
            add_fixed_risks<binary>(tile, fixed);
            find_each_row<binary>(tile);
            if (width_ != 1 && has_rates(tile)) predictions_.read_at_surrogate_width(tile.points, width_);
            if (const double width = own_width(tile); width != 0) predictions_.read_at_own_width(tile.points, width);
            add_columns(tile, fixed, smooth, counted, 0);
            add_rates<binary>(tile.rates, smooth, counted, 0);
            add_measures(tile, smooth, counted, 0);
        });
    });
    add_up(both_sums_, 2 * risks, risks, l);
    if (strict.empty()) return;
    plan_->share.collect(strict_sums_, plan_->groups.size(), risks);
    add_up(strict_sums_, risks, 0, strict);
}

void RiskSums::strict_risks(std::span<double> l, double doubt) {
    const std::size_t risks = plan_->constants.size();
    by_task([&](auto binary) {
        sum_over_groups(group_sums_, risks, [&](const Plan::Tile& tile, double* counted, std::size_t /*group*/) {
            add_columns(tile, nullptr, nullptr, counted, doubt);
            add_rates<binary>(tile.rates, nullptr, counted, doubt);
            add_measures(tile, nullptr, counted, doubt);
        });
    });
    add_up(group_sums_, risks, 0, l);
}

void RiskSums::flips(std::span<double> l) {
    const std::size_t risks = plan_->constants.size();
    sum_over_groups(group_sums_, risks, [&](const Plan::Tile& tile, double* sums, std::size_t /*group*/) {
        for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
            const Plan::Pair& pair = plan_->pairs[i];
            if (predicted_class(predictions_.at(pair.first)) != predicted_class(predictions_.at(pair.second)))
                sums[pair.risk] += pair.weight;
        }
    });
    std::ranges::fill(l, 0.0);
    add_groups(group_sums_, risks, 0, l);
}

}  // namespace alcole::engine
