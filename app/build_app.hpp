#pragma once

#include <memory>

#include <CLI/CLI.hpp>

namespace alcole::app {

/// The one definition of the command line: what is parsed, shown as help, completed by shells, printed as a manual.
std::unique_ptr<CLI::App> build_app();

}  // namespace alcole::app
