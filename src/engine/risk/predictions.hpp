#pragma once

#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/scores.hpp>

#include "engine/plan/plan.hpp"
#include "engine/risk/loss.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::engine {

/// The scores of many points, and what they say: probabilities and norms, see loss.hpp. In double, whatever the scores
/// were computed in: a divergence of 1e-3 is a difference of numbers near 1.
class Predictions {
  public:
    Predictions(tabular::Task task, std::size_t outputs) : task_(task), outputs_(outputs) {}
    /// Of all rows of a table, read.
    Predictions(tabular::Task task, const tabular::Scores& scores);

    /// Room for so many points; memory is kept from one set of points to the next.
    void resize(std::size_t points);
    /// Points x outputs, to be written before they are read.
    std::span<double> scores() { return {scores_.data(), points_ * outputs_}; }
    std::span<const double> scores() const { return {scores_.data(), points_ * outputs_}; }
    /// Makes probabilities and norms of the scores of these points. Ranges that do not overlap may be read at once.
    void read(IndexRange points);
    /// Likewise the probabilities of their scores over a width.
    void narrow(IndexRange points, double width);

    std::size_t outputs() const { return outputs_; }
    bool is_binary() const { return task_ == tabular::Task::binary; }
    Prediction at(std::size_t point) const {
        const std::size_t first = point * outputs_;
        return {task_, outputs_, scores_.data() + first, p_.data() + first, norms_[point]};
    }
    /// The same of two classes, for loops over many points: what the compiler knows need not be asked point by point.
    Prediction at_binary(std::size_t point) const {
        return {tabular::Task::binary, 1, scores_.data() + point, p_.data() + point, norms_[point]};
    }
    /// With the probabilities of the last narrow(), and a norm that means nothing.
    Prediction narrowed(std::size_t point) const {
        const std::size_t first = point * outputs_;
        return {task_, outputs_, scores_.data() + first, narrowed_.data() + first, 0};
    }
    Prediction narrowed_binary(std::size_t point) const {
        return {tabular::Task::binary, 1, scores_.data() + point, narrowed_.data() + point, 0};
    }

  private:
    void read_binary(IndexRange points);

    tabular::Task task_;
    std::size_t outputs_;
    std::size_t points_ = 0;
    std::vector<double> scores_;
    std::vector<double> p_;
    std::vector<double> norms_;
    std::vector<double> narrowed_;  // as p_, over a width
};

}  // namespace alcole::engine
