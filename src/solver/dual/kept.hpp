#pragma once

#include "solver/dual/residuals.hpp"
#include "solver/dual/search.hpp"

#include <span>

namespace alcole::solver {

/// The iterates worth coming back to: the best feasible one, and the one closest to a KKT point. Whoever holds theta
/// keeps the weights.
class KeptIterates {
  public:
    explicit KeptIterates(const Search& search) : search_(search) {}

    void keep_if_best(std::span<const double> risks);
    /// Of the dual steps so far, the one with the least residual; once one has arrived, the last that is not far worse
    /// than an earlier one that has.
    void keep_if_closest(const Residuals& left);

    /// The best one has a lower objective, by more than the violations that are allowed can buy.
    bool best_is_better(double objective) const { return better_by_far(memory().best_objective, objective); }
    /// Step functions have many local answers, and the search may have passed a better one than it came to.
    bool has_passed_better(const At& at) const;
    /// Theta and lambda go back to the closest one, where they are elsewhere. False: they stay.
    bool return_to_closest();

  private:
    bool better_by_far(double objective, double than) const;
    detail::DualMemory& memory() const { return search_.memory(); }

    const Search& search_;
    bool at_closest_ = false;  // theta is the closest one
};

}  // namespace alcole::solver
