#pragma once

#include "learning/training/judge.hpp"
#include "model_file/model_file.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// A trained model on files it has not seen.
namespace alcole::learning {

/// The rows of a file that has the target in it, with the columns that the model and its constraints speak of, as the
/// model reads them. Throws tabular::ReadError or std::invalid_argument with a sentence; one that names all columns the
/// file lacks. `notes` takes what was left out and why.
tabular::Dataset read_for(const learning::TrainedModel& model, const std::filesystem::path& file,
                          std::vector<std::string>& notes);

/// True when the file is, byte by byte, the one that the model's training rows came from.
bool learned_from(const learning::TrainedModel& model, const std::filesystem::path& file);

/// All metrics and constraint risks of a model on a file that has the target in it. Throws as read_for().
Judgement evaluate(const learning::TrainedModel& model, const std::filesystem::path& file,
                   const Context& context = Context());

struct Prediction {
    std::size_t batch_rows = 8192;    ///< read at a time; the result does not depend on it
    std::vector<std::string> keep{};  ///< columns of the file that are copied in front
};

/// Writes one line per row of the file, as CSV with a header: `label` and `probability` (of the positive class) for two
/// classes, `label` and one probability per class for more, `value` for a number. In memory that depends on the batch
/// alone. Returns how many rows there were.
std::size_t predict_file(const learning::TrainedModel& model, const std::filesystem::path& file,
                         const Prediction& prediction, const std::function<void(std::string_view)>& write,
                         const Context& context = Context());

}  // namespace alcole::learning
