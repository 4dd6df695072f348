#pragma once

#include "learning/outcome/folder.hpp"
#include "learning/training/source.hpp"
#include "progress.hpp"
#include "run_options.hpp"
#include "terminal.hpp"

#include <string>

/// What the commands that train several times have in common.
namespace alcole::app {

/// Settings, rows, and a folder of their own.
class SeveralRuns {
  public:
    /// `ending`: of the default folder, such as "-sweep". Throws std::invalid_argument with a sentence when the folder
    /// is that of a training: its run.toml must stay what its model was trained with.
    SeveralRuns(const RunArguments& arguments, const std::string& ending);

    const learning::Config& config() const { return config_; }
    const learning::Source& source() const { return source_; }

    /// Threads, Ctrl-C, and a progress line.
    Context context();

    /// Ends the program with the exit code of an interruption.
    [[noreturn]] void stopped();

    void write(const std::string& name, const std::string& text) const;
    /// The results as JSON, or the summary and where the report is.
    void print(const std::string& json, const report::Document& summary);

  private:
    const RunArguments& arguments_;
    learning::Config config_;
    learning::Source source_;
    learning::RunFolder folder_;  // after the rows: mistakes in them leave nothing behind
    ProgressLine line_;
};

}  // namespace alcole::app
