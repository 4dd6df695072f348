#include "engine/two_sides.hpp"

namespace alcole::engine {

using tabular::OtherSide;
using tabular::RiskDefinition;

TwoSides::TwoSides(std::span<const RiskDefinition> risks) {
    sides_.push_back({.of = 0, .sign = 1});
    num_counted_ = 1;
    for (std::size_t i = 0; i < risks.size(); ++i) {
        // Only sums of one term, not gaps between two groups. The bound on curvature that damps the steps of trees
        // (RiskSums::push) is in proportion to |w|, side by side. Where both sides of a gap have a multiplier, their
        // weights would cancel if it were counted once, and steps be too long: under equalized odds of 0.02 on Adult,
        // the loss of three of four models is then higher, in one case by two fifths.
        const bool second = i > 0 && sides_[i].sign > 0 && risks[i].terms.size() == 1 &&
                            risks[i].is_side_of(risks[i - 1], OtherSide::Sum::negated);
        if (second)
            sides_.push_back({.of = sides_[i].of, .sign = -1});
        else
            sides_.push_back({.of = num_counted_++, .sign = 1});
    }
}

std::vector<RiskDefinition> TwoSides::counted(std::span<const RiskDefinition> risks) const {
    std::vector<RiskDefinition> counted;
    for (std::size_t i = 0; i < risks.size(); ++i)
        if (sides_[i + 1].sign > 0) counted.push_back(risks[i]);
    return counted;
}

void TwoSides::risks(std::span<const double> counted, std::span<double> all) const {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = sides_[i].sign * counted[sides_[i].of];
}

void TwoSides::sizes(std::span<const double> counted, std::span<double> all) const {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = counted[sides_[i].of];
}

std::vector<double> TwoSides::weights(std::span<const double> w) const {
    std::vector<double> sums(num_counted_, 0.0);
    for (std::size_t i = 0; i < w.size(); ++i) sums[sides_[i].of] += sides_[i].sign * w[i];
    return sums;
}

std::vector<double> TwoSides::curvatures(std::span<const double> c) const {
    std::vector<double> sums(num_counted_, 0.0);
    for (std::size_t i = 0; i < c.size(); ++i) sums[sides_[i].of] += c[i];
    return sums;
}

}  // namespace alcole::engine
