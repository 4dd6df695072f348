#include "progress.hpp"

#include "base/parallel.hpp"
#include "interrupt.hpp"
#include "ranks.hpp"
#include "words/progress.hpp"

#include <cstdio>

namespace alcole::app {
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
                    .on_progress = [&line](const Progress& progress) { line.show(words::progress_text(progress)); },
                    .ranks = ranks(),
                    .timings = timings});
}

Context context_of(std::size_t jobs) {
    return Context({.threads = threads_of(jobs), .stop = &interrupt(), .ranks = ranks()});
}

}  // namespace alcole::app
