#include <alcole/result.hpp>

#include <array>

namespace alcole {

std::string_view to_string(Status status) {
    constexpr std::array<std::string_view, 8> names = {"converged",       "infeasible", "stalled",    "unbounded",
                                                       "iteration_limit", "time_limit", "not_finite", "interrupted"};
    return names.at(static_cast<std::size_t>(status));
}

}  // namespace alcole
