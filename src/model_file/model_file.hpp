#pragma once

#include <alcole/learning/trained_model.hpp>

#include <string>
#include <string_view>
#include <vector>

/// A trained model as one file: ONNX with the preprocessing inside, so that every serving stack can run it, and with
/// what alcole itself needs to read it back and judge it on new data. docs/model.md describes it from a user's point of
/// view.
namespace alcole::model_file {

/// The bytes of an ONNX file. The same learning::TrainedModel gives the same bytes. Throws std::invalid_argument with a
/// sentence if it is not a valid model: a theta of the wrong length or not finite, a feature without a name, merges of
/// a number, ...
std::string encode(const learning::TrainedModel& file);
/// The reverse. The graph is rebuilt and compared, so that the result is the model that others run. Throws
/// std::runtime_error with a sentence that begins with `name` if the bytes are not such a file: cut short, damaged,
/// changed by another program, or written by a newer alcole.
learning::TrainedModel decode(std::string_view bytes, const std::string& name);

/// Risk definitions to JSON text and back. Throws std::invalid_argument with a sentence.
std::string to_json(const std::vector<tabular::RiskDefinition>& constraints);
std::vector<tabular::RiskDefinition> constraints_from_json(std::string_view text);

}  // namespace alcole::model_file
