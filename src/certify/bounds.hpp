#pragma once

#include <alcole/learning/certificate.hpp>

#include "base/enum_names.hpp"

#include <cstddef>
#include <optional>
#include <span>

/// Upper confidence bounds U on the mean of a bounded quantity, given independent draws of it:
///
///     P(mean <= U) >= 1 - delta       for every distribution on the range and every number of draws
///
/// None of them is an approximation. They hold for a family and a delta chosen before the values are seen; picking the
/// best of several bounds afterwards does not give a valid bound.
namespace alcole::certify {

/// The range that contains every value that could be drawn. It must not be taken from the sample: the bound has to
/// account for larger values that happen not to have been drawn.
struct Range {
    double low = 0;
    double high = 1;
    double width() const { return high - low; }
    friend bool operator==(const Range&, const Range&) = default;
};

/// The values that were drawn and, unless `counts` is empty, how often each was.
struct Sample {
    std::span<const double> values{};
    std::span<const std::size_t> counts{};
    bool rate = false;  ///< only the two ends of the range can ever be drawn; known without looking at the values
};

/// With n draws, mean y, L = log(1 / delta), and values scaled to [0, 1]:
///
///   hoeffding         y + sqrt(L / (2 n))                                                   Hoeffding 1963
///   bernstein         y + sqrt(2 V L' / n) + 7 L' / (3 (n - 1)), with L' = log(2 / delta)   Maurer and Pontil 2009,
///                     and V the sample variance (divided by n - 1)                          theorem 4
///   clopper_pearson   the 1 - delta quantile of Beta(k + 1, n - k), k of n being 1          Clopper and Pearson 1934
///   betting           see betting.hpp                                                       Waudby-Smith, Ramdas 2024
///   automatic         clopper_pearson for rates, otherwise betting; the kind of values decides, not those drawn
///
/// The bound is at most the range's upper end, which is the result without draws. Returns nothing if the family does
/// not apply, which is the case for clopper_pearson and values between the ends. Throws std::invalid_argument with a
/// sentence for values outside the range, an empty range, or a delta outside (0, 1).
std::optional<double> upper_bound(Family family, const Sample& sample, Range range, double delta);
/// The lower bound: minus the upper bound of minus the values.
std::optional<double> lower_bound(Family family, const Sample& sample, Range range, double delta);

}  // namespace alcole::certify
