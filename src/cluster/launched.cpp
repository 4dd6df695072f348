#include "cluster/cluster.hpp"

#include <array>
#include <cstdlib>
#include <string_view>

namespace alcole::cluster {
namespace {

/// Open MPI's, MPICH's and its relatives', and Slurm's with PMIx.
constexpr std::array sizes = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
constexpr const char* of_pmix = "PMIX_RANK";

}  // namespace

bool launched() {
    for (const char* name : sizes)
        if (const char* size = std::getenv(name)) return std::string_view(size) != "1";  // NOLINT: before any thread
    return std::getenv(of_pmix) != nullptr;                                              // NOLINT: likewise
}

}  // namespace alcole::cluster
