#include "certify/binomial.hpp"

#include <algorithm>

namespace alcole::certify {
namespace {

constexpr double negligible = 1e-20;  // relative to the probability of the mode

}  // namespace

/// Starts at the mode and multiplies by ratios of neighbours, P(k + 1) / P(k) = (n - k) / (k + 1) * p / (1 - p), then
/// divides by the sum. This avoids the logarithms of factorials, which lose digits if n is large.
Binomial::Binomial(std::size_t n, double p) {
    const auto size = static_cast<double>(n);
    const auto mode = std::min(n, static_cast<std::size_t>((size + 1) * std::clamp(p, 0.0, 1.0)));
    std::vector<double> below;
    const double odds = p / (1 - p);
    for (double k = static_cast<double>(mode), v = 1; k > 0; --k) {
        v *= k / ((size - k + 1) * odds);
        if (!(v >= negligible)) break;
        below.push_back(v);
    }
    first_ = mode - below.size();
    mass_.assign(below.rbegin(), below.rend());
    mass_.push_back(1);
    for (double k = static_cast<double>(mode), v = 1; k < size; ++k) {
        v *= (size - k) * odds / (k + 1);
        if (!(v >= negligible)) break;
        mass_.push_back(v);
    }
    double sum = 0;
    for (const double v : mass_) sum += v;
    at_least_.resize(mass_.size());
    double tail = 0;
    for (std::size_t k = mass_.size(); k-- > 0;) {
        mass_[k] /= sum;
        at_least_[k] = tail += mass_[k];
    }
}

}  // namespace alcole::certify
