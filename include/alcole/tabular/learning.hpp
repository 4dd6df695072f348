#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/problem.hpp>
#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/goal.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/scores.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// A data set, a goal and a model as a problem for the solver:
///
///     const Dataset data(read_csv("loans.csv"), SchemaOptions{.target = "approved", .positive = "yes"});
///     const std::vector<Constraint> fair = {{.kind = ConstraintKind::counterfactual, .bound = 1e-3,
///                                            .attributes = {"sex"}}};
///     LearningProblem<float> problem(data, {.constraints = define_risks(fair, data.schema(), data.table())},
///                                    {.hidden = {64, 64}});
///     const auto answer = solve(problem, problem.start(seed));
///
/// This is the level below alcole/learning/learning.hpp, whose fit() does all of this and more.
namespace alcole::tabular {

/// How large mini-batches are; docs/tabular.md describes how they are drawn.
struct BatchOptions {
    std::size_t rows = 256;
    std::size_t min_rows_per_group = 16;  ///< minimum in every mini-batch (the whole group if it is smaller)
};

/// The risks of a model on a data set: the objective (mean cross-entropy, or mean squared error) and one per
/// constraint. Every distinct point that they need is evaluated once. Arithmetic is in T, sums of risks are in double.
///
/// If the goal has constraints whose bound is minimised (RiskDefinition::minimise), theta has one more variable after
/// the weights, the bound t, and the problem is
///
///     minimise   t + objective / 100        subject to   risk_i <= t  for those,   and the others unchanged
///
/// This makes the worst of these risks as small as possible and uses the remaining freedom for the objective.
///
/// Not thread-safe: use a problem from one thread at a time. It works on the threads of its Context, and results do not
/// depend on their number.
template <class T>
class ALCOLE_EXPORT LearningProblem {
  public:
    /// Throws std::invalid_argument if a target is missing or a group has no rows.
    LearningProblem(const Dataset& data, Goal goal, Model model, const Context& context = Context(),
                    const BatchOptions& batches = {});
    /// The same problem in the other precision. Data derived from the rows is shared, unless rounding to single
    /// precision makes two different rows equal.
    using OtherPrecision = std::conditional_t<std::is_same_v<T, float>, double, float>;
    explicit LearningProblem(const LearningProblem<OtherPrecision>& other);
    LearningProblem(const LearningProblem&) = delete;
    LearningProblem& operator=(const LearningProblem&) = delete;
    LearningProblem(LearningProblem&& other) noexcept;
    LearningProblem& operator=(LearningProblem&& other) noexcept;
    ~LearningProblem();

    // The problem interface, see alcole/problem.hpp.
    class At;
    [[nodiscard]] std::size_t num_variables()
        const;  ///< the weights of the model plus, if a bound is minimised, that bound
    [[nodiscard]] std::size_t num_weights() const;
    [[nodiscard]] std::size_t num_constraints() const;
    [[nodiscard]] std::vector<std::string> constraint_names() const;
    [[nodiscard]] std::vector<double> constraint_scales() const;
    [[nodiscard]] std::vector<double> constraint_prices() const;
    [[nodiscard]] std::size_t batches_per_epoch() const;
    At risks(std::span<const T> theta, std::span<double> l);
    At risks(std::span<const T> theta, const Batch& batch, std::span<double> l);
    /// Uses rates of predicted classes in place of probabilities; losses and divergences are unchanged. Models are
    /// deployed in single precision, so in double a row whose predicted class depends on the precision counts against
    /// every constraint.
    void strict_risks(std::span<const T> theta, std::span<double> l);
    /// The strict risks of the mini-batch that was evaluated last, at the same theta. Nothing is recomputed.
    void strict_risks(std::span<const T> theta, const Batch& batch, std::span<double> l);
    /// True if there are rates among the constraints.
    [[nodiscard]] bool has_strict_risks() const;
    [[nodiscard]] bool is_rate(std::size_t constraint) const;
    /// Sets the width by which scores are divided before the probabilities of smooth rates are computed; 1 at first.
    void set_width(double width);

    /// Exact second derivatives: along a direction for every model but trees, as a matrix for linear models.
    void hessian_vector(std::span<const T> theta, std::span<const double> w, std::span<const T> v, std::span<T> h);
    void hessian(std::span<const T> theta, std::span<const double> w, std::span<double> h);
    /// True for linear models.
    [[nodiscard]] bool has_hessian() const;

    /// An approximate inverse of the Hessian, layer by layer, for networks on enough points for it to pay off.
    void preconditioner(std::span<const T> theta, std::span<const double> w, std::vector<T>& p);
    void precondition(std::span<const T> p, std::span<const T> v, std::span<T> out);
    [[nodiscard]] bool has_preconditioner() const;

    [[nodiscard]] const Dataset& data() const;
    [[nodiscard]] const Goal& goal() const;
    [[nodiscard]] const Model& model() const;
    /// The positions of the goal's constraints among those of the problem: in order, except that constraints on single
    /// rows, one for each row, come after all others.
    [[nodiscard]] std::span<const RiskPlace> places() const;
    /// For a constraint of the goal on single rows: the row of the data for each of its places; otherwise empty.
    [[nodiscard]] std::vector<std::size_t> rows_of(std::size_t constraint) const;
    /// Sets other bounds for the same risks, one per constraint of the goal. Nothing is rebuilt.
    void set_bounds(std::span<const double> bounds);

    /// Returns a random start, see initial_weights(). The last bias is set to the base rate (or mean) of the target.
    /// For trees: the base rate and no trees.
    std::vector<T> start(std::uint64_t seed) const;

    /// Returns one model for each class, which predicts that class for every row with probabilities as close to the
    /// shares of the classes as that allows; none in regression. Such a model leaves no gap between groups, so one of
    /// them often meets constraints that no other model meets.
    std::vector<std::vector<T>> constants() const;

    /// Returns the same model with other thresholds: for two classes, one for every k < parts, which predicts about
    /// k / parts of the rows to be of the first class. For other targets, none.
    std::vector<std::vector<T>> with_other_thresholds(std::span<const T> theta, std::size_t parts);

    /// The share of rows whose class is predicted right. For classes only.
    double accuracy(std::span<const T> theta);

    /// For each constraint of the goal, the share of its rows whose predicted class changes; empty if it is not
    /// counterfactual.
    std::vector<std::optional<double>> flip_rates(std::span<const T> theta);

    /// The scores of every row, see scores.hpp. Predictions and metrics are computed from them.
    Scores scores(std::span<const T> theta);

    /// The size of the problem.
    struct Size {
        std::size_t rows = 0;
        std::size_t points = 0;        ///< distinct points that are evaluated
        std::size_t pairs = 0;         ///< of points, over all counterfactual constraints
        std::size_t naive_points = 0;  ///< evaluations needed if every row were evaluated for every risk
        double flops = 0;              ///< in the matrix products of one evaluation with gradient
    };
    Size size() const;

  private:
    friend class LearningProblem<OtherPrecision>;
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// The linearisation: pulls weights on the risks back to a gradient.
template <class T>
class LearningProblem<T>::At {
  public:
    ALCOLE_EXPORT void pullback(std::span<const double> w, std::span<T> g);

  private:
    friend class LearningProblem;
    At(Parts& parts, bool batch, std::uint64_t stamp) : parts_(&parts), batch_(batch), stamp_(stamp) {}
    Parts* parts_;
    bool batch_;
    std::uint64_t stamp_;
};

/// The common name of the instruction set in use.
[[nodiscard]] ALCOLE_EXPORT std::string_view instruction_set();
/// All instruction sets that this CPU supports and the library is compiled for, best first.
[[nodiscard]] ALCOLE_EXPORT std::vector<std::string> instruction_sets();

}  // namespace alcole::tabular
