#include "interrupt.hpp"

#include <csignal>

namespace alcole::app {
namespace {

StopFlag flag;  // NOLINT: a signal handler reaches nothing else

void on_signal(int signal) {
    if (flag.stop_requested()) std::_Exit(128 + signal);
    flag.request();
}

}  // namespace

StopFlag& interrupt() { return flag; }

void watch_for_interrupts() {
    for (const int signal : {SIGINT, SIGTERM}) {
        struct sigaction action {};
        action.sa_handler = on_signal;  // NOLINT: a union of POSIX
        sigaction(signal, &action, nullptr);
    }
}

}  // namespace alcole::app
