#pragma once

#include <alcole/options.hpp>

#include "known_problem.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace alcole::bench {

/// A solver's answer to a problem.
struct Answer {
    std::vector<double> x{};
    std::vector<double> multipliers{};  ///< of the general constraints; empty if the solver returns none
    std::int64_t gradients = 0;         ///< points at which gradients were requested
    std::int64_t rows = 0;              ///< further backward passes there: each row of a Jacobian is one
    std::int64_t products = 0;          ///< of a Hessian with a vector; a Hessian counts as n products
    std::string said{};                 ///< the solver's own status
};

/// A problem in the form that solvers with a Jacobian need: risks and gradients at x, evaluated once per x, and
/// counted: gradients of the objective, and those of constraints as rows.
class Evaluator {
  public:
    explicit Evaluator(const problems::KnownProblem& known)
        : known_(known), l_(known.num_constraints + 1), rows_(l_.size() * known.start.size()) {}

    /// The risks at x, and with `slopes` also the gradients.
    void at(const double* x, bool slopes) {
        const std::size_t n = known_.start.size();
        if (!std::equal(x, x + n, last_.begin(), last_.end())) {
            last_.assign(x, x + n);
            has_slopes_ = false;
            if (!slopes) known_.jacobian(last_, l_, {});
        }
        if (!slopes || has_slopes_) return;
        known_.jacobian(last_, l_, rows_);
        has_slopes_ = true;
    }
    double risk(std::size_t i) const { return l_[i]; }
    double slope(std::size_t i, std::size_t j) const { return rows_[i * known_.start.size() + j]; }
    bool equality(std::size_t i) const {
        return std::ranges::find(known_.equalities, i + 1) != known_.equalities.end();
    }
    /// The largest violation of a constraint.
    double violation() const;
    const problems::KnownProblem& known() const { return known_; }
    std::int64_t gradients = 0;
    std::int64_t rows = 0;

  private:
    const problems::KnownProblem& known_;
    std::vector<double> last_;
    std::vector<double> l_;
    std::vector<double> rows_;
    bool has_slopes_ = false;
};

/// The start of a problem, moved into its box.
std::vector<double> start_in_box(const problems::KnownProblem& known);

/// Time limit of a solve, in seconds of CPU time.
inline constexpr double max_seconds = 5;

Answer alcole_with(const Options& options, const problems::KnownProblem& known);
Answer nlopt_slsqp(const problems::KnownProblem& known);
Answer nlopt_auglag(const problems::KnownProblem& known);
Answer ipopt(const problems::KnownProblem& known);               ///< limited-memory approximation of the Hessian
Answer ipopt_with_hessian(const problems::KnownProblem& known);  ///< of the Lagrangian, exact

struct Solver {
    std::string name;
    std::function<Answer(const problems::KnownProblem&)> run;
};

/// CPU time: the minimum of three runs, or of one if a solve takes long.
double seconds_of(const Solver& solver, const problems::KnownProblem& known, Answer* answer);

}  // namespace alcole::bench
