#include "ranks.hpp"

#include "base/parallel.hpp"
#include "cluster/cluster.hpp"
#include "interrupt.hpp"

#include <algorithm>
#include <csignal>
#include <memory>

#include <unistd.h>

namespace alcole::app {
namespace {

std::unique_ptr<cluster::Job> job;  // NOLINT: one in a process, as MPI has it

/// Rank 0 handles a signal sent to the whole job: it needs a few more evaluations to stop cleanly and save its state.
void leave_signals_to_rank_0() {
    for (const int signal : {SIGINT, SIGTERM}) (void)std::signal(signal, SIG_IGN);  // NOLINT: a macro of the library
}

}  // namespace

RankOfJob::RankOfJob() {
    if (!cluster::launched()) return;
    job = cluster::join();
    if (!served()) {
        (void)interrupt();  // the other ranks must be dismissed, whenever a signal comes
        return;
    }
    leave_signals_to_rank_0();
    serve(*job);
}

RankOfJob::~RankOfJob() {
    if (job && !served()) dismiss(*job);
    job.reset();
}

bool RankOfJob::served() const { return job && job->rank() > 0; }

Ranks* ranks() { return job.get(); }

std::size_t threads_of_rank() {
    const std::size_t usable = base::num_threads(0);  // a rank may be bound to some of the cores
    if (!job) return usable;
    const auto cores = static_cast<std::size_t>(std::max(1L, sysconf(_SC_NPROCESSORS_CONF)));
    return std::max<std::size_t>(1, std::min(usable, cores / job->ranks_here()));
}

}  // namespace alcole::app
