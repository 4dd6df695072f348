#pragma once

#include <alcole/learning/certificate.hpp>

#include "base/enum_names.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// How large the mean of a bounded quantity may be, given independent draws of it: upper confidence bounds U with
///
///     P(mean <= U) >= 1 - delta       for every distribution on the range, at every number of draws
///
/// None of them is an approximation. They hold for a family and a delta chosen before the values are seen: the best of
/// several, picked afterwards, does not.
namespace alcole::certify {

/// Where every value that could have been drawn must lie. Never the sample's own: a largest value that was not drawn
/// yet is what a bound is there for.
struct Range {
    double low = 0;
    double high = 1;
    double width() const { return high - low; }
    friend bool operator==(const Range&, const Range&) = default;
};

/// Values, and how often each was drawn where `counts` is not empty.
struct Sample {
    std::span<const double> values{};
    std::span<const std::size_t> counts{};
    bool rate = false;  ///< no value but the ends of the range could ever be drawn: known without looking
};

/// With n draws, mean y, L = log(1 / delta), and values scaled to [0, 1]:
///
///   hoeffding         y + sqrt(L / (2 n))                                                   Hoeffding 1963
///   bernstein         y + sqrt(2 V L' / n) + 7 L' / (3 (n - 1)), with L' = log(2 / delta)   Maurer and Pontil 2009,
///                     and V the sample variance (divided by n - 1)                          theorem 4
///   clopper_pearson   the 1 - delta quantile of Beta(k + 1, n - k), k of n being 1          Clopper and Pearson 1934
///   betting           see betting.hpp                                                       Waudby-Smith, Ramdas 2024
///   automatic         clopper_pearson for rates, else betting: what the values are decides, not how they fell out
///
/// No larger than the range's end, which is the answer without draws. Nothing where the family does not apply:
/// clopper_pearson to values between the ends. Throws std::invalid_argument with a sentence for values outside of the
/// range, an empty range, or a delta outside of (0, 1).
std::optional<double> upper_bound(Family family, const Sample& sample, Range range, double delta);
/// The same from below: minus the upper bound of minus the values.
std::optional<double> lower_bound(Family family, const Sample& sample, Range range, double delta);

}  // namespace alcole::certify
