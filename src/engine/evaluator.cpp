#include "engine/evaluator.hpp"

#include <algorithm>

namespace alcole::engine {
namespace {

/// Activations up to this many bytes are kept from the forward to the backward pass; beyond it they are computed again,
/// tile by tile, which costs a third more arithmetic and no memory.
constexpr std::size_t most_kept_bytes = std::size_t{256} << 20U;

}  // namespace

template <class T>
void Evaluator<T>::prepare(const Plan& plan) {
    plan_ = &plan;
    const std::size_t tiles = plan.tiles.size();
    kept_at_.resize(tiles);
    head_at_.resize(tiles);
    std::size_t kept = 0;
    std::size_t heads = 0;
    std::size_t most_points = 0;
    std::size_t most_bases = 0;
    for (std::size_t t = 0; t < tiles; ++t) {
        const std::size_t points = plan.tiles[t].points.size();
        kept_at_[t] = kept;
        head_at_[t] = heads;
        kept += network_.kept_entries(points);
        heads += head_.kept_entries(points);
        most_points = std::max(most_points, points);
        most_bases = std::max(most_bases, plan.tiles[t].bases.size());
    }
    const auto at_least = [](auto& memory, std::size_t size) {
        if (memory.size() < size) memory.resize(size);
    };
    keeps_ = kept * sizeof(T) <= most_kept_bytes;
    at_least(activations_, keeps_ ? kept : pool_.size() * network_.kept_entries(most_points));
    at_least(heads_, heads);
    scratch_.resize(pool_.size());
    score_gradients_.resize(pool_.size());
    score_gradients_packed_.resize(pool_.size());
    for (std::size_t thread = 0; thread < pool_.size(); ++thread) {
        at_least(scratch_[thread], network_.scratch_entries(most_points, most_bases));
        at_least(score_gradients_[thread], most_points * head_.outputs());
        at_least(score_gradients_packed_[thread], most_points * network_.score_stride());
    }
    at_least(group_risks_, plan.groups.size() * plan.constants.size());
}

template <class T>
T* Evaluator<T>::kept(std::size_t tile, std::size_t thread) {
    if (keeps_) return activations_.data() + kept_at_[tile];
    return activations_.data() + thread * (activations_.size() / pool_.size() / lanes * lanes);
}

template <class T>
Head::View Evaluator<T>::view(std::size_t tile) const {
    // The head's numbers are the evaluator's own; only who writes them differs.
    auto* memory = const_cast<double*>(heads_.data()) + head_at_[tile];  // NOLINT
    return head_.view(memory, plan_->tiles[tile].points.size());
}

/// l = constants + sum over groups, each group's tiles added by `add(tile, thread, sums)`.
template <class T>
template <class Add>
void Evaluator<T>::sum_over_groups(std::span<double> l, Add add) {
    const Plan& plan = *plan_;
    const std::size_t risks = plan.constants.size();
    pool_.run(plan.groups.size(), [&](std::size_t group, std::size_t thread) {
        double* sums = group_risks_.data() + group * risks;
        std::fill_n(sums, risks, 0.0);
        for (std::size_t tile = plan.groups[group].begin; tile < plan.groups[group].end; ++tile)
            add(tile, thread, sums);
    });
    std::fill(l.begin(), l.end(), 0.0);
    for (std::size_t group = 0; group < plan.groups.size(); ++group)
        for (std::size_t i = 0; i < risks; ++i) l[i] += group_risks_[group * risks + i];
}

template <class T>
void Evaluator<T>::forward(const Plan& plan, std::span<const T> theta, std::span<double> l) {
    prepare(plan);
    network_.load(theta);
    sum_over_groups(l, [&](std::size_t t, std::size_t thread, double* sums) {
        const Plan::Tile& tile = plan.tiles[t];
        const std::size_t points = tile.points.size();
        T* memory = kept(t, thread);
        network_.forward(plan, tile, memory, scratch_[thread].data());
        head_.predict(network_.scores(memory, points), network_.score_stride(), points, view(t));
        head_.add_risks(plan, tile, view(t), sums);
    });
    for (std::size_t i = 0; i < l.size(); ++i) l[i] += plan.constants[i];
}

template <class T>
void Evaluator<T>::strict_risks(std::span<double> l) {
    sum_over_groups(l, [&](std::size_t t, std::size_t, double* sums) {
        head_.add_strict_risks(*plan_, plan_->tiles[t], view(t), sums);
    });
    for (std::size_t i = 0; i < l.size(); ++i) l[i] += plan_->constants[i];
}

template <class T>
void Evaluator<T>::flips(std::span<double> l) {
    sum_over_groups(
        l, [&](std::size_t t, std::size_t, double* sums) { head_.add_flips(*plan_, plan_->tiles[t], view(t), sums); });
}

template <class T>
void Evaluator<T>::backward(std::span<const double> w, std::span<T> g) {
    const Plan& plan = *plan_;
    const std::size_t entries = network_.gradient_entries();
    const std::size_t groups = plan.groups.size();
    if (group_sums_.size() < groups * entries) group_sums_.resize(groups * entries);
    const std::size_t stride = network_.score_stride();
    const std::size_t outputs = head_.outputs();
    pool_.run(groups, [&](std::size_t group, std::size_t thread) {
        T* sums = group_sums_.data() + group * entries;
        std::fill_n(sums, entries, T(0));
        for (std::size_t t = plan.groups[group].begin; t < plan.groups[group].end; ++t) {
            const Plan::Tile& tile = plan.tiles[t];
            const std::size_t points = tile.points.size();
            T* memory = kept(t, thread);
            if (!keeps_) network_.forward(plan, tile, memory, scratch_[thread].data());
            double* gradient = score_gradients_[thread].data();
            head_.score_gradient(plan, tile, view(t), w, gradient);
            T* packed = score_gradients_packed_[thread].data();  // its padding stays zero
            for (std::size_t i = 0; i < points; ++i)
                for (std::size_t k = 0; k < outputs; ++k)
                    packed[i * stride + k] = static_cast<T>(gradient[i * outputs + k]);
            network_.add_gradient(plan, tile, memory, packed, scratch_[thread].data(), sums);
        }
    });
    const Kernels<T>& kernel = kernels<T>();
    const std::size_t piece = padded(entries / pool_.size() + 1);
    pool_.run((entries + piece - 1) / piece, [&](std::size_t part, std::size_t) {
        T* to = group_sums_.data() + part * piece;
        const std::size_t size = std::min(piece, entries - part * piece);
        for (std::size_t group = 1; group < groups; ++group) kernel.sum(to, to, to + group * entries, size);
    });
    network_.unload(group_sums_.data(), g);
}

template <class T>
void Evaluator<T>::predictions(std::span<double> out) const {
    for (std::size_t t = 0; t < plan_->tiles.size(); ++t) head_.copy_predictions(view(t), plan_->tiles[t].points, out);
}

template <class T>
void Evaluator<T>::scores(std::span<double> out) const {
    for (std::size_t t = 0; t < plan_->tiles.size(); ++t) head_.copy_scores(view(t), plan_->tiles[t].points, out);
}

template class Evaluator<float>;
template class Evaluator<double>;

}  // namespace alcole::engine
