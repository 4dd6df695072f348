#pragma once

#include "studies/settings.hpp"

#include <filesystem>

namespace alcole::app {

/// Reads settings from a TOML file: one key per setting. Throws std::invalid_argument with file, line and key.
void read_config(const std::filesystem::path& file, studies::Settings& settings);

}  // namespace alcole::app
