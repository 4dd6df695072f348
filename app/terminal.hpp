#pragma once

#include "report/document.hpp"

#include <string>

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
void complain(const std::string& sentence);

/// Writes the document to standard output, with colours on a terminal.
void print(const report::Document& document);

/// True for a terminal, unless NO_COLOR is set.
bool colours_for_stdout();
}  // namespace alcole::app
