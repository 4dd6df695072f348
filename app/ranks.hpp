#pragma once

#include <alcole/ranks.hpp>

#include <cstddef>

namespace alcole::app {

/// This process as one of those that a launcher such as mpirun has started together. Rank 0 executes the command line,
/// and the others serve its evaluations.
class RankOfJob {
  public:
    RankOfJob();
    RankOfJob(const RankOfJob&) = delete;
    RankOfJob& operator=(const RankOfJob&) = delete;
    /// Rank 0 dismisses the others.
    ~RankOfJob();

    /// True if this is not rank 0: it has served until it was dismissed, and there is nothing left to do.
    bool served() const;
};

/// The ranks of this process's job; null if there is only one process.
Ranks* ranks();
/// The default number of threads of this process: its share of the machine's cores.
std::size_t threads_of_rank();

}  // namespace alcole::app
