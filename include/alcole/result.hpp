#pragma once

#include <alcole/ending.hpp>
#include <alcole/export.hpp>
#include <alcole/options.hpp>
#include <alcole/state.hpp>

#include <optional>
#include <string>
#include <vector>

namespace alcole {

/// The answer without theta, that is everything the outer loop knows. All values are unscaled, see state.hpp.
struct Summary {
    Status status = Status::iteration_limit;
    std::string message{};  ///< one sentence: to_string(ending)
    Ending ending{};

    double stationarity = 0;  ///< largest entry of the projected gradient of l_0 + sum_i lambda_i l_i
    double violation = 0;  ///< largest max(0, l_i), |l_i| for equalities (of the strict risks if the problem has any);
                           ///< a constraint with a price violates nothing where its multiplier is at the price
    double complementarity = 0;  ///< largest |lambda_i l_i|; (price_i - lambda_i) l_i for what gives way

    std::vector<double> risks{};   ///< m + 1, on all data at the last theta (strict risks if the problem has any)
    std::vector<double> lambda{};  ///< m multipliers: relaxing bound i by a small u lowers the objective by lambda_i u
    std::vector<double> alpha{};   ///< m penalties
    std::vector<std::string> constraint_names{};  ///< m
    std::vector<std::size_t> at_ceiling{};        ///< constraints whose multiplier reached dual.ceiling

    Counts counts{};          ///< evaluations, including the earlier parts of a resumed run
    double seconds = 0;       ///< wall-clock time, likewise
    Options options_given{};  ///< as passed to solve()
    Options options_used{};   ///< with every `automatic` and every 0-means-automatic filled in
};

/// Why no point satisfies the constraints, as far as can be determined locally: a local minimum of the violation, which
/// is global if the constraints are convex.
template <class T>
struct Infeasibility {
    std::vector<T> theta{};               ///< the least-violating point
    std::vector<double> risks{};          ///< m + 1, at that point
    std::vector<std::size_t> conflict{};  ///< constraints that cannot be satisfied together
    bool minimal = false;                 ///< dropping any one of `conflict` makes the rest feasible
    double relaxation = 0;                ///< relaxing every bound by this much, in units of its scale, suffices
};

/// A Summary (answer.status, answer.lambda and so on), plus everything that depends on theta.
template <class T>
struct Result : Summary {
    State<T> state{};                                 ///< to read, to resume from, or to warm-start from
    std::optional<Infeasibility<T>> infeasibility{};  ///< set if status is infeasible and `diagnose` is on

    /// The answer: the last iterate or, after `stalled`, the one with the smallest residual.
    [[nodiscard]] const std::vector<T>& theta() const { return state.theta; }
    /// The best feasible iterate, if there is one: that with the lowest objective, plus the cost of giving way.
    [[nodiscard]] const std::optional<Kept<T>>& best() const { return state.best; }
    /// Iterates kept for averaged and randomised predictors, see Options::Sample.
    [[nodiscard]] const std::vector<Kept<T>>& samples() const { return state.samples; }
    /// One record per dual step.
    [[nodiscard]] const std::vector<TraceRecord>& trace() const { return state.dual.trace; }
};

}  // namespace alcole
