#pragma once

#include "data/catalogue.hpp"

#include <filesystem>

namespace alcole::app {

/// Where openings of rows for certificates are written down: beside the data sets that were fetched.
inline std::filesystem::path ledger_file() { return data::cache_folder() / "certificates.jsonl"; }

}  // namespace alcole::app
