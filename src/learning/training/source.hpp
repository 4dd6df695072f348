#pragma once

#include <alcole/learning/run.hpp>
#include <alcole/tabular/split.hpp>
#include <alcole/tabular/table.hpp>

#include "learning/config/config.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace alcole::learning {

/// The file that the rows of the certificate are from, and its hash.
struct CertifyRows {
    std::string file{};
    std::string sha256{};
};
CertifyRows certify_rows(const Config& config, const Source& source);

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
