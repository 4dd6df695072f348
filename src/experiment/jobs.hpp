#pragma once

#include <alcole/context.hpp>

#include "base/stopwatch.hpp"

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>

/// The runner behind everything that trains more than once: folds, seeds, methods, bounds, studies.
namespace alcole::experiment {

/// Independent jobs, distributed over the threads of a Context, and their progress.
class Jobs {
  public:
    /// `expected`: the number of units of work, as far as it is known.
    Jobs(const Context& context, std::size_t expected, std::string unit = "trainings");

    /// Calls f(job, its own Context) for job = 0 .. count - 1, started in that order; each job gets its share of the
    /// threads. With ranks, each job in turn gets all of them. Returns false if stopped. The first exception ends the
    /// run and is rethrown. Results must not depend on the order in which jobs end.
    bool run(std::size_t count, const std::function<void(std::size_t, const Context&)>& f);

    /// Reports that `units` more units are done; may be called from any thread, also with fractions.
    void advance(double units = 1);
    /// Announces `units` more units than expected.
    void expect(double units);

    double seconds() const { return watch_.seconds(); }

  private:
    const Context& context_;
    std::string unit_;
    base::Stopwatch watch_;
    std::mutex mutex_;
    double expected_;
    double done_ = 0;
};

/// Calls f, and puts "WHERE: " before the message of anything that it throws, to tell which of many jobs is meant.
void naming(const std::string& where, const std::function<void()>& f);

}  // namespace alcole::experiment
