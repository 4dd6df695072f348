#include <alcole/tabular/positive.hpp>

#include "table/quantities.hpp"
#include "table/short_forms.hpp"

#include <algorithm>
#include <stdexcept>

namespace alcole::tabular {
namespace {

bool asks_for_positive_class(const table::Mean& mean) {
    return table::asks_for_class(mean) || mean.quantity == "lowered";
}

}  // namespace

bool asks_for_positive(const Constraint& constraint) {
    using enum ConstraintKind;
    const auto& kind = constraint.kind;
    if (kind == demographic_parity || kind == equalized_odds || kind == calibration) return false;
    if (!constraint.positive.empty()) return false;
    try {
        const auto asks = [](const table::Stated& one) {
            return table::any_mean(one.expression.sum, asks_for_positive_class);
        };
        return std::ranges::any_of(table::short_forms(constraint), asks);
    } catch (const std::invalid_argument&) {
        return false;
    }
}

}  // namespace alcole::tabular
