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

/// What a search begins with and what it comes to, whatever the model.
namespace alcole::learning {

/// Where a search keeps its state on the disk.
struct Checkpointing {
    std::filesystem::path state{};  ///< empty: nowhere
    bool resume = false;            ///< from `state`, where there is one
    bool when_stopped = false;      ///< written where a stop is requested, and not every few seconds
};

/// Where to begin: with the answer to a similar question.
struct Warm {
    std::vector<double> theta{};
    std::vector<double> lambda{};
    std::vector<double> alpha{};
};

/// How one of several starts ended.
struct StartEnd {
    std::uint64_t seed = 0;
    double objective = 0;  ///< on the training rows
    bool met = false;      ///< every constraint
};

struct Answer {
    Summary summary{};                    ///< of the last stage
    std::vector<float> theta{};           ///< the model: the last iterate, or see `choice`
    Warm warm{};                          ///< to begin a similar search with
    std::vector<double> bounds{};         ///< that it was searched under, one per constraint
    std::vector<std::string> unlikely{};  ///< constraints whose certificate is not to be expected; see tighten.hpp
    std::vector<TraceRow> trace{};
    std::vector<Clash> clashes{};
    std::optional<Conflict> conflict{};
    std::size_t distinct_points = 0;
    SearchEnding ending{};
    double seconds = 0;  ///< on the clock of the problems at its end, earlier parts of a resumed search included
    Iterate choice = Iterate::last;      ///< which one `theta` is, see choice.hpp
    double objective = 0;                ///< of `theta`, on the training rows
    bool met = false;                    ///< `theta` meets every constraint under the bounds of the search
    std::vector<StartEnd> starts{};      ///< where there were several
    std::vector<RowPrice> row_prices{};  ///< of constraints on single rows; `row` is one of the training rows
    /// Of a search with tightened bounds: the one without, to fall back to where the certificate fails.
    std::shared_ptr<const Answer> untightened{};
    Standing standing{};  ///< how the search ended
};

}  // namespace alcole::learning
