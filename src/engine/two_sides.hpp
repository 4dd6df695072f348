#pragma once

#include <alcole/tabular/constraint.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::engine {

/// A gap has two sides, "A over B" and "B over A", and a constraint for each: the same number with opposite signs. Here
/// it is counted once. Rows of numbers have one entry per risk, the objective first.
class TwoSides {
  public:
    explicit TwoSides(std::span<const tabular::RiskDefinition> risks);

    /// The risks that are counted.
    std::vector<tabular::RiskDefinition> counted(std::span<const tabular::RiskDefinition> risks) const;
    std::size_t num_counted() const { return num_counted_; }

    /// All risks from those that are counted.
    void risks(std::span<const double> counted, std::span<double> all) const;
    /// What is the same for both sides.
    void sizes(std::span<const double> counted, std::span<double> all) const;
    /// sum_i w_i l_i as a sum over the risks that are counted.
    std::vector<double> weights(std::span<const double> w) const;
    /// sum_i c_i (gradient of l_i) (gradient of l_i)^T likewise.
    std::vector<double> curvatures(std::span<const double> c) const;

  private:
    struct Side {
        std::size_t of;  // among those that are counted
        double sign;
    };
    std::vector<Side> sides_;  // of every risk
    std::size_t num_counted_ = 0;
};

}  // namespace alcole::engine
