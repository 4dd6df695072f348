#pragma once

#include <alcole/hooks.hpp>
#include <alcole/result.hpp>

#include "run/config/config.hpp"
#include "run/outcome/outcome.hpp"
#include "run/training/task.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Theta for a task, in one or two stages, with checkpoints.
namespace alcole::run {

/// Where a search stands, for people who wait.
struct Progress {
    Regime regime = Regime::full;
    std::size_t search = 0;      ///< counts those with tighter and tighter bounds, where a certificate is asked for
    std::int64_t iteration = 0;  ///< dual steps of this stage
    double objective = 0;
    double worst = 0;          ///< largest slack, in units of its bound
    std::string worst_name{};  ///< empty without constraints
    double seconds = 0;
    std::optional<double> left{};  ///< seconds, a guess
};

struct Watch {
    const StopFlag* stop = nullptr;
    std::function<void(const Progress&)> on_progress{};
    std::filesystem::path state{};  ///< where checkpoints go; empty: nowhere
    bool resume = false;            ///< from `state`, where there is one
    bool examine = false;           ///< the answer, see examine_briefly()
};

/// Where to begin: with the answer to a similar question.
struct Warm {
    std::vector<double> theta{};
    std::vector<double> lambda{};
    std::vector<double> alpha{};
};

struct Answer {
    Summary summary{};           ///< of the last stage
    std::vector<float> theta{};  ///< the model: the last iterate, or see `choice`
    Warm warm{};                 ///< to begin a similar search with
    std::vector<TraceRow> trace{};
    std::vector<Clash> clashes{};
    std::optional<Conflict> conflict{};
    std::size_t distinct_points = 0;
    double seconds = 0;  ///< of all stages, earlier parts of a resumed search included
    /// Which iterate `theta` is. The best feasible one where the last misses a constraint, the least violating one
    /// where they cannot be met.
    using Choice = Iterate;
    Choice choice = Choice::last;
    Standing standing{};  ///< how the search ended
};

/// Status::interrupted in the summary: the state has been saved, and nothing else of the answer is filled in. Throws
/// std::invalid_argument or std::runtime_error with a sentence.
Answer find_model(const Config& config, const Task& task, const Watch& watch, const Warm* warm = nullptr,
                  std::size_t threads = 0);

/// How far over its bound a constraint may be and count as met: 1 % of the bound.
double allowance(double bound);

}  // namespace alcole::run
