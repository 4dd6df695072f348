#include "engine/cpu/linear_scorer.hpp"

#include "engine/cpu/memory.hpp"

#include <algorithm>
#include <numeric>

namespace alcole::engine {
namespace {

/// The number of partial sums of a Hessian, which are then added in order: one for each group, unless they would take
/// too much memory. It depends only on sizes, so the bits do not depend on the number of threads. They do not depend on
/// the number of ranks either as long as every group has its own part, which is the case up to the 512 weights for
/// which Newton's method is used.
std::size_t num_parts(std::size_t groups, std::size_t entries) {
    constexpr std::size_t max_entries = std::size_t{1} << 24U;
    return std::min(groups, std::clamp<std::size_t>(max_entries / entries, 1, 64));
}

/// The parts to which the groups `own` belong. The first and the last part may be shared with another rank.
IndexRange parts_of(IndexRange own, std::size_t groups, std::size_t parts) {
    if (own.size() == 0) return {};
    const auto part_of = [&](std::size_t group) {
        return static_cast<std::uint32_t>(((group + 1) * parts - 1) / groups);
    };
    return {.begin = part_of(own.begin), .end = part_of(own.end - 1) + 1};
}

}  // namespace

/// Calls f(i, x_i) for the non-zero inputs of a base in ascending order, the bias last. For numbers stored as lists,
/// x_i is the difference from the usual value.
template <class T>
template <class F>
void LinearScorer<T>::for_each_input(std::uint32_t base, F f) const {
    if (inputs_.has_lists()) {
        inputs_.lists.for_each(
            base, [&](std::size_t j, T x) { f(j, static_cast<double>(x) - static_cast<double>(inputs_.usual[j])); });
    } else {
        const std::size_t d = inputs_.num_numbers;
        const T* numbers = inputs_.numbers.data() + base * d;
        for (std::size_t j = 0; j < d; ++j) f(j, static_cast<double>(numbers[j]));
    }
    for_each_one(base, f);
}

/// Calls f(i, 1) for the categories of a base and for the bias.
template <class T>
template <class F>
void LinearScorer<T>::for_each_one(std::uint32_t base, F f) const {
    inputs_.for_each_one(base, [&f](std::size_t i) { f(i, 1.0); });
    f(inputs_.num_inputs, 1.0);
}

template <class T>
void LinearScorer<T>::read(std::uint32_t base, Row& row) const {
    row.size = inputs_.num_numbers;
    std::iota(row.at.begin(), row.at.begin() + static_cast<std::ptrdiff_t>(row.size), std::size_t{0});
    inputs_.write_numbers(base, row.x.data());
    for_each_one(base, [&row](std::size_t i, double x) {
        row.at[row.size] = i;
        row.x[row.size++] = x;
    });
}

/// Computes the contribution of the usual numbers to each score; 0 if numbers are not stored as lists.
template <class T>
void LinearScorer<T>::sum_usual_scores() {
    usual_scores_.assign(outputs_, 0.0);
    for (std::size_t j = 0; j < inputs_.usual.size(); ++j)
        for (std::size_t k = 0; k < outputs_; ++k)
            usual_scores_[k] += static_cast<double>(inputs_.usual[j]) * weights_[j * outputs_ + k];
}

/// As for_each_of_variant, in double.
template <class T>
template <class F>
void LinearScorer<T>::for_each_of(std::uint32_t variant, F f) const {
    inputs_.for_each_of_variant(variant, [&f](std::size_t i, T x) { f(i, static_cast<double>(x)); });
}

/// Calls f(base, first point, end point) for the bases of a tile; the points of a base are contiguous.
template <class T>
template <class F>
void LinearScorer<T>::for_each_base(const Plan::Tile& tile, F f) const {
    std::size_t first = tile.points.begin;
    while (first < tile.points.end) {
        const std::uint32_t base = plan_->point_base[first];
        std::size_t end = first + 1;
        while (end < tile.points.end && plan_->point_base[end] == base) ++end;
        f(plan_->bases[base], first, end);
        first = end;
    }
}

template <class T>
void LinearScorer<T>::scores(const Plan& plan, std::span<const T> theta, std::span<double> out) {
    plan_ = &plan;
    const std::size_t outputs = outputs_;
    weights_.assign(theta.begin(), theta.end());
    per_variant_.assign(inputs_.num_variants * outputs, 0.0);
    for (std::uint32_t v = 0; v < inputs_.num_variants; ++v)
        for_each_of(v, [&](std::size_t i, double x) {
            for (std::size_t k = 0; k < outputs; ++k) per_variant_[v * outputs + k] += x * weights_[i * outputs + k];
        });
    sum_usual_scores();
    pool_.run(plan.groups.size(), [&](std::size_t group, std::size_t /*thread*/) {
        for (std::size_t t = plan.groups[group].begin; t < plan.groups[group].end; ++t) {
            for_each_base(plan.tiles[t], [&](std::uint32_t base, std::size_t first, std::size_t end) {
                for (std::size_t k = 0; k < outputs; ++k) {
                    const double* weights = weights_.data() + k;
                    double sum = usual_scores_[k];
                    for_each_input(base, [&](std::size_t i, double x) { sum += x * weights[i * outputs]; });
                    for (std::size_t p = first; p < end; ++p)
                        out[p * outputs + k] = sum + per_variant_[plan.point_variant[p] * outputs + k];
                }
            });
        }
    });
}

template <class T>
void LinearScorer<T>::pull_back(std::span<const double> by_score, std::span<T> g) {
    const Plan& plan = *plan_;
    const std::size_t outputs = outputs_;
    const std::size_t n = num_parameters();
    const std::size_t entries = n + inputs_.num_variants * outputs;
    at_least(sums_, std::max<std::size_t>(1, plan.groups.size()) * entries);
    if (plan.groups.empty()) std::fill_n(sums_.data(), entries, 0.0);  // an empty mini-batch
    pool_.run(plan.groups.size(), [&](std::size_t group, std::size_t /*thread*/) {
        double* sums = sums_.data() + group * entries;
        double* of_variants = sums + n;
        std::fill_n(sums, entries, 0.0);
        for (std::size_t t = plan.groups[group].begin; t < plan.groups[group].end; ++t) {
            for_each_base(plan.tiles[t], [&](std::uint32_t base, std::size_t first, std::size_t end) {
                for (std::size_t k = 0; k < outputs; ++k) {
                    double sum = 0;
                    for (std::size_t p = first; p < end; ++p) {
                        const double by = by_score[p * outputs + k];
                        of_variants[plan.point_variant[p] * outputs + k] += by;
                        sum += by;
                    }
                    for_each_input(base, [&](std::size_t i, double x) { sums[i * outputs + k] += x * sum; });
                }
            });
        }
    });
    const std::size_t groups = plan.share.collect(sums_, plan.groups.size(), entries);
    for (std::size_t group = 1; group < groups; ++group)
        for (std::size_t j = 0; j < entries; ++j) sums_[j] += sums_[group * entries + j];
    const std::size_t bias = inputs_.num_inputs * outputs;  // its entries hold the sums over all bases
    for (std::size_t j = 0; j < inputs_.usual.size(); ++j)
        for (std::size_t k = 0; k < outputs; ++k)
            sums_[j * outputs + k] += static_cast<double>(inputs_.usual[j]) * sums_[bias + k];
    for (std::uint32_t v = 0; v < inputs_.num_variants; ++v)
        for_each_of(v, [&](std::size_t i, double x) {
            for (std::size_t k = 0; k < outputs; ++k) sums_[i * outputs + k] += x * sums_[n + v * outputs + k];
        });
    for (std::size_t j = 0; j < n; ++j) g[j] = static_cast<T>(sums_[j]);
}

/// Adds x times a K x K block to rows (i, .) and columns (j, .) of h, or to the mirror image if that is the one in the
/// lower triangle.
template <class T>
void LinearScorer<T>::add_block(double* h, std::size_t i, std::size_t j, double x, const double* block,
                                bool transposed) const {
    const std::size_t outputs = outputs_;
    const std::size_t n = num_parameters();
    const bool mirrored = i < j;
    if (mirrored) std::swap(i, j);
    for (std::size_t k = 0; k < outputs; ++k) {
        double* to = h + (i * outputs + k) * n + j * outputs;
        for (std::size_t l = 0; l < outputs; ++l)
            to[l] += x * (mirrored == transposed ? block[k * outputs + l] : block[l * outputs + k]);
    }
}

/// h += (x x^T) (x) block, the Kronecker product, for the inputs x of a base.
template <class T>
void LinearScorer<T>::add_base(double* h, const Row& row, const double* block) const {
    const std::size_t n = num_parameters();
    if (outputs_ > 1) {
        for (std::size_t a = 0; a < row.size; ++a)
            for (std::size_t b = 0; b <= a; ++b) add_block(h, row.at[a], row.at[b], row.x[a] * row.x[b], block, false);
        return;
    }
    for (std::size_t a = 0; a < row.size; ++a) {
        double* to = h + row.at[a] * n;
        const double x = *block * row.x[a];
        for (std::size_t b = 0; b <= a; ++b) to[row.at[b]] += x * row.x[b];
    }
}

/// Within a base, the inputs of point p are x~ + z_p. With S_pq the second derivative with respect to the scores of p
/// and q, and R_p = sum_q S_pq,
///
///     sum_pq (x~ + z_p) S_pq (x~ + z_q)^T = x~ (sum_p R_p) x~^T + sum_p (z_p R_p x~^T + its transpose)
///                                           + sum_pq z_p S_pq z_q^T,
///
/// so the many inputs of x~ are visited once per base, not once per pair.
template <class T>
void LinearScorer<T>::add_tile_hessian(const Plan::Tile& tile, const ScoreCurvature& s, std::size_t thread, double* h) {
    const Plan& plan = *plan_;
    const std::size_t outputs = outputs_;
    const std::size_t block = outputs * outputs;
    std::vector<double>& coupling = scratch_[thread].coupling;
    std::vector<double>& whole = scratch_[thread].base;
    Row& row = rows_[thread];
    const auto of = [&](std::size_t point) { return coupling.data() + (point - tile.points.begin) * block; };
    std::copy_n(s.points.data() + tile.points.begin * block, tile.points.size() * block, coupling.data());
    for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
        const Plan::Pair& pair = plan.pairs[i];
        const double* cross = s.pairs.data() + i * block;  // rows: the second point
        for (std::size_t k = 0; k < outputs; ++k) {
            for (std::size_t l = 0; l < outputs; ++l) {
                of(pair.first)[k * outputs + l] += cross[l * outputs + k];
                of(pair.second)[k * outputs + l] += cross[k * outputs + l];
            }
        }
        for_each_of(plan.point_variant[pair.first], [&](std::size_t a, double x) {
            for_each_of(plan.point_variant[pair.second], [&](std::size_t b, double y) {
                add_block(h, a, b, x * y, cross, true);
                if (a == b) add_block(h, a, b, x * y, cross, false);
            });
        });
    }
    for_each_base(tile, [&](std::uint32_t base, std::size_t first, std::size_t end) {
        read(base, row);
        std::ranges::fill(whole, 0.0);
        for (std::size_t p = first; p < end; ++p) {
            for (std::size_t k = 0; k < block; ++k) whole[k] += of(p)[k];
            for_each_of(plan.point_variant[p], [&](std::size_t a, double x) {
                for (std::size_t i = 0; i < row.size; ++i) {
                    add_block(h, a, row.at[i], x * row.x[i], of(p), false);
                    if (a == row.at[i]) add_block(h, a, a, x * row.x[i], of(p), true);  // x~ also has this input
                }
                for_each_of(plan.point_variant[p], [&](std::size_t b, double y) {
                    if (b <= a) add_block(h, a, b, x * y, s.points.data() + p * block, false);
                });
            });
        }
        add_base(h, row, whole.data());
    });
}

template <class T>
void LinearScorer<T>::hessian(const ScoreCurvature& s, std::span<const double> /*by_score*/, std::span<double> h) {
    const Plan& plan = *plan_;
    const std::size_t own = plan.groups.size();
    const std::size_t groups = plan.share.alone() ? own : plan.share.num_groups();
    const std::size_t parts = num_parts(groups, h.size());
    const IndexRange all{.begin = 0, .end = static_cast<std::uint32_t>(own)};
    const IndexRange range = plan.share.alone() ? all : plan.share.own();
    const IndexRange own_parts = parts_of(range, groups, parts);
    scratch_.resize(pool_.size());
    rows_.resize(pool_.size());
    for (std::size_t thread = 0; thread < pool_.size(); ++thread) {  // any of the threads may take a part
        at_least(scratch_[thread].coupling, plan.largest_tile() * outputs_ * outputs_);
        scratch_[thread].base.resize(outputs_ * outputs_);
        rows_[thread].at.resize(inputs_.num_numbers + inputs_.base_blocks + 1);
        rows_[thread].x.resize(rows_[thread].at.size());
    }
    at_least(parts_, own_parts.size() * h.size());
    pool_.run(own_parts.size(), [&](std::size_t number, std::size_t thread) {
        double* to = parts_.data() + number * h.size();
        std::fill_n(to, h.size(), 0.0);
        const std::size_t part = own_parts.begin + number;
        const std::size_t first = std::max<std::size_t>(part * groups / parts, range.begin) - range.begin;
        const std::size_t end = std::min<std::size_t>((part + 1) * groups / parts, range.end) - range.begin;
        for (std::size_t t = plan.groups[first].begin; t < plan.groups[end - 1].end; ++t)
            add_tile_hessian(plan.tiles[t], s, thread, to);
    });
    const std::size_t sums = plan.share.collect(parts_, own_parts.size(), h.size(), [&](std::size_t rank) {
        return parts_of(plan.share.groups_of(rank), groups, parts).size();
    });
    std::ranges::fill(h, 0.0);
    for (std::size_t part = 0; part < sums; ++part)
        for (std::size_t j = 0; j < h.size(); ++j) h[j] += parts_[part * h.size() + j];
}

template class LinearScorer<float>;
template class LinearScorer<double>;

}  // namespace alcole::engine
