#pragma once

#include "known_problem.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace alcole::bench {

/// What a solver says about a problem.
struct Answer {
    std::vector<double> x{};
    std::vector<double> multipliers{};  ///< of the general constraints; empty: the solver returns none
    std::int64_t gradients = 0;         ///< gradient evaluations (of the objective)
    std::string said{};                 ///< its own status
};

/// A problem as solvers with a Jacobian want it: risks and gradients at x, evaluated once per x, and counted.
class Evaluator {
  public:
    explicit Evaluator(const problems::KnownProblem& known)
        : known_(known), l_(known.num_constraints + 1), rows_(l_.size() * known.start.size()) {}

    void at(const double* x) {
        const std::size_t n = known_.start.size();
        if (std::equal(x, x + n, last_.begin(), last_.end())) return;
        last_.assign(x, x + n);
        known_.jacobian(last_, l_, rows_);
    }
    double risk(std::size_t i) const { return l_[i]; }
    double slope(std::size_t i, std::size_t j) const { return rows_[i * known_.start.size() + j]; }
    bool equality(std::size_t i) const {
        return std::ranges::find(known_.equalities, i + 1) != known_.equalities.end();
    }
    const problems::KnownProblem& known() const { return known_; }
    std::int64_t gradients = 0;

  private:
    const problems::KnownProblem& known_;
    std::vector<double> last_;
    std::vector<double> l_;
    std::vector<double> rows_;
};

/// The start of a problem, moved into its box.
std::vector<double> start_in_box(const problems::KnownProblem& known);

Answer nlopt_slsqp(const problems::KnownProblem& known);
Answer nlopt_auglag(const problems::KnownProblem& known);
Answer ipopt(const problems::KnownProblem& known);

}  // namespace alcole::bench
