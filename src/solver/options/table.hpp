#pragma once

#include <alcole/options.hpp>

#include "base/settings.hpp"
#include "solver/options/enum_names.hpp"

/// The one table of options: visit(name, value, allowed, meaning) for each.
namespace alcole {

void fields(auto& visit, base::Is<Options> auto& options) {
    using namespace base;
    visit(
        "method", options.method, any_size,
        "How the constraints enter: the augmented Lagrangian, the ordinary one, the quadratic penalty, or not at all.");
    visit("regime", options.regime, any_size,
          "`full`: all data in every step, L minimised to a tolerance by L-BFGS. `stochastic`: mini-batch steps.");
    visit("seed", options.seed, any_size, "Names the mini-batches; the same seed gives the same bits.");
    visit("max_outer", options.max_outer, at_least_one, "Most dual steps in the full regime.");
    visit("max_seconds", options.max_seconds, any_size,
          "Most seconds, earlier parts of a resumed run included; 0: no limit.");
    visit("diagnose", options.diagnose, any_size,
          "When no feasible point is found, look for the least-violating one, the constraints in conflict and the "
          "smallest relaxation that would do.");
    visit("scaling", options.scaling, any_size,
          "What each constraint is divided by inside the solver, so that the defaults are free of units. What is shown "
          "is always unscaled.");

    visit("tolerance.stationarity", options.tolerance.stationarity, any_size,
          "Largest entry of the gradient of the Lagrangian, relative to that of the objective. 0: 1e-7, or 1e-4 when "
          "theta is float.");
    visit("tolerance.violation", options.tolerance.violation, any_size,
          "Largest violation, in units of the problem's constraint_scales() where it offers them, else as it is. 0: "
          "1e-8, or 1e-4 when theta is float.");
    visit("tolerance.complementarity", options.tolerance.complementarity, any_size,
          "Largest |lambda_i l_i|, relative to max(1, |objective|). 0: 1e-7, or 1e-4 when theta is float.");

    visit("dual.rule", options.dual.rule, any_size,
          "How the multipliers climb, with d = max(l, -lambda / (2 alpha)): `multipliers` lambda += 2 alpha d, "
          "`gradient` lambda += step d, `printed` as the paper prints it. `automatic`: multipliers in the full regime, "
          "gradient in the stochastic one.");
    visit("dual.step", options.dual.step, any_size,
          "Step of the gradient rule, in scaled units. 0: the first alpha, a tenth of it in the stochastic regime; 0.1 "
          "for the "
          "ordinary Lagrangian in the full regime.");
    visit("dual.ceiling", options.dual.ceiling, positive,
          "Largest multiplier, in scaled units; the summary names the constraints it held back.");

    visit("penalty.schedule", options.penalty.schedule, any_size,
          "How alpha grows: `adaptive` per constraint when its violation does not fall, `periodic`, or `constant`. "
          "`automatic`: adaptive in the full regime where the method has a penalty, else constant.");
    visit("penalty.initial", options.penalty.initial, any_size,
          "The first alpha, in scaled units. 0: 10 under gradient scaling or none (1 in the stochastic regime), 0.01 "
          "under "
          "natural scaling.");
    visit("penalty.factor", options.penalty.factor, more_than_one, "What alpha is multiplied by when it grows.");
    visit("penalty.decrease", options.penalty.decrease, share,
          "Adaptive: alpha_i grows unless |d_i| fell to this share of its last value.");
    visit("penalty.interval", options.penalty.interval, at_least_one,
          "Periodic: alpha grows every so many dual steps.");
    visit("penalty.cap", options.penalty.cap, positive, "Largest alpha, in scaled units.");

    visit("loose.start", options.loose.start, any_size,
          "Start with every bound loosened by this much, in units of its scale, and tighten it in a straight line.");
    visit("loose.steps", options.loose.steps, at_least_one, "After so many dual steps the bounds are as asked for.");

    visit("inner.memory", options.inner.memory, at_least_one, "Pairs that L-BFGS remembers.");
    visit("inner.max_steps", options.inner.max_steps, at_least_one, "Most steps of one minimisation.");
    visit("inner.first_tolerance", options.inner.first_tolerance, positive,
          "eps_0: how far the first minimisation goes, as a gradient relative to that of the objective.");
    visit("inner.tighten", options.inner.tighten, share, "eps_k is multiplied by this after each dual step.");

    visit("stochastic.optimiser", options.stochastic.optimiser, any_size, "What turns a gradient into a step.");
    visit("stochastic.rate", options.stochastic.rate, positive, "Learning rate.");
    visit("stochastic.rate_schedule", options.stochastic.rate_schedule, any_size,
          "`cosine` lets the rate fall to zero over max_epochs, so that the last iterate settles.");
    visit("stochastic.momentum", options.stochastic.momentum, share_or_zero, "Of sgd.");
    visit("stochastic.beta1", options.stochastic.beta1, share_or_zero, "Of adam and adamw.");
    visit("stochastic.beta2", options.stochastic.beta2, share_or_zero, "Of adam and adamw.");
    visit("stochastic.epsilon", options.stochastic.epsilon, positive, "Of adam and adamw.");
    visit("stochastic.weight_decay", options.stochastic.weight_decay, any_size,
          "Added to the gradient as weight_decay * theta; adamw shrinks theta by rate * weight_decay instead.");
    visit("stochastic.max_epochs", options.stochastic.max_epochs, at_least_one, "Most passes over the mini-batches.");
    visit("stochastic.dual_every", options.stochastic.dual_every, any_size,
          "A dual step every so many mini-batch steps. 0: once an epoch.");
    visit("stochastic.estimate", options.stochastic.estimate, any_size,
          "Which estimate of the risks enters the weights of a step: this `batch`, a `running` average, or all data "
          "at the last dual step (`full`).");
    visit("stochastic.forget", options.stochastic.forget, share_or_one,
          "Share of the newest batch in the running average.");
    visit("stochastic.dual_estimate", options.stochastic.dual_estimate, any_size,
          "Which estimate moves the multipliers: the mean over the mini-batches since the last dual step (`window`) or "
          "all data (`full`). Strict risks are always taken over all data.");
    visit("stochastic.evaluate_every", options.stochastic.evaluate_every, any_size,
          "All data are evaluated every so many dual steps, for the trace and the best feasible point. 0: at the end "
          "only.");

    visit("sample.every", options.sample.every, any_size, "Keep theta every so many dual steps. 0: never.");
    visit("sample.from", options.sample.from, any_size, "From this dual step on.");
}

}  // namespace alcole
