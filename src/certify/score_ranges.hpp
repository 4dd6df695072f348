#pragma once

#include "certify/bounds.hpp"

#include <cstddef>
#include <limits>

namespace alcole::certify {

/// Stands for a word that did not occur in training, which has no input of its own.
inline constexpr std::size_t no_input = std::numeric_limits<std::size_t>::max();

/// The ranges of a model's scores over every possible row.
class ScoreRanges {
  public:
    ScoreRanges() = default;
    ScoreRanges(const ScoreRanges&) = delete;
    ScoreRanges& operator=(const ScoreRanges&) = delete;
    virtual ~ScoreRanges() = default;

    /// The number of classes; only differences of their scores matter. With two classes, the first has score 0 and the
    /// model computes the other. In regression, the single score likewise counts as that of the second of two classes.
    virtual std::size_t classes() const = 0;
    /// The range of s_k - s_j.
    virtual Range score_difference(std::size_t k, std::size_t j) const = 0;
    /// The largest max_k d_k - min_k d_k, where d_k is the change of score k when the 1 moves from input `from` to
    /// input `to`.
    virtual double spread(std::size_t from, std::size_t to) const = 0;
    /// The same when the numeric input `input` increases by `by`; infinite if there is no bound.
    virtual double spread_of_raise(std::size_t input, double by) const = 0;
    /// The magnitude to which the rounding errors of a score are proportional, such as its largest summand.
    virtual double largest_part() const = 0;
};

}  // namespace alcole::certify
