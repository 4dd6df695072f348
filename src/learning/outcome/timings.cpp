#include <alcole/learning/outcome.hpp>

#include <algorithm>

namespace alcole::learning {

double RankTimes::computing() const {
    double seconds = 0;
    for (const Phase phase : {Phase::risks, Phase::gradient, Phase::curvature}) {
        const PhaseTime& time = phases[static_cast<std::size_t>(phase)];
        seconds += time.seconds - time.waiting;
    }
    return seconds;
}

double Timings::imbalance() const {
    double largest = 0;
    double all = 0;
    for (const RankTimes& rank : ranks) {
        largest = std::max(largest, rank.computing());
        all += rank.computing();
    }
    return all > 0 ? largest * static_cast<double>(ranks.size()) / all - 1 : 0;
}

}  // namespace alcole::learning
