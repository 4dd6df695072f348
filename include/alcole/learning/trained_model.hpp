#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/interval.hpp>
#include <alcole/tabular/goal.hpp>
#include <alcole/tabular/merge.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/read.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/scores.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace alcole::learning {

/// A risk on given rows.
struct Judged {
    double risk = 0;                     ///< the mean divergence, the gap between rates, the rate, the loss
    double slack = 0;                    ///< distance over its bound; <= 0 if met
    std::optional<Interval> interval{};  ///< for rates and gaps between them, see tabular::risk_intervals()
    std::optional<double>
        fraction{};  ///< the fraction or ratio itself, if the risk is one multiplied out and not 0 / 0
    std::optional<double> denominator{};  ///< of that fraction: d risk / d its bound, up to the sign
    std::optional<double> flip_rate{};    ///< for counterfactual ones: share of rows whose predicted class changes
};

/// The objective and every constraint of a goal on given rows.
struct Risks {
    double objective = 0;                              ///< what is minimised: the mean loss plus the l2 term
    std::vector<std::optional<Judged>> constraints{};  ///< none if these rows do not determine it ...
    std::vector<std::optional<Note>> not_judged{};     ///< ... and the reason; one per constraint
};

/// A model as deployed, in single precision: how it reads a row, its shape, its parameters, and what it was trained
/// for. It is one value and one file:
///
///     const TrainedModel model = TrainedModel::load("model.onnx");
///     const auto rows = model.dataset(tabular::read_csv("people.csv", tabular::read_options(model.schema, false)));
///     const auto probabilities = model.predict(rows);
///
/// Any number of threads may use a model concurrently as long as none changes it.
///
/// The file is ONNX and includes the preprocessing, so any serving stack can run it; docs/model.md describes its
/// interface.
struct ALCOLE_EXPORT TrainedModel {
    tabular::Schema schema{};
    tabular::Model shape{};
    std::vector<float> theta{};
    std::vector<tabular::Merge> merges{};  ///< applied before the schema
    tabular::Goal goal{};                  ///< what it was trained for; can be judged on any rows
    std::vector<std::string> protected_columns{};
    tabular::ReadOptions reading{};  ///< how its training file was read
    std::string training_hash{};     ///< sha256 of the data and of the settings; empty: no file
    std::string run_toml{};          ///< the run file as used; empty: none
    std::string certificate{};       ///< JSON; empty: none
    std::string version{};           ///< of the program that trained it

    /// Prepares a table for the model: applies the merges whose columns the table has, and spells the words of boolean
    /// features as in the schema (TRUE and yes for true). The target may be missing. Throws std::invalid_argument if
    /// the table does not fit.
    [[nodiscard]] tabular::Dataset dataset(tabular::Table table) const;

    /// The scores of every row, from which everything else follows; see alcole/tabular/scores.hpp.
    [[nodiscard]] tabular::Scores scores(const tabular::Dataset& data, const Context& context = Context()) const;
    /// For every row, one probability per class (with two classes only that of the positive one), or the number.
    [[nodiscard]] std::vector<double> predict(const tabular::Dataset& data, const Context& context = Context()) const;
    /// The strict risks: rates of predicted classes; losses and divergences unchanged. Throws std::invalid_argument if
    /// a target is missing.
    [[nodiscard]] Risks risks(const tabular::Dataset& data, const tabular::Goal& asked,
                              const Context& context = Context()) const;

    static constexpr int format = 1;  ///< version of the file that save() writes; load() reads this and older ones
    /// Saves atomically, by renaming a temporary file, and loads. The same model gives the same bytes. Both throw
    /// std::runtime_error with a message that begins with the file's name; load() does so for a file that is truncated,
    /// damaged, changed by another program, or written by a newer alcole.
    void save(const std::filesystem::path& file) const;
    [[nodiscard]] static TrainedModel load(const std::filesystem::path& file);
};

}  // namespace alcole::learning
