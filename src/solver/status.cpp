#include <alcole/result.hpp>

namespace alcole {

std::string_view to_string(Status status) {
    switch (status) {
        case Status::converged:
            return "converged";
        case Status::infeasible:
            return "infeasible";
        case Status::stalled:
            return "stalled";
        case Status::unbounded:
            return "unbounded";
        case Status::iteration_limit:
            return "iteration_limit";
        case Status::time_limit:
            return "time_limit";
        case Status::not_finite:
            return "not_finite";
        case Status::interrupted:
            return "interrupted";
    }
    return "";
}

}  // namespace alcole
