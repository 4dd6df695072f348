#pragma once

#include <alcole/context.hpp>
#include <alcole/tabular/trees.hpp>

#include "engine/cpu/tree_scorer.hpp"
#include "engine/plan/planned_rows.hpp"
#include "engine/risk/risk_sums.hpp"
#include "engine/two_sides.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace alcole::engine {

/// The problem in the space of scores, for methods that search over functions instead of weights: the variables are the
/// scores of the distinct points, and the risks are functions of them. Trees are added to the scores; push() gives the
/// gradient and curvature that the next ones are fitted to.
class ScoreSpace {
  public:
    /// `held`: see PlannedRows. The bounds are those of the goal; equal rows are one point.
    ScoreSpace(const tabular::Dataset& data, const tabular::Goal& goal, const Context& context,
               const std::vector<bool>& held = {});

    std::size_t num_points() const { return rows_.plan.num_points(); }
    std::size_t outputs() const { return outputs_; }
    std::size_t num_constraints() const { return bounds_.size(); }
    SparseRows points() const { return sparse_rows(reader_, rows_.plan); }
    /// The weight of each point in quantiles of the inputs: the total weight of its rows, held-out ones included, and
    /// of the rows whose twin it is.
    std::vector<float> point_weights() const;
    std::vector<double> base_scores() const { return rows_.base_scores(schema_); }
    /// The unit of each constraint. For a numeric target, losses are in squares of the target's standard deviation and
    /// values in standard deviations. Everything else has unit 1.
    std::vector<double> units() const { return units_; }
    /// The curvature of a row's loss with respect to its score, relative to that of a divergence: for a numeric target
    /// the loss is in the target's units, whereas a divergence has none.
    double loss_curvature() const;
    bool has_strict_risks() const { return rows_.plan.has_steps(); }

    /// Starts with these scores for every point.
    void begin(std::span<const float> base);
    /// Adds the trees of one round. `adds`: their increments of the scores, if already known.
    void add(std::span<const tabular::Tree> round, std::span<const float> adds = {});

    /// The scores of every point, points x outputs.
    std::span<const float> scores() const { return scores_; }
    /// The objective and the constraints minus their bounds, at the current scores.
    std::span<const double> risks() const { return risks_; }
    /// The same with predicted classes in place of probabilities; empty unless has_strict_risks().
    std::span<const double> strict_risks() const { return strict_; }
    /// The loss of the rows that the objective leaves out, if there are any.
    std::optional<double> held_loss() const;

    /// What a tree is fitted to: gradient and curvature with respect to the scores, points x outputs. They are scaled
    /// to a sum over rows (see unit_of_row), which is what XGBoost's min_child_weight and lambda refer to.
    struct Push {
        std::vector<float> gradient{};
        std::vector<float> curvature{};
        /// The response a^T diag(1 / h) a of each risk in A, with gradient a: its change over a step along its own
        /// gradient, per unit of weight. 0 for risks that are not in A.
        std::vector<double> responses{};
    };
    /// For a Lagrangian with weights w and curvatures c of the risks (Lagrangian::operator() and curvatures()) and a
    /// learning rate. With g the gradient, h the diagonal and A the gradients of the constraints with c > 0, the step
    /// solves
    ///
    ///     (diag(h) / rate + A^T diag(c) A) step = -g,
    ///
    /// so the penalty, which is stiff along A and zero elsewhere, is taken into account exactly. By Woodbury's formula
    /// this is a step along another gradient, g - A^T v, where v solves a small system.
    Push& push(std::span<const double> w, std::span<const double> c, double rate);

    /// The largest |sum| of the gradient of sum_i w_i l_i over the points of a leaf of the last round; before the first
    /// round, over all points.
    double leaf_slope(std::span<const double> w);
    /// Push::responses of all risks, with the curvature of the objective alone as h.
    std::vector<double> responses();

  private:
    std::vector<double> multiples(const RiskSums::Push& at, std::span<const std::size_t> stiff,
                                  std::span<const double> c, double rate, std::span<double> responses);

    const tabular::Schema schema_;
    Context context_;
    std::size_t outputs_;
    TwoSides sides_;
    PlannedRows<float> rows_;  // for the risks that are counted, see TwoSides
    TreeReader<float> reader_;
    RiskSums sums_;
    std::vector<double> bounds_;  // negated for lower bounds
    std::vector<double> units_;
    std::vector<float> scores_;  // points x outputs
    std::vector<double> risks_;
    std::vector<double> strict_;   // strict risks
    std::vector<double> counted_;  // the risks that are counted, without bounds
    std::vector<double> counted_strict_;
    std::vector<tabular::Tree> round_;  // the last one
    double row_unit_ = 1;               // see unit_of_row() in score_space.cpp
    struct Held {
        std::uint32_t point;
        Truth truth;
        double weight;
    };
    std::vector<Held> held_;
    Push push_;
};

}  // namespace alcole::engine
