#include <alcole/optimality.hpp>

#include <algorithm>
#include <cmath>

namespace alcole {
namespace {

/// A violation counts as falling if it is at most this fraction of that in the previous quarter of the trace.
constexpr double falling = 0.5;
/// Multipliers that grow by more than this factor from one quarter to the next count as unbounded.
constexpr double running_away = 1.5;

double most_violated(std::span<const TraceRecord> records) {
    double largest = 0;
    for (const TraceRecord& record : records) largest = std::max(largest, record.violation);
    return largest;
}

/// Whether violations above `high` keep recurring. The last one may be followed by a pause of up to `patience` records,
/// or as long as the longest pause between two of them: the trace may have been cut off within a cycle, and where it
/// was cut must not matter. After a longer pause they may be over.
bool recur(std::span<const TraceRecord> tail, double high, std::size_t patience) {
    std::size_t longest = patience;
    std::size_t pause = 0;
    bool begun = false;
    for (const TraceRecord& record : tail) {
        if (record.violation > high) {
            if (begun) longest = std::max(longest, pause);
            begun = true;
            pause = 0;
        } else {
            ++pause;
        }
    }
    return begun && pause <= longest;
}

double largest_multiplier(std::span<const TraceRecord> records) {
    double largest = 0;
    for (const TraceRecord& record : records)
        for (const double lambda : record.lambda) largest = std::max(largest, std::abs(lambda));
    return largest;
}

}  // namespace

PrimalConvergence primal_convergence(std::span<const TraceRecord> trace, double tolerance) {
    PrimalConvergence found;
    if (trace.empty()) return found;
    // The last quarter, but at least two records if there are two: a single one cannot show any movement.
    const auto last = trace.last(std::min(trace.size(), std::max<std::size_t>(2, trace.size() / 4)));
    const auto tail = trace.last(std::max(last.size(), trace.size() - trace.size() / 2));
    const auto third = tail.first(tail.size() - last.size());
    found.tail = tail.size();
    found.last = last.size();
    found.slacks.assign(tail[0].risks.begin() + 1, tail[0].risks.end());
    for (const TraceRecord& record : tail)
        for (std::size_t i = 0; i < found.slacks.size(); ++i)
            found.slacks[i] = std::max(found.slacks[i], record.risks[i + 1]);
    found.violation = most_violated(tail);
    found.last_violation = most_violated(last);
    found.objective_low = found.objective_high = last[0].risks[0];
    for (const TraceRecord& record : last) {
        found.objective_low = std::min(found.objective_low, record.risks[0]);
        found.objective_high = std::max(found.objective_high, record.risks[0]);
    }
    const double before = largest_multiplier(third);
    if (before > 0) found.multiplier_growth = largest_multiplier(last) / before;

    const double range = found.objective_high - found.objective_low;
    constexpr std::size_t min_records = 8;  // with fewer records, no pause is long enough to mean anything
    const std::size_t patience = last.size() < min_records ? 0 : last.size() / 2;
    const double high = std::max(tolerance, falling * most_violated(third));
    const bool feasible = found.last_violation <= tolerance;
    const bool settled = last.size() > 1 && range <= tolerance * std::max(1.0, std::abs(found.objective_high));
    if (feasible && settled && found.multiplier_growth <= running_away)
        found.verdict = Decision::holds;
    else if (!third.empty() && found.last_violation > high && recur(tail, high, patience))
        found.verdict = Decision::fails;
    return found;
}

}  // namespace alcole
