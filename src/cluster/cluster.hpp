#pragma once

#include <alcole/ranks.hpp>

#include <cstddef>
#include <memory>

/// The processes of an MPI job. The only room that knows MPI.
namespace alcole::cluster {

/// Whether this program was built with MPI, so that it can be one of several ranks.
bool available();

/// Whether a launcher (mpirun, mpiexec or srun) started this process as one of several. Reads only environment
/// variables, so a single process never initialises MPI.
bool launched();
/// The number of processes according to the launcher; 0 if there is no launcher or it does not say.
std::size_t launched_size();

/// The ranks of one job.
class Job : public Ranks {
  public:
    /// The number of ranks on this machine.
    virtual std::size_t ranks_here() const = 0;
};

/// Initialises MPI and joins the other ranks; call it once per process. The destructor finalises MPI, which waits for
/// all ranks. Throws std::runtime_error with a sentence if this was built without MPI, or if the launcher belongs to
/// another MPI.
std::unique_ptr<Job> join();

}  // namespace alcole::cluster
