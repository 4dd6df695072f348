#pragma once

#include "report/document.hpp"

#include <string>

/// What a person at a terminal sees.
namespace alcole::app {

/// One line that is written over itself on a terminal, cut to its width, and never written into a pipe or a file.
class ProgressLine {
  public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// At most ten times a second.
    void show(const std::string& text);
    void clear();

  private:
    bool terminal_;
    bool shown_ = false;
    double last_ = 0;
};

/// Writes "alcole: SENTENCE" to the terminal's error stream.
void complain(const std::string& sentence);

/// Writes it to the standard output, in colours on a terminal.
void print(const report::Document& document);

/// Colours are for terminals, and not for those who set NO_COLOR.
bool colours_for_stdout();
}  // namespace alcole::app
