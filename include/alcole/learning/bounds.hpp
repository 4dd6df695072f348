#pragma once

#include <alcole/export.hpp>
#include <alcole/learning/certificate.hpp>

#include <span>

/// Confidence bounds for values of one's own: what a certificate is made of (docs/certificates.md), for models that are
/// no table models.
namespace alcole::certify {

/// Where every value that could have been drawn lies. It must be known beforehand: the sample's own range will not do.
struct ValueRange {
    double low = 0;
    double high = 1;
    bool ends_only = false;  ///< no value but the two ends can be drawn: a rate
};

struct MeanBounds {
    double mean = 0;
    double low = 0;   ///< the mean of all draws is above it ...
    double high = 0;  ///< ... and below this one, each with probability at least 1 - delta
};

/// Of independent draws. Throws std::invalid_argument with a sentence for values outside of the range, an empty range,
/// a delta outside of (0, 1), no values at all, and a family that does not apply to these values.
[[nodiscard]] ALCOLE_EXPORT MeanBounds mean_bounds(std::span<const double> values, const ValueRange& range,
                                                   double delta, Family family = Family::automatic);

}  // namespace alcole::certify
