#pragma once

#include <chrono>

namespace alcole::base {

/// Measures wall-clock time since its construction.
class Stopwatch {
  public:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count(); }

  private:
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace alcole::base
