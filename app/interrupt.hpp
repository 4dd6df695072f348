#pragma once

#include <alcole/hooks.hpp>

namespace alcole::app {

/// The stop request that Ctrl-C and SIGTERM make. The first signal asks for a clean end; a second one ends the program.
StopFlag& interrupt();
void watch_for_interrupts();

}  // namespace alcole::app
