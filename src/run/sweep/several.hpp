#pragma once

#include <alcole/hooks.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

/// Several trainings that do not depend on each other, shared out among threads.
namespace alcole::run {

/// How far they are, for people who wait.
struct SeveralProgress {
    std::size_t done = 0;
    std::size_t all = 0;
    double seconds = 0;
    std::optional<double> left{};  ///< seconds, a guess
};

/// Results do not depend on any of it.
struct Several {
    std::size_t jobs = 0;  ///< threads; 0: one per core
    const StopFlag* stop = nullptr;
    std::function<void(const SeveralProgress&)> on_progress{};

    bool stopped() const { return stop != nullptr && stop->stop_requested(); }
};

/// Counts trainings from any thread and tells how far they are.
class Counter {
  public:
    Counter(const Several& several, std::size_t all) : several_(several), all_(all) {}

    void count_one();
    void expect_one_more();
    double seconds() const;

  private:
    const Several& several_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    std::size_t all_;
    std::size_t done_ = 0;
};

/// Calls f; what it refuses is said with "WHERE: " in front, because one training of many is meant.
void said_with(const std::string& where, const std::function<void()>& f);

}  // namespace alcole::run
