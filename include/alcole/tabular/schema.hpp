#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/read.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// How the columns of a table become the inputs of a model. A schema is fitted to training rows only, saved with the
/// model, and applied unchanged to every table that the model sees later.
namespace alcole::tabular {

/// What is predicted: one of two classes, one of several, a number, or one of several ordered classes (brackets,
/// grades, stars), counted from 1.
enum class Task : std::uint8_t { binary, multiclass, regression, ordinal };
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Task task);
/// Whether a model computes a score for every class.
constexpr bool scores_classes(Task task) { return task == Task::multiclass || task == Task::ordinal; }

/// The requested task. `automatic` is decided from the target and is never ordinal.
enum class TaskChoice : std::uint8_t { automatic, ordinal, regression };

/// A column and its inputs.
///
///   number     One input, (value - mean) / sd; a missing value counts as the mean. If values were missing in training,
///              a second input is 1 for them.
///              In bins: one input per bin, which is 1 if the bin contains the value. Bin k starts at edges[k - 1]; the
///              first and the last bin are open-ended, so every value is in one.
///   category   One input per level, which is 1 for the row's own; all are 0 for a word not seen in training. If values
///              were missing in training, they have an input of their own; otherwise they count as an unseen word.
///
/// A boolean column is a category with two levels.
struct Feature {
    std::string column{};
    ColumnType type = ColumnType::number;
    double mean = 0;
    double sd = 1;                ///< of the training rows (divided by n); 1 for a constant column
    std::vector<double> edges{};  ///< of a number in bins: increasing, in single precision; otherwise empty
    std::vector<std::string> levels{};
    bool missing_seen = false;

    /// True if the column enters as one number rather than as indicators.
    [[nodiscard]] bool is_amount() const { return type == ColumnType::number && edges.empty(); }
    /// The number of inputs for bins or levels, at most one of which is 1; "is missing" is not counted.
    [[nodiscard]] std::size_t num_places() const { return edges.empty() ? levels.size() : edges.size() + 1; }
    [[nodiscard]] std::size_t num_inputs() const { return (is_amount() ? 1 : num_places()) + (missing_seen ? 1 : 0); }
    friend bool operator==(const Feature&, const Feature&) = default;
};

/// The column to predict.
struct Target {
    std::string column{};
    Task task = Task::binary;
    std::vector<std::string>
        classes{};    ///< binary: the negative class, then the positive one; ordinal: the lowest first
    double mean = 0;  ///< of a number: the model predicts (value - mean) / sd, risks are in the units of the column
    double sd = 1;
    friend bool operator==(const Target&, const Target&) = default;
};

/// The features and the target of a model.
struct Schema {
    std::vector<Feature> features{};
    Target target{};

    /// The number of inputs of the model. Numbers come first, then everything that is 0 or 1.
    [[nodiscard]] ALCOLE_EXPORT std::size_t num_inputs() const;
    /// The number of scores: one for a binary target, one per class for several classes, one for a number.
    [[nodiscard]] ALCOLE_EXPORT std::size_t num_outputs() const;
    /// The number of outputs of a model's last layer: its scores or, for ordered classes, one number that the cut
    /// points turn into scores (cut_points.hpp).
    [[nodiscard]] std::size_t num_sums() const { return target.task == Task::ordinal ? 1 : num_outputs(); }
    /// The number of parameters of the cut points.
    [[nodiscard]] std::size_t num_steps() const { return target.task == Task::ordinal ? target.classes.size() - 2 : 0; }
    /// "age", "age is missing", "race = Hispanic", "pay < 10", "10 <= pay < 20", ..., in the order of the inputs.
    [[nodiscard]] ALCOLE_EXPORT std::vector<std::string> input_names() const;
    /// Throws std::invalid_argument, naming the nearest column, if no feature comes from that column.
    [[nodiscard]] ALCOLE_EXPORT const Feature& feature(std::string_view column) const;
    friend bool operator==(const Schema&, const Schema&) = default;
};

/// A block of inputs, at most one of which is 1: the levels of a category, the bins of a number, or its "is missing".
struct Block {
    std::size_t feature = 0;      ///< index into the schema's features
    std::size_t first_input = 0;  ///< index into the model's inputs
    std::size_t size = 0;
};
/// The blocks of a schema, in the order of their inputs. They come after the inputs that are numbers; num_numbers()
/// counts those.
[[nodiscard]] ALCOLE_EXPORT std::vector<Block> blocks_of(const Schema& schema);
[[nodiscard]] ALCOLE_EXPORT std::size_t num_numbers(const Schema& schema);

/// Options of fit_schema(). Only `target` is required.
struct SchemaOptions {
    std::string target{};
    std::string positive{};               ///< the positive class; empty: true, yes or 1 in a column with two values
    std::vector<std::string> features{};  ///< columns to use; empty: all but the target and those in `ignore`
    std::vector<std::string> ignore{};
    bool ignore_constant = false;  ///< also ignore columns that have at most one value in all rows
    /// Regression: predict a number as a number even if it has only two values. Ordinal: ordered classes.
    TaskChoice task = TaskChoice::automatic;
    /// For ordinal: the classes, lowest first; those that do not occur are left out. Empty: numeric order.
    std::vector<std::string> order{};
    std::vector<std::string> binned{};  ///< number columns that enter as bins with about equally many rows each
    std::size_t bins = 20;              ///< maximum number of bins of each
};

/// Fits a schema to training rows. A category or boolean target is a class, as is a number column with exactly two
/// values; any other number column is a regression target. Set `task` to override this. Throws std::invalid_argument if
/// the options do not fit the rows.
[[nodiscard]] ALCOLE_EXPORT Schema fit_schema(const Table& training, const SchemaOptions& options);

/// Throws std::invalid_argument, naming the columns that the table lacks or that have another type. With `with_target`,
/// the target is required too.
ALCOLE_EXPORT void check_fits(const Schema& schema, const Table& table, bool with_target);

/// The options to read a file so that it fits: the schema's columns (the target only if requested) with the schema's
/// types.
[[nodiscard]] ALCOLE_EXPORT ReadOptions read_options(const Schema& schema, bool with_target);

/// The schema as JSON text, and back. Throws std::invalid_argument if the text is not a schema.
[[nodiscard]] ALCOLE_EXPORT std::string to_json(const Schema& schema);
[[nodiscard]] ALCOLE_EXPORT Schema schema_from_json(std::string_view text);

}  // namespace alcole::tabular
