#include "solver/primal/optimiser.hpp"

#include <cmath>
#include <numbers>

namespace alcole::solver {
namespace {

template <class T>
void sgd(T rate, T momentum, T decay, std::span<const T> g, std::span<T> velocity, std::span<T> theta) {
    for (std::size_t j = 0; j < theta.size(); ++j) {
        velocity[j] = momentum * velocity[j] + g[j] + decay * theta[j];
        theta[j] -= rate * velocity[j];
    }
}

template <class T>
struct AdamConstants {
    T step;  // rate / (1 - b1^u)
    T beta1, beta2;
    T second_scale;  // 1 / (1 - b2^u)
    T epsilon;
    T added_decay;  // adam: added to the gradient, times theta
    T kept;         // adamw: the factor by which theta shrinks
};

template <class T>
void adam(const AdamConstants<T>& c, std::span<const T> g, std::span<T> first, std::span<T> second,
          std::span<T> theta) {
    for (std::size_t j = 0; j < theta.size(); ++j) {
        const T slope = g[j] + c.added_decay * theta[j];
        first[j] = c.beta1 * first[j] + (1 - c.beta1) * slope;
        second[j] = c.beta2 * second[j] + (1 - c.beta2) * slope * slope;
        theta[j] = c.kept * theta[j] - c.step * first[j] / (std::sqrt(second[j] * c.second_scale) + c.epsilon);
    }
}

}  // namespace

double rate_at(const Options::Stochastic& options, std::int64_t t, std::int64_t batches_per_epoch) {
    if (options.rate_schedule == RateSchedule::constant) return options.rate;
    const double total = static_cast<double>(options.max_epochs) * static_cast<double>(batches_per_epoch);
    const double done = static_cast<double>(t) / total;
    return options.rate * 0.5 * (1 + std::cos(std::numbers::pi * done));
}

template <class T>
void update(const Options::Stochastic& options, double rate, std::int64_t t, std::span<const T> g,
            detail::PrimalMemory<T>& state, std::span<T> theta) {
    if (options.optimiser == Optimiser::sgd)
        return sgd<T>(static_cast<T>(rate), static_cast<T>(options.momentum), static_cast<T>(options.weight_decay), g,
                      state.first, theta);
    const bool decoupled = options.optimiser == Optimiser::adamw;
    const auto u = static_cast<double>(t + 1);
    const AdamConstants<T> constants{
        .step = static_cast<T>(rate / (1 - std::pow(options.beta1, u))),
        .beta1 = static_cast<T>(options.beta1),
        .beta2 = static_cast<T>(options.beta2),
        .second_scale = static_cast<T>(1 / (1 - std::pow(options.beta2, u))),
        .epsilon = static_cast<T>(options.epsilon),
        .added_decay = static_cast<T>(decoupled ? 0 : options.weight_decay),
        .kept = static_cast<T>(decoupled ? 1 - rate * options.weight_decay : 1),
    };
    adam<T>(constants, g, state.first, state.second, theta);
}

template void update(const Options::Stochastic&, double, std::int64_t, std::span<const float>,
                     detail::PrimalMemory<float>&, std::span<float>);
template void update(const Options::Stochastic&, double, std::int64_t, std::span<const double>,
                     detail::PrimalMemory<double>&, std::span<double>);

}  // namespace alcole::solver
