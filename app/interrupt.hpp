#pragma once

#include <alcole/hooks.hpp>

namespace alcole::app {

/// The stop flag that Ctrl-C and SIGTERM set. The first signal requests a clean end; a second one ends the program.
StopFlag& interrupt();
void watch_for_interrupts();

}  // namespace alcole::app
