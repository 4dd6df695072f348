#pragma once

#include <alcole/learning/trained_model.hpp>
#include <alcole/tabular/trees.hpp>

#include "certify/score_ranges.hpp"

namespace alcole::certify {

/// The score ranges of boosted trees: each tree adds one of its leaves, so the smallest and the largest leaf of every
/// tree bound the sum.
class TreeRanges final : public ScoreRanges {
  public:
    explicit TreeRanges(const learning::TrainedModel& model);

    std::size_t classes() const override { return outputs() == 1 ? 2 : outputs(); }
    Range score_difference(std::size_t k, std::size_t j) const override;
    double spread(std::size_t from, std::size_t to) const override;
    /// A larger number may lead to any leaf, so this gives no bound.
    double spread_of_raise(std::size_t /*input*/, double /*by*/) const override {
        return std::numeric_limits<double>::infinity();
    }
    /// The sum of the largest leaves times the number of trees, since adding each tree rounds the score once.
    double largest_part() const override;

  private:
    std::size_t outputs() const { return ensemble_.base.size(); }
    Range score(std::size_t output) const;
    double rounding() const;
    Range movement(std::size_t output, std::size_t from, std::size_t to) const;

    tabular::Ensemble ensemble_;
};

}  // namespace alcole::certify
