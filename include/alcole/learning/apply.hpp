#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/learning/fit.hpp>
#include <alcole/learning/trained_model.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// A trained model on files it has not seen:
///
///     const auto model = TrainedModel::load("model.onnx");
///     const Judgement judgement = evaluate(model, "this_year.csv");
///     predict_file(model, "applicants.csv", {.keep = {"id"}}, [&](std::string_view csv) { out << csv; });
///
/// Files are read as the one that the model learned from was: same delimiter, same words for "missing", same merges.
/// Codes are matched by their value: 1 is 1.0, whichever of them training had.
namespace alcole::learning {

/// The SHA-256 of the text of a table, as `sha256sum` prints it; of a compressed file that of what is in it: the same
/// rows have the same hash, however they are packed.
[[nodiscard]] ALCOLE_EXPORT std::string table_hash(const std::filesystem::path& file);

/// The rows of a file that has the target in it, with the columns that the model and its constraints speak of, as the
/// model reads them; certify() takes them. `notes` takes what was left out and why, and which columns hold values that
/// training never met. Throws tabular::ReadError or
/// std::invalid_argument with a sentence; one that names all columns the file lacks.
[[nodiscard]] ALCOLE_EXPORT tabular::Dataset read_for(const TrainedModel& model, const std::filesystem::path& file,
                                                      std::vector<Note>& notes, Ranks* ranks = nullptr);

/// Which columns hold values never seen in training, a sentence each. A model answers for such rows all the same, so
/// somebody has to say so.
[[nodiscard]] ALCOLE_EXPORT std::vector<Note> notes_on(const tabular::Dataset& data);

/// True when the file has the text of the one that the model's training rows came from, compressed or not.
[[nodiscard]] ALCOLE_EXPORT bool learned_from(const TrainedModel& model, const std::filesystem::path& file);

/// All metrics and constraint risks of a model on a file that has the target in it. Throws as read_for().
[[nodiscard]] ALCOLE_EXPORT Judgement evaluate(const TrainedModel& model, const std::filesystem::path& file,
                                               const Context& context = Context());

/// What evaluate() or judge() found of this model, as JSON text; docs/cli.md describes every member.
[[nodiscard]] ALCOLE_EXPORT std::string to_json(const TrainedModel& model, const Judgement& judgement);

struct PredictOptions {
    std::size_t batch_rows = 8192;    ///< read at a time; the result does not depend on it
    std::vector<std::string> keep{};  ///< columns of the file that are copied in front
};

struct Predicted {
    std::size_t rows = 0;
    std::vector<Note> notes{};  ///< which columns hold values never seen in training
};

/// Hands CSV text piece by piece to `write`: a header, then one line per row of the file, with `label` and
/// `probability` (of the positive class) for two classes, `label` and one probability per class for more, `value` for a
/// number; one that has the name of a copied column is called "predicted label" and so on. In memory that depends on
/// the batch alone. What `write` throws ends it.
ALCOLE_EXPORT Predicted predict_file(const TrainedModel& model, const std::filesystem::path& file,
                                     const PredictOptions& options, const std::function<void(std::string_view)>& write,
                                     const Context& context = Context());

}  // namespace alcole::learning
