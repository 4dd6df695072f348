#include "interrupt.hpp"

#include "exit_codes.hpp"

#include <atomic>
#include <csignal>
#include <string_view>

#include <unistd.h>

namespace alcole::app {
namespace {

StopFlag flag;                                          // NOLINT: a signal handler reaches nothing else
std::atomic<bool> polled = false;                       // NOLINT
static_assert(std::atomic<bool>::is_always_lock_free);  // so that a signal handler may read it

/// Writes to standard error as a signal handler may. At a terminal, the sentence replaces the progress line.
void say(std::string_view sentence) {
    constexpr std::string_view clear = "\r\033[K";
    if (isatty(STDERR_FILENO) != 0) (void)!write(STDERR_FILENO, clear.data(), clear.size());
    (void)!write(STDERR_FILENO, sentence.data(), sentence.size());
}

void on_signal(int signal) {
    if (flag.stop_requested()) std::_Exit(128 + signal);
    if (!polled) {
        say("alcole: stopped\n");
        std::_Exit(ExitCode::interrupted);
    }
    flag.request();
}

}  // namespace

StopFlag& interrupt() {
    polled = true;
    return flag;
}

void watch_for_interrupts() {
    for (const int signal : {SIGINT, SIGTERM}) {
        struct sigaction action {};
        action.sa_handler = on_signal;  // NOLINT: a union of POSIX
        sigaction(signal, &action, nullptr);
    }
}

}  // namespace alcole::app
