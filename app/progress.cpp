#include "progress.hpp"

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "interrupt.hpp"
#include "ranks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace alcole::app {
namespace {

/// "270", not "2.7e+02".
std::string in_full(double factor) {
    constexpr double whole = 100;
    constexpr double plain = 1e6;
    return factor >= whole && factor < plain ? std::to_string(std::lround(factor)) : base::short_number(factor, 2);
}

/// "1 evaluation of all rows", "2 evaluations of all rows": the first word of a unit is a plural with -s.
std::string counted(std::int64_t count, std::string unit) {
    if (count == 1) unit.erase(std::min(unit.find(' '), unit.size()) - 1, 1);
    return std::to_string(count) + " " + unit;
}

}  // namespace

std::string progress_text(const Progress& progress) {
    std::string text = progress.stage.empty() ? "" : progress.stage + ", ";
    const std::string done = std::to_string(progress.done);
    if (progress.unit.empty()) return progress.stage;
    if (progress.total)
        text += done + " of " + std::to_string(*progress.total) + " " + progress.unit;
    else if (progress.objective)
        text += progress.unit + " " + done + ": objective " + base::short_number(*progress.objective, 5);
    else
        text += counted(progress.done, progress.unit);
    text += ", " + base::duration(progress.seconds);
    constexpr double worth_saying = 1;
    if (progress.left && *progress.left >= worth_saying)
        text += ", about " + base::duration(std::round(*progress.left)) + " left";
    else if (!progress.left && progress.at_most)
        text += ", at most " + base::duration(std::round(*progress.at_most)) + " left";
    if (progress.residual && *progress.residual > 1)  // the time left cannot be predicted, see docs/large_tables.md
        text += ", residual " + in_full(*progress.residual) + " times its tolerance";
    if (progress.worst)  // last because it is long: a narrow terminal cuts it off
        text += ", worst constraint at " + base::short_number(1 + *progress.worst, 3) + " of its bound: '" +
                progress.worst_name + "'";
    return text;
}

namespace {

/// The number of threads that are useful; prints a message if more were requested.
std::size_t threads_of(std::size_t jobs) {
    if (jobs > base::max_threads())
        (void)std::fprintf(stderr, "alcole: --jobs %zu is more than this machine can use; %zu threads are used\n", jobs,
                           base::max_threads());
    return jobs == 0 ? threads_of_rank() : base::num_threads(jobs);
}

}  // namespace

Context context_of(std::size_t jobs, ProgressLine& line, bool timings) {
    return Context({.threads = threads_of(jobs),
                    .stop = &interrupt(),
                    .on_progress = [&line](const Progress& progress) { line.show(progress_text(progress)); },
                    .ranks = ranks(),
                    .timings = timings});
}

Context context_of(std::size_t jobs) {
    return Context({.threads = threads_of(jobs), .stop = &interrupt(), .ranks = ranks()});
}

}  // namespace alcole::app
