#include "terminal.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include <unistd.h>

namespace alcole::app {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) != 0) {}
ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::show(const std::string& text) {
    constexpr double pause = 0.1;
    if (!terminal_ || now() - last_ < pause) return;
    last_ = now();
    shown_ = true;
    std::cerr << "\r\033[K" << text << std::flush;
}

void ProgressLine::clear() {
    if (shown_) std::cerr << "\r\033[K" << std::flush;
    shown_ = false;
}

void complain(const std::string& sentence) { std::cerr << "alcole: " << sentence << '\n'; }

std::string duration_text(double seconds) {
    const auto whole = static_cast<long>(std::lround(seconds));
    if (seconds < 10) return base::short_number(seconds, 2) + " s";
    if (whole < 60) return std::to_string(whole) + " s";
    return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
}

std::string wrapped(const std::string& text, std::size_t width, const std::string& indent) {
    std::string out;
    std::size_t column = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (column > 0 && column + 1 + (end - at) > width) {
            out += "\n" + indent;
            column = 0;
        } else if (column > 0) {
            out += ' ';
            ++column;
        }
        out += text.substr(at, end - at);
        column += end - at;
        at = end + 1;
    }
    return out;
}

bool colours_for_stdout() {
    const bool wanted = std::getenv("NO_COLOR") == nullptr;  // NOLINT(concurrency-mt-unsafe): nobody sets it
    return wanted && isatty(STDOUT_FILENO) != 0;
}

std::string coloured(const std::string& text, Colour colour, bool colours) {
    return colours ? "\033[" + std::to_string(static_cast<int>(colour)) + "m" + text + "\033[0m" : text;
}

}  // namespace alcole::app
