#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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
    /// By how much rounding alone may move the last value().
    virtual double noise() const = 0;
    /// The theta of the last value() is the one to go on from, should no better be found.
    virtual void keep() = 0;
    /// Someone wants the minimiser to stop.
    virtual bool stop() = 0;

    /// Whether there is an approximate inverse Hessian P, the numbers of that at theta, where the last keep() was, and
    /// out = P v. See problem.hpp.
    virtual bool has_preconditioner() const { return false; }
    virtual void preconditioner(std::span<const T> /*theta*/, std::vector<T>& /*p*/) {}
    virtual void precondition(std::span<const T> /*p*/, std::span<const T> /*v*/, std::span<T> /*out*/) {}
};

/// One that knows its second derivatives too, as
///
///     H = smooth part + sum_i c_i a_i a_i^T,
///
/// the last being what the penalty of each active constraint adds: few terms, but stiff ones.
template <class T>
class CurvedObjective : public Objective<T> {
  public:
    /// Turns to theta, which is where the last keep() was. What follows is about this place.
    virtual void turn_to(std::span<const T> theta) = 0;
    /// All of H: n x n, row by row, its lower triangle.
    virtual void hessian(std::span<double> h) = 0;
    /// h = (the smooth part) v
    virtual void smooth_product(std::span<const T> v, std::span<T> h) = 0;
    /// How many stiff terms there are, c_i > 0 and a_i.
    virtual std::size_t num_stiff() const = 0;
    virtual double stiffness(std::size_t i) const = 0;
    virtual std::span<const T> stiff_direction(std::size_t i) const = 0;
    /// a_i for those who ask once, however curvature is used otherwise.
    virtual void write_stiff_direction(std::size_t i, std::span<T> a) = 0;
};

}  // namespace alcole::solver
