#include "engine/cpu/network_scorer.hpp"

#include <alcole/random.hpp>

#include "engine/cpu/memory.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::engine {

template <class T>
void NetworkScorer<T>::prepare(const Plan& plan) {
    plan_ = &plan;
    kept_at_.resize(plan.tiles.size());
    std::size_t kept = 0;
    std::size_t max_points = 0;
    std::size_t max_bases = 0;
    for (std::size_t t = 0; t < plan.tiles.size(); ++t) {
        const std::size_t points = plan.tiles[t].points.size();
        kept_at_[t] = kept;
        kept += network_.kept_entries(points);
        max_points = std::max(max_points, points);
        max_bases = std::max(max_bases, plan.tiles[t].bases.size());
    }
    keeps_ = kept * sizeof(T) <= kept_bytes_;
    kept_per_thread_ = network_.kept_entries(max_points);
    at_least(activations_, keeps_ ? kept : pool_.size() * kept_per_thread_);
    scratch_.resize(pool_.size());
    for (Scratch& scratch : scratch_) {
        at_least(scratch.network, network_.scratch_entries(max_points, max_bases));
        at_least(scratch.by_score, max_points * network_.score_stride());
    }
}

template <class T>
T* NetworkScorer<T>::kept(std::size_t tile, std::size_t thread) {
    return activations_.data() + (keeps_ ? kept_at_[tile] : thread * kept_per_thread_);
}

/// Makes the activations of a tile available: recomputes them unless they were kept.
template <class T>
void NetworkScorer<T>::forward_again(std::size_t tile, std::size_t thread) {
    if (keeps_) return;
    network_.forward(*plan_, plan_->tiles[tile], kept(tile, thread), scratch_[thread].network.data());
}

template <class T>
void NetworkScorer<T>::read_scores(const Plan::Tile& tile, const T* from, std::span<double> out) const {
    const std::size_t stride = network_.score_stride();
    double* to = out.data() + tile.points.begin * outputs_;
    for (std::size_t i = 0; i < tile.points.size(); ++i)
        for (std::size_t k = 0; k < outputs_; ++k) to[i * outputs_ + k] = static_cast<double>(from[i * stride + k]);
}

/// The inverse of read_scores(): copies gradients into the network's layout.
template <class T>
void NetworkScorer<T>::pack(const Plan::Tile& tile, std::span<const double> by_score, T* packed) const {
    const std::size_t stride = network_.score_stride();
    const double* from = by_score.data() + tile.points.begin * outputs_;
    for (std::size_t i = 0; i < tile.points.size(); ++i)
        for (std::size_t k = 0; k < outputs_; ++k) packed[i * stride + k] = static_cast<T>(from[i * outputs_ + k]);
}

template <class T>
void NetworkScorer<T>::scores(const Plan& plan, std::span<const T> theta, std::span<double> out) {
    prepare(plan);
    network_.load(theta);
    pool_.run(plan.groups.size(), [&](std::size_t group, std::size_t thread) {
        for (std::size_t t = plan.groups[group].begin; t < plan.groups[group].end; ++t) {
            const Plan::Tile& tile = plan.tiles[t];
            T* memory = kept(t, thread);
            network_.forward(plan, tile, memory, scratch_[thread].network.data());
            read_scores(tile, network_.scores(memory, tile.points.size()), out);
        }
    });
}

/// Sums over groups, where add(tile, thread, sums) adds each tile to the sums of its group. The total of all groups
/// replaces the sums of the first.
template <class T>
template <class Add>
void NetworkScorer<T>::sum_over_groups(std::size_t entries, Add add) {
    const Plan& plan = *plan_;
    at_least(group_sums_, std::max<std::size_t>(1, plan.groups.size()) * entries);
    if (plan.groups.empty()) std::fill_n(group_sums_.data(), entries, T(0));  // an empty mini-batch
    pool_.run(plan.groups.size(), [&](std::size_t group, std::size_t thread) {
        T* sums = group_sums_.data() + group * entries;
        std::fill_n(sums, entries, T(0));
        for (std::size_t t = plan.groups[group].begin; t < plan.groups[group].end; ++t) add(t, thread, sums);
    });
    add_groups(plan.share.collect(group_sums_, plan.groups.size(), entries), entries);
}

template <class T>
void NetworkScorer<T>::pull_back(std::span<const double> by_score, std::span<T> g) {
    sum_over_groups(network_.gradient_entries(), [&](std::size_t t, std::size_t thread, T* sums) {
        const Plan::Tile& tile = plan_->tiles[t];
        Scratch& scratch = scratch_[thread];
        forward_again(t, thread);
        pack(tile, by_score, scratch.by_score.data());
        network_.add_gradient(*plan_, tile, kept(t, thread), scratch.by_score.data(), scratch.network.data(), sums);
    });
    network_.unload(group_sums_.data(), g);
}

template <class T>
void NetworkScorer<T>::prepare_changes() {
    changes_at_.resize(plan_->tiles.size());
    std::size_t all = 0;
    std::size_t max_entries = 0;
    for (std::size_t t = 0; t < plan_->tiles.size(); ++t) {
        const std::size_t entries = network_.change_entries(plan_->tiles[t].points.size());
        changes_at_[t] = all;
        all += entries;
        max_entries = std::max(max_entries, entries);
    }
    keeps_changes_ = keeps_ && all * sizeof(T) <= kept_bytes_;
    changes_per_thread_ = max_entries;
    at_least(changes_, keeps_changes_ ? all : pool_.size() * max_entries);
    for (Scratch& scratch : scratch_) at_least(scratch.by_score_change, scratch.by_score.size());
}

template <class T>
T* NetworkScorer<T>::changes(std::size_t tile, std::size_t thread) {
    return changes_.data() + (keeps_changes_ ? changes_at_[tile] : thread * changes_per_thread_);
}

template <class T>
void NetworkScorer<T>::push_forward(std::span<const T> v, std::span<double> ds) {
    const Plan& plan = *plan_;
    prepare_changes();
    direction_.load(v);
    pool_.run(plan.groups.size(), [&](std::size_t group, std::size_t thread) {
        for (std::size_t t = plan.groups[group].begin; t < plan.groups[group].end; ++t) {
            const Plan::Tile& tile = plan.tiles[t];
            forward_again(t, thread);
            network_.push_forward(plan, tile, direction_, kept(t, thread), changes(t, thread),
                                  scratch_[thread].network.data());
            read_scores(tile, network_.score_changes(changes(t, thread), tile.points.size()), ds);
        }
    });
}

template <class T>
void NetworkScorer<T>::pull_back_change(std::span<const double> by_score, std::span<const double> change,
                                        std::span<T> h) {
    sum_over_groups(network_.gradient_entries(), [&](std::size_t t, std::size_t thread, T* sums) {
        const Plan::Tile& tile = plan_->tiles[t];
        Scratch& scratch = scratch_[thread];
        T* work = scratch.network.data();
        forward_again(t, thread);
        if (!keeps_changes_) network_.push_forward(*plan_, tile, direction_, kept(t, thread), changes(t, thread), work);
        pack(tile, by_score, scratch.by_score.data());
        pack(tile, change, scratch.by_score_change.data());
        network_.add_gradient_change(*plan_, tile, direction_, kept(t, thread), changes(t, thread),
                                     scratch.by_score.data(), scratch.by_score_change.data(), work, sums);
    });
    network_.unload(group_sums_.data(), h);
}

/// Only if inverting the factors costs no more than about four gradients, which shorter searches more than repay, and
/// if the sums of 64 groups stay below 128 MB.
template <class T>
bool NetworkScorer<T>::has_preconditioner(std::size_t points) const {
    constexpr double slower = 16;  // per multiplication than the kernels of a gradient
    constexpr std::size_t max_entries = std::size_t{1} << 19U;
    return factors_.size() <= max_entries &&
           slower * factors_.cost() <= 4 * static_cast<double>(points) * flops_per_point(network_.layers());
}

/// One backward pass serves several outputs: with random signs, the products of different outputs cancel on average. A
/// sign depends on the position in the tile only, so it is the same for any number of ranks.
template <class T>
void NetworkScorer<T>::pack_roots(const Plan::Tile& tile, std::span<const double> s, T* packed) const {
    const std::size_t stride = network_.score_stride();
    const double* from = s.data() + tile.points.begin * outputs_;
    Random random(1);
    for (std::size_t i = 0; i < tile.points.size(); ++i)
        for (std::size_t k = 0; k < outputs_; ++k) {
            const double root = std::sqrt(std::max(from[i * outputs_ + k], 0.0));
            packed[i * stride + k] = static_cast<T>(k == 0 || random.uniform() < 0.5 ? root : -root);
        }
}

template <class T>
void NetworkScorer<T>::preconditioner(std::span<const double> s, double l2, std::vector<T>& numbers) {
    for (Scratch& scratch : scratch_) at_least(scratch.factors, network_.factor_entries(plan_->largest_tile()));
    sum_over_groups(factors_.size(), [&](std::size_t t, std::size_t thread, T* sums) {
        const Plan::Tile& tile = plan_->tiles[t];
        Scratch& scratch = scratch_[thread];
        forward_again(t, thread);
        pack_roots(tile, s, scratch.by_score.data());
        network_.add_factors(*plan_, tile, kept(t, thread), scratch.by_score.data(), factors_, scratch.factors.data(),
                             sums);
    });
    numbers.assign(group_sums_.begin(), group_sums_.begin() + static_cast<std::ptrdiff_t>(factors_.size()));
    factors_.invert(numbers, l2);
}

/// Adds the sums of all groups to those of the first; each thread takes some of the entries.
template <class T>
void NetworkScorer<T>::add_groups(std::size_t groups, std::size_t entries) {
    const Kernels<T>& kernel = kernels<T>();
    const std::size_t piece = padded(entries / pool_.size() + 1);
    pool_.run((entries + piece - 1) / piece, [&](std::size_t part, std::size_t /*thread*/) {
        T* to = group_sums_.data() + part * piece;
        const std::size_t size = std::min(piece, entries - part * piece);
        for (std::size_t group = 1; group < groups; ++group) kernel.sum(to, to, to + group * entries, size);
    });
}

template class NetworkScorer<float>;
template class NetworkScorer<double>;

}  // namespace alcole::engine
