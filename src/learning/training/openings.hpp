#pragma once

#include <alcole/learning/opening.hpp>
#include <alcole/learning/run.hpp>

#include <string>

namespace alcole::learning {

/// sha256 of the model file without its certificate.
std::string fingerprint(TrainedModel model);

/// The opening of rows that this run's certificate will be.
certify::Opening opening_of(const Config& config, const Source& source);

}  // namespace alcole::learning
