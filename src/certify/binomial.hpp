#pragma once

#include <cstddef>
#include <vector>

namespace alcole::certify {

/// The distribution Bin(n, p) without its negligible tails, whose total probability is below 1e-17.
class Binomial {
  public:
    Binomial(std::size_t n, double p);

    std::size_t first() const { return first_; }
    std::size_t last() const { return first_ + mass_.size() - 1; }
    /// P(X = k), for first() <= k <= last().
    double mass(std::size_t k) const { return mass_[k - first_]; }
    /// P(X >= k).
    double at_least(std::size_t k) const { return k <= first_ ? 1 : k > last() ? 0 : at_least_[k - first_]; }

  private:
    std::size_t first_ = 0;
    std::vector<double> mass_{};
    std::vector<double> at_least_{};
};

}  // namespace alcole::certify
