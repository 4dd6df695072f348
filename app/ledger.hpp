#pragma once

#include "data/catalogue.hpp"

#include <filesystem>

namespace alcole::app {

/// The ledger that records when rows for certificates were opened; next to the data sets that were fetched.
inline std::filesystem::path ledger_file() { return data::cache_folder() / "certificates.jsonl"; }

}  // namespace alcole::app
