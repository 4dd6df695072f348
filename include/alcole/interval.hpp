#pragma once

namespace alcole {

/// An estimate with an interval around it. What the interval covers is documented where it is used.
struct Interval {
    double estimate = 0;
    double low = 0;
    double high = 0;
};

}  // namespace alcole
