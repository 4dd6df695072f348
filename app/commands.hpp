#pragma once

#include <CLI/CLI.hpp>

/// The commands of the program. Each adds its options to the command line and returns nothing; its work is a callback
/// that throws Exit with the program's exit code, or an exception with a sentence.
namespace alcole::app {

/// Documented in docs/cli.md.
enum ExitCode : int {
    success = 0,
    failure = 1,       ///< bad input or usage, or something could not be done: the sentence says what
    not_met = 2,       ///< trained, but a constraint is not met
    infeasible = 3,    ///< trained, and the constraints cannot be met together
    interrupted = 130  ///< stopped by Ctrl-C; what was finished is kept
};

struct Exit {
    int code;
};

void add_init(CLI::App& app);
void add_train(CLI::App& app);
void add_evaluate(CLI::App& app);
void add_certify(CLI::App& app);
void add_predict(CLI::App& app);
void add_report(CLI::App& app);
void add_explain(CLI::App& app);
void add_study(CLI::App& app);
void add_data(CLI::App& app);
void add_version(CLI::App& app);

}  // namespace alcole::app
