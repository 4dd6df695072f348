#include "engine/risk/risk_sums.hpp"

#include "engine/cpu/memory.hpp"
#include "engine/risk/measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace alcole::engine {
namespace {

bool is_divergence(const Plan::Pair& pair) { return pair.measure == tabular::Term::Measure::divergence; }
double apart(const Prediction& first, const Prediction& second) { return second.s[0] - first.s[0]; }

/// Calls job(run) for entries that come in a row with one key: what is about the key is asked once, of the first, and
/// the sum is added up before memory is touched.
template <class Entry, class Job>
void in_runs(const Plan& plan, const std::vector<Entry>& entries, IndexRange range, Job job) {
    const auto all = std::span(entries).first(range.end);
    for (std::size_t begin = range.begin; begin < range.end;) {
        const auto rest = all.subspan(begin);
        const auto key = rest.front().key();
        const auto end = plan.ordered
                             ? std::ranges::upper_bound(rest, key, {}, [](const Entry& entry) { return entry.key(); })
                             : std::ranges::find_if(rest, [&](const Entry& entry) { return entry.key() != key; });
        const auto count = static_cast<std::size_t>(end - rest.begin());
        job(rest.first(count));
        begin += count;
    }
}

/// Four sums at a time, which do not wait for each other.
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

/// Each group's tiles are added by `add(tile, sums, group)`: `sums`, zeros at first, are the `entries` of the group in
/// `all`.
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

/// In their order: the same bits for any number of threads. A group has `entries` sums, those of its risks from `first`
/// on.
void RiskSums::add_groups(const std::vector<double>& sums, std::size_t entries, std::size_t first,
                          std::span<double> l) const {
    const std::size_t risks = plan_->constants.size();  // those of single rows, behind them, are no sums
    for (std::size_t group = 0; group < groups_; ++group)
        for (std::size_t i = 0; i < risks; ++i) l[i] += sums[group * entries + first + i];
}

/// Every row is a risk of its own: nothing is added up, and no two threads meet.
template <bool binary>
void RiskSums::find_each_row(const Plan::Tile& tile) {
    for (std::size_t i = tile.each_row.begin; i < tile.each_row.end; ++i) {
        const Plan::Loss& entry = plan_->each_row[i];
        each_row_[i] = entry.weight * loss(at<binary>(entry.point), {entry.label, entry.target});
    }
}

/// With what is its own strict form, and the constants.
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

/// Smooth ones, strict ones or, while a run is in cache, both.
template <bool binary>
void RiskSums::add_rates(const Plan::Tile& tile, double* risks, double* strict, double doubt) const {
    in_runs(*plan_, plan_->rates, tile.rates, [&](std::span<const Plan::Rate> run) {
        const std::uint32_t risk = run.front().risk;
        const std::int32_t of_class = run.front().of_class;
        const bool as_it_is = run.front().as_it_is;
        const bool narrow = width_of(run.front()) != 1;
        const auto smooth = [&](const Plan::Rate& rate) {
            return rate.weight * probability(of_rate<binary>(rate.point, narrow), of_class);
        };
        const auto counted = [&](const Plan::Rate& rate) {
            const Prediction point = at<binary>(rate.point);
            const bool counts = certain(point, doubt) ? predicted_class(point) == of_class : rate.weight > 0;
            return rate.weight * static_cast<double>(counts);  // a product: nobody can guess which
        };
        if (risks != nullptr) risks[risk] += sum_of(run, smooth);
        if (strict != nullptr) strict[risk] += as_it_is ? sum_of(run, smooth) : sum_of(run, counted);
    });
}

/// What remains, likewise: functions of one number, and pairs that are no divergences.
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
        const double d = apart(predictions_.at(pair.first), predictions_.at(pair.second));
        if (risks != nullptr) risks[pair.risk] += pair.weight * smooth(d, pair, width_).value;
        if (strict != nullptr) strict[pair.risk] += pair.weight * engine::strict(d, pair, doubt);
    }
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
            if (tile.rates.size() > 0 && width_ != 1) predictions_.narrow(tile.points, width_);
            add_rates<binary>(tile, smooth, counted, 0);
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
            add_rates<binary>(tile, nullptr, counted, doubt);
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

template <bool binary>
void RiskSums::add_gradient(const Plan::Tile& tile, std::span<const double> w) {
    const std::size_t outputs = binary ? 1 : outputs_;
    const auto to = [&](std::size_t point) { return gradient_.data() + point * outputs; };
    std::fill_n(to(tile.points.begin), tile.points.size() * outputs, 0.0);
    in_runs(*plan_, plan_->losses, tile.losses, [&](std::span<const Plan::Loss> run) {
        const double pull = w[run.front().risk];
        if (pull == 0) return;  // a constraint that does not bind pulls at nothing
        for (const auto& entry : run)
            add_loss_gradient(at<binary>(entry.point), {entry.label, entry.target}, pull * entry.weight,
                              to(entry.point));
    });
    for (std::size_t i = tile.each_row.begin; i < tile.each_row.end; ++i) {
        const Plan::Loss& entry = plan_->each_row[i];
        if (w[entry.risk] == 0) continue;
        add_loss_gradient(at<binary>(entry.point), {entry.label, entry.target}, w[entry.risk] * entry.weight,
                          to(entry.point));
    }
    in_runs(*plan_, plan_->rates, tile.rates, [&](std::span<const Plan::Rate> run) {
        const double width = width_of(run.front());
        const double pull = w[run.front().risk] / width;
        const std::int32_t of_class = run.front().of_class;
        if (pull == 0) return;
        for (const auto& rate : run)
            add_probability_gradient(of_rate<binary>(rate.point, width != 1), of_class, pull * rate.weight,
                                     to(rate.point));
    });
    for (std::size_t i = tile.values.begin; i < tile.values.end; ++i) {
        const Plan::Value& value = plan_->values[i];
        if (w[value.risk] == 0) continue;
        engine::add_gradient(at<binary>(value.point), value, width_, w[value.risk] * value.weight, to(value.point));
    }
    for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
        const Plan::Pair& pair = plan_->pairs[i];
        if (w[pair.risk] == 0) continue;
        const Prediction first = at<binary>(pair.first);
        const Prediction second = at<binary>(pair.second);
        const double weight = w[pair.risk] * pair.weight;
        if (is_divergence(pair)) {
            add_divergence_gradient(first, second, weight, to(pair.first), to(pair.second));
            continue;
        }
        const double slope = weight * smooth(apart(first, second), pair, width_).slope;
        to(pair.first)[0] -= slope;
        to(pair.second)[0] += slope;
    }
}

/// Tiles share no point and no pair: they can be worked on in any order.
template <class Job>
void RiskSums::for_each_tile(Job job) {
    pool_.run(plan_->groups.size(), [&](std::size_t group, std::size_t thread) {
        for (std::size_t tile = plan_->groups[group].begin; tile < plan_->groups[group].end; ++tile)
            job(plan_->tiles[tile], thread);
    });
}

std::span<const double> RiskSums::gradient(std::span<const double> w) {
    at_least(gradient_, plan_->num_points() * outputs_);
    by_task([&](auto binary) {
        for_each_tile([&](const Plan::Tile& tile, std::size_t /*thread*/) { add_gradient<binary>(tile, w); });
    });
    return {gradient_.data(), plan_->num_points() * outputs_};
}

/// Calls job(entry, weight) for all losses that have a weight, of sums and of single rows.
template <class Job>
void RiskSums::for_each_loss(const Plan::Tile& tile, std::span<const double> w, Job job) const {
    const auto of = [&](const std::vector<Plan::Loss>& entries, IndexRange range) {
        for (std::size_t i = range.begin; i < range.end; ++i)
            if (w[entries[i].risk] != 0) job(entries[i], w[entries[i].risk] * entries[i].weight);
    };
    of(plan_->losses, tile.losses);
    of(plan_->each_row, tile.each_row);
}

void RiskSums::add_curvature(const Plan::Tile& tile, std::span<const double> w, std::span<const double> ds) {
    const auto to = [&](std::size_t point) { return change_.data() + point * outputs_; };
    const auto along = [&](std::size_t point) { return ds.data() + point * outputs_; };
    std::fill_n(to(tile.points.begin), tile.points.size() * outputs_, 0.0);
    for_each_loss(tile, w, [&](const Plan::Loss& entry, double weight) {
        add_loss_curvature(predictions_.at(entry.point), weight, along(entry.point), to(entry.point));
    });
    for (std::size_t i = tile.rates.begin; i < tile.rates.end; ++i) {
        const Plan::Rate& rate = plan_->rates[i];
        if (w[rate.risk] == 0) continue;
        const double width = width_of(rate);
        add_probability_curvature(of_rate<false>(rate.point, width != 1), rate.of_class,
                                  w[rate.risk] * rate.weight / (width * width), along(rate.point), to(rate.point));
    }
    for (std::size_t i = tile.values.begin; i < tile.values.end; ++i) {
        const Plan::Value& value = plan_->values[i];
        if (w[value.risk] == 0) continue;
        engine::add_curvature(predictions_.at(value.point), value, width_, w[value.risk] * value.weight,
                              along(value.point), to(value.point));
    }
    for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
        const Plan::Pair& pair = plan_->pairs[i];
        if (w[pair.risk] == 0) continue;
        const Prediction first = predictions_.at(pair.first);
        const Prediction second = predictions_.at(pair.second);
        const double weight = w[pair.risk] * pair.weight;
        if (is_divergence(pair)) {
            add_divergence_curvature(first, second, weight, along(pair.first), along(pair.second), to(pair.first),
                                     to(pair.second));
            continue;
        }
        const double change =
            weight * smooth(apart(first, second), pair, width_).curve * (along(pair.second)[0] - along(pair.first)[0]);
        to(pair.first)[0] -= change;
        to(pair.second)[0] += change;
    }
}

std::span<const double> RiskSums::curvature(std::span<const double> w, std::span<const double> ds) {
    at_least(change_, plan_->num_points() * outputs_);
    for_each_tile([&](const Plan::Tile& tile, std::size_t /*thread*/) { add_curvature(tile, w, ds); });
    return {change_.data(), plan_->num_points() * outputs_};
}

/// Row k of a block is the change along the k-th unit vector.
void RiskSums::add_blocks(const Plan::Tile& tile, std::span<const double> w, double* unused) {
    const std::size_t block = outputs_ * outputs_;
    const double* zero = units_.data() + block;
    double* points = blocks_.points.data();
    std::fill_n(points + tile.points.begin * block, tile.points.size() * block, 0.0);
    std::fill_n(blocks_.pairs.data() + tile.pairs.begin * block, tile.pairs.size() * block, 0.0);
    for (std::size_t k = 0; k < outputs_; ++k) {
        const double* unit = units_.data() + k * outputs_;
        const auto to = [&](std::size_t point) { return points + point * block + k * outputs_; };
        for_each_loss(tile, w, [&](const Plan::Loss& entry, double weight) {
            add_loss_curvature(predictions_.at(entry.point), weight, unit, to(entry.point));
        });
        for (std::size_t i = tile.rates.begin; i < tile.rates.end; ++i) {
            const Plan::Rate& rate = plan_->rates[i];
            if (w[rate.risk] == 0) continue;
            const double width = width_of(rate);
            add_probability_curvature(of_rate<false>(rate.point, width != 1), rate.of_class,
                                      w[rate.risk] * rate.weight / (width * width), unit, to(rate.point));
        }
        for (std::size_t i = tile.values.begin; i < tile.values.end; ++i) {
            const Plan::Value& value = plan_->values[i];
            if (w[value.risk] == 0) continue;
            engine::add_curvature(predictions_.at(value.point), value, width_, w[value.risk] * value.weight, unit,
                                  to(value.point));
        }
        for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
            const Plan::Pair& pair = plan_->pairs[i];
            if (w[pair.risk] == 0) continue;
            const double weight = w[pair.risk] * pair.weight;
            const Prediction first = predictions_.at(pair.first);
            const Prediction second = predictions_.at(pair.second);
            if (!is_divergence(pair)) {  // of one score
                const double curve = weight * smooth(apart(first, second), pair, width_).curve;
                to(pair.first)[0] += curve;
                to(pair.second)[0] += curve;
                blocks_.pairs[i] -= curve;
                continue;
            }
            add_divergence_curvature(first, second, weight, unit, zero, to(pair.first), unused);
            add_divergence_curvature(first, second, weight, zero, unit, blocks_.pairs.data() + i * block + k * outputs_,
                                     to(pair.second));
        }
    }
}

const ScoreCurvature& RiskSums::curvature(std::span<const double> w) {
    const std::size_t block = outputs_ * outputs_;
    if (units_.empty()) {
        units_.assign(block + outputs_, 0.0);
        for (std::size_t k = 0; k < outputs_; ++k) units_[k * outputs_ + k] = 1;
    }
    at_least(unused_, pool_.size() * outputs_);
    at_least(blocks_.points, plan_->num_points() * block);
    at_least(blocks_.pairs, plan_->pairs.size() * block);
    for_each_tile(
        [&](const Plan::Tile& tile, std::size_t thread) { add_blocks(tile, w, unused_.data() + thread * outputs_); });
    return blocks_;
}

/// `alone`: per risk, where its own gradient belongs; nowhere for most.
template <bool binary>
void RiskSums::add_push(const Plan::Tile& tile, std::span<const double> w, double rate,
                        std::span<double* const> alone) {
    const std::size_t outputs = binary ? 1 : outputs_;
    const auto g = [&](std::size_t point) { return gradient_.data() + point * outputs; };
    const auto h = [&](std::size_t point) { return change_.data() + point * outputs; };
    std::fill_n(g(tile.points.begin), tile.points.size() * outputs, 0.0);
    std::fill_n(h(tile.points.begin), tile.points.size() * outputs, 0.0);
    for (double* own : alone)
        if (own != nullptr) std::fill_n(own + tile.points.begin * outputs, tile.points.size() * outputs, 0.0);

    in_runs(*plan_, plan_->losses, tile.losses, [&](std::span<const Plan::Loss> run) {
        const double pull = w[run.front().risk];
        double* own = alone[run.front().risk];
        for (const auto& entry : run) {
            const Prediction point = at<binary>(entry.point);
            const Truth truth{entry.label, entry.target};
            const double weight = pull * entry.weight;
            add_loss_gradient(point, truth, weight, g(entry.point));
            add_loss_bound(point, std::max(weight, 0.0), h(entry.point));
            if (own != nullptr) add_loss_gradient(point, truth, entry.weight, own + entry.point * outputs);
        }
    });
    in_runs(*plan_, plan_->rates, tile.rates, [&](std::span<const Plan::Rate> run) {
        const double per_width = 1 / width_of(run.front());
        const double pull = w[run.front().risk];
        const std::int32_t of_class = run.front().of_class;
        double* own = alone[run.front().risk];
        if (pull == 0 && own == nullptr) return;
        for (const auto& each : run) {
            const Prediction narrow = of_rate<binary>(each.point, per_width != 1);
            const double weight = pull * each.weight;
            add_probability_gradient(narrow, of_class, weight * per_width, g(each.point));
            add_probability_bound(at<binary>(each.point), of_class, rate * std::abs(weight), h(each.point));
            if (own != nullptr)
                add_probability_gradient(narrow, of_class, each.weight * per_width, own + each.point * outputs);
        }
    });
    for (std::size_t i = tile.values.begin; i < tile.values.end; ++i) {
        const Plan::Value& value = plan_->values[i];
        const Prediction point = at<binary>(value.point);
        if (const double weight = w[value.risk] * value.weight; weight != 0) {
            engine::add_gradient(point, value, width_, weight, g(value.point));
            engine::add_bound(point, value, width_, rate * std::abs(weight), h(value.point));
        }
        if (double* own = alone[value.risk])
            engine::add_gradient(point, value, width_, value.weight, own + value.point * outputs);
    }
    for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
        const Plan::Pair& pair = plan_->pairs[i];
        const Prediction first = at<binary>(pair.first);
        const Prediction second = at<binary>(pair.second);
        const double weight = w[pair.risk] * pair.weight;
        const double size = rate * std::abs(weight);
        double* own = alone[pair.risk];
        if (is_divergence(pair)) {
            if (weight != 0) {
                add_divergence_gradient(first, second, weight, g(pair.first), g(pair.second));
                add_divergence_bound(first, second, size, h(pair.first), h(pair.second));
            }
            if (own != nullptr)
                add_divergence_gradient(first, second, pair.weight, own + pair.first * outputs,
                                        own + pair.second * outputs);
            continue;
        }
        if (weight == 0 && own == nullptr) continue;
        const ScoreFunction f = smooth(apart(first, second), pair, width_);
        g(pair.first)[0] -= weight * f.slope;
        g(pair.second)[0] += weight * f.slope;
        const double most = 2 * size * std::max(std::abs(f.curve), std::abs(f.slope));
        h(pair.first)[0] += most;
        h(pair.second)[0] += most;
        if (own == nullptr) continue;
        own[pair.first * outputs] -= pair.weight * f.slope;
        own[pair.second * outputs] += pair.weight * f.slope;
    }
}

RiskSums::Push RiskSums::push(std::span<const double> w, double rate, std::span<const std::size_t> alone) {
    const std::size_t size = plan_->num_points() * outputs_;
    at_least(gradient_, size);
    at_least(change_, size);
    if (alone_.size() < alone.size()) alone_.resize(alone.size());
    Push push{.gradient = {gradient_.data(), size}, .bound = {change_.data(), size}};
    std::vector<double*> own(w.size(), nullptr);
    for (std::size_t k = 0; k < alone.size(); ++k) {
        at_least(alone_[k], size);
        own[alone[k]] = alone_[k].data();
        push.alone.emplace_back(alone_[k].data(), size);
    }
    by_task([&](auto binary) {
        for_each_tile([&](const Plan::Tile& tile, std::size_t /*thread*/) { add_push<binary>(tile, w, rate, own); });
    });
    return push;
}

}  // namespace alcole::engine
