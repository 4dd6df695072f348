#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/learning/fit.hpp>
#include <alcole/learning/trained_model.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Applies a trained model to files that it has not seen:
///
///     const auto model = TrainedModel::load("model.onnx");
///     const Judgement judgement = evaluate(model, "this_year.csv").value();
///     predict_file(model, "applicants.csv", {.keep = {"id"}}, [&](std::string_view csv) { out << csv; });
///
/// Files are read like the one that the model learned from: same delimiter, same words for "missing", same merges.
/// Codes are matched by value: 1 equals 1.0, whichever of them training saw.
namespace alcole::learning {

/// The SHA-256 of the text of a table, as printed by `sha256sum`; for a compressed file, that of its contents. The same
/// rows have the same hash, however they are compressed. Nothing if a stop was requested.
[[nodiscard]] ALCOLE_EXPORT std::optional<std::string> table_hash(const std::filesystem::path& file,
                                                                  const Context& context = Context());

/// Reads the rows of a file that includes the target, with the columns that the model and its constraints use, for
/// certify() for example. `notes` receives what was left out and why, and which columns contain values not seen in
/// training. Throws tabular::ReadError or std::invalid_argument on failure; the message names all columns that the file
/// lacks. Returns nothing if a stop was requested.
[[nodiscard]] ALCOLE_EXPORT std::optional<tabular::Dataset> read_for(const TrainedModel& model,
                                                                     const std::filesystem::path& file,
                                                                     std::vector<Note>& notes,
                                                                     const Context& context = Context());

/// Returns a note for each column with values not seen in training. A model predicts for such rows anyway, so the user
/// should know.
[[nodiscard]] ALCOLE_EXPORT std::vector<Note> notes_on(const tabular::Dataset& data);

/// True if the training rows came from a file with this table_hash().
[[nodiscard]] ALCOLE_EXPORT bool was_trained_on(const TrainedModel& model, const std::string& hash);

/// Computes all metrics and constraint risks of a model on a file that includes the target; a note says if it is the
/// file that the model learned from. Throws like read_for(). Returns nothing if a stop was requested.
[[nodiscard]] ALCOLE_EXPORT std::optional<Judgement> evaluate(const TrainedModel& model,
                                                              const std::filesystem::path& file,
                                                              const Context& context = Context());

/// The result of evaluate() or judge() as JSON text; docs/cli.md describes every member.
[[nodiscard]] ALCOLE_EXPORT std::string to_json(const TrainedModel& model, const Judgement& judgement);

/// Options of predict_file().
struct PredictOptions {
    std::size_t batch_rows = 8192;    ///< rows read at a time; the result does not depend on it
    std::vector<std::string> keep{};  ///< columns of the file to copy in front of the predictions
};

/// What predict_file() reports.
struct Predicted {
    std::size_t rows = 0;
    std::vector<Note> notes{};  ///< columns with values not seen in training
};

/// Passes CSV text to `write` piece by piece: a header, then one line per row of the file, with `label` and
/// `probability` (of the positive class) for two classes, `label` and one probability per class for more, or `value`
/// for a number. A column whose name equals that of a copied one is called "predicted label" and so on. Memory use
/// depends only on the batch. An exception thrown by `write` propagates to the caller. Returns nothing if a stop was
/// requested; what has been written by then ends with a whole line.
ALCOLE_EXPORT std::optional<Predicted> predict_file(const TrainedModel& model, const std::filesystem::path& file,
                                                    const PredictOptions& options,
                                                    const std::function<void(std::string_view)>& write,
                                                    const Context& context = Context());

}  // namespace alcole::learning
