#pragma once

#include "certify/bounds.hpp"

#include <cstddef>
#include <limits>

namespace alcole::certify {

/// A word that training never met has no input of its own.
inline constexpr std::size_t no_input = std::numeric_limits<std::size_t>::max();

/// What the scores of a model can be, over every row that could ever come.
class ScoreRanges {
  public:
    ScoreRanges() = default;
    ScoreRanges(const ScoreRanges&) = delete;
    ScoreRanges& operator=(const ScoreRanges&) = delete;
    virtual ~ScoreRanges() = default;

    /// Classes are told apart by differences of scores. Of two classes the first has score 0 and the model says the
    /// other; in regression, likewise, the one score is compared with 0.
    virtual std::size_t classes() const = 0;
    /// Of s_k - s_j.
    virtual Range score_difference(std::size_t k, std::size_t j) const = 0;
    /// The largest difference of the movements of two scores when input `from` gives its 1 to input `to`.
    virtual double spread(std::size_t from, std::size_t to) const = 0;
    /// Likewise when number input `input` becomes larger by so much; infinite where nothing bounds it.
    virtual double spread_of_raise(std::size_t input, double by) const = 0;
    /// The largest of the numbers that are added up to a score: what is rounded.
    virtual double largest_part() const = 0;
};

}  // namespace alcole::certify
