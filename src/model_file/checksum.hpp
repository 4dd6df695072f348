#pragma once

#include <string>
#include <string_view>

/// The last metadata entry of a model file is the SHA-256 of all bytes before it. Two concatenated messages of protocol
/// buffers are one message with the fields of both, so the entry is simply appended.
namespace alcole::model_file {

std::string with_checksum(std::string body);
bool checksum_fits(std::string_view bytes);

}  // namespace alcole::model_file
