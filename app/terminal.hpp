#pragma once

#include <alcole/note.hpp>

#include "report/document.hpp"

#include <filesystem>
#include <string>
#include <vector>

/// What a user at a terminal sees.
namespace alcole::app {

/// A line that is overwritten in place on a terminal, cut to its width; nothing is written to a pipe or a file.
class ProgressLine {
  public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Updates at most ten times a second.
    void show(const std::string& text);
    void clear();

  private:
    bool terminal_;
    bool shown_ = false;
    double last_ = 0;
};

/// Writes "alcole: SENTENCE" to standard error.
void print_to_stderr(const std::string& sentence);
/// The same for every note: "alcole: note: SENTENCE".
void complain_of(const std::vector<Note>& notes);

/// Writes the document to standard output, with colours on a terminal.
void print(const report::Document& document);
/// The same for the results in a folder, followed by the place of its report.
void print(const report::Document& document, const std::filesystem::path& folder);
/// Writes a line to standard output, such as results as JSON.
void print_line(const std::string& line);

/// Ends the program after an interrupt. `kept`: what became of the work.
[[noreturn]] void end_stopped(const std::string& kept);

}  // namespace alcole::app
