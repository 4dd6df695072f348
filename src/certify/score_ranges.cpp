#include "certify/score_ranges.hpp"

#include "certify/intervals.hpp"
#include "certify/tree_ranges.hpp"

namespace alcole::certify {

std::unique_ptr<ScoreRanges> score_ranges(const learning::TrainedModel& model) {
    if (model.shape.trees) return std::make_unique<TreeRanges>(model);
    return std::make_unique<Intervals>(model);
}

}  // namespace alcole::certify
