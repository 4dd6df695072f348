#pragma once

#include <alcole/export.hpp>
#include <alcole/learning/options.hpp>
#include <alcole/options.hpp>
#include <alcole/tabular/calibrate.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/schema.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A run in one value: data, model, constraints and how to solve. It comes from a run file (TOML),
///
///     Config config = read_config("run.toml");
///     set(config, "solve.seed=3");
///     check(config);
///
/// or is filled in by a program:
///
///     Config config{.data = {.target = "approved"}, .constraints = {{.bound = 1e-3, .attributes = {"sex"}}}};
///
/// The table behind key_table() defines every key, with its default, its range and its meaning. The TOML reader,
/// `--set`, the run.toml that is written next to the results, and docs/config.md all use it. run.hpp executes a run;
/// sweep.hpp and repeat.hpp repeat it.
namespace alcole::learning {

/// [data]
struct DataConfig {
    std::string file{};       ///< CSV, ARFF or HDF5; not needed if the rows are in memory
    std::string test_file{};  ///< for a given split: `file` is for training, this one is held out
    std::string target{};     ///< the column to predict
    std::string positive{};   ///< its positive class; empty: true, yes or 1
    tabular::TaskChoice task = tabular::TaskChoice::automatic;  ///< ordered classes, or a number that has two values
    std::vector<std::string> order{};     ///< of ordered classes, lowest first; empty: numeric order
    std::vector<std::string> features{};  ///< columns to predict from; empty: every column except the target, the
                                          ///< weights and those in `ignore`
    std::vector<std::string> ignore{};    ///< columns to leave out
    bool ignore_constant = false;         ///< also leave out those with at most one value in all training rows
    std::vector<std::string> where{};     ///< conditions on rows (filter.hpp); all must hold
    std::vector<std::string> merge{};     ///< 'race in ["Asian", "Native American"] -> Other'
    std::vector<std::string> protected_columns{};  ///< key `protected`: columns whose groups are reported
    std::vector<std::string> categories{};         ///< columns of numbers that are codes, not quantities
    std::vector<std::string> binned{};             ///< columns of numbers that enter as bins
    std::size_t bins = 20;                         ///< maximum number of bins of each
    std::string weights{};                         ///< a column with the weight of each row in the objective
    std::string class_weights{};                   ///< "balanced", or "yes: 3, no: 1"; empty: all equal
    double test = 0.3;                             ///< share of rows held out; 0: none
    std::string delimiter = ",";                   ///< one character, or "tab"
    bool decimal_comma = false;                    ///< numbers are written 1.234,5
    std::string quote = "\"";                      ///< one character; empty: none
    std::string comment{};                         ///< lines that start with it are skipped; empty: none
    /// Words that mean "no value".
    std::vector<std::string> missing = tabular::ReadOptions{}.missing;
    std::vector<std::string> names{};  ///< names of the columns, for a file without a header line
    std::string sha256{};              ///< of `file`; if given, a file with different contents is rejected
    std::string test_sha256{};         ///< of `test_file`
    friend bool operator==(const DataConfig&, const DataConfig&) = default;
};

/// What is minimised. `automatic`: the error rate if all constraints are on rates and there are enough rows for each
/// weight, otherwise the loss.
enum class ObjectiveChoice : std::uint8_t { automatic, loss, error_rate };

/// [model]
struct ModelConfig {
    std::string kind = "mlp";                    ///< or "linear", or "trees"
    std::vector<std::size_t> hidden = {32, 16};  ///< for mlp; docs/rates.md says why no more
    tabular::Activation activation = tabular::Activation::sigmoid;
    /// none: 5 / (training rows), at most 0.005, for an mlp and for a linear model with fewer than ten rows per weight;
    /// 0 for any other linear model; 1 for trees
    std::optional<double> l2{};
    tabular::Trees trees{};                                       ///< for trees; its l2 is the one above
    tabular::Calibration calibrate = tabular::Calibration::none;  ///< on a fifth of the training rows
    ObjectiveChoice objective = ObjectiveChoice::automatic;
    friend bool operator==(const ModelConfig&, const ModelConfig&) = default;
};

/// Every member starts with its default. The functions below keep and share no state, so threads may call them
/// concurrently, each with its own Config.
struct Config {
    DataConfig data{};
    ModelConfig model{};
    std::vector<tabular::Constraint> constraints{};  ///< [[constraint]]
    SolveConfig solve{};
    CertifyConfig certify{};
};

/// The schema options that [data] specifies. Neither the column of weights nor the predictions of other models that
/// constraints compare with are features.
[[nodiscard]] ALCOLE_EXPORT tabular::SchemaOptions schema_options(const Config& config);

/// Reads a run file. Relative paths in it are relative to its folder. Throws std::invalid_argument with file, line, key
/// and what was found, and for an unknown key the nearest known one. Errors that no single line shows are left to
/// check(), so that keys can still be set from elsewhere.
[[nodiscard]] ALCOLE_EXPORT Config read_config(const std::filesystem::path& file);
/// The same from text. `name` stands for the file in messages, `folder` for its folder.
[[nodiscard]] ALCOLE_EXPORT Config parse_config(std::string_view text, const std::string& name,
                                                const std::filesystem::path& folder);

/// Changes one key: "solve.seed=3", 'data.ignore=["id"]', "constraint.bound=0.01" (all constraints) or
/// "constraint.2.bound=0.01" (the second one). The value is TOML. A bare word counts as a string, as does any value of
/// a key that takes a string: "data.positive=1". Paths are used as given. On failure, throws std::invalid_argument and
/// changes nothing.
ALCOLE_EXPORT void set(Config& config, std::string_view assignment);

/// Where the rows of a run come from: data.file, or the program itself.
enum class RowsFrom : std::uint8_t { file, memory };

/// Throws std::invalid_argument for errors that no single key shows: no target, features and ignore together, a
/// constraint without a bound, and so on.
ALCOLE_EXPORT void check(const Config& config, RowsFrom rows = RowsFrom::file);

/// The run file with every default written out; parse_config() of it gives the same Config. Paths are written relative
/// to `folder`.
[[nodiscard]] ALCOLE_EXPORT std::string to_toml(const Config& config, const std::filesystem::path& folder);

/// Every key, in the order of the file: "data.file", "constraint.bound", "solve.tolerance.violation". Defaults are
/// TOML; an empty default means that the key is required.
[[nodiscard]] ALCOLE_EXPORT std::vector<OptionInfo> key_table();

}  // namespace alcole::learning
