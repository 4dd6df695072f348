#pragma once

#include <alcole/options.hpp>
#include <alcole/state.hpp>

#include <cstdint>
#include <span>

namespace alcole::solver {

/// The learning rate for update t = 0, 1, ...
double rate_at(const Options::Stochastic& options, std::int64_t t, std::int64_t batches_per_epoch);

/// Updates theta with the gradient g. With u = t + 1, and weight_decay * theta added to g except for adamw:
///
///     sgd     v = momentum v + g,                                       theta -= rate v
///     adam    m = b1 m + (1 - b1) g,  v = b2 v + (1 - b2) g^2,           theta -= rate mhat / (sqrt(vhat) + epsilon)
///             with mhat = m / (1 - b1^u),  vhat = v / (1 - b2^u)
///     adamw   adam, after theta *= 1 - rate weight_decay
///
/// state.first holds v of sgd or m of adam, state.second holds v of adam.
template <class T>
void update(const Options::Stochastic& options, double rate, std::int64_t t, std::span<const T> g,
            detail::PrimalMemory<T>& state, std::span<T> theta);

}  // namespace alcole::solver
