#include "certify/betting.hpp"

#include <alcole/random.hpp>

#include <algorithm>
#include <cmath>

namespace alcole::certify {
namespace {

/// The largest share of what could be staked: a whole stake would be lost for good on a single value at the range's
/// end.
constexpr double boldest = 0.75;

/// How much is staked on each value, before the limit that depends on m.
std::vector<double> stakes_of(std::span<const double> values, double delta) {
    const double reward = 2 * std::log(1 / delta) / static_cast<double>(values.size());
    std::vector<double> stakes;
    stakes.reserve(values.size());
    double sum = 0.5;
    double squares = 0.25;
    double count = 1;
    for (const double y : values) {
        stakes.push_back(std::sqrt(reward * count / squares));
        sum += y;
        count += 1;
        const double off = y - sum / count;
        squares += off * off;
    }
    return stakes;
}

/// Whether the capital against "the mean is at least m" ever reached the goal. It cannot overflow, because it ends
/// there; one that has shrunk to nothing stays so, which errs to the safe side.
bool ruins_the_claim(double m, std::span<const double> values, std::span<const double> stakes, double goal) {
    const double limit = boldest / (1 - m);
    double capital = 1;
    for (std::size_t t = 0; t < values.size(); ++t) {
        capital *= 1 + std::min(stakes[t], limit) * (m - values[t]);
        if (capital >= goal) return true;
    }
    return false;
}

}  // namespace

double betting_upper_bound(std::span<const double> values, double delta) {
    std::vector<double> drawn(values.begin(), values.end());
    Random(0x626574, values.size()).shuffle(std::span(drawn));
    const auto stakes = stakes_of(drawn, delta);
    double low = 0;
    double high = 1;  // nobody doubts that the mean is at most 1
    constexpr int halvings = 50;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (ruins_the_claim(middle, drawn, stakes, 1 / delta) ? high : low) = middle;
    }
    return high;
}

}  // namespace alcole::certify
