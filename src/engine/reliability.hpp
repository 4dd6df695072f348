#pragma once

#include <alcole/tabular/metrics.hpp>

#include "engine/compared.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace alcole::engine {

/// A predicted probability and whether the event occurred, packed into the bits of one number: the last bit is the
/// event. Non-negative numbers sort in the order of their bits, so a list of claims sorts as fast as a list of
/// integers.
class Claim {
  public:
    Claim(double probability, bool came_true)
        : bits_((std::bit_cast<std::uint64_t>(probability) & ~std::uint64_t{1}) | (came_true ? 1U : 0U)) {}
    double probability() const { return std::bit_cast<double>(bits_ & ~std::uint64_t{1}); }
    bool came_true() const { return (bits_ & 1U) != 0; }
    friend bool operator<(Claim a, Claim b) { return a.bits_ < b.bits_; }

  private:
    std::uint64_t bits_;
};

/// What a classifier claims about a row: the probability of the positive class or, with several classes, of the
/// predicted one.
Claim claim_of(const Compared& compared, std::size_t row);
std::vector<Claim> claims_of(const Compared& compared);

/// Bins of about equal size. Equal probabilities stay in one bin, so the result does not depend on the order of rows.
std::vector<tabular::ReliabilityBin> reliability_bins(std::vector<Claim> claims);
/// The expected calibration error; empty if there are no rows.
std::optional<double> calibration_error(const std::vector<tabular::ReliabilityBin>& bins);

}  // namespace alcole::engine
