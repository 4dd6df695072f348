#pragma once

#include "exit_codes.hpp"

#include <CLI/CLI.hpp>

/// The commands of the program. Each function adds its options to the command line; the work is done in a callback that
/// throws Exit with the program's exit code, or an exception with a sentence.
///
/// The type name of an option is what the help shows for its value and determines what shells offer: FILE or FILE.toml
/// for files, DIR for folders, lowercase words for themselves, KEY=VALUE for keys of a run file, and combinations
/// separated by |. See outline.hpp.
namespace alcole::app {

void add_init(CLI::App& app);
void add_train(CLI::App& app);
void add_sweep(CLI::App& app);
void add_cv(CLI::App& app);
void add_compare(CLI::App& app);
void add_evaluate(CLI::App& app);
void add_certify(CLI::App& app);
void add_predict(CLI::App& app);
void add_report(CLI::App& app);
void add_explain(CLI::App& app);
void add_examine(CLI::App& app);
void add_study(CLI::App& app);
void add_data(CLI::App& app);
void add_convert(CLI::App& app);
void add_version(CLI::App& app);
void add_completion(CLI::App& app);
void add_man(CLI::App& app);

}  // namespace alcole::app
