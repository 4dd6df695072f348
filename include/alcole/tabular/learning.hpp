#pragma once

#include <alcole/export.hpp>
#include <alcole/problem.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// A table, a model and constraints as a problem for the solver:
///
///     const Table table = read_csv("loans.csv");
///     const Schema schema = fit_schema(table, {.target = "approved", .positive = "yes"});
///     const std::vector<Constraint> fair = {{.kind = ConstraintKind::counterfactual, .bound = 1e-3,
///                                            .attributes = {"sex"}}};
///     LearningProblem<float> problem(table, schema, {.constraints = define_risks(fair, schema, table),
///                                                    .model = {.hidden = {64, 64}}});
///     const auto answer = solve(problem, problem.start(seed));
namespace alcole::tabular {

struct Learning {
    std::vector<RiskDefinition> constraints{};
    Model model{};
    double l2 = 0;          ///< the objective gets l2 / 2 times the squared weights (not the biases)
    std::string weights{};  ///< a column: how much each row counts in the objective; empty: all the same
    std::size_t batch_rows = 256;
    std::size_t least_rows = 16;  ///< of every row set in a mini-batch (all of it where there are fewer)
    std::size_t threads = 0;      ///< 0: as many as there are cores. Results do not depend on it
};

/// The risks of a model on a table: the objective (mean cross-entropy, or mean squared error) and one per constraint.
/// Every distinct point that they need is evaluated once. Arithmetic in T, sums of risks in double.
template <class T>
class ALCOLE_EXPORT LearningProblem {
  public:
    /// Throws std::invalid_argument with a sentence when the table does not fit the schema or a group has no rows.
    LearningProblem(const Table& table, const Schema& schema, const Learning& learning);
    LearningProblem(const LearningProblem&) = delete;
    LearningProblem& operator=(const LearningProblem&) = delete;
    LearningProblem(LearningProblem&& other) noexcept;
    LearningProblem& operator=(LearningProblem&& other) noexcept;
    ~LearningProblem();

    // What the solver asks for, see alcole/problem.hpp.
    class At;
    std::size_t num_variables() const;
    std::size_t num_constraints() const;
    std::vector<std::string> constraint_names() const;
    std::vector<double> constraint_scales() const;
    std::size_t batches_per_epoch() const;
    At risks(std::span<const T> theta, std::span<double> l);
    At risks(std::span<const T> theta, const Batch& batch, std::span<double> l);
    /// Rates of predicted classes in place of probabilities; losses and divergences as they are.
    void strict_risks(std::span<const T> theta, std::span<double> l);
    /// True when there are rates among the constraints.
    bool has_strict_risks() const;

    /// A random start, see initial_weights(). The last bias is set to the base rate (or mean) of the target.
    std::vector<T> start(std::uint64_t seed) const;

    /// For each constraint, the share of its rows whose predicted class changes; empty where it is not counterfactual.
    std::vector<std::optional<double>> flip_rates(std::span<const T> theta);

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

/// What a model says of every row of a table: one probability per class (of the positive one alone where there are
/// two), or the number, row by row. Does not depend on which other rows are in the table, nor on the threads.
template <class T>
ALCOLE_EXPORT std::vector<double> predict(const Schema& schema, const Model& model, std::span<const T> theta,
                                          const Table& table, std::size_t threads = 0);

/// The instruction set the arithmetic runs on, as people call it.
ALCOLE_EXPORT std::string_view instruction_set();

}  // namespace alcole::tabular
