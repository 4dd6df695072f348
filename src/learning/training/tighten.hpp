#pragma once

#include "certify/forecast.hpp"
#include "learning/training/find_model.hpp"

namespace alcole::learning {

/// How the certificate that is asked for will be made: on the rows of the task that are set aside for it.
certify::Plan certificate_plan(const CertifyConfig& config, const Task& task);

/// Throws std::invalid_argument with a sentence when the family of bounds or the shape of the model forbids a
/// certificate, whatever the weights will be: known before anything is trained. `seed`: of the first weights.
void check_can_be_certified(const CertifyConfig& config, const Task& task, std::uint64_t seed);

/// A model that a certificate on the rows set aside will probably pass. Searches with the bounds asked for, forecasts
/// the certificate from the training rows and from how many rows are set aside (never from those rows), tightens the
/// bounds of what would not pass, and searches again from where it stands:
///
///     rates, whose margin hardly depends on the model    bound <- asked - (forecast - risk)
///     divergences and losses, whose margin goes with it   bound <- risk * asked / forecast
///
/// until everything would pass or nothing gets tighter any more. A constraint is given up, and has the bound asked for
/// again, when it would need more than nine tenths of its room, or when the bounds cannot be met with it tightened: the
/// other ones go on. Every search is kept. The answer is the one with most constraints that would pass, of those that
/// converged and meet the bounds asked for on the training rows, and among equals the one with the least objective; the
/// first where none would pass. Where it is not the first, that one comes along as `untightened`: the model to keep
/// when the certificate fails, so that one that cannot be had costs nothing. Its trace has those of the searches before
/// it. Every search keeps its own checkpoints beside `checkpointing.state`.
Answer find_certifiable(const SolveConfig& solve, Problems& problems, const certify::Plan& plan,
                        const Checkpointing& checkpointing = {}, const Warm* warm = nullptr);

}  // namespace alcole::learning
