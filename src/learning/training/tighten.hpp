#pragma once

#include "certify/forecast.hpp"
#include "learning/training/answer.hpp"
#include "learning/training/problems.hpp"

namespace alcole::learning {

/// How the requested certificate will be made, on the rows of the task that are set aside for it.
certify::CertificatePlan certificate_plan(const CertifyConfig& config, const TrainingTask& task);

/// Throws std::invalid_argument with a sentence if the family of bounds or the shape of the model rules out a
/// certificate whatever the weights, which is known before training. `seed` determines the initial weights.
void check_can_be_certified(const CertifyConfig& config, const TrainingTask& task, std::uint64_t seed);

/// Finds a model that will probably pass a certificate on the rows set aside. It searches with the bounds asked for,
/// forecasts the certificate from the training rows and the number of rows set aside (never from those rows
/// themselves), tightens the bounds of the constraints that would not pass, and searches again with a warm start:
///
///     rates (the margin hardly depends on the model)              bound <- asked - (forecast - risk)
///     divergences and losses (the margin is proportional to them) bound <- 0.98 * risk * asked / forecast
///
/// until everything would pass or no bound gets tighter. A constraint is given up, and gets back the bound asked for,
/// if it would need more than nine tenths of its room, or if the bounds cannot be met with it tightened; the others
/// continue. All searches are kept. Among those that converged and meet the bounds asked for on the training rows, the
/// answer is the one with the most constraints that would pass, and among equals the one with the lowest objective; if
/// none would pass, it is the first search. If it is not the first, the first is included as `untightened`: the model
/// to keep if the certificate fails, so that an unattainable certificate costs nothing. The trace of the answer
/// includes those of the searches before it. Every search has its own checkpoints next to `checkpointing.state`.
Answer find_certifiable(const SolveConfig& solve, Problems& problems, const certify::CertificatePlan& plan,
                        const Checkpointing& checkpointing = {}, const WarmStart* warm = nullptr);

}  // namespace alcole::learning
