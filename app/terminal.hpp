#pragma once

#include <string>

/// What a person at a terminal sees.
namespace alcole::app {

/// One line that is written over itself on a terminal, and never written into a pipe or a file.
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

/// "3 min 20 s", "45 s".
std::string duration_text(double seconds);

}  // namespace alcole::app
