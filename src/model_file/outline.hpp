#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace alcole::model_file {

/// The texts in the outermost layer of an ONNX file. The inside of the graph is ignored, and nothing but the texts is
/// allocated, so that arbitrary foreign bytes are safe.
struct Outline {
    std::map<std::string, std::string> metadata{};
};

/// Nothing if the bytes are not an ONNX file, or only a part of one.
std::optional<Outline> outline_of(std::string_view bytes);

}  // namespace alcole::model_file
