#include "solver/primal/mini_batch.hpp"

#include "base/box.hpp"
#include "base/unwritten.hpp"
#include "solver/primal/optimiser.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace alcole::solver {

/// Multipliers that are updated only at the end of a long epoch are always late: theta has long since responded to the
/// last ones, and overshoots the bounds in the meantime.
Options::Stochastic used_stochastic(Options::Stochastic options, std::int64_t batches) {
    constexpr std::int64_t max_steps = 100;
    constexpr std::int64_t max_frozen_steps = 20;  // with weights frozen for longer, theta overshoots the bounds
    if (options.dual_every == 0) options.dual_every = std::min(batches, max_steps);
    const bool seen =
        options.evaluate_every == 1 && options.dual_every >= batches && options.dual_every <= max_frozen_steps;
    if (options.estimate == Estimate::automatic)
        options.estimate = batches == 1 ? Estimate::batch : seen ? Estimate::full : Estimate::running;
    if (options.rate_schedule == RateSchedule::automatic) options.rate_schedule = RateSchedule::constant;
    return options;
}

template <class T>
MiniBatch<T>::MiniBatch(AnyProblem<T>& problem, State<T>& state, const Options& options)
    : HeldTheta<T>(problem, state),
      seed_(options.seed),
      batches_(std::max<std::int64_t>(1, static_cast<std::int64_t>(problem.facts().batches_per_epoch))),
      options_(used_stochastic(options.stochastic, batches_)),
      strict_(problem.num_constraints() + 1) {
    const std::int64_t window = options_.dual_every;
    if (window / batches_ >= options_.max_epochs && window > options_.max_epochs * batches_)
        throw std::invalid_argument("option 'stochastic.dual_every' is " + std::to_string(window) +
                                    ", more than all mini-batch steps together: no dual step would be taken");
    detail::PrimalMemory<T>& memory = state.memory;
    memory.first.resize(problem.num_variables());
    if (options_.optimiser != Optimiser::sgd) memory.second.resize(problem.num_variables());
    for (auto* sums : {&memory.window, &memory.running, &memory.strict, &memory.frozen})
        sums->resize(problem.num_constraints() + 1);
}

template <class T>
InnerStatus MiniBatch<T>::minimise(const Lagrangian& lagrangian, double /*tolerance*/, Monitor& monitor) {
    detail::PrimalMemory<T>& memory = state_.memory;
    if (!memory.in_progress) {
        memory.steps = 0;
        std::ranges::fill(memory.window, 0.0);
        std::ranges::fill(memory.strict, 0.0);
        if (options_.estimate == Estimate::full && memory.known != memory.updates) this->risks(memory.frozen);
        memory.in_progress = true;
    }
    this->forget_theta();
    std::ranges::fill(g_, base::unwritten<T>);  // g_ may hold a gradient of all data; a batch must write every entry
    for (; memory.steps < options_.dual_every;) {
        if (memory.updates / batches_ >= options_.max_epochs) return InnerStatus::finished;
        if (monitor.stop()) return InnerStatus::interrupted;
        if (!step(lagrangian, monitor)) return InnerStatus::not_finite;
    }
    memory.in_progress = false;
    return InnerStatus::reached;
}

template <class T>
Batch MiniBatch<T>::batch_at(std::int64_t update) const {
    return {.seed = seed_,
            .epoch = static_cast<std::uint64_t>(update / batches_),
            .index = static_cast<std::uint64_t>(update % batches_)};
}

/// One mini-batch step; false, leaving theta unchanged, if a risk or the gradient is not finite.
template <class T>
bool MiniBatch<T>::step(const Lagrangian& lagrangian, Monitor& monitor) {
    State<T>& state = state_;
    detail::PrimalMemory<T>& memory = state.memory;
    const Batch batch = batch_at(memory.updates);
    const auto at = problem_.risks(state.theta, batch, l_);
    ++state.dual.counts.batch_risks;
    if (!this->finite(l_)) return false;
    const double value = lagrangian(estimate(), w_);
    at.pullback(w_, g_);
    ++state.dual.counts.batch_pullbacks;
    if (!this->finite_gradient(g_)) return false;

    for (std::size_t i = 0; i < l_.size(); ++i) memory.window[i] += l_[i];
    if (has_window_strict_risks()) {
        problem_.strict_risks(state.theta, batch, strict_);
        for (std::size_t i = 0; i < strict_.size(); ++i) memory.strict[i] += strict_[i];
    }
    update<T>(options_, rate_at(options_, memory.updates, batches_), memory.updates, g_, memory, state.theta);
    base::project<T>(problem_.facts().box, state.theta);
    ++memory.updates;
    ++memory.steps;
    ++state.dual.counts.steps;
    monitor.accepted(value, l_, false);
    return true;
}

/// The risks from which the weights of this step are computed.
template <class T>
std::span<const double> MiniBatch<T>::estimate() {
    detail::PrimalMemory<T>& memory = state_.memory;
    if (options_.estimate == Estimate::batch) return l_;
    if (options_.estimate == Estimate::full) return memory.frozen;
    const double newest = memory.updates == 0 ? 1 : options_.forget;
    for (std::size_t i = 0; i < l_.size(); ++i) memory.running[i] += newest * (l_[i] - memory.running[i]);
    return memory.running;
}

template <class T>
void MiniBatch<T>::mean_of(const std::vector<double>& sums, std::span<double> l) const {
    for (std::size_t i = 0; i < l.size(); ++i) l[i] = sums[i] / static_cast<double>(state_.memory.steps);
}

template <class T>
std::int64_t MiniBatch<T>::epoch() const {
    return std::max<std::int64_t>(0, state_.memory.updates - 1) / batches_;
}

template <class T>
double MiniBatch<T>::pace() const {
    return rate_at(options_, state_.memory.updates, batches_) / options_.rate;
}

template <class T>
void MiniBatch<T>::remember(std::span<const double> risks) {
    std::ranges::copy(risks, state_.memory.frozen.begin());
    state_.memory.known = state_.memory.updates;
}

/// A few mini-batches, all from the current epoch, whose order the problem has already drawn.
template <class T>
std::vector<Batch> MiniBatch<T>::sample_batches() const {
    constexpr std::int64_t enough = 8;  // a single one would be too noisy
    std::vector<Batch> batches(static_cast<std::size_t>(std::min(enough, batches_)), batch_at(state_.memory.updates));
    for (std::size_t k = 0; k < batches.size(); ++k)
        batches[k].index = (batches[k].index + k) % static_cast<std::uint64_t>(batches_);
    return batches;
}

/// Uses a few mini-batches, since all data would cost m + 1 backward passes over every row; with many constraints, even
/// those of the mini-batches are replaced by differences of their risks.
template <class T>
void MiniBatch<T>::gradient_sizes(std::span<double> sizes) {
    const std::vector<Batch> batches = sample_batches();
    this->forget_theta();
    const auto mean_risks = [&](std::span<const T> theta, std::span<double> l) {
        std::ranges::fill(l, 0.0);
        for (const Batch& batch : batches) {
            problem_.risks(theta, batch, l_);
            ++state_.dual.counts.batch_risks;
            for (std::size_t i = 0; i < l.size(); ++i) l[i] += l_[i] / static_cast<double>(batches.size());
        }
    };
    const bool estimated =
        sizes.size() > HeldTheta<T>::many_constraints && this->sizes_by_differences(sizes, mean_risks);
    sizes_by_pullbacks(batches, estimated ? sizes.first(1) : sizes);
}

/// Computes as many gradients from one evaluation as fit into a buffer of max_numbers numbers.
template <class T>
void MiniBatch<T>::sizes_by_pullbacks(std::span<const Batch> batches, std::span<double> sizes) {
    constexpr std::size_t max_numbers = 10'000'000;
    const std::size_t n = g_.size();
    const std::size_t at_once =
        std::min(sizes.size(), std::max<std::size_t>(1, max_numbers / std::max<std::size_t>(1, n)));
    std::vector<T> sums(at_once * n);
    std::ranges::fill(w_, 0.0);
    for (std::size_t first = 0; first < sizes.size(); first += at_once) {
        const std::size_t here = std::min(at_once, sizes.size() - first);
        std::ranges::fill(sums, T{0});
        for (const Batch& batch : batches) {
            const auto at = problem_.risks(state_.theta, batch, l_);
            ++state_.dual.counts.batch_risks;
            for (std::size_t i = 0; i < here; ++i) {
                w_[first + i] = 1;
                at.pullback(w_, g_);
                w_[first + i] = 0;
                ++state_.dual.counts.batch_pullbacks;
                for (std::size_t j = 0; j < n; ++j) sums[i * n + j] += g_[j];
            }
        }
        for (std::size_t i = 0; i < here; ++i)
            sizes[first + i] = largest<T>(std::span(sums).subspan(i * n, n)) / static_cast<double>(batches.size());
    }
}

template class MiniBatch<float>;
template class MiniBatch<double>;

}  // namespace alcole::solver
