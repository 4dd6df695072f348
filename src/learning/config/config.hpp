#pragma once

#include <alcole/learning/options.hpp>
#include <alcole/options.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/read.hpp>

#include "base/enum_names.hpp"
#include "base/setting_info.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// One file describes a run: which data, which model, which constraints, how to solve. Every key stands once, with its
/// default, its range and its meaning, in the table behind key_table(); the TOML reader, `--set`, the run.toml that is
/// written beside the results and docs/config.md all come from there.
namespace alcole::learning {

/// [data]
struct DataConfig {
    std::string file{};                                  ///< CSV or ARFF; relative to the run file
    std::string test_file{};                             ///< a given split: `file` is for training, this one held out
    std::string target{};                                ///< the column to predict
    std::string positive{};                              ///< its positive class; empty: true, yes or 1
    std::vector<std::string> features{};                 ///< columns to predict from; empty: all but `ignore`
    std::vector<std::string> ignore{};                   ///< columns to leave out
    std::vector<std::string> where{};                    ///< conditions on rows (filter.hpp); all must hold
    std::vector<std::string> merge{};                    ///< 'race in ["Asian", "Native American"] -> Other'
    std::vector<std::string> protected_columns{};        ///< key `protected`: columns whose groups are reported
    std::vector<std::string> categories{};               ///< columns of numbers that are codes, not amounts
    std::string weights{};                               ///< a column: how much each row counts in the objective
    double test = 0.3;                                   ///< share of rows held out; 0: none
    std::string delimiter = ",";                         ///< one character, or "tab"
    std::string quote = "\"";                            ///< one character; empty: none
    std::string comment{};                               ///< lines that start with it are skipped; empty: none
    std::vector<std::string> missing = {"", "?", "NA"};  ///< words that mean "no value"
    std::vector<std::string> names{};                    ///< of the columns, for a file without a header line
    std::string sha256{};                                ///< of `file`; when given, another content is refused
    std::string test_sha256{};                           ///< of `test_file`
    friend bool operator==(const DataConfig&, const DataConfig&) = default;
};

/// [model]
struct ModelConfig {
    std::string kind = "mlp";                    ///< or "linear"
    std::vector<std::size_t> hidden = {64, 64};  ///< of mlp
    tabular::Activation activation = tabular::Activation::sigmoid;
    std::optional<double> l2{};  ///< none: 5 / (training rows) for an mlp, 0 for a linear one
    friend bool operator==(const ModelConfig&, const ModelConfig&) = default;
};

struct Config {
    DataConfig data{};
    ModelConfig model{};
    std::vector<tabular::Constraint> constraints{};  ///< [[constraint]]
    SolveConfig solve{};
    CertifyConfig certify{};
};

/// The defaults of a run.
Config default_config();

/// How the table is read: delimiter, quote, names, missing words, and `categories` as types.
tabular::ReadOptions read_options(const DataConfig& config);

/// The model as the engine knows it: a linear one has no hidden layers.
tabular::Model model_of(const ModelConfig& config);

/// The l2 in use. A network can overfit, and then its training risks say nothing about other rows; a
/// normal prior on the weights, 5 / rows, keeps held-out loss near its best on tables of 700 to 23,000 rows.
double l2_of(const ModelConfig& config, std::size_t training_rows);

/// One row of the table of keys: "data.file", "constraint.bound", "solve.tolerance.violation". Defaults are TOML; an
/// empty one: the key must be given.
using KeyInfo = base::SettingInfo;
std::vector<KeyInfo> key_table();

/// Reads a run file; paths in it are made relative to its folder. Throws std::invalid_argument with a sentence: file,
/// line, key, what was found, and for an unknown key the nearest known one. What no single line shows is left to
/// check(), so that a key can still be set from elsewhere.
Config read_config(const std::filesystem::path& file);
/// The same from text; `name` stands for the file in sentences, `folder` for its folder.
Config parse_config(std::string_view text, const std::string& name, const std::filesystem::path& folder);

/// Changes one key: "solve.seed=3", 'data.ignore=["id"]', "constraint.bound=0.01" (all constraints) or
/// "constraint.2.bound=0.01" (the second one). The value is TOML; a bare word counts as a string, and so does anything
/// where the key takes a string: "data.positive=1". Paths are taken as they are. Throws std::invalid_argument with a
/// sentence.
void set(Config& config, std::string_view assignment);

/// Throws std::invalid_argument with a sentence for what each key alone cannot show: no target, features and ignore
/// together, a constraint without a bound, ...
void check(const Config& config);

/// The whole of it with every default written out, such that read_config(write) gives the same. Paths are written
/// relative to `folder`.
std::string to_toml(const Config& config, const std::filesystem::path& folder);

/// Keys whose values differ, with both values as TOML, for a sentence. Paths are compared as files; a hash that only
/// one side gives is no difference.
struct KeyDifference {
    std::string name{};
    std::string left{};
    std::string right{};
};
std::vector<KeyDifference> differences(const Config& left, const Config& right);

}  // namespace alcole::learning
