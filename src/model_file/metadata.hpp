#pragma once

#include "model_file/model_file.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

/// What the ONNX graph does not say, as texts with names: everything of a learning::TrainedModel but theta.
namespace alcole::model_file {

inline constexpr const char* format_key = "alcole.format";
inline constexpr const char* checksum_key = "alcole.sha256";

/// In the order in which they are written; the checksum is not among them.
std::vector<std::pair<std::string, std::string>> metadata_of(const learning::TrainedModel& file);

/// Throws std::invalid_argument with a sentence when a text is missing or makes no sense.
learning::TrainedModel from_metadata(const std::map<std::string, std::string>& texts);

}  // namespace alcole::model_file
