#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace alcole::model_file {

/// What the outermost layer of an ONNX file says: its texts. The inside of the graph is ignored, and nothing is
/// allocated but the texts: foreign bytes of any kind are safe here.
struct Outline {
    std::map<std::string, std::string> metadata{};
};

/// Nothing for bytes that are no ONNX file, or only a part of one.
std::optional<Outline> outline_of(std::string_view bytes);

}  // namespace alcole::model_file
