#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/read.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// How the columns of a table become the inputs of a model. Fitted on training rows only, saved with the model, and
/// applied unchanged to every table the model meets later.
namespace alcole::tabular {

/// What is predicted: one of two classes, one of several, a number, or one of several classes in an order (brackets,
/// grades, stars), counted from 1.
enum class Task : std::uint8_t { binary, multiclass, regression, ordinal };
ALCOLE_EXPORT std::string_view to_string(Task task);
/// Whether a model gives a score to every class.
constexpr bool scores_classes(Task task) { return task == Task::multiclass || task == Task::ordinal; }

/// Which task is asked for. Automatic: as the target looks, which is never ordinal.
enum class TaskChoice : std::uint8_t { automatic, ordinal, regression };

/// One column and its inputs.
///   number     one input, (value - mean) / sd; a missing value counts as the mean. Where values were missing in
///              training there is a second input that is 1 for them.
///              In bins: one input per bin, 1 for the one that the value is in. Bin k begins with edges[k - 1]; the
///              first and the last one have no end, so every value is in one.
///   category   one input per level, 1 for the row's own; none is 1 for a word that training never met. Where values
///              were missing in training they have an input of their own, else they count as such a word.
/// A boolean column is a category with two levels.
struct Feature {
    std::string column{};
    ColumnType type = ColumnType::number;
    double mean = 0;
    double sd = 1;                ///< of the training rows (divided by n); 1 for a column that does not vary
    std::vector<double> edges{};  ///< of a number in bins: between them, rising, in single precision; else empty
    std::vector<std::string> levels{};
    bool missing_seen = false;

    /// It enters as one number, not as something that is or is not so.
    bool is_amount() const { return type == ColumnType::number && edges.empty(); }
    /// Inputs of which at most one is 1, "is missing" left out: those of bins, or of levels.
    std::size_t num_places() const { return edges.empty() ? levels.size() : edges.size() + 1; }
    std::size_t num_inputs() const { return (is_amount() ? 1 : num_places()) + (missing_seen ? 1 : 0); }
    friend bool operator==(const Feature&, const Feature&) = default;
};

struct Target {
    std::string column{};
    Task task = Task::binary;
    std::vector<std::string> classes{};  ///< of a binary one the negative class, then the positive one;
                                         ///< of an ordinal one the lowest first
    double mean = 0;  ///< of a number: the model predicts (value - mean) / sd, risks are in the units of the column
    double sd = 1;
    friend bool operator==(const Target&, const Target&) = default;
};

struct Schema {
    std::vector<Feature> features{};
    Target target{};

    /// Inputs of the model, in the order it reads them: the numbers first, then everything that is 0 or 1.
    ALCOLE_EXPORT std::size_t num_inputs() const;
    /// One score for a binary target, one per class for several, one for a number.
    ALCOLE_EXPORT std::size_t num_outputs() const;
    /// What the last layer of a model gives: its scores, but of ordered classes one number, of which cut points make
    /// scores (cut_points.hpp).
    std::size_t num_sums() const { return target.task == Task::ordinal ? 1 : num_outputs(); }
    /// How many parameters the cut points have.
    std::size_t num_steps() const { return target.task == Task::ordinal ? target.classes.size() - 2 : 0; }
    /// "age", "age is missing", "race = Hispanic", "pay < 10", "10 <= pay < 20", ... in the order of the inputs.
    ALCOLE_EXPORT std::vector<std::string> input_names() const;
    /// Throws std::invalid_argument, naming the nearest one, when no feature comes from that column.
    ALCOLE_EXPORT const Feature& feature(std::string_view column) const;
    friend bool operator==(const Schema&, const Schema&) = default;
};

/// A block of inputs of which at most one is 1: a category's levels, a number's bins, or its "is missing".
struct Block {
    std::size_t feature = 0;      ///< into the schema's features
    std::size_t first_input = 0;  ///< into the model's inputs
    std::size_t size = 0;
};
/// The blocks of a schema, in the order of their inputs. Before them come the inputs that are numbers, num_numbers() of
/// them.
[[nodiscard]] ALCOLE_EXPORT std::vector<Block> blocks_of(const Schema& schema);
[[nodiscard]] ALCOLE_EXPORT std::size_t num_numbers(const Schema& schema);

struct SchemaOptions {
    std::string target{};
    std::string positive{};               ///< the positive class; empty: true, yes or 1 of a column with two values
    std::vector<std::string> features{};  ///< columns; empty: all but the target and those in `ignore`
    std::vector<std::string> ignore{};
    bool ignore_constant = false;  ///< no features of columns with one value, or none, in all rows either
    /// Regression: a number is predicted as a number, even where it has two values only. Ordinal: classes in an order.
    TaskChoice task = TaskChoice::automatic;
    /// Of ordinal: the classes, the lowest first; those that do not occur are left out. Empty: numbers in their order.
    std::vector<std::string> order{};
    std::vector<std::string> binned{};  ///< number columns that enter as bins with about as many rows each
    std::size_t bins = 20;              ///< of each of them at most
};

/// Fits a schema to training rows. A category or boolean target is a class, as is a number column with exactly two
/// values; any other number column is a regression target. `task` asks for something else. Throws
/// std::invalid_argument with a sentence.
ALCOLE_EXPORT Schema fit_schema(const Table& training, const SchemaOptions& options);

/// Throws std::invalid_argument naming the columns that the table lacks or that have another type. With
/// `with_target`, the target must be there too.
ALCOLE_EXPORT void check_fits(const Schema& schema, const Table& table, bool with_target);

/// How to read a file so that it fits: the schema's columns (the target only if asked for) with the schema's types.
ALCOLE_EXPORT ReadOptions read_options(const Schema& schema, bool with_target);

/// The schema as JSON text, and back. Throws std::invalid_argument with a sentence for text that is not a schema.
ALCOLE_EXPORT std::string to_json(const Schema& schema);
ALCOLE_EXPORT Schema schema_from_json(std::string_view text);

}  // namespace alcole::tabular
