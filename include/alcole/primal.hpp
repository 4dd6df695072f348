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
/// The outer loop works with m + 1 numbers and never sees theta. solve() runs it over a theta in memory; whoever keeps
/// theta in a module, on a GPU or on many ranks implements Primal and calls ascend(). Everything is called from the
/// thread that called ascend(), one function at a time.
namespace alcole {

/// What a minimisation reports to while it runs.
class Monitor {
  public:
    Monitor() = default;
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;
    virtual ~Monitor() = default;
    /// To be asked before each evaluation. When true, leave theta at the last accepted step and return
    /// InnerStatus::interrupted.
    virtual bool stop() = 0;
    /// To be told of each accepted step: the value of L there and the risks it came from. `exact` says that they are
    /// the risks of all data at the current theta, so that the point may be kept as the best feasible one.
    virtual void accepted(double value, std::span<const double> risks, bool exact) = 0;
};

/// How a minimisation ended.
enum class InnerStatus : std::uint8_t {
    reached,      ///< the projected gradient of L is within the tolerance (stochastic: the window is full)
    limit,        ///< the step limit of this minimisation came first
    finished,     ///< all epochs are over
    stalled,      ///< no step lowers L any more
    unmoved,      ///< the same from the first step on: theta is where it was
    unbounded,    ///< L falls without bound
    not_finite,   ///< a risk or a gradient at an accepted point is not finite
    interrupted,  ///< Monitor::stop() returned true
};

/// The result of two backward passes.
struct Slopes {
    double stationarity = 0;  ///< largest entry of |J^T w| over the variables the box does not hold
    double objective = 0;     ///< largest entry of |grad l_0|
    double theta_size = 1;    ///< largest entry of |theta|, at least 1
};

/// What a look at the second derivatives of L has shown.
enum class Curvature : std::uint8_t {
    unknown,   ///< not enough: nobody has looked, or not at all directions
    positive,  ///< there is no direction along which L falls
    left,      ///< L fell along one: theta has moved
};

/// The holder of theta.
class ALCOLE_EXPORT Primal {
  public:
    Primal() = default;
    Primal(const Primal&) = delete;
    Primal& operator=(const Primal&) = delete;
    virtual ~Primal();

    virtual std::size_t num_constraints() const = 0;
    virtual std::vector<Relation> relations() const;            ///< default: all at_most_zero
    virtual std::vector<std::string> constraint_names() const;  ///< default: "constraint 1", ...
    virtual std::vector<double> constraint_scales() const;      ///< default: none

    /// Lowers L(theta, lambda, alpha), starting from the present theta, until its projected gradient is at most
    /// `tolerance` in every entry, or for one window of mini-batch steps. Called again after `interrupted`, it goes on.
    virtual InnerStatus minimise(const Lagrangian& lagrangian, double tolerance, Monitor& monitor) = 0;

    /// Near a KKT point (theta, lambda): one Newton step for both together. Moves theta and overwrites `lambda`;
    /// whether that is any better is for the caller to judge, and restore() takes theta back. False, and the default:
    /// there is no such step, and nothing has moved.
    virtual bool step_to_kkt(const Lagrangian& lagrangian, std::span<double> lambda);

    /// The m + 1 risks of all data at theta.
    virtual void risks(std::span<double> l) = 0;
    /// The risks that decide feasibility, where they are not the ones that theta is moved by. l[0] is ignored, unless
    /// has_width(): then it decides which feasible theta is the best.
    virtual bool has_strict_risks() const { return false; }
    virtual void strict_risks(std::span<double> l) { risks(l); }
    /// How wide the surrogates smooth strict risks: 1 at first, then narrower, where that can be chosen.
    virtual bool has_width() const { return false; }
    virtual void set_width(double /*width*/) {}
    /// The mean of the mini-batch risks over the last window. Default: risks.
    virtual void window_risks(std::span<double> l) { risks(l); }
    /// The same of the strict risks, for a holder that knows them of mini-batches. l[0] is ignored.
    virtual bool has_window_strict_risks() const { return false; }
    virtual void window_strict_risks(std::span<double> l) { strict_risks(l); }
    /// The epoch that the last mini-batch step belongs to, from 0 on; -1: every window counts as one.
    virtual std::int64_t epoch() const { return -1; }
    /// How large mini-batch steps are by now, as a share of the first ones: dual steps are made as much smaller.
    virtual double pace() const { return 1; }
    /// Between two windows, all data were evaluated at the present theta: these are the risks.
    virtual void remember(std::span<const double> /*risks*/) {}
    /// Slopes at theta for weights w on the risks.
    virtual Slopes slopes(std::span<const double> w) = 0;
    /// The largest entry of each of the m + 1 gradients, |grad l_i|, whatever the box says: m + 1 backward passes,
    /// which only Scaling::gradient asks for: once, or of mini-batches after 10, 20, 40, ... dual steps again. Those
    /// may be told from a sample.
    virtual void gradient_sizes(std::span<double> sizes) = 0;
    /// What a gradient of the objective is small against: by how much it changes over a step of theta's size. Asked for
    /// once, where the gradient at the first theta is tiny.
    virtual double gradient_unit() { return 1; }
    /// True when one more minimisation costs next to nothing: dual steps then go on within the tolerances until
    /// constraints with a multiplier are at their bounds to seven digits.
    virtual bool refines() const { return false; }
    /// The machine epsilon of theta's arithmetic.
    virtual double epsilon() const { return std::numeric_limits<double>::epsilon(); }

    /// What feasible thetas are ranked by, the least first: the objective, unless who holds theta knows better. Of the
    /// present theta, which has these risks; +infinity: it is not to be kept.
    virtual double merit(std::span<const double> risks) { return risks[0]; }
    /// Keep the present theta as the best feasible one, as a sample, or as the one closest to a KKT point; put theta
    /// back to where the last minimise() or step_to_kkt() started. Each defaults to doing nothing.
    virtual void keep_best(std::int64_t iteration, std::span<const double> risks);
    virtual void keep_sample(std::int64_t iteration, std::span<const double> risks);
    virtual void keep_closest();
    virtual void restore();
    /// Put theta back to the best feasible one, or to the closest. False, and the default: it was not kept.
    virtual bool return_to_best() { return false; }
    virtual bool return_to_closest() { return false; }
    /// At a stationary point of L: look for a direction of negative curvature among those the active constraints leave
    /// open, at a small share of what the solve has cost, and where L falls along one, move theta there.
    virtual Curvature leave_saddle(const Lagrangian& lagrangian, Monitor& monitor);
    /// At a theta where no step lowers L any more and J^T w, with w = (1, lambda), is small: whether rounding is why,
    /// because the values of L cannot tell the little that is left to gain, or because J^T w is itself no more than
    /// what the last digit of theta changes. False, and the default: that is not known.
    virtual bool rests_on_rounding(const Lagrangian& /*lagrangian*/, std::span<const double> /*w*/) { return false; }
    /// After not_finite: what was not. The outer loop adds the name of the constraint and the number of steps.
    virtual NotFinite not_finite() const { return {}; }
    /// Counters of the problem's evaluations.
    virtual Counts counts() const { return {}; }
    /// Write everything to a file; called through Step::save. Default: throws.
    virtual void save(const std::filesystem::path& file) const;
};

/// Dual ascent on (lambda, alpha), in place in `state`: the whole method, given a Primal that minimises L. A state that
/// was used before is resumed.
/// Throws std::invalid_argument for bad options or sizes.
[[nodiscard]] ALCOLE_EXPORT Summary ascend(Primal& primal, DualState& state, const Options& options,
                                           const Hooks& hooks = {});

}  // namespace alcole
