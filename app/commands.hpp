#pragma once

#include <CLI/CLI.hpp>

/// The commands of the program. Each adds its options to the command line and returns nothing; its work is a callback
/// that throws Exit with the program's exit code, or an exception with a sentence.
namespace alcole::app {

/// Documented in docs/cli.md.
enum ExitCode : int {
    success = 0,
    failure = 1,       ///< something that was asked for could not be done: the sentence says what
    usage = 2,         ///< the command line or a configuration makes no sense
    interrupted = 130  ///< stopped by Ctrl-C; what was finished is kept
};

struct Exit {
    int code;
};

void add_init(CLI::App& app);
void add_study(CLI::App& app);
void add_data(CLI::App& app);
void add_version(CLI::App& app);

}  // namespace alcole::app
