#pragma once

#include "engine/plan/plan.hpp"
#include "engine/risk/loss.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace alcole::engine {

inline bool is_divergence(const Plan::Pair& pair) { return pair.measure == tabular::Term::Measure::divergence; }

/// The difference between the scores of a pair, for models with one score.
inline double difference(const Prediction& first, const Prediction& second) { return second.s[0] - first.s[0]; }

/// Calls job(run) for every run of consecutive entries with the same key. What depends on the key alone is then looked
/// up once per run, and sums are complete before they are written to memory.
template <class Entry, class Job>
void in_runs(const Plan& plan, const std::vector<Entry>& entries, IndexRange range, Job job) {
    const auto all = std::span(entries).first(range.end);
    for (std::size_t begin = range.begin; begin < range.end;) {
        const auto rest = all.subspan(begin);
        const auto key = rest.front().key();
        const auto end = plan.ordered
                             ? std::ranges::upper_bound(rest, key, {}, [](const Entry& entry) { return entry.key(); })
                             : std::ranges::find_if(rest, [&](const Entry& entry) { return entry.key() != key; });
        const auto count = static_cast<std::size_t>(end - rest.begin());
        job(rest.first(count));
        begin += count;
    }
}

}  // namespace alcole::engine
