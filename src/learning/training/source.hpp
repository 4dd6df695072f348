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

/// The file that contains the certificate's rows, and its hash.
struct CertifyRows {
    std::string file{};
    std::string sha256{};
};
CertifyRows certify_rows(const Config& config, const Source& source);

/// The run file with the hashes of what was read, so that a later run on other contents is rejected.
Config pinned(Config config, const Source& source);

/// Strata by target and protected groups, so that every part of a split has its share of each.
std::vector<std::int32_t> strata_of(const Config& config, const tabular::Table& table);

/// The split that the run file asks for; nothing if all rows are training rows.
std::optional<tabular::Split> split_of(const Config& config, const Source& source);

/// The run file as TOML with file names instead of paths, so that it does not depend on where the files are.
std::string text_without_folders(Config config);

/// sha256 of the data and of all settings.
std::string training_hash(const Config& config, const Source& source);

}  // namespace alcole::learning
