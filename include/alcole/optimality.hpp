#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/export.hpp>
#include <alcole/state.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Is this theta a solution, and do the assumptions of the theory hold there? Link alcole::optimality.
///
///     const auto answer = solve(problem, start);
///     const Optimality found = examine(problem, answer.theta(), answer.lambda);
///     found.kkt.verdict, found.licq.verdict, found.second_order.verdict, found.second_order.alpha_min, ...
///
/// docs/optimality.md explains what every number means and when to trust it.
namespace alcole {

/// `undetermined`: within the error of the computation, or not decided by what was examined.
enum class Decision : std::uint8_t { holds, fails, undetermined };
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Decision verdict);

/// A residual and the tolerance it was compared with.
struct Residual {
    double value = 0;
    double tolerance = 0;
    Decision verdict = Decision::undetermined;
};

/// First-order conditions, unscaled: the residuals of a Summary, at any (theta, lambda).
struct Kkt {
    Residual stationarity{};     ///< largest entry of the projected gradient of l_0 + sum_i lambda_i l_i
    Residual violation{};        ///< max(0, l_i), |l_i| for equalities, of the constraint farthest beyond its tolerance
    Residual complementarity{};  ///< largest |lambda_i l_i| over the inequalities
    Residual sign{};             ///< largest max(0, -lambda_i) over the inequalities, times the size of its gradient
    Decision verdict = Decision::undetermined;  ///< of all four
};

/// Which constraints and bounds are active, and which of them strongly active, that is with a positive multiplier.
struct ActiveSet {
    std::vector<std::size_t> strongly_active{};         ///< I_0: active with lambda_i > 0; every equality
    std::vector<std::size_t> weakly_active{};           ///< I_1: active with lambda_i = 0
    std::vector<std::size_t> strongly_active_bounds{};  ///< variables that the gradient presses against a bound
    std::vector<std::size_t> weakly_active_bounds{};    ///< variables at a bound, not pressed against it
    double tolerance = 0;             ///< active: l_i >= -tolerance times the scale of l_i, see ExamineOptions
    double multiplier_tolerance = 0;  ///< strongly active: lambda_i |grad l_i| above this
    [[nodiscard]] bool strict() const {
        return weakly_active.empty() && weakly_active_bounds.empty();
    }  ///< strict complementarity
};

/// Linear independence of the active gradients. Active bounds are accounted for by leaving out their variables.
struct Licq {
    double smallest = 1;  ///< singular value of the active Jacobian, whose rows have length 1 with bounds included
    double largest = 1;
    double ratio = 1;        ///< smallest / largest; 1 if nothing is active
    double fails_below = 0;  ///< threshold on the ratio: dependent as far as this arithmetic can distinguish
    double holds_above = 0;  ///< threshold on the ratio; in between it is undetermined
    Decision verdict = Decision::undetermined;
};

/// The smallest eigenvalue of a symmetric matrix, known up to an error.
struct Eigenvalue {
    double value = 0;
    double error = 0;       ///< estimate: differences with two steps, asymmetry, the residual of Lanczos
    bool converged = true;  ///< false: Lanczos was stopped; value is then only an upper estimate
    Decision positive = Decision::undetermined;
};

/// Curvature of the ordinary Lagrangian l_0 + sum_i lambda_i l_i, with Hessian H, at theta.
struct SecondOrder {
    std::optional<Eigenvalue> whole{};    ///< of H over all variables that can move
    std::optional<Eigenvalue> tangent{};  ///< of H on { z : grad l_i' z = 0 on I_0 }; none if only z = 0 is left
    std::size_t tangent_dimension = 0;
    /// Second-order sufficiency. If I_1 is empty, the tangent space decides. Otherwise the relevant cone is smaller:
    /// `holds` on the tangent space is then sufficient, not necessary, and `fails` is reported only for a direction of
    /// negative curvature along all active constraints.
    Decision verdict = Decision::undetermined;
    bool sufficient_only = false;  ///< I_1 is not empty
    /// The smallest alpha beyond which H + 2 alpha J_0' J_0 is positive definite, so that the augmented Lagrangian is
    /// strictly convex around theta; 0 if H itself is positive definite, or if any alpha > 0 suffices. None if H is not
    /// clearly positive on the tangent space, or if too much is active to decide.
    std::optional<double> alpha_min{};         ///< with active bounds treated as constraints
    std::optional<double> alpha_min_in_box{};  ///< with the box kept separate, as in the solver; usually smaller
    bool examined = false;                     ///< false: ExamineOptions::second_order was off
    bool dense = true;                         ///< true: all eigenvalues; false: Lanczos
    bool differences = true;                   ///< true: Hessians by differences of gradients; false: the problem's own
};

/// The result of examine().
struct Optimality {
    Kkt kkt{};
    ActiveSet active{};
    Licq licq{};
    SecondOrder second_order{};
};
/// A few sentences.
[[nodiscard]] ALCOLE_EXPORT std::string to_string(const Optimality& found);

/// Zero means automatic: the solver's tolerances for T, and 1e-6 for activity and multipliers (float: 1e-3 and 1e-4).
struct ExamineOptions {
    double stationarity = 0;     ///< relative to the largest entry of grad l_0 and lambda_i grad l_i, or gradient_size
    double violation = 0;        ///< relative to the problem's scale of a constraint, or to 1 if it has none
    double complementarity = 0;  ///< relative to max(1, |l_0|)
    double activity = 0;         ///< relative to the problem's scale, or to |grad l_i| max(1, |theta|) if it has none
    double multiplier = 0;       ///< relative to the same as stationarity
    double gradient_size =
        1;  ///< stationarity is relative to at least this (the solver uses DualState::gradient_floor)
    double stationarity_rounding = 0;  ///< added to that tolerance: how much rounding of theta changes the slope
    std::size_t dense_up_to = 200;  ///< up to this many variables all eigenvalues are computed; beyond, Lanczos is used
    std::size_t max_multiplications = 2000;  ///< maximum number of Hessian-vector products for one eigenvalue
    std::uint64_t seed = 1;                  ///< of the first Lanczos vector and of the probes
    std::vector<double> offset{};  ///< constraint i is treated as l_i - offset_i; use DualState::shifts() for problems
                                   ///< with strict risks
    bool second_order = true;
};

/// The compiled examination behind examine(). A constraint that gives way, at its maximum price (problem.hpp), is
/// examined at the bound that it has reached. Throws std::invalid_argument if sizes differ or theta is outside the box.
template <class T>
[[nodiscard]] Optimality examine_any(AnyProblem<T>& problem, std::span<const T> theta, std::span<const double> lambda,
                                     const ExamineOptions& options);
extern template ALCOLE_EXPORT Optimality examine_any(AnyProblem<float>&, std::span<const float>,
                                                     std::span<const double>, const ExamineOptions&);
extern template ALCOLE_EXPORT Optimality examine_any(AnyProblem<double>&, std::span<const double>,
                                                     std::span<const double>, const ExamineOptions&);

/// Examines a point (theta, lambda): first order, active set, LICQ and second order. Throws like examine_any().
template <class P, class T>
[[nodiscard]] Optimality examine(P&& problem, const std::vector<T>& theta, std::span<const double> lambda,
                                 const ExamineOptions& options = {}) {
    if constexpr (std::same_as<std::remove_cvref_t<P>, AnyProblem<T>>) {
        return examine_any<T>(problem, theta, lambda, options);
    } else {
        AnyProblem<T> any(std::forward<P>(problem));
        return examine_any<T>(any, theta, lambda, options);
    }
}

/// The smallest value found of a Lagrangian.
struct DualValue {
    double lowest = 0;         ///< over all starts: an upper estimate of g = inf L
    double gap = 0;            ///< l_0(theta) - lowest: a lower estimate of l_0(theta) - g
    bool unbounded = false;    ///< L is unbounded below, so g is -infinity; the numbers are then meaningless
    std::size_t ended = 0;     ///< starts that ended at a finite value
    std::size_t agreeing = 0;  ///< those of them at the lowest value (up to GapOptions::agreement)
    std::size_t lower = 0;     ///< those of them below l_0(theta) by half of the gap or more
    double from_theta = 0;     ///< the value reached by going downhill from theta
    double noise = 0;          ///< a gap of up to this size is explained by the accuracy of theta; see GapOptions
    std::vector<double> at{};  ///< theta at the lowest value

    /// True if L is lower elsewhere.
    [[nodiscard]] bool gap_found() const { return unbounded || (ended > 0 && gap > noise); }
};

/// The augmented gap with every alpha multiplied by `factor`, found by going downhill from the lowest point of the
/// previous alpha.
struct GapAtFactor {
    double factor = 1;
    double gap = 0;
};

/// Is the augmented dual attained, that is, does some (lambda, alpha) have g(lambda, alpha) = l_0(theta)? KKT, LICQ and
/// second-order sufficiency at theta guarantee it only if theta is the unique solution (docs/math.md, erratum 5).
struct Attained {
    /// `fails`: the gap falls with alpha but never vanishes, as happens if another solution has another multiplier.
    /// `undetermined`: no lower value was found, at alpha or at a larger one, so nothing speaks against attainment; or
    /// the gap stays, because theta is not the solution.
    Decision verdict = Decision::undetermined;
    std::optional<double> factor{};   ///< the smallest one at which no gap was found
    std::vector<GapAtFactor> gaps{};  ///< up to that factor; empty: L is unbounded below, or no minimisation ended
};
/// One clause, without a full stop.
[[nodiscard]] ALCOLE_EXPORT std::string to_string(const Attained& found);

/// The result of duality_gap().
struct GapEstimate {
    double objective = 0;  ///< l_0(theta)
    double violation = 0;  ///< of theta; the gap bounds l_0(theta) - inf (P) only if this is zero
    DualValue augmented{};
    DualValue ordinary{};
    Attained attained{};
};
/// A few sentences.
[[nodiscard]] ALCOLE_EXPORT std::string to_string(const GapEstimate& found);

/// Options of duality_gap().
struct GapOptions {
    std::size_t starts = 20;  ///< number of starts: theta itself and random points
    std::uint64_t seed = 1;
    double spread = 3;  ///< starts are normal around theta with this multiple of max(1, |theta_j|), or uniform in a box
    std::int64_t max_steps = 5000;  ///< total, of each minimisation
    double tolerance = 0;     ///< on the slope, like Options::tolerance.stationarity; 0: the solver's default for T
    double agreement = 1e-6;  ///< values this close, relative to max(1, |L|), count as equal
    /// How far theta may be from the bottom of its own valley, relative to max(1, |l_0|); 0: same as `agreement`. A gap
    /// counts if it is larger than `agreement` and larger than twice the gain of going downhill from theta, which is
    /// allowed for up to `loose`. In single precision it must also be found from more than half of the starts, or be
    /// larger than `loose`.
    double loose = 0;
    std::vector<double> offset{};  ///< constraint i is treated as l_i - offset_i, as in ExamineOptions
    /// Returns start k = 1, 2, ..., for problems that know better than `spread` where to look. Start 0 is always theta.
    std::function<std::vector<double>(std::size_t k)> draw{};
};

/// Estimates l_0(theta) - g(lambda, alpha), with g from many minimisations of L, for the augmented and the ordinary
/// Lagrangian.
template <class T>
[[nodiscard]] GapEstimate duality_gap_of(AnyProblem<T>& problem, std::span<const T> theta,
                                         std::span<const double> lambda, std::span<const double> alpha,
                                         const GapOptions& options);
extern template ALCOLE_EXPORT GapEstimate duality_gap_of(AnyProblem<float>&, std::span<const float>,
                                                         std::span<const double>, std::span<const double>,
                                                         const GapOptions&);
extern template ALCOLE_EXPORT GapEstimate duality_gap_of(AnyProblem<double>&, std::span<const double>,
                                                         std::span<const double>, std::span<const double>,
                                                         const GapOptions&);

/// The same for any problem.
template <class P, class T>
[[nodiscard]] GapEstimate duality_gap(P&& problem, const std::vector<T>& theta, std::span<const double> lambda,
                                      std::span<const double> alpha, const GapOptions& options = {}) {
    if constexpr (std::same_as<std::remove_cvref_t<P>, AnyProblem<T>>) {
        return duality_gap_of<T>(problem, theta, lambda, alpha, options);
    } else {
        AnyProblem<T> any(std::forward<P>(problem));
        return duality_gap_of<T>(any, theta, lambda, alpha, options);
    }
}

/// One value of the perturbation function p(u) = min l_0 subject to l_i <= u_i; +infinity if that is infeasible.
struct Perturbation {
    std::vector<double> u{};  ///< m
    double value = 0;
};

/// Stability of degree 2, as far as the given u show: p(u) >= p(0) - <lambda, u> - alpha |u|^2.
struct Stability {
    double alpha = 0;                       ///< the smallest alpha that satisfies all inequalities
    std::optional<std::size_t> deciding{};  ///< the perturbation that requires it; none if alpha is 0
    bool growing = false;      ///< the required alpha grows like 1 / |u| towards 0: lambda is not a slope of p
    std::size_t examined = 0;  ///< number of perturbations
    Decision verdict = Decision::undetermined;
};
/// One sentence, without a full stop.
[[nodiscard]] ALCOLE_EXPORT std::string to_string(const Stability& found);
/// `noise` is the error of a value of p; requirements that it explains are not counted.
[[nodiscard]] ALCOLE_EXPORT Stability stability(double at_zero, std::span<const Perturbation> perturbations,
                                                std::span<const double> lambda, double noise = 0);

/// Whether the sequence of iterates is asymptotically feasible and minimising, judged by the second half of a trace.
struct PrimalConvergence {
    std::size_t tail = 0;          ///< number of records in the second half; 0: the trace is empty
    std::size_t last = 0;          ///< number of records in the last quarter, at least two if there are two
    std::vector<double> slacks{};  ///< per constraint, the largest l_i over the tail
    double violation = 0;          ///< the largest over the tail
    double last_violation = 0;     ///< the largest over the last quarter of the trace
    double objective_low = 0;      ///< of l_0 over the last quarter
    double objective_high = 0;
    double multiplier_growth = 1;  ///< largest multiplier of the last quarter over that of the previous one; the theory
                                   ///< requires bounded multipliers
    Decision verdict = Decision::undetermined;
};
/// One sentence, without a full stop.
[[nodiscard]] ALCOLE_EXPORT std::string to_string(const PrimalConvergence& found);
/// `tolerance` applies to the violation, and to the range of the objective relative to max(1, |l_0|).
[[nodiscard]] ALCOLE_EXPORT PrimalConvergence primal_convergence(std::span<const TraceRecord> trace,
                                                                 double tolerance = 1e-3);

/// The properties of a model that the assumptions of the theory depend on: a linear model or a network over table rows,
/// fitted with cross-entropy or squared error and l2 / 2 |weights|^2.
struct ModelFacts {
    bool linear = true;  ///< no hidden layer
    bool smooth = true;  ///< a twice continuously differentiable activation (all but relu); ignored if linear
    double l2 = 0;
};
/// An assumption of the theory, decided from the description of a model alone.
struct Assumption {
    enum class Kind : std::uint8_t {
        objective_bounded_below,
        closed_domain,
        bounded_sample_losses,
        compact_level_sets,
        twice_differentiable_risks,
    };
    Kind kind = Kind::objective_bounded_below;
    Decision verdict = Decision::undetermined;
};
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Assumption::Kind kind);
/// Why the verdict is what it is, in one sentence without a full stop.
[[nodiscard]] ALCOLE_EXPORT std::string_view reason_of(const Assumption& assumption);
/// Decides every kind of Assumption, in order.
[[nodiscard]] ALCOLE_EXPORT std::vector<Assumption> regularity(const ModelFacts& model);

}  // namespace alcole
