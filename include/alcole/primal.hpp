#pragma once

#include <alcole/export.hpp>
#include <alcole/hooks.hpp>
#include <alcole/lagrangian.hpp>
#include <alcole/options.hpp>
#include <alcole/result.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <vector>

/// The outer loop for a theta that lives elsewhere.
///
/// The outer loop works with m + 1 numbers and never sees theta. solve() runs it on a theta in memory. If theta lives
/// in a module, on a GPU or on many ranks, implement Primal and call ascend(). All functions are called from the thread
/// that called ascend(), one at a time.
namespace alcole {

/// Receives reports from a minimisation while it runs.
class Monitor {
  public:
    Monitor() = default;
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;
    virtual ~Monitor() = default;
    /// Call this before each evaluation. If it returns true, leave theta at the last accepted step and return
    /// InnerStatus::interrupted.
    virtual bool stop() = 0;
    /// Call this after each accepted step, with the value of L there and the risks it was computed from. `exact` means
    /// that these are the risks of all data at the current theta, so that the point may be kept as the best feasible
    /// one.
    virtual void accepted(double value, std::span<const double> risks, bool exact) = 0;
};

/// How a minimisation ended.
enum class InnerStatus : std::uint8_t {
    reached,      ///< the projected gradient of L is within the tolerance (stochastic: the window is full)
    limit,        ///< the step limit of this minimisation was reached
    finished,     ///< all epochs are over
    stalled,      ///< no step lowers L any further
    unmoved,      ///< stalled at the first step: theta has not moved
    unbounded,    ///< L is unbounded below
    not_finite,   ///< a risk or a gradient at an accepted point is not finite
    interrupted,  ///< Monitor::stop() returned true
};

/// The result of two backward passes.
struct Slopes {
    double stationarity = 0;  ///< largest entry of |J^T w| over the variables not held at a bound
    double objective = 0;     ///< largest entry of |grad l_0|
    double theta_size = 1;    ///< largest entry of |theta|, at least 1
};

/// The result of examining the second derivatives of L.
enum class Curvature : std::uint8_t {
    unknown,   ///< not examined, or not in all directions
    positive,  ///< L falls along no direction
    left,      ///< L fell along a direction, and theta has moved
};

/// The holder of theta.
class ALCOLE_EXPORT Primal {
  public:
    Primal() = default;
    Primal(const Primal&) = delete;
    Primal& operator=(const Primal&) = delete;
    virtual ~Primal();

    [[nodiscard]] virtual std::size_t num_constraints() const = 0;
    [[nodiscard]] virtual std::vector<Relation> relations() const;            ///< default: all at_most_zero
    [[nodiscard]] virtual std::vector<std::string> constraint_names() const;  ///< default: "constraint 1", ...
    [[nodiscard]] virtual std::vector<double> constraint_scales() const;      ///< default: none
    [[nodiscard]] virtual std::vector<double> constraint_prices() const;      ///< default: all infinite

    /// Minimises L(theta, lambda, alpha), starting from the current theta, until every entry of its projected gradient
    /// is at most `tolerance`, or for one window of mini-batch steps. If called again after `interrupted`, it
    /// continues.
    virtual InnerStatus minimise(const Lagrangian& lagrangian, double tolerance, Monitor& monitor) = 0;

    /// Takes one Newton step for theta and lambda together, near a KKT point. Moves theta and overwrites `lambda`. The
    /// caller judges whether this is an improvement; restore() takes theta back. Returns false, also by default, if
    /// there is no such step; nothing has then moved.
    virtual bool step_to_kkt(const Lagrangian& lagrangian, std::span<double> lambda);

    /// The m + 1 risks of all data at theta.
    virtual void risks(std::span<double> l) = 0;
    /// The risks that decide feasibility, if they differ from those that drive theta. l[0] is ignored unless
    /// has_width(); then it decides which feasible theta is best.
    [[nodiscard]] virtual bool has_strict_risks() const { return false; }
    virtual void strict_risks(std::span<double> l) { risks(l); }
    /// Which strict risks are rates, that is, move in steps. Default: all if has_width(), otherwise none.
    [[nodiscard]] virtual std::vector<bool> rates() const;
    /// The width over which surrogates smooth strict risks, if it can be chosen: 1 at first, then narrower.
    [[nodiscard]] virtual bool has_width() const { return false; }
    virtual void set_width(double /*width*/) {}
    /// The mean of the mini-batch risks over the last window. Default: risks().
    virtual void window_risks(std::span<double> l) { risks(l); }
    /// The same for the strict risks, if they are known for mini-batches. l[0] is ignored.
    [[nodiscard]] virtual bool has_window_strict_risks() const { return false; }
    virtual void window_strict_risks(std::span<double> l) { strict_risks(l); }
    /// The epoch of the last mini-batch step, from 0; -1: every window counts as an epoch.
    [[nodiscard]] virtual std::int64_t epoch() const { return -1; }
    /// The current size of mini-batch steps relative to the first ones; dual steps shrink by the same factor.
    [[nodiscard]] virtual double pace() const { return 1; }
    /// Called between two windows with the risks of all data at the current theta.
    virtual void remember(std::span<const double> /*risks*/) {}
    /// The slopes at theta for weights w on the risks.
    virtual Slopes slopes(std::span<const double> w) = 0;
    /// The largest entry of each of the m + 1 gradients, |grad l_i|, regardless of the box. This takes m + 1 backward
    /// passes. Only Scaling::gradient needs it: once, or with mini-batches again after 10, 20, 40, ... dual steps, for
    /// which a sample suffices.
    virtual void gradient_sizes(std::span<double> sizes) = 0;
    /// The scale on which a gradient of the objective is small: how much it changes over a step of the size of theta.
    /// Called once, if the gradient at the first theta is tiny.
    virtual double gradient_unit() { return 1; }
    /// True if one more minimisation costs next to nothing. Dual steps then continue within the tolerances until
    /// constraints with a multiplier meet their bounds to seven digits.
    [[nodiscard]] virtual bool refines() const { return false; }
    /// The machine epsilon of theta's arithmetic.
    [[nodiscard]] virtual double epsilon() const { return std::numeric_limits<double>::epsilon(); }

    /// Ranks feasible thetas; the smallest is best, after adding the cost of giving way. The default is the objective.
    /// Returns the merit of the current theta, whose risks are given; +infinity means that it must not be kept.
    virtual double merit(std::span<const double> risks) { return risks[0]; }
    /// Keep the current theta as the best feasible one, as a sample, or as the one closest to a KKT point (where
    /// surrogates narrow: as the answer under the widest); or restore theta to where the last minimise() or
    /// step_to_kkt() started. By default each does nothing.
    virtual void keep_best(std::int64_t iteration, std::span<const double> risks);
    virtual void keep_sample(std::int64_t iteration, std::span<const double> risks);
    virtual void keep_closest();
    virtual void restore();
    /// Restore the best feasible theta, or the closest one. Returns false, also by default, if it was not kept.
    virtual bool return_to_best() { return false; }
    virtual bool return_to_closest() { return false; }
    /// At a stationary point of L: looks for a direction of negative curvature among those that the active constraints
    /// leave open, at a small fraction of the cost of the solve so far. If L falls along one, moves theta there.
    virtual Curvature leave_saddle(const Lagrangian& lagrangian, Monitor& monitor);
    /// At a theta where no step lowers L any further and J^T w, with w = (1, lambda), is small: returns whether
    /// rounding is the reason, because the remaining gain is lost in the values of L, or because J^T w is no larger
    /// than the change that the last digit of theta causes. Returns false, also by default, if that is not known.
    virtual bool limited_by_rounding(const Lagrangian& /*lagrangian*/, std::span<const double> /*w*/) { return false; }
    /// After not_finite: which value was not finite. The outer loop adds the constraint's name and the number of steps.
    [[nodiscard]] virtual NotFinite not_finite() const { return {}; }
    /// Counters of the problem's evaluations.
    [[nodiscard]] virtual Counts counts() const { return {}; }
    /// Writes everything to a file; called through Step::save. The default throws.
    virtual void save(const std::filesystem::path& file) const;
};

/// Dual ascent on (lambda, alpha), in place in `state`: the whole method, given a Primal that minimises L. A state that
/// was used before is resumed. Throws std::invalid_argument if options or sizes are invalid.
[[nodiscard]] ALCOLE_EXPORT Summary ascend(Primal& primal, DualState& state, const Options& options,
                                           const Hooks& hooks = {});

}  // namespace alcole
