#pragma once

#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/scores.hpp>

#include "engine/plan/plan.hpp"
#include "engine/risk/loss.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::engine {

/// The scores of many points with their probabilities and norms, see loss.hpp. They are in double even if the scores
/// were computed in float, because a divergence of 1e-3 is a difference of numbers near 1.
class Predictions {
  public:
    Predictions(tabular::Task task, std::size_t outputs) : task_(task), outputs_(outputs) {}
    /// From the scores of all rows of a table; read() has been called.
    Predictions(tabular::Task task, const tabular::Scores& scores);

    /// Changes the number of points; memory is kept for reuse.
    void resize(std::size_t points);
    /// Points x outputs; to be filled before read() is called.
    std::span<double> scores() { return {scores_.data(), points_ * outputs_}; }
    std::span<const double> scores() const { return {scores_.data(), points_ * outputs_}; }
    /// Computes probabilities and norms from the scores of these points. Disjoint ranges may be read concurrently.
    void read(IndexRange points);
    /// Computes the probabilities p(s / width) of surrogates: at the width of all of them, which shrinks during a
    /// solve, and at the one that some rates have of their own.
    void read_at_surrogate_width(IndexRange points, double width) { read_at(points, width, at_surrogate_width_); }
    void read_at_own_width(IndexRange points, double width) { read_at(points, width, at_own_width_); }

    std::size_t outputs() const { return outputs_; }
    bool is_binary() const { return task_ == tabular::Task::binary; }
    Prediction at(std::size_t point) const {
        const std::size_t first = point * outputs_;
        return {task_, outputs_, scores_.data() + first, p_.data() + first, norms_[point]};
    }
    /// The same for two classes, for loops over many points: task and outputs are constants for the compiler.
    Prediction at_binary(std::size_t point) const {
        return {tabular::Task::binary, 1, scores_.data() + point, p_.data() + point, norms_[point]};
    }
    /// The point with the probabilities of the last read_at_surrogate_width(); its norm is meaningless.
    Prediction at_surrogate_width(std::size_t point) const {
        const std::size_t first = point * outputs_;
        return {task_, outputs_, scores_.data() + first, at_surrogate_width_.data() + first, 0};
    }
    Prediction at_surrogate_width_binary(std::size_t point) const {
        return {tabular::Task::binary, 1, scores_.data() + point, at_surrogate_width_.data() + point, 0};
    }

    /// The same with those of the last read_at_own_width().
    Prediction at_own_width(std::size_t point) const {
        const std::size_t first = point * outputs_;
        return {task_, outputs_, scores_.data() + first, at_own_width_.data() + first, 0};
    }
    Prediction at_own_width_binary(std::size_t point) const {
        return {tabular::Task::binary, 1, scores_.data() + point, at_own_width_.data() + point, 0};
    }

    // The same for two classes, for loops over consecutive points.
    const double* scores_from(std::size_t point) const { return scores_.data() + point; }
    const double* probabilities_from(std::size_t point) const { return p_.data() + point; }
    const double* norms_from(std::size_t point) const { return norms_.data() + point; }
    const double* at_surrogate_width_from(std::size_t point) const { return at_surrogate_width_.data() + point; }
    const double* at_own_width_from(std::size_t point) const { return at_own_width_.data() + point; }

  private:
    void read_binary(IndexRange points);
    void read_at(IndexRange points, double width, std::vector<double>& to) const;
    void read_binary_at(IndexRange points, double width, double* to) const;

    tabular::Task task_;
    std::size_t outputs_;
    std::size_t points_ = 0;
    std::vector<double> scores_;
    std::vector<double> p_;
    std::vector<double> norms_;
    std::vector<double> at_surrogate_width_;  // p(s / width)
    std::vector<double> at_own_width_;        // the same
};

}  // namespace alcole::engine
