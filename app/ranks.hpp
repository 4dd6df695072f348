#pragma once

#include <alcole/ranks.hpp>

#include <cstddef>

namespace alcole::app {

/// This process among those that a launcher such as mpirun has started with it. Rank 0 does what the command line says,
/// and the others serve its evaluations.
class RankOfJob {
  public:
    RankOfJob();
    RankOfJob(const RankOfJob&) = delete;
    RankOfJob& operator=(const RankOfJob&) = delete;
    /// Rank 0 dismisses the others.
    ~RankOfJob();

    /// True when this is not rank 0: it has served until it was dismissed, and nothing is left to do.
    bool served() const;
};

/// The ranks of this process's job; null where it is alone.
Ranks* ranks();
/// Threads of this process where nobody says how many: its share of the machine's cores.
std::size_t threads_of_rank();

}  // namespace alcole::app
