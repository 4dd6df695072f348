#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace alcole::solver {

/// How one step of a minimiser ended.
enum class StepEnd : std::uint8_t { moved, stalled, unbounded, interrupted };

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
    /// A bound on the rounding error of the last value().
    virtual double noise() const = 0;
    /// Marks the theta of the last value() as the point to continue from, unless a better one is found.
    virtual void keep() = 0;
    /// Whether the minimiser should stop.
    virtual bool stop() = 0;
};

/// An objective that also knows its second derivatives, as
///
///     H = smooth part + sum_i c_i a_i a_i^T,
///
/// where the last sum comes from the penalties of the active constraints: few terms, but stiff ones.
template <class T>
class CurvedObjective : public Objective<T> {
  public:
    /// Prepares second derivatives at theta, which must be that of the last keep(). The functions below refer to it.
    virtual void turn_to(std::span<const T> theta) = 0;
    /// Writes the lower triangle of H, n x n, stored by rows.
    virtual void hessian(std::span<double> h) = 0;
    /// h = (the smooth part) v
    virtual void smooth_product(std::span<const T> v, std::span<T> h) = 0;
    /// The number of stiff terms; each has c_i > 0 and a_i.
    virtual std::size_t num_stiff() const = 0;
    virtual double stiffness(std::size_t i) const = 0;
    virtual std::span<const T> stiff_direction(std::size_t i) const = 0;
    /// Computes a_i, also if stiff_direction() is not available because all of H is used.
    virtual void write_stiff_direction(std::size_t i, std::span<T> a) = 0;
};

}  // namespace alcole::solver
