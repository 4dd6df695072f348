#include "cluster/cluster.hpp"

#include <array>
#include <cstdlib>

namespace alcole::cluster {
namespace {

/// The number of ranks, as set by Open MPI and by MPICH and its derivatives.
constexpr std::array size_variables = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
/// Slurm may launch ranks through PMIx, which gives a rank but no size; the size is the number of tasks of the step.
constexpr const char* pmix_rank = "PMIX_RANK";
constexpr const char* slurm_size = "SLURM_STEP_NUM_TASKS";

const char* variable(const char* name) { return std::getenv(name); }  // NOLINT: before any thread
std::size_t number(const char* text) { return text == nullptr ? 0 : std::strtoul(text, nullptr, 10); }

}  // namespace

std::size_t launched_size() {
    for (const char* name : size_variables)
        if (const char* size = variable(name)) return number(size);
    return variable(pmix_rank) == nullptr ? 0 : number(variable(slurm_size));
}

bool launched() {
    const std::size_t size = launched_size();
    return size > 1 || (size == 0 && variable(pmix_rank) != nullptr);
}

}  // namespace alcole::cluster
