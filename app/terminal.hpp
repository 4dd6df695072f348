#pragma once

#include <cstddef>
#include <string>
#include <vector>

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

/// "3 min 20 s", "45 s", "0.3 s".
std::string duration_text(double seconds);

/// Breaks a sentence into lines, each but the first indented.
std::string wrapped(const std::string& text, std::size_t width, const std::string& indent);

/// Colours are for terminals, and not for those who set NO_COLOR.
bool colours_for_stdout();
enum class Colour : int { red = 31, green = 32, yellow = 33 };
std::string coloured(const std::string& text, Colour colour, bool colours);

}  // namespace alcole::app
