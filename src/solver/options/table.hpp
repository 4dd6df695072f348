#pragma once

#include <alcole/options.hpp>

#include <limits>
#include <string_view>

namespace alcole::solver {

/// What a number may be; enums and booleans ignore it.
struct Range {
    double least = 0;
    bool above = false;  // least itself is excluded
    double most = std::numeric_limits<double>::infinity();
    bool below = false;  // most itself is excluded

    bool holds(double v) const {
        return (above ? v > least : v >= least) && (below ? v < most : v <= most) &&
               v < std::numeric_limits<double>::infinity();
    }
};

inline constexpr Range any_size{};                                // >= 0
inline constexpr Range positive{.above = true};                   // > 0
inline constexpr Range at_least_one{.least = 1};                  // >= 1
inline constexpr Range more_than_one{.least = 1, .above = true};  // > 1
inline constexpr Range share{.above = true, .most = 1, .below = true};
inline constexpr Range share_or_one{.above = true, .most = 1};
inline constexpr Range share_or_zero{.most = 1, .below = true};

/// A row of the table of options.
struct OptionRow {
    std::string_view name;
    Range range;
    std::string_view meaning;
    bool free_on_resume = false;
};

/// A resumed run must go on under the options it began with, but for limits, tolerances and what is kept.
inline constexpr bool free_on_resume = true;

/// The one table of options: visit(row, value) for each. `options` may be const. The comment beside the member in
/// alcole/options.hpp begins with the same sentences: tests/docs/options_test.py compares them.
template <class O, class Visit>
void visit_options(O& options, Visit&& visit) {
    visit({"method", any_size,
           "How the constraints enter the function that is minimised: the augmented Lagrangian, the ordinary "
           "Lagrangian, a quadratic penalty, or not at all."},
          options.method);
    visit({"regime", any_size,
           "`full`: every step uses all data, and L-BFGS minimises the Lagrangian to a tolerance. `stochastic`: "
           "mini-batch steps."},
          options.regime);
    visit({"seed", any_size, "Seed of the mini-batch order. The same seed gives the same bits."}, options.seed);
    visit({"max_outer", at_least_one, "Maximum number of dual steps in the full regime.", free_on_resume},
          options.max_outer);
    visit({"max_seconds", any_size, "Time limit in seconds, including the earlier parts of a resumed run. 0: no limit.",
           free_on_resume},
          options.max_seconds);
    visit({"diagnose", any_size,
           "When no feasible point is found, look for the least-violating point, the constraints in conflict "
           "and the smallest relaxation of the bounds that makes them feasible.",
           free_on_resume},
          options.diagnose);
    visit({"scaling", any_size,
           "What each constraint is divided by inside the solver, so that the defaults do not depend on units. "
           "Reported values are always unscaled. `automatic`: natural where the problem offers "
           "constraint_scales(), else gradient."},
          options.scaling);

    visit({"tolerance.stationarity", any_size,
           "Tolerance on the largest entry of the projected gradient of the Lagrangian, relative to that of the "
           "objective. 0: 1e-7, or 1e-4 when theta is float.",
           free_on_resume},
          options.tolerance.stationarity);
    visit({"tolerance.violation", any_size,
           "Tolerance on the largest constraint violation, in units of the problem's constraint_scales() where "
           "it offers them, else absolute. 0: 1e-8, or 1e-4 when theta is float.",
           free_on_resume},
          options.tolerance.violation);
    visit({"tolerance.complementarity", any_size,
           "Tolerance on the largest |lambda_i l_i|, relative to max(1, |objective|). 0: 1e-7, or 1e-4 when "
           "theta is float.",
           free_on_resume},
          options.tolerance.complementarity);

    visit({"dual.rule", any_size,
           "How the multipliers are updated, with d = max(l, -lambda / (2 alpha)): `multipliers` lambda += 2 "
           "alpha d, `gradient` lambda += step d, `printed` as the paper prints it. `automatic`: multipliers in "
           "the full regime where the method has a penalty, else gradient."},
          options.dual.rule);
    visit({"dual.step", any_size,
           "Step size of the gradient rule, in scaled units. 0: the initial penalty; a tenth of it in the "
           "stochastic regime; 0.1 for the ordinary Lagrangian in the full regime."},
          options.dual.step);
    visit({"dual.ceiling", positive,
           "Upper limit on every multiplier, in scaled units. The summary names the constraints that reached it."},
          options.dual.ceiling);

    visit({"penalty.schedule", any_size,
           "How the penalties alpha grow: `adaptive`, per constraint, when its violation does not fall; "
           "`periodic`; or `constant`. `automatic`: adaptive in the full regime where the method has a penalty, "
           "else constant."},
          options.penalty.schedule);
    visit({"penalty.initial", any_size,
           "Initial penalty alpha, in scaled units. 0: 0.01 under natural scaling; otherwise 10, or 1 in the "
           "stochastic regime."},
          options.penalty.initial);
    visit({"penalty.factor", more_than_one, "Factor by which alpha grows."}, options.penalty.factor);
    visit({"penalty.decrease", share,
           "Adaptive: alpha_i grows unless |d_i| fell to this fraction of its previous value."},
          options.penalty.decrease);
    visit({"penalty.interval", at_least_one, "Periodic: number of dual steps between two increases of alpha."},
          options.penalty.interval);
    visit({"penalty.cap", positive, "Upper limit on every alpha, in scaled units."}, options.penalty.cap);

    visit({"loose.start", any_size,
           "Amount by which every bound is relaxed at the start, in units of its scale; it falls linearly to "
           "zero. 0: no relaxation."},
          options.loose.start);
    visit({"loose.steps", at_least_one, "Number of dual steps after which the relaxation is gone."},
          options.loose.steps);

    visit({"inner.memory", at_least_one, "Number of correction pairs that L-BFGS keeps."}, options.inner.memory);
    visit({"inner.max_steps", at_least_one, "Maximum number of L-BFGS steps in one minimisation."},
          options.inner.max_steps);
    visit({"inner.first_tolerance", positive,
           "Upper limit on the tolerance of the first minimisation (eps_0): the projected gradient of L, "
           "relative to that of the objective."},
          options.inner.first_tolerance);
    visit({"inner.tighten", share, "Factor by which the tolerance of the minimisations shrinks after each dual step."},
          options.inner.tighten);

    visit({"stochastic.optimiser", any_size, "Update rule of a mini-batch step."}, options.stochastic.optimiser);
    visit({"stochastic.rate", positive, "Learning rate."}, options.stochastic.rate);
    visit({"stochastic.rate_schedule", any_size,
           "`constant`, or `cosine`: the learning rate falls to zero over max_epochs along half a cosine, so "
           "that the last iterate settles."},
          options.stochastic.rate_schedule);
    visit({"stochastic.momentum", share_or_zero, "Momentum of sgd."}, options.stochastic.momentum);
    visit({"stochastic.beta1", share_or_zero, "Decay rate of the first moment of adam and adamw."},
          options.stochastic.beta1);
    visit({"stochastic.beta2", share_or_zero, "Decay rate of the second moment of adam and adamw."},
          options.stochastic.beta2);
    visit({"stochastic.epsilon", positive, "Added to the denominator of adam and adamw."}, options.stochastic.epsilon);
    visit({"stochastic.weight_decay", any_size,
           "Weight decay: sgd and adam add weight_decay * theta to the gradient; adamw shrinks theta by rate * "
           "weight_decay instead."},
          options.stochastic.weight_decay);
    visit({"stochastic.max_epochs", at_least_one, "Maximum number of epochs, that is passes over the mini-batches.",
           free_on_resume},
          options.stochastic.max_epochs);
    visit({"stochastic.dual_every", any_size,
           "Number of mini-batch steps between two dual steps. 0: one dual step per epoch."},
          options.stochastic.dual_every);
    visit({"stochastic.estimate", any_size,
           "Which estimate of the risks the weights of a mini-batch step are computed from: this `batch`, a "
           "`running` average over mini-batches, or all data at the last dual step (`full`)."},
          options.stochastic.estimate);
    visit({"stochastic.forget", share_or_one, "Weight of the newest mini-batch in the running average."},
          options.stochastic.forget);
    visit({"stochastic.dual_estimate", any_size,
           "Which estimate of the risks moves the multipliers: the mean over the mini-batches since the last "
           "dual step (`window`) or all data (`full`). Problems with strict risks always use all data."},
          options.stochastic.dual_estimate);
    visit({"stochastic.evaluate_every", any_size,
           "Number of dual steps between two evaluations of all data, for the trace and the best feasible "
           "iterate. 0: only at the end.",
           free_on_resume},
          options.stochastic.evaluate_every);

    visit({"sample.every", any_size, "Number of dual steps between two iterates kept as samples. 0: keep none.",
           free_on_resume},
          options.sample.every);
    visit({"sample.from", any_size, "First dual step at which a sample is kept.", free_on_resume}, options.sample.from);
}

}  // namespace alcole::solver
