#pragma once

#include <memory>

#include <CLI/CLI.hpp>

namespace alcole::app {

/// The only definition of the command line: it is parsed, shown as help, completed by shells and printed as a manual.
std::unique_ptr<CLI::App> build_app();

}  // namespace alcole::app
