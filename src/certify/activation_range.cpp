#include "certify/activation_range.hpp"

#include "base/logistic.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::certify {
namespace {

using tabular::Activation;

/// gelu and silu fall to a minimum and rise from there. `slopes` is the range of their derivatives. All numbers are
/// rounded outwards.
struct Valley {
    double at;
    double lowest;
    Range slopes;
};
constexpr Valley gelu_valley{.at = -0.7517916, .lowest = -0.1699713, .slopes = {-0.1289046, 1.1289046}};
constexpr Valley silu_valley{.at = -1.2784646, .lowest = -0.2784646, .slopes = {-0.0998400, 1.0998400}};

double value(Activation activation, double z) {
    switch (activation) {
        case Activation::sigmoid:
            return base::sigmoid(z);
        case Activation::tanh:
            return std::tanh(z);
        case Activation::softplus:
            return base::softplus(z);
        case Activation::relu:
            return std::max(z, 0.0);
        case Activation::gelu:
            return std::isinf(z) ? std::max(z, 0.0) : z / 2 * std::erfc(-z / std::sqrt(2.0));
        case Activation::silu:
            return std::isinf(z) ? std::max(z, 0.0) : z / (1 + std::exp(-z));
    }
    return z;
}

Range image_of_valley(Activation activation, const Valley& valley, Range z) {
    const double first = value(activation, z.low);
    const double last = value(activation, z.high);
    const bool inside = z.low < valley.at && valley.at < z.high;
    return {.low = inside ? valley.lowest : std::min(first, last), .high = std::max(first, last)};
}

Range steepest(Range slopes, Range step) {
    const auto [low, high] =
        std::minmax({slopes.low * step.low, slopes.low * step.high, slopes.high * step.low, slopes.high * step.high});
    return {.low = low, .high = high};
}

/// The largest change of an increasing activation over a step d: the largest rise if d > 0, minus that of -d if d < 0.
/// Sigmoid and tanh change most over a step centred at 0.
double farthest(Activation activation, double d) {
    if (activation == Activation::sigmoid) return std::tanh(d / 4);
    if (activation == Activation::tanh) return 2 * std::tanh(d / 2);
    return d;  // relu and softplus: slopes up to 1
}

}  // namespace

Range image(Activation activation, Range z) {
    if (activation == Activation::gelu) return image_of_valley(activation, gelu_valley, z);
    if (activation == Activation::silu) return image_of_valley(activation, silu_valley, z);
    return {.low = value(activation, z.low), .high = value(activation, z.high)};
}

Range movement(Activation activation, Range step) {
    if (activation == Activation::gelu) return steepest(gelu_valley.slopes, step);
    if (activation == Activation::silu) return steepest(silu_valley.slopes, step);
    return {.low = std::min(0.0, farthest(activation, step.low)),
            .high = std::max(0.0, farthest(activation, step.high))};
}

}  // namespace alcole::certify
