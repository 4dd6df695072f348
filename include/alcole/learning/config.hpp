#pragma once

#include <alcole/export.hpp>
#include <alcole/learning/options.hpp>
#include <alcole/options.hpp>
#include <alcole/tabular/calibrate.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/goal.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/schema.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A run in one value: which data, which model, which constraints, how to solve. It is what a run file (TOML) says,
///
///     Config config = read_config("run.toml");
///     set(config, "solve.seed=3");
///     check(config);
///
/// or what a program fills in by itself:
///
///     Config config{.data = {.target = "approved"}, .constraints = {{.bound = 1e-3, .attributes = {"sex"}}}};
///
/// Every key stands once, with its default, its range and its meaning, in the table behind key_table(): the TOML
/// reader,
/// `--set`, the run.toml that is written beside the results and docs/config.md all come from there. run.hpp carries a
/// run out, sweep.hpp and repeat.hpp repeat it.
namespace alcole::learning {

/// [data]
struct DataConfig {
    std::string file{};       ///< CSV, ARFF or HDF5; empty: the rows come from memory
    std::string test_file{};  ///< a given split: `file` is for training, this one held out
    std::string target{};     ///< the column to predict
    std::string positive{};   ///< its positive class; empty: true, yes or 1
    tabular::TaskChoice task = tabular::TaskChoice::automatic;  ///< ordered classes, or a number that has two values
    std::vector<std::string> order{};              ///< of ordered classes, the lowest first; empty: as numbers
    std::vector<std::string> features{};           ///< columns to predict from; empty: all but `ignore`
    std::vector<std::string> ignore{};             ///< columns to leave out
    bool ignore_constant = false;                  ///< and those with one value, or none, in all training rows
    std::vector<std::string> where{};              ///< conditions on rows (filter.hpp); all must hold
    std::vector<std::string> merge{};              ///< 'race in ["Asian", "Native American"] -> Other'
    std::vector<std::string> protected_columns{};  ///< key `protected`: columns whose groups are reported
    std::vector<std::string> categories{};         ///< columns of numbers that are codes, not amounts
    std::vector<std::string> binned{};             ///< columns of numbers that enter as bins
    std::size_t bins = 20;                         ///< of each of them at most
    std::string weights{};                         ///< a column: how much each row counts in the objective
    std::string class_weights{};                   ///< "balanced", or "yes: 3, no: 1"; empty: all the same
    double test = 0.3;                             ///< share of rows held out; 0: none
    std::string delimiter = ",";                   ///< one character, or "tab"
    bool decimal_comma = false;                    ///< numbers are written 1.234,5
    std::string quote = "\"";                      ///< one character; empty: none
    std::string comment{};                         ///< lines that start with it are skipped; empty: none
    /// Words that mean "no value".
    std::vector<std::string> missing = tabular::ReadOptions{}.missing;
    std::vector<std::string> names{};  ///< of the columns, for a file without a header line
    std::string sha256{};              ///< of `file`; when given, another content is refused
    std::string test_sha256{};         ///< of `test_file`
    friend bool operator==(const DataConfig&, const DataConfig&) = default;
};

/// What is minimised. `automatic`: the error rate under constraints on rates alone, where there are rows enough for
/// each weight, else the loss.
enum class ObjectiveChoice : std::uint8_t { automatic, loss, error_rate };

/// [model]
struct ModelConfig {
    std::string kind = "mlp";                    ///< or "linear", or "trees"
    std::vector<std::size_t> hidden = {64, 64};  ///< of mlp
    tabular::Activation activation = tabular::Activation::sigmoid;
    std::optional<double> l2{};  ///< none: 5 / (training rows) for an mlp, 0 for a linear one, 1 for trees
    tabular::Trees trees{};      ///< of trees; its l2 is the one above
    tabular::Calibration calibrate = tabular::Calibration::none;  ///< on a fifth of the training rows
    ObjectiveChoice objective = ObjectiveChoice::automatic;
    friend bool operator==(const ModelConfig&, const ModelConfig&) = default;
};

/// Every member begins with its default. The functions below neither keep nor share anything: threads may call them at
/// the same time with configs of their own.
struct Config {
    DataConfig data{};
    ModelConfig model{};
    std::vector<tabular::Constraint> constraints{};  ///< [[constraint]]
    SolveConfig solve{};
    CertifyConfig certify{};
};

/// What [data] says of the columns, for a schema. Neither the column of weights nor the answers of other models that
/// constraints compare with are features.
[[nodiscard]] ALCOLE_EXPORT tabular::SchemaOptions schema_options(const Config& config);

/// Reads a run file; relative paths in it start from its folder. Throws std::invalid_argument with a sentence: file,
/// line, key, what was found, and for an unknown key the nearest known one. What no single line shows is left to
/// check(), so that a key can still be set from elsewhere.
[[nodiscard]] ALCOLE_EXPORT Config read_config(const std::filesystem::path& file);
/// The same from text; `name` stands for the file in sentences, `folder` for its folder.
[[nodiscard]] ALCOLE_EXPORT Config parse_config(std::string_view text, const std::string& name,
                                                const std::filesystem::path& folder);

/// Changes one key: "solve.seed=3", 'data.ignore=["id"]', "constraint.bound=0.01" (all constraints) or
/// "constraint.2.bound=0.01" (the second one). The value is TOML; a bare word counts as a string, and so does anything
/// where the key takes a string: "data.positive=1". Paths are taken as they are. Throws std::invalid_argument with a
/// sentence and changes nothing then.
ALCOLE_EXPORT void set(Config& config, std::string_view assignment);

/// Where the rows of a run come from: from data.file, or from the program itself.
enum class RowsFrom : std::uint8_t { file, memory };

/// Throws std::invalid_argument with a sentence for what each key alone cannot show: no target, features and ignore
/// together, a constraint without a bound, ...
ALCOLE_EXPORT void check(const Config& config, RowsFrom rows = RowsFrom::file);

/// The run file with every default written out, such that parse_config() of it gives the same. Paths are written
/// relative to `folder`.
[[nodiscard]] ALCOLE_EXPORT std::string to_toml(const Config& config, const std::filesystem::path& folder);

/// Every key, in the order of the file: "data.file", "constraint.bound", "solve.tolerance.violation". Defaults are
/// TOML; an empty one: the key must be given.
[[nodiscard]] ALCOLE_EXPORT std::vector<OptionInfo> key_table();

}  // namespace alcole::learning
