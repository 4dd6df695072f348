#pragma once

#include <CLI/CLI.hpp>

/// The commands of the program. Each adds its options to the command line and returns nothing; its work is a callback
/// that throws Exit with the program's exit code, or an exception with a sentence.
namespace alcole::app {

/// Documented in docs/cli.md.
enum ExitCode : int {
    success = 0,       ///< done; where a model was trained, its constraints are met
    failure = 1,       ///< the command line or the input makes no sense, or something could not be done: a sentence
    not_met = 2,       ///< a model was trained, but a constraint is not met
    infeasible = 3,    ///< no model meets all constraints; the best compromise is kept
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
