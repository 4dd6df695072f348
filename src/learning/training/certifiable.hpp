#pragma once

#include "certify/forecast.hpp"
#include "learning/config/config.hpp"
#include "learning/training/task.hpp"

namespace alcole::learning {

/// How the certificate that the run file asks for will be made: on the rows of the task that are held apart.
certify::Plan certificate_plan(const Config& config, const Task& task);

/// Throws std::invalid_argument with a sentence when the family of bounds or the shape of the model forbids a
/// certificate, whatever the weights will be: known before anything is trained.
void check_can_be_certified(const Config& config, const Task& task);

}  // namespace alcole::learning
