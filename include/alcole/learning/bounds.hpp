#pragma once

#include <alcole/export.hpp>
#include <alcole/learning/certificate.hpp>

#include <span>

/// Confidence bounds for arbitrary values: the building blocks of a certificate (docs/certificates.md), for models that
/// are not table models.
namespace alcole::certify {

/// The range of all values that could have been drawn. It must be known beforehand; the range of the sample does not
/// suffice.
struct ValueRange {
    double low = 0;
    double high = 1;
    bool ends_only = false;  ///< only the two ends can be drawn, as for a rate
};

/// A sample mean with confidence bounds for the true mean.
struct MeanBounds {
    double mean = 0;
    double low = 0;   ///< lower bound of the true mean ...
    double high = 0;  ///< ... and upper bound, each valid with probability at least 1 - delta
};

/// Bounds the mean of independent draws. Throws std::invalid_argument for values outside the range, an empty range, a
/// delta outside (0, 1), no values at all, or a family that does not apply to these values.
[[nodiscard]] ALCOLE_EXPORT MeanBounds mean_bounds(std::span<const double> values, const ValueRange& range,
                                                   double delta, Family family = Family::automatic);

}  // namespace alcole::certify
