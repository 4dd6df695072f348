#pragma once

#include <algorithm>
#include <cmath>

/// The logistic function and its relatives, one number at a time. engine/cpu/kernels.hpp has them for many numbers.
namespace alcole::base {

inline double sigmoid(double z) { return 1 / (1 + std::exp(-z)); }
/// The inverse of sigmoid(): the log odds of a probability.
inline double logit(double p) { return std::log(p / (1 - p)); }
/// log(1 + exp(z)), without overflow; its derivative is sigmoid(z).
inline double softplus(double z) { return std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))); }

}  // namespace alcole::base
