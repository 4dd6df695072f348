#include "cluster/cluster.hpp"

#include <array>
#include <cstdlib>

namespace alcole::cluster {
namespace {

/// Open MPI's, and MPICH's and its relatives'.
constexpr std::array sizes = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
/// Of PMIx, which Slurm may speak and which names no size; Slurm's own is that of the step.
constexpr const char* of_pmix = "PMIX_RANK";
constexpr const char* of_slurm = "SLURM_STEP_NUM_TASKS";

const char* said(const char* name) { return std::getenv(name); }  // NOLINT: before any thread
std::size_t number(const char* text) { return text == nullptr ? 0 : std::strtoul(text, nullptr, 10); }

}  // namespace

std::size_t launched_size() {
    for (const char* name : sizes)
        if (const char* size = said(name)) return number(size);
    return said(of_pmix) == nullptr ? 0 : number(said(of_slurm));
}

bool launched() {
    const std::size_t size = launched_size();
    return size > 1 || (size == 0 && said(of_pmix) != nullptr);
}

}  // namespace alcole::cluster
