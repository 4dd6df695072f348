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
/// This is the level below alcole/learning/learning.hpp, whose fit() does all of it and more.
namespace alcole::tabular {

/// Where the goal has constraints whose bound is minimised (RiskDefinition::minimise), theta has one more variable
/// behind the weights, the bound t, and the problem is
///
///     minimise   t + objective / 100        subject to   risk_i <= t  for those,   and the others as they are:
///
/// the worst of these risks is as small as it can be, and what that leaves open serves the objective.

/// Mini-batches: see docs/tabular.md.
struct BatchOptions {
    std::size_t rows = 256;
    std::size_t min_rows_per_group = 16;  ///< in every mini-batch (the whole group if it is smaller)
};

/// The risks of a model on a data set: the objective (mean cross-entropy, or mean squared error) and one per
/// constraint. Every distinct point that they need is evaluated once. Arithmetic in T, sums of risks in double.
///
/// One evaluation at a time: a problem must not be used from two threads at once. It works on the threads of its
/// Context, and results do not depend on how many there are.
template <class T>
class ALCOLE_EXPORT LearningProblem {
  public:
    /// Throws std::invalid_argument with a sentence when a target is missing or a group has no rows.
    LearningProblem(const Dataset& data, Goal goal, Model model, const Context& context = Context(),
                    const BatchOptions& batches = {});
    /// The same problem in the other precision. What both make of the rows is kept once, wherever rounding numbers to
    /// single precision makes no two rows alike.
    using OtherPrecision = std::conditional_t<std::is_same_v<T, float>, double, float>;
    explicit LearningProblem(const LearningProblem<OtherPrecision>& other);
    LearningProblem(const LearningProblem&) = delete;
    LearningProblem& operator=(const LearningProblem&) = delete;
    LearningProblem(LearningProblem&& other) noexcept;
    LearningProblem& operator=(LearningProblem&& other) noexcept;
    ~LearningProblem();

    // What the solver asks for, see alcole/problem.hpp.
    class At;
    std::size_t num_variables() const;  ///< the weights of the model and, where a bound is minimised, that bound
    std::size_t num_weights() const;
    std::size_t num_constraints() const;
    std::vector<std::string> constraint_names() const;
    std::vector<double> constraint_scales() const;
    std::size_t batches_per_epoch() const;
    At risks(std::span<const T> theta, std::span<double> l);
    At risks(std::span<const T> theta, const Batch& batch, std::span<double> l);
    /// Rates of predicted classes in place of probabilities; losses and divergences as they are. Models are deployed in
    /// single precision: in double, a row whose class hangs on that counts against every constraint.
    void strict_risks(std::span<const T> theta, std::span<double> l);
    /// Of the mini-batch that was evaluated last, at the theta it was evaluated at: nothing is computed again.
    void strict_risks(std::span<const T> theta, const Batch& batch, std::span<double> l);
    /// True when there are rates among the constraints.
    bool has_strict_risks() const;
    /// Rates are smooth as means of the probabilities of scores over this width; 1 at first.
    void set_width(double width);

    /// Second derivatives, exact: of every model but trees along a direction, of a linear one as a matrix.
    void hessian_vector(std::span<const T> theta, std::span<const double> w, std::span<const T> v, std::span<T> h);
    void hessian(std::span<const T> theta, std::span<const double> w, std::span<double> h);
    /// True of linear models.
    bool has_hessian() const;

    const Dataset& data() const;
    const Goal& goal() const;
    const Model& model() const;
    /// Where the constraints of the goal stand among those of the problem: one after the other, except that those on
    /// single rows, of which there are as many as rows, stand behind all others.
    std::span<const RiskPlace> places() const;
    /// Of a constraint of the goal on single rows: which row of the data each of its places is about; else nothing.
    std::vector<std::size_t> rows_of(std::size_t constraint) const;
    /// Other bounds for the same risks, one per constraint of the goal. Nothing is built again.
    void set_bounds(std::span<const double> bounds);

    /// A random start, see initial_weights(). The last bias is set to the base rate (or mean) of the target. Of trees:
    /// no tree yet, and the base rate.
    std::vector<T> start(std::uint64_t seed) const;

    /// One model for each class, which predicts that class for everybody, its probabilities as near to the shares of
    /// the classes as that allows; none in regression. No gap between groups is left, so that one of them often meets
    /// what no other model does.
    std::vector<std::vector<T>> constants() const;

    /// For each constraint of the goal, the share of its rows whose predicted class changes; empty where it is not
    /// counterfactual.
    std::vector<std::optional<double>> flip_rates(std::span<const T> theta);

    /// The scores of every row, see scores.hpp: predictions and metrics are told from them.
    Scores scores(std::span<const T> theta);

    /// What was made of the table.
    struct Size {
        std::size_t rows = 0;
        std::size_t points = 0;        ///< distinct, as evaluated
        std::size_t pairs = 0;         ///< of points, over all counterfactual constraints
        std::size_t naive_points = 0;  ///< what evaluating every row for every risk would take
        double flops = 0;              ///< of matrix products in one evaluation with gradient
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

/// The instruction set the arithmetic runs on, as people call it.
ALCOLE_EXPORT std::string_view instruction_set();
/// All that this CPU has and the arithmetic is compiled for, the best one first.
ALCOLE_EXPORT std::vector<std::string> instruction_sets();

}  // namespace alcole::tabular
