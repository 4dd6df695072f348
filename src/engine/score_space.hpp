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

/// The problem in the space of scores, for who searches functions instead of weights: every distinct point has its
/// scores, and the risks are functions of them. Trees are added to the scores; what the next ones should do is told by
/// push().
class ScoreSpace {
  public:
    /// `held`: see PlannedRows. Bounds are those of the goal; equal rows are one point.
    ScoreSpace(const tabular::Dataset& data, const tabular::Goal& goal, const Context& context,
               const std::vector<bool>& held = {});

    std::size_t num_points() const { return rows_.plan.num_points(); }
    std::size_t outputs() const { return outputs_; }
    std::size_t num_constraints() const { return bounds_.size(); }
    SparseRows points() const { return sparse_rows(reader_, rows_.plan); }
    /// Per point, how much the rows weigh that are there, and those whose twin is: what quantiles of inputs are told
    /// by.
    std::vector<float> point_weights() const;
    std::vector<double> base_scores() const { return rows_.base_scores(schema_); }
    /// Per constraint, what it is measured in: of a number to predict, the loss is in squares of the target's standard
    /// deviation, and values are in standard deviations. Everything else has no unit.
    std::vector<double> units() const { return units_; }
    /// The curvature that a row's loss has by its score, in units of a divergence's: of a number to predict the loss is
    /// in the target's unit, and a divergence is not.
    double loss_curvature() const;
    bool has_strict_risks() const { return rows_.plan.has_steps(); }

    /// Begins with these scores for every point.
    void begin(std::span<const float> base);
    /// Adds trees, one round of them. `adds`: what they add to the scores, where that is known.
    void add(std::span<const tabular::Tree> round, std::span<const float> adds = {});

    /// Of every point, points x outputs.
    std::span<const float> scores() const { return scores_; }
    /// The objective and the constraints less their bounds, at the present scores.
    std::span<const double> risks() const { return risks_; }
    /// With predicted classes in place of probabilities; nothing where has_strict_risks() says so.
    std::span<const double> strict_risks() const { return strict_; }
    /// The loss of the rows that the objective leaves out; nothing when there are none.
    std::optional<double> held_loss() const;

    /// What a tree is fitted to: gradient and curvature by score, points x outputs, in units of a row.
    struct Push {
        std::vector<float> gradient{};
        std::vector<float> curvature{};
        /// a^T diag(1 / h) a of each risk that is in A, a its gradient: how far a step along it takes it, per unit of
        /// weight. 0 of the others.
        std::vector<double> responses{};
    };
    /// For the Lagrangian with weights w and curvatures c by risk (Lagrangian::operator() and curvatures()), of whose
    /// step the share `rate` is taken. With g the gradient, h the diagonal and A the gradients of the constraints that
    /// pull, the step solves
    ///
    ///     (diag(h) / rate + A^T diag(c) A) step = -g,
    ///
    /// so the penalty, which is stiff along A and not there elsewhere, is in it exactly. By Woodbury's formula that is
    /// a step along another gradient, g - A^T v with the v of a small system.
    Push& push(std::span<const double> w, std::span<const double> c, double rate);

    /// The largest sum of the gradient of sum_i w_i l_i over the points of a leaf of the last round; before the first
    /// one, over all points.
    double leaf_slope(std::span<const double> w);
    /// Push::responses of all risks, to steps along the objective's curvature alone.
    std::vector<double> responses();

  private:
    std::vector<double> multiples(const RiskSums::Push& at, std::span<const std::size_t> stiff,
                                  std::span<const double> c, double rate, std::span<double> responses);

    const tabular::Schema schema_;
    Context context_;
    std::size_t outputs_;
    TwoSides sides_;
    PlannedRows<float> rows_;  // with the risks that are counted
    TreeReader<float> reader_;
    RiskSums sums_;
    std::vector<double> bounds_;  // signed
    std::vector<double> units_;
    std::vector<float> scores_;  // points x outputs
    std::vector<double> risks_;
    std::vector<double> strict_;   // likewise
    std::vector<double> counted_;  // those that are counted
    std::vector<double> counted_strict_;
    std::vector<tabular::Tree> round_;  // the last one
    double row_unit_ = 1;               // what makes 1 of the weight that one row has in the objective
    struct Held {
        std::uint32_t point;
        Truth truth;
        double weight;
    };
    std::vector<Held> held_;
    Push push_;
};

}  // namespace alcole::engine
