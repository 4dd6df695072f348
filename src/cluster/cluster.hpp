#pragma once

#include <alcole/ranks.hpp>

#include <cstddef>
#include <memory>

/// Processes that MPI has started together. The only room that knows MPI.
namespace alcole::cluster {

/// Whether this program can be one of several ranks at all; not where it was built without MPI.
bool available();

/// Whether a launcher started this process as one of several: mpirun, mpiexec or srun. Asks the environment alone, so
/// that a process on its own never starts MPI.
bool launched();
/// As how many, by what it says; 0: it does not say, or there is none.
std::size_t launched_size();

/// The ranks of one job.
class Job : public Ranks {
  public:
    /// How many of them share this machine.
    virtual std::size_t ranks_here() const = 0;
};

/// Joins the others; once in a process. Its end waits until all have come to theirs. Throws std::runtime_error with a
/// sentence where it is not available.
std::unique_ptr<Job> join();

}  // namespace alcole::cluster
