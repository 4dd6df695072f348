#pragma once

#include <alcole/options.hpp>

#include "base/settings.hpp"
#include "solver/options/enum_names.hpp"

/// The one table of options: visit(name, value, allowed, meaning) for each. The comment next to the member in
/// alcole/options.hpp begins with the same sentences: tests/docs/options_test.py compares them.
namespace alcole {

void fields(auto& visit, base::Is<Options> auto& options) {
    using namespace base;
    visit("method", options.method, any_size,
          "How the constraints enter the function that is minimised: the augmented Lagrangian, the ordinary "
          "Lagrangian, a quadratic penalty, or not at all.");
    visit("regime", options.regime, any_size,
          "`full`: every step uses all data, and the Lagrangian is minimised to a tolerance. `stochastic`: "
          "mini-batch steps.");
    visit("seed", options.seed, any_size, "Seed of the mini-batch order. The same seed gives the same bits.");
    visit("max_outer", options.max_outer, free_on_resume(at_least_one),
          "Maximum number of dual steps in the full regime.");
    visit("max_seconds", options.max_seconds, free_on_resume(any_size),
          "Time limit in seconds, including the earlier parts of a resumed run. 0: no limit.");
    visit("diagnose", options.diagnose, free_on_resume(any_size),
          "If no feasible point is found, look for the least-violating point, the constraints in conflict and the "
          "smallest relaxation of the bounds that makes them feasible.");
    visit("scaling", options.scaling, any_size,
          "What each constraint is divided by inside the solver, so that the defaults do not depend on units. "
          "Reported values are always unscaled. `automatic`: natural in the full regime if the problem offers "
          "constraint_scales(), otherwise gradient.");

    visit("tolerance.stationarity", options.tolerance.stationarity, free_on_resume(any_size),
          "Tolerance on the largest entry of the projected gradient of the Lagrangian, relative to that of the "
          "objective. 0: 1e-7, or 1e-4 when theta is float.");
    visit("tolerance.violation", options.tolerance.violation, free_on_resume(any_size),
          "Tolerance on the largest constraint violation, in units of the problem's constraint_scales() if it offers "
          "them, otherwise absolute, but smaller for a constraint whose value and gradient at the start are both "
          "below 0.01. 0: 1e-8, or 1e-4 when theta is float. Rates (is_rate() in problem.hpp) have no tolerance, "
          "only their surrogates.");
    visit("tolerance.complementarity", options.tolerance.complementarity, free_on_resume(any_size),
          "Tolerance on the largest |lambda_i l_i|, relative to max(1, |objective|). 0: 1e-7, or 1e-4 when "
          "theta is float.");

    visit("dual.rule", options.dual.rule, any_size,
          "How the multipliers are updated, with d = max(l, -lambda / (2 alpha)): `multipliers` lambda += 2 alpha d, "
          "`gradient` lambda += step d, `printed` as the paper prints it. `automatic`: multipliers in the full "
          "regime if the method has a penalty, otherwise gradient.");
    visit("dual.step", options.dual.step, any_size,
          "Step size of the gradient rule, in scaled units, at the initial penalty; if alpha grows, the step grows "
          "with it, up to 2 alpha. 0: the initial penalty; a tenth of it in the stochastic regime; 0.1 for the "
          "ordinary Lagrangian in the full regime. In the stochastic regime it falls with the learning rate.");
    visit("dual.ceiling", options.dual.ceiling, positive,
          "Upper limit on every multiplier, in scaled units. The summary names the constraints that reached it.");

    visit("penalty.schedule", options.penalty.schedule, any_size,
          "How the penalties alpha grow: `adaptive`, per constraint, if its violation does not fall; `periodic`; or "
          "`constant`. `automatic`: adaptive in the full regime if the method has a penalty, otherwise constant. The "
          "`printed` rule allows only constant penalties.");
    visit("penalty.initial", options.penalty.initial, any_size,
          "Initial penalty alpha, in scaled units. 0: 0.01 under natural scaling, less for rates with a bound between "
          "0 and 0.05; otherwise 10, or 1 in the stochastic regime.");
    visit("penalty.factor", options.penalty.factor, more_than_one, "Factor by which alpha grows.");
    visit("penalty.decrease", options.penalty.decrease, share,
          "Adaptive: alpha_i grows unless |d_i| has fallen to this fraction of its previous value. The stochastic "
          "regime compares means over `interval` dual steps, and leaves alpha_i unchanged if the mean is lost in its "
          "own noise.");
    visit("penalty.interval", options.penalty.interval, any_size,
          "Periodic: number of dual steps between two increases of alpha. 0: 10; in the stochastic regime a fifth of "
          "max_epochs, but at least 10.");
    visit("penalty.cap", options.penalty.cap, any_size,
          "Upper limit on every alpha, in scaled units. 0: 1e12; in the stochastic regime 10 times the initial "
          "penalty, since mini-batch steps make no progress under a stiffer one.");

    visit("loose.start", options.loose.start, any_size,
          "Amount by which every bound is relaxed at the start, in units of its scale; it falls linearly to "
          "zero. 0: no relaxation.");
    visit("loose.steps", options.loose.steps, at_least_one,
          "Number of dual steps after which the relaxation has fallen to zero.");

    visit("inner.minimiser", options.inner.minimiser, any_size,
          "The minimiser of the Lagrangian: `lbfgs` uses only gradients, `newton` factorises the Hessian, "
          "`newton_cg` uses products of the Hessian with vectors. `automatic`, with n variables and m constraints: "
          "newton if the problem offers hessian() and n^3 / 3 + m n^2 + m^2 n + m^3 / 3 is at most 4e8; otherwise "
          "newton_cg if it offers hessian_vector(), theta is double and m^2 n + m^3 / 3 is at most that; otherwise "
          "lbfgs.");
    visit("inner.memory", options.inner.memory, any_size,
          "Number of correction pairs that L-BFGS keeps. 0: 20, or 60 from 21 to 100000 variables.");
    visit("inner.max_steps", options.inner.max_steps, at_least_one, "Maximum number of steps in one minimisation.");
    visit("inner.first_tolerance", options.inner.first_tolerance, positive,
          "Upper limit on the tolerance of the first minimisation (eps_0): the projected gradient of L, "
          "relative to that of the objective.");
    visit("inner.tighten", options.inner.tighten, share,
          "Factor by which the tolerance of the minimisations shrinks after each dual step.");

    visit("stochastic.optimiser", options.stochastic.optimiser, any_size, "Update rule of a mini-batch step.");
    visit("stochastic.rate", options.stochastic.rate, positive, "Learning rate.");
    visit("stochastic.rate_schedule", options.stochastic.rate_schedule, any_size,
          "`constant`, or `cosine`: the learning rate falls to zero over max_epochs along half a cosine, so "
          "that the last iterate settles. `automatic`: constant.");
    visit("stochastic.momentum", options.stochastic.momentum, share_or_zero, "Momentum of sgd.");
    visit("stochastic.beta1", options.stochastic.beta1, share_or_zero,
          "Decay rate of the first moment of adam and adamw.");
    visit("stochastic.beta2", options.stochastic.beta2, share_or_zero,
          "Decay rate of the second moment of adam and adamw.");
    visit("stochastic.epsilon", options.stochastic.epsilon, positive, "Added to the denominator of adam and adamw.");
    visit("stochastic.weight_decay", options.stochastic.weight_decay, any_size,
          "Weight decay: sgd and adam add weight_decay * theta to the gradient; adamw shrinks theta by rate * "
          "weight_decay instead.");
    visit("stochastic.max_epochs", options.stochastic.max_epochs, free_on_resume(at_least_one),
          "Maximum number of epochs, that is passes over the mini-batches.");
    visit("stochastic.dual_every", options.stochastic.dual_every, any_size,
          "Number of mini-batch steps between two dual steps. 0: an epoch, but at most 100.");
    visit("stochastic.estimate", options.stochastic.estimate, any_size,
          "Which estimate of the risks determines the weights of a mini-batch step: this `batch`, a `running` "
          "average over mini-batches, or all data at the last dual step (`full`). `automatic`: full if dual steps "
          "see all data and are at most 20 steps apart, batch if a mini-batch is all data, otherwise running.");
    visit("stochastic.forget", options.stochastic.forget, share_or_one,
          "Weight of the newest mini-batch in the running average.");
    visit("stochastic.dual_estimate", options.stochastic.dual_estimate, any_size,
          "Which estimate of the risks moves the multipliers: the mean over the mini-batches since the last dual "
          "step (`window`) or all data (`full`). Problems that offer strict risks only for all data always use "
          "those.");
    visit("stochastic.evaluate_every", options.stochastic.evaluate_every, free_on_resume(any_size),
          "Number of epochs between two evaluations of all data, for the trace and the best feasible iterate. 0: "
          "only at the end.");
    visit("stochastic.settle", options.stochastic.settle, free_on_resume(any_size),
          "End the run once it has settled, that is once the means of the risks and the multipliers have stabilised "
          "to within their noise. Under `cosine`, whose rate keeps falling, this is checked only at the end.");

    visit("sample.every", options.sample.every, free_on_resume(any_size),
          "Number of dual steps between two iterates kept as samples. 0: keep none.");
    visit("sample.from", options.sample.from, free_on_resume(any_size), "First dual step at which a sample is kept.");
}

}  // namespace alcole
