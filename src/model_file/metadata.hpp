#pragma once

#include "model_file/model_file.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

/// Everything of a learning::TrainedModel that the ONNX graph does not contain, as named texts: all but theta.
namespace alcole::model_file {

inline constexpr const char* format_key = "alcole.format";
inline constexpr const char* checksum_key = "alcole.sha256";

/// In the order in which they are written; the checksum is not included.
std::vector<std::pair<std::string, std::string>> metadata_of(const learning::TrainedModel& file);

/// Throws std::invalid_argument with a sentence if a text is missing or invalid.
learning::TrainedModel from_metadata(const std::map<std::string, std::string>& texts);

}  // namespace alcole::model_file
