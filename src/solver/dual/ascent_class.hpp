#pragma once

#include <alcole/dual.hpp>
#include <alcole/hooks.hpp>
#include <alcole/primal.hpp>
#include <alcole/result.hpp>

#include "solver/dual/constraints.hpp"
#include "solver/dual/residuals.hpp"
#include "solver/dual/steps.hpp"
#include "solver/dual/used_options.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// The outer loop. ascent.cpp has the loop itself, what it looks at and its end; ascent_begin.cpp how it begins;
/// ascent_moves.cpp what it does where plain dual steps are not enough.
namespace alcole::solver {

/// A gradient of the objective below this is tiny, unless its units are.
inline constexpr double tiny_slope = 1e-5;

inline std::vector<double> or_ones(std::vector<double> values, std::size_t m) {
    if (values.empty()) values.assign(m, 1.0);
    return values;
}

/// A Newton step for theta and lambda that has failed is tried again when the residual has fallen to a share of what it
/// was, or after some dual steps that did not lower it: from one to the next the share grows by a factor.
inline constexpr double closer_for_newton = 0.2;
inline constexpr double hope_for_newton = 1.5;

/// Surrogates are made no narrower than this: few rows would be left that have a slope.
inline constexpr double narrowest_surrogate = 1.0 / 64;

/// Dual ascent. run() reads like the method: minimise, evaluate, raise lambda, finished?, then raise alpha.
class Ascent final : public Monitor {
  public:
    Ascent(Primal& primal, DualState& state, const Options& options, const Hooks& hooks)
        : primal_(primal),
          state_(state),
          memory_(state.memory),
          given_(options),
          options_(used_options(options, primal.epsilon(), !primal.constraint_scales().empty())),
          hooks_(hooks),
          m_(primal.num_constraints()),
          constraints_{primal.relations(), primal.constraint_names(), or_ones(primal.constraint_scales(), m_)},
          steps_(state, options_, constraints_),
          decisive_(m_ + 1),
          seconds_before_(state.seconds) {}

    Summary run();

    bool stop() override;
    void accepted(double value, std::span<const double> risks, bool exact) override;

  private:
    std::optional<Status> begin();
    void choose_scales(const At& at);
    double choose_floor(double objective_slope);
    void choose_tolerance(double slope);
    void measure_again();

    /// Where an iteration has come to.
    struct Visit {
        At at;
        Residuals left{};
    };

    // The steps of an iteration.
    std::optional<Visit> step_by_newton();
    At observe();
    void decide(std::span<const double> smooth, std::span<double> risks);
    At evaluate();
    bool evaluation_is_due();
    Residuals residuals(const At& at, bool with_slopes = true);
    Residuals residuals_without_multipliers(const At& at, const Residuals& left);
    void tell_step(double value, std::span<const double> risks);
    void record(const At& at, const Residuals& left);
    void keep_if_best(std::span<const double> risks);
    void keep_if_closest(const Residuals& left);
    void narrow_surrogates();
    void trust_surrogates_here();
    std::vector<double> first_alpha(const At& at) const;
    bool move_surrogates(const At& at);
    bool return_to_best();
    bool start_over();
    void forget_multipliers();
    bool move_on(const Residuals& left, std::span<const double> lambda);
    bool settles(const At& at);
    void tighten(const Residuals& left, bool on_the_way);
    bool soften(const Residuals& left);
    bool escape_unbounded();

    // Questions.
    bool newton_may_pay() const;
    bool feasible(const Residuals& left) const { return left.smooth_violation <= options_.tolerance.violation; }
    bool mini_batches() const { return options_.regime == Regime::stochastic; }
    bool slopes_are_cheap() const {
        return !mini_batches() || primal_.epoch() < 0 || state_.iteration <= primal_.epoch();
    }
    bool can_narrow() const {
        return primal_.has_width() && options_.regime == Regime::full && memory_.width > narrowest_surrogate;
    }
    /// Narrow surrogates make L rough, and who has no Newton steps takes thousands to its minimum.
    bool minima_are_dear() const {
        return primal_.has_width() && options_.regime == Regime::full && !primal_.refines();
    }
    bool must_narrow(const At& at) const;
    bool has_passed_better(const At& at) const;
    bool arrived(const Residuals& left, bool on_the_way = false) const;
    bool better_by_far(double objective, double than) const;
    bool as_small_as_rounding_allows(const Residuals& left);
    std::optional<Status> hopeless(const At& at, const Residuals& left);
    Status stopped() const { return out_of_time_ ? Status::time_limit : Status::interrupted; }
    double elapsed() const;

    // The end.
    Summary finish(Status status);
    void return_to_closest();
    Status judge(Status status, const At& at, const Residuals& left);
    std::string trouble(const At& at) const;

    Primal& primal_;
    DualState& state_;
    detail::DualMemory& memory_;
    const Options given_;
    const Options options_;  // as used
    const Hooks& hooks_;
    const std::size_t m_;
    Constraints constraints_;
    DualSteps steps_;
    std::vector<double> decisive_;  // m + 1: the risks that decide at an accepted step
    bool out_of_time_ = false;
    bool at_closest_ = false;  // theta is the one that was kept as closest to a KKT point
    bool at_rest_ = false;     // no step lowers L any more
    Curvature curvature_ = Curvature::unknown;
    const double seconds_before_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace alcole::solver
