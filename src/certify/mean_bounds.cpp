#include <alcole/learning/bounds.hpp>

#include "certify/bounds.hpp"

#include <numeric>
#include <stdexcept>
#include <string>

namespace alcole::certify {

MeanBounds mean_bounds(std::span<const double> values, const ValueRange& range, double delta, Family family) {
    if (values.empty()) throw std::invalid_argument("there are no values to bound the mean of");
    const Sample sample{.values = values, .rate = range.ends_only};
    const Range within{.low = range.low, .high = range.high};
    const auto low = lower_bound(family, sample, within, delta);
    const auto high = upper_bound(family, sample, within, delta);
    if (!low || !high)
        throw std::invalid_argument("bounds of the family '" + std::string(to_string(family)) +
                                    "' do not apply to values between the ends of their range");
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    return {.mean = sum / static_cast<double>(values.size()), .low = *low, .high = *high};
}

}  // namespace alcole::certify
