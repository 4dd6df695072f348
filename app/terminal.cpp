#include "terminal.hpp"

#include <chrono>
#include <cmath>
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
    if (whole < 60) return std::to_string(whole) + " s";
    return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
}

}  // namespace alcole::app
