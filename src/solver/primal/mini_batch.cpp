#include "solver/primal/mini_batch.hpp"

#include "solver/primal/box.hpp"
#include "solver/primal/optimiser.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace alcole {

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
    PrimalState<T>& primal = state.primal;
    primal.first.resize(problem.num_variables());
    if (options_.optimiser != Optimiser::sgd) primal.second.resize(problem.num_variables());
    for (auto* sums : {&primal.window, &primal.running, &primal.frozen}) sums->resize(problem.num_constraints() + 1);
}

template <class T>
Inner MiniBatch<T>::minimise(const Lagrangian& lagrangian, double /*tolerance*/, Watch& watch) {
    PrimalState<T>& primal = this->state_.primal;
    if (!primal.in_progress) {
        primal.steps = 0;
        std::ranges::fill(primal.window, 0.0);
        if (options_.estimate == Estimate::full) this->risks(primal.frozen);
        primal.in_progress = true;
    }
    this->forget_linearisation();
    for (; primal.steps < window_;) {
        if (primal.updates / batches_ >= options_.max_epochs) return Inner::spent;
        if (watch.stop()) return Inner::interrupted;
        if (!step(lagrangian, watch)) return Inner::not_finite;
    }
    primal.in_progress = false;
    return Inner::reached;
}

/// False when a risk or the gradient is not finite; theta is then left where it was.
template <class T>
bool MiniBatch<T>::step(const Lagrangian& lagrangian, Watch& watch) {
    State<T>& state = this->state_;
    PrimalState<T>& primal = state.primal;
    const Batch batch{.seed = seed_,
                      .epoch = static_cast<std::uint64_t>(primal.updates / batches_),
                      .index = static_cast<std::uint64_t>(primal.updates % batches_)};
    const auto at = this->problem_.risks(state.theta, batch, this->l_);
    ++state.dual.counts.batch_risks;
    if (!this->finite(this->l_)) return false;
    const double value = lagrangian(estimate(), this->w_);
    at.pullback(this->w_, this->g_);
    ++state.dual.counts.batch_pullbacks;
    if (!this->finite_gradient(this->g_)) return false;

    for (std::size_t i = 0; i < this->l_.size(); ++i) primal.window[i] += this->l_[i];
    update<T>(options_, rate_at(options_, primal.updates, batches_), primal.updates, this->g_, primal, state.theta);
    project<T>(this->problem_.facts().box, state.theta);
    ++primal.updates;
    ++primal.steps;
    ++state.dual.counts.steps;
    watch.accepted(value, this->l_, false);
    return true;
}

/// The risks that the weights of this step are computed from.
template <class T>
std::span<const double> MiniBatch<T>::estimate() {
    PrimalState<T>& primal = this->state_.primal;
    switch (options_.estimate) {
        case Estimate::batch:
            return this->l_;
        case Estimate::full:
            return primal.frozen;
        case Estimate::running:
            break;
    }
    const double newest = primal.updates == 0 ? 1 : options_.forget;
    for (std::size_t i = 0; i < this->l_.size(); ++i) primal.running[i] += newest * (this->l_[i] - primal.running[i]);
    return primal.running;
}

template <class T>
void MiniBatch<T>::window_risks(std::span<double> l) {
    const PrimalState<T>& primal = this->state_.primal;
    for (std::size_t i = 0; i < l.size(); ++i) l[i] = primal.window[i] / static_cast<double>(primal.steps);
}

template class MiniBatch<float>;
template class MiniBatch<double>;

}  // namespace alcole
