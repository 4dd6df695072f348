#pragma once

#include <alcole/hooks.hpp>

namespace alcole::app {

/// The stop flag that Ctrl-C and SIGTERM set. The first signal requests a clean end; a second one ends the program. A
/// signal that comes before anybody has asked for the flag ends the program at once: there is nothing to keep yet.
StopFlag& interrupt();

void watch_for_interrupts();

}  // namespace alcole::app
