#pragma once

#include <alcole/tabular/constraint.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::engine {

/// A bound on how far a number is off has two sides, A and -A, with a constraint for each. This class makes sure that
/// it is computed only once. All spans have one entry per risk, the objective first.
class TwoSides {
  public:
    explicit TwoSides(std::span<const tabular::RiskDefinition> risks);

    /// The risks that are counted.
    std::vector<tabular::RiskDefinition> counted(std::span<const tabular::RiskDefinition> risks) const;
    std::size_t num_counted() const { return num_counted_; }

    /// Expands the risks that are counted to all risks.
    void risks(std::span<const double> counted, std::span<double> all) const;
    /// The same for quantities that are equal for both sides.
    void sizes(std::span<const double> counted, std::span<double> all) const;
    /// The weights of the counted risks in sum_i w_i l_i.
    std::vector<double> weights(std::span<const double> w) const;
    /// The weights of the counted risks in sum_i c_i (gradient of l_i) (gradient of l_i)^T.
    std::vector<double> curvatures(std::span<const double> c) const;

  private:
    struct Side {
        std::size_t of;  // index among the counted risks
        double sign;
    };
    std::vector<Side> sides_;  // one per risk
    std::size_t num_counted_ = 0;
};

}  // namespace alcole::engine
