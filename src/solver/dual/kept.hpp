#pragma once

#include "solver/dual/residuals.hpp"
#include "solver/dual/search.hpp"

#include <span>

namespace alcole::solver {

/// Decides which iterates to keep: the best feasible one, and the one closest to a KKT point. The holder of theta
/// stores the thetas themselves.
class KeptIterates {
  public:
    explicit KeptIterates(const Search& search) : search_(search) {}

    /// `risks`: those that decide.
    void keep_if_best(std::span<const double> risks);
    /// Keeps the dual step with the smallest residual. Once one is within its tolerances, keeps the latest that also
    /// is, unless its objective is clearly worse than that of the one kept so far.
    void keep_if_closest(const Residuals& left);

    /// Whether the best iterate has a lower merit, by more than violations within the tolerance can explain, at the
    /// current multipliers.
    bool best_is_better(double merit) const { return better_by_far(memory().best_objective, merit); }
    /// Whether the best iterate has a clearly lower merit than this one. Problems with step functions have many
    /// local solutions, and the search may have passed through a better one.
    bool has_passed_better(const At& at) const;
    /// Restores theta and lambda of the closest iterate. False if none was kept or they are there already.
    bool return_to_closest();

  private:
    bool better_by_far(double merit, double than) const;
    detail::DualMemory& memory() const { return search_.memory(); }

    const Search& search_;
    bool at_closest_ = false;  // theta is the closest iterate
};

}  // namespace alcole::solver
