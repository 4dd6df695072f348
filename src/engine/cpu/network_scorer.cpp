#include "engine/cpu/network_scorer.hpp"

#include "engine/cpu/memory.hpp"

#include <algorithm>

namespace alcole::engine {

template <class T>
void NetworkScorer<T>::prepare(const Plan& plan) {
    plan_ = &plan;
    kept_at_.resize(plan.tiles.size());
    std::size_t kept = 0;
    std::size_t most_points = 0;
    std::size_t most_bases = 0;
    for (std::size_t t = 0; t < plan.tiles.size(); ++t) {
        const std::size_t points = plan.tiles[t].points.size();
        kept_at_[t] = kept;
        kept += network_.kept_entries(points);
        most_points = std::max(most_points, points);
        most_bases = std::max(most_bases, plan.tiles[t].bases.size());
    }
    keeps_ = kept * sizeof(T) <= kept_bytes_;
    kept_per_thread_ = network_.kept_entries(most_points);
    at_least(activations_, keeps_ ? kept : pool_.size() * kept_per_thread_);
    scratch_.resize(pool_.size());
    for (Scratch& scratch : scratch_) {
        at_least(scratch.network, network_.scratch_entries(most_points, most_bases));
        at_least(scratch.by_score, most_points * network_.score_stride());
    }
}

template <class T>
T* NetworkScorer<T>::kept(std::size_t tile, std::size_t thread) {
    return activations_.data() + (keeps_ ? kept_at_[tile] : thread * kept_per_thread_);
}

template <class T>
void NetworkScorer<T>::scores(const Plan& plan, std::span<const T> theta, std::span<double> out) {
    prepare(plan);
    network_.load(theta);
    const std::size_t stride = network_.score_stride();
    pool_.run(plan.groups.size(), [&](std::size_t group, std::size_t thread) {
        for (std::size_t t = plan.groups[group].begin; t < plan.groups[group].end; ++t) {
            const Plan::Tile& tile = plan.tiles[t];
            T* memory = kept(t, thread);
            network_.forward(plan, tile, memory, scratch_[thread].network.data());
            const T* from = network_.scores(memory, tile.points.size());
            double* to = out.data() + tile.points.begin * outputs_;
            for (std::size_t i = 0; i < tile.points.size(); ++i)
                for (std::size_t k = 0; k < outputs_; ++k)
                    to[i * outputs_ + k] = static_cast<double>(from[i * stride + k]);
        }
    });
}

template <class T>
void NetworkScorer<T>::add_gradient(const Plan::Tile& tile, const T* kept, std::span<const double> by_score,
                                    std::size_t thread, T* sums) {
    const std::size_t stride = network_.score_stride();
    const double* from = by_score.data() + tile.points.begin * outputs_;
    T* packed = scratch_[thread].by_score.data();
    for (std::size_t i = 0; i < tile.points.size(); ++i)
        for (std::size_t k = 0; k < outputs_; ++k) packed[i * stride + k] = static_cast<T>(from[i * outputs_ + k]);
    network_.add_gradient(*plan_, tile, kept, packed, scratch_[thread].network.data(), sums);
}

template <class T>
void NetworkScorer<T>::pull_back(std::span<const double> by_score, std::span<T> g) {
    const Plan& plan = *plan_;
    const std::size_t entries = network_.gradient_entries();
    at_least(group_sums_, std::max<std::size_t>(1, plan.groups.size()) * entries);
    if (plan.groups.empty()) std::fill_n(group_sums_.data(), entries, T(0));  // a mini-batch that drew no row
    pool_.run(plan.groups.size(), [&](std::size_t group, std::size_t thread) {
        T* sums = group_sums_.data() + group * entries;
        std::fill_n(sums, entries, T(0));
        for (std::size_t t = plan.groups[group].begin; t < plan.groups[group].end; ++t) {
            T* memory = kept(t, thread);
            if (!keeps_) network_.forward(plan, plan.tiles[t], memory, scratch_[thread].network.data());
            add_gradient(plan.tiles[t], memory, by_score, thread, sums);
        }
    });
    add_groups();
    network_.unload(group_sums_.data(), g);
}

/// All groups' sums into those of the first, each thread for some of the entries.
template <class T>
void NetworkScorer<T>::add_groups() {
    const Kernels<T>& kernel = kernels<T>();
    const std::size_t entries = network_.gradient_entries();
    const std::size_t piece = padded(entries / pool_.size() + 1);
    pool_.run((entries + piece - 1) / piece, [&](std::size_t part, std::size_t /*thread*/) {
        T* to = group_sums_.data() + part * piece;
        const std::size_t size = std::min(piece, entries - part * piece);
        for (std::size_t group = 1; group < plan_->groups.size(); ++group)
            kernel.sum(to, to, to + group * entries, size);
    });
}

template class NetworkScorer<float>;
template class NetworkScorer<double>;

}  // namespace alcole::engine
