#include "terminal.hpp"

#include "exit_codes.hpp"
#include "ranks.hpp"
#include "report/format.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include <sys/ioctl.h>
#include <unistd.h>

namespace alcole::app {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// The number of characters that fit on a line; a large number if the terminal does not say.
std::size_t terminal_width() {
    constexpr std::size_t unknown = 1000;
    winsize size{};
    const bool told = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;  // NOLINT: of POSIX
    return told ? size.ws_col : unknown;
}

/// True for a terminal, unless NO_COLOR is set. mpirun gives rank 0 a pseudo-terminal, wherever its output really goes.
bool colours_for_stdout() {
    const bool wanted = std::getenv("NO_COLOR") == nullptr;  // NOLINT(concurrency-mt-unsafe): no code sets it
    return wanted && ranks() == nullptr && isatty(STDOUT_FILENO) != 0;
}

}  // namespace

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) != 0) {}
ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::show(const std::string& text) {
    constexpr double pause = 0.1;
    if (!terminal_ || now() - last_ < pause) return;
    last_ = now();
    shown_ = true;
    // A full line would wrap, and could then not be overwritten.
    std::cerr << "\r\033[K" << report::shortened(text, terminal_width() - 1) << std::flush;
}

void ProgressLine::clear() {
    if (shown_) std::cerr << "\r\033[K" << std::flush;
    shown_ = false;
}

void print_to_stderr(const std::string& sentence) { std::cerr << "alcole: " << sentence << '\n'; }

void complain_of(const std::vector<Note>& notes) {
    for (const auto& note : notes) print_to_stderr("note: " + to_string(note));
}

void print(const report::Document& document) {
    (void)std::fputs(report::terminal(document, colours_for_stdout()).c_str(), stdout);
}

void print(const report::Document& document, const std::filesystem::path& folder) {
    print(document);
    std::printf("\nreport: %s\n", (folder / "report.html").c_str());
}

void print_line(const std::string& line) { std::printf("%s\n", line.c_str()); }

void end_stopped(const std::string& kept) {
    print_to_stderr("stopped; " + kept);
    throw Exit{ExitCode::interrupted};
}

}  // namespace alcole::app
