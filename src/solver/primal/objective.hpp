#pragma once

#include <span>

namespace alcole::solver {

/// A smooth function of theta, as the minimisers see it.
template <class T>
class Objective {
  public:
    Objective() = default;
    Objective(const Objective&) = delete;
    Objective& operator=(const Objective&) = delete;
    virtual ~Objective() = default;

    /// The value at theta; not finite where the function is not defined.
    virtual double value(std::span<const T> theta) = 0;
    /// The gradient at the theta of the last value().
    virtual void gradient(std::span<T> g) = 0;
    /// By how much rounding alone may move the last value().
    virtual double noise() const = 0;
    /// The theta of the last value() is the one to go on from, should no better be found.
    virtual void keep() = 0;
    /// Someone wants the minimiser to stop.
    virtual bool stop() = 0;
};

}  // namespace alcole::solver
