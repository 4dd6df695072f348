#include "engine/two_sides.hpp"

#include <algorithm>
#include <tuple>

namespace alcole::engine {
namespace {

using tabular::Condition;
using tabular::RiskDefinition;
using tabular::Term;

bool same(const std::vector<Condition>& a, const std::vector<Condition>& b) {
    return std::ranges::equal(a, b, [](const Condition& x, const Condition& y) {
        return std::tie(x.column, x.relation, x.values) == std::tie(y.column, y.relation, y.values);
    });
}

bool opposite(const Term& a, const Term& b) {
    const auto rest = [](const Term& t) {
        return std::tie(t.measure, t.label, t.other_labels, t.of_class, t.label_is_event, t.level, t.end);
    };
    return a.coefficient == -b.coefficient && rest(a) == rest(b) && same(a.rows, b.rows) && same(a.event, b.event);
}

/// Measures of twins are excluded: no two of them are the sides of a gap.
bool opposite(const RiskDefinition& a, const RiskDefinition& b) {
    const auto of_pairs = [](const Term& term) { return term.is_of_pairs(); };
    return a.at_least == b.at_least && !a.terms.empty() && std::ranges::none_of(a.terms, of_pairs) &&
           std::ranges::is_permutation(a.terms, b.terms, [](const Term& x, const Term& y) { return opposite(x, y); });
}

}  // namespace

TwoSides::TwoSides(std::span<const RiskDefinition> risks) {
    sides_.push_back({.of = 0, .sign = 1});
    num_counted_ = 1;
    for (std::size_t i = 0; i < risks.size(); ++i) {
        // The two sides are adjacent.
        if (i > 0 && sides_[i].sign > 0 && opposite(risks[i - 1], risks[i]))
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
