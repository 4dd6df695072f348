#include "cluster/cluster.hpp"

#include <stdexcept>

namespace alcole::cluster {

bool available() { return false; }

std::unique_ptr<Job> join() {
    throw std::runtime_error("this alcole was built without MPI and cannot be one of several ranks");
}

}  // namespace alcole::cluster
