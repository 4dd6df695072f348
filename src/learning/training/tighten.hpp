#pragma once

#include "certify/forecast.hpp"
#include "learning/training/find_model.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace alcole::learning {

/// A model that a certificate on rows held apart will probably pass.
struct Tightened {
    Answer answer{};
    std::vector<double> bounds{};  ///< that the last search had, one per constraint
    std::size_t searches = 0;
    std::vector<std::string> unlikely{};  ///< constraints whose certificate is not to be expected
};

/// Searches with the bounds asked for, forecasts the certificate from the training rows and from how many rows are held
/// apart (never from those rows), tightens the bounds of what would not pass, and searches again from where it stands:
///
///     rates, whose margin hardly depends on the model    bound <- asked - (forecast - risk)
///     divergences and losses, whose margin goes with it   bound <- risk * asked / forecast
///
/// until everything would pass, nothing gets tighter any more, or the bounds cannot be met. Every search keeps its own
/// checkpoints beside `checkpointing.state`.
/// `plan`: how the certificate will be made.
Tightened find_certifiable(const SolveConfig& solve, Problems& problems, const certify::Plan& plan,
                           const Checkpointing& checkpointing = {}, const Warm* warm = nullptr);

}  // namespace alcole::learning
