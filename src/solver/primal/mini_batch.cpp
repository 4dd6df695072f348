#include "solver/primal/mini_batch.hpp"

#include "base/box.hpp"
#include "solver/primal/optimiser.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace alcole::solver {

template <class T>
MiniBatch<T>::MiniBatch(AnyProblem<T>& problem, State<T>& state, const Options& options)
    : HeldTheta<T>(problem, state),
      options_(options.stochastic),
      seed_(options.seed),
      batches_(std::max<std::int64_t>(1, static_cast<std::int64_t>(problem.facts().batches_per_epoch))),
      window_(options_.dual_every > 0 ? options_.dual_every : batches_) {
    if (window_ / batches_ >= options_.max_epochs && window_ > options_.max_epochs * batches_)
        throw std::invalid_argument("option 'stochastic.dual_every' is " + std::to_string(window_) +
                                    ", more than all mini-batch steps together: no dual step would be taken");
    detail::PrimalMemory<T>& memory = state.memory;
    memory.first.resize(problem.num_variables());
    if (options_.optimiser != Optimiser::sgd) memory.second.resize(problem.num_variables());
    for (auto* sums : {&memory.window, &memory.running, &memory.frozen}) sums->resize(problem.num_constraints() + 1);
}

template <class T>
InnerStatus MiniBatch<T>::minimise(const Lagrangian& lagrangian, double /*tolerance*/, Monitor& monitor) {
    detail::PrimalMemory<T>& memory = state_.memory;
    if (!memory.in_progress) {
        memory.steps = 0;
        std::ranges::fill(memory.window, 0.0);
        if (options_.estimate == Estimate::full) this->risks(memory.frozen);
        memory.in_progress = true;
    }
    this->forget_linearisation();
    for (; memory.steps < window_;) {
        if (memory.updates / batches_ >= options_.max_epochs) return InnerStatus::finished;
        if (monitor.stop()) return InnerStatus::interrupted;
        if (!step(lagrangian, monitor)) return InnerStatus::not_finite;
    }
    memory.in_progress = false;
    return InnerStatus::reached;
}

/// False when a risk or the gradient is not finite; theta is then left where it was.
template <class T>
bool MiniBatch<T>::step(const Lagrangian& lagrangian, Monitor& monitor) {
    State<T>& state = state_;
    detail::PrimalMemory<T>& memory = state.memory;
    const Batch batch{.seed = seed_,
                      .epoch = static_cast<std::uint64_t>(memory.updates / batches_),
                      .index = static_cast<std::uint64_t>(memory.updates % batches_)};
    const auto at = problem_.risks(state.theta, batch, l_);
    ++state.dual.counts.batch_risks;
    if (!this->finite(l_)) return false;
    const double value = lagrangian(estimate(), w_);
    at.pullback(w_, g_);
    ++state.dual.counts.batch_pullbacks;
    if (!this->finite_gradient(g_)) return false;

    for (std::size_t i = 0; i < l_.size(); ++i) memory.window[i] += l_[i];
    update<T>(options_, rate_at(options_, memory.updates, batches_), memory.updates, g_, memory, state.theta);
    base::project<T>(problem_.facts().box, state.theta);
    ++memory.updates;
    ++memory.steps;
    ++state.dual.counts.steps;
    monitor.accepted(value, l_, false);
    return true;
}

/// The risks that the weights of this step are computed from.
template <class T>
std::span<const double> MiniBatch<T>::estimate() {
    detail::PrimalMemory<T>& memory = state_.memory;
    switch (options_.estimate) {
        case Estimate::batch:
            return l_;
        case Estimate::full:
            return memory.frozen;
        case Estimate::running:
            break;
    }
    const double newest = memory.updates == 0 ? 1 : options_.forget;
    for (std::size_t i = 0; i < l_.size(); ++i) memory.running[i] += newest * (l_[i] - memory.running[i]);
    return memory.running;
}

template <class T>
void MiniBatch<T>::window_risks(std::span<double> l) {
    const detail::PrimalMemory<T>& memory = state_.memory;
    for (std::size_t i = 0; i < l.size(); ++i) l[i] = memory.window[i] / static_cast<double>(memory.steps);
}

template class MiniBatch<float>;
template class MiniBatch<double>;

}  // namespace alcole::solver
