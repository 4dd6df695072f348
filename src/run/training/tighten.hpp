#pragma once

#include "run/training/find_model.hpp"
#include "run/training/task.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace alcole::run {

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
/// checkpoints beside `watch.state`.
Tightened find_certifiable(const Config& config, const Task& task, std::size_t rows_apart, const Watch& watch,
                           const Warm* warm = nullptr, std::size_t threads = 0);

/// The task with other bounds: that which a search was really made for. As it is where there are none.
Task with_bounds(Task task, const std::vector<double>& bounds);

/// Throws std::invalid_argument with a sentence when the family of bounds or the shape of the model forbids a
/// certificate, whatever the weights will be: known before anything is trained.
void check_can_be_certified(const Config& config, const Task& task, std::size_t rows_apart);

}  // namespace alcole::run
