#pragma once

#include <alcole/learning/outcome.hpp>
#include <alcole/result.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// What a search starts with and what it returns, whatever the kind of model.
namespace alcole::learning {

/// Where a search saves its state on disk.
struct Checkpointing {
    std::filesystem::path state{};  ///< empty: not saved
    bool resume = false;            ///< continue from `state` if it exists
    bool when_stopped = false;      ///< save only when a stop is requested, not every few seconds

    /// For a further search, whose state is saved beside that of the first one: as `state.NAME`.
    Checkpointing beside(const std::string& name) const {
        Checkpointing own = *this;
        if (!own.state.empty()) own.state += "." + name;
        return own;
    }
};

/// A warm start: the answer to a similar problem.
struct WarmStart {
    std::vector<double> theta{};
    std::vector<double> lambda{};
    std::vector<double> alpha{};
};

/// How one of several starts ended.
struct StartEnd {
    std::uint64_t seed = 0;
    double objective = 0;  ///< on the training rows
    bool met = false;      ///< every constraint is met
};

struct Answer {
    Summary summary{};                    ///< of the last stage
    std::vector<float> theta{};           ///< the model: the last iterate, or see `choice`
    WarmStart warm{};                     ///< to start a similar search from
    std::vector<double> bounds{};         ///< the bounds of the search, one per constraint
    std::vector<std::string> unlikely{};  ///< constraints that are unlikely to be certified; see tighten.hpp
    std::vector<TraceRow> trace{};
    std::vector<Clash> clashes{};
    std::optional<Conflict> conflict{};
    std::size_t distinct_points = 0;
    SearchEnding ending{};
    double seconds = 0;  ///< the problems' clock at the end, including the earlier parts of a resumed search
    Iterate choice = Iterate::last;      ///< which iterate `theta` is, see choice.hpp
    double objective = 0;                ///< of `theta`, on the training rows
    double merit = 0;                    ///< the objective plus the cost of giving way
    bool met = false;                    ///< `theta` meets every constraint that must be met
    std::vector<StartEnd> starts{};      ///< empty unless there were several
    std::vector<RowPrice> row_prices{};  ///< for constraints on single rows; `row` indexes the training rows
    /// For a search with tightened bounds: the search without, to fall back to if the certificate fails.
    std::shared_ptr<const Answer> untightened{};
    SearchFacts search{};  ///< how the search ended
};

}  // namespace alcole::learning
