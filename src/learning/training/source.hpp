#pragma once

#include <alcole/tabular/merge.hpp>
#include <alcole/tabular/split.hpp>
#include <alcole/tabular/table.hpp>

#include "learning/config/config.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace alcole::learning {

/// The rows of a run, as read: merges made, rows chosen.
struct Source {
    tabular::Table table{};
    std::optional<tabular::Table> test{};   ///< of data.test_file
    std::optional<tabular::Table> apart{};  ///< for the certificate alone: nothing is fitted to or chosen by them
    std::string sha256{};
    std::string test_sha256{};
    std::vector<tabular::Merge> merges{};
    std::vector<std::string> notes{};  ///< what was noticed and did not stop it, a sentence each
};

/// Throws std::invalid_argument or tabular::ReadError with a sentence: a file that is not there or has another hash, a
/// column that does not exist, no rows left, ...
Source read_source(const Config& config);

/// The run file with the hashes of what was read: a later run on other content is refused.
Config pinned(Config config, const Source& source);

/// Label and protected groups together: every part of a split has its share of each.
std::vector<std::int32_t> strata_of(const Config& config, const tabular::Table& table);

/// The split that the run file asks for; nothing where all rows are for training.
std::optional<tabular::Split> split_of(const Config& config, const Source& source);

/// The run file as TOML with the names of its tables alone: the same wherever they lie.
std::string text_without_folders(Config config);

/// sha256 of the data and of everything that was asked for.
std::string training_hash(const Config& config, const Source& source);

}  // namespace alcole::learning
