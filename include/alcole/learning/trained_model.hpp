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

/// A risk on some rows.
struct Judged {
    double risk = 0;                     ///< the mean divergence, the gap between rates, the rate, the loss
    double slack = 0;                    ///< how far over its bound: <= 0 when met
    std::optional<Interval> interval{};  ///< of rates and gaps between them: see tabular::risk_intervals()
    std::optional<double> flip_rate{};   ///< of counterfactual ones: share of rows whose predicted class changes
};

/// The objective and every constraint of a goal on some rows.
struct Risks {
    double objective = 0;                              ///< what is minimised: the mean loss plus the l2 term
    std::vector<std::optional<Judged>> constraints{};  ///< none where these rows do not determine it ...
    std::vector<std::optional<Note>> not_judged{};     ///< ... and why not; one per constraint
};

/// A model as it is deployed, in single precision: how it reads a row, its shape, its parameters, and what it was
/// trained for. It is one value and one file:
///
///     const TrainedModel model = TrainedModel::load("model.onnx");
///     const auto rows = model.dataset(tabular::read_csv("people.csv", tabular::read_options(model.schema, false)));
///     const auto probabilities = model.predict(rows);
///
/// Any number of threads may use one at the same time as long as none changes it.
///
/// A file is ONNX with the preprocessing inside, so that every serving stack can run it; docs/model.md says how it
/// looks from outside.
struct ALCOLE_EXPORT TrainedModel {
    tabular::Schema schema{};
    tabular::Model shape{};
    std::vector<float> theta{};
    std::vector<tabular::Merge> merges{};  ///< made before the schema is applied
    tabular::Goal goal{};                  ///< what it was trained for, to be judged on any rows
    std::vector<std::string> protected_columns{};
    tabular::ReadOptions reading{};  ///< how the file it learned from was read
    std::string training_hash{};     ///< sha256 of the data and of what was asked for; empty: no file
    std::string run_toml{};          ///< the run file as used; empty: none
    std::string certificate{};       ///< JSON; empty: none
    std::string version{};           ///< of the program that trained it

    /// A table as the model reads it: merges made where the table has their columns, the words of boolean features
    /// spelt as in the schema (TRUE and yes for true), and encoded. The target may be missing. Throws
    /// std::invalid_argument with a sentence when the table does not fit.
    [[nodiscard]] tabular::Dataset dataset(tabular::Table table) const;

    /// The scores of every row, from which everything else is told; see alcole/tabular/scores.hpp.
    [[nodiscard]] tabular::Scores scores(const tabular::Dataset& data, const Context& context = Context()) const;
    /// One probability per class for every row (of the positive class alone where there are two), or the number.
    [[nodiscard]] std::vector<double> predict(const tabular::Dataset& data, const Context& context = Context()) const;
    /// The strict risks: rates of predicted classes, losses and divergences as they are. Throws std::invalid_argument
    /// with a sentence when a target is missing.
    [[nodiscard]] Risks risks(const tabular::Dataset& data, const tabular::Goal& asked,
                              const Context& context = Context()) const;

    static constexpr int format = 1;  ///< of the file that save() writes; load() reads this one and older ones
    /// To a temporary file, then renamed; and back. The same model gives the same bytes. Both throw std::runtime_error
    /// with a sentence that begins with the file's name; load() for one that is cut short, damaged, changed by another
    /// program or written by a newer alcole.
    void save(const std::filesystem::path& file) const;
    [[nodiscard]] static TrainedModel load(const std::filesystem::path& file);
};

}  // namespace alcole::learning
