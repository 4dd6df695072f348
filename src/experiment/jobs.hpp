#pragma once

#include <alcole/context.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>

/// The one runner behind everything that trains more than once: folds, seeds, methods, bounds, studies.
namespace alcole::experiment {

/// Independent jobs, shared out among the threads of a Context, and how far they are.
class Jobs {
  public:
    /// `expected`: how many units of work there will be, as far as is known.
    Jobs(const Context& context, std::size_t expected, std::string unit = "trainings");

    /// Calls f(job, its own Context) for job = 0 .. count - 1, begun in that order; a job gets its share of the
    /// threads. Where there are ranks, one job after the other gets all of them. False when it was stopped. The first
    /// exception ends it and is thrown again. Results must not depend on the order in which jobs end.
    bool run(std::size_t count, const std::function<void(std::size_t, const Context&)>& f);

    /// So many units are done, by any thread; parts of a unit are welcome.
    void advance(double units = 1);
    /// There are more of them than was thought.
    void expect(double units);

    double seconds() const;

  private:
    const Context& context_;
    std::string unit_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    double expected_;
    double done_ = 0;
};

/// Calls f; what it refuses is thrown again with "WHERE: " in front, because one job of many is meant.
void naming(const std::string& where, const std::function<void()>& f);

}  // namespace alcole::experiment
