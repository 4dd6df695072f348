#pragma once

#include <alcole/hooks.hpp>
#include <alcole/result.hpp>

#include <chrono>

namespace alcole::solver {

/// The duration of a solve, including the earlier parts of a resumed one, and whether it should stop.
class Clock {
  public:
    Clock(double before, double limit, const Hooks& hooks) : before_(before), limit_(limit), hooks_(hooks) {}

    double seconds() const {
        return before_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    }
    bool stop() {
        out_of_time_ = limit_ > 0 && seconds() > limit_;
        return out_of_time_ || hooks_.stop_requested();
    }
    /// Why it stopped.
    Status stopped() const { return out_of_time_ ? Status::time_limit : Status::interrupted; }

  private:
    const double before_;
    const double limit_;
    const Hooks& hooks_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    bool out_of_time_ = false;
};

}  // namespace alcole::solver
