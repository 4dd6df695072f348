#include "table/short_forms.hpp"

#include "base/text.hpp"
#include "table/quantities.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace alcole::table {
namespace {

using tabular::Constraint;
using tabular::ConstraintKind;

/// The sum with each of its means taken over the groups of the attributes.
Sum of_groups(Sum sum, const std::vector<std::string>& attributes) {
    for (auto& part : sum.parts) {
        auto* mean = std::get_if<Mean>(&part.what);
        if (mean == nullptr)
            throw std::invalid_argument(
                "'risk' contains min, max or abs; with this kind the groups come from 'attribute'");
        mean->groups.insert(mean->groups.end(), attributes.begin(), attributes.end());
    }
    return sum;
}

Expression gap(const Sum& sum, const Constraint& constraint) {
    const Sum each = of_groups(sum, constraint.attributes);
    if (constraint.against_whole) {
        const Sum apart = each - sum;
        return {max_of({apart, (-1.0) * apart}), Comparison::at_most, constraint.bound};
    }
    return {max_of({each}) - min_of({each}), Comparison::at_most, constraint.bound};
}

Expression ratio(const Sum& sum, const Constraint& constraint, double share) {
    const Sum each = of_groups(sum, constraint.attributes);
    return {min_of({each}) - share * max_of({each}), Comparison::at_least, 0};
}

Sum mean(std::string_view quantity, std::vector<std::string> arguments = {}) {
    return sum_of({.quantity = std::string(quantity), .arguments = std::move(arguments)});
}

std::vector<Expression> parsed(const Constraint& constraint) {
    if (constraint.risk.empty()) throw std::invalid_argument("'risk' is missing: what should be bounded?");
    return parse_expression(constraint.risk);
}

/// The expression of a kind that adds the comparison itself.
Sum parsed_sum(const Constraint& constraint, std::string_view otherwise) {
    if (constraint.risk.empty() && !otherwise.empty()) return mean(otherwise);
    const auto expressions = parsed(constraint);
    if (expressions.size() != 1 || expressions[0].comparison != Comparison::none)
        throw std::invalid_argument("'risk' contains a comparison; with kind " +
                                    std::string(to_string(constraint.kind)) + " the number goes into 'bound'");
    return expressions[0].sum;
}

std::string named(const Constraint& constraint, const std::string& otherwise) {
    return constraint.name.empty() ? otherwise : constraint.name;
}

std::vector<Stated> between(const std::string& title, const Sum& sum, double low, double high) {
    return {{title + " at least", {sum, Comparison::at_least, low}},
            {title + " at most", {sum, Comparison::at_most, high}}};
}

std::vector<Stated> calibration(const Constraint& constraint, const std::string& title) {
    constexpr int bins = 10;
    std::vector<Stated> all;
    for (int k = 0; k < bins; ++k) {
        const std::string low = base::short_number(k / 10.0);
        const std::string high = base::short_number((k + 1) / 10.0);
        const Sum off = of_groups(mean("bin_error", {low, high}), constraint.attributes);
        all.push_back({title + " from " + low + " to " + high,
                       {max_of({off, (-1.0) * off}), Comparison::at_most, constraint.bound}});
    }
    return all;
}

std::vector<Stated> expression(const Constraint& constraint) {
    auto expressions = parsed(constraint);
    std::vector<Stated> all;
    for (auto& one : expressions) {
        if (one.comparison == Comparison::none) {
            one.comparison = constraint.at_least ? Comparison::at_least : Comparison::at_most;
            one.bound = constraint.bound - std::exchange(one.sum.constant, 0.0);
        }
        const bool two = expressions.size() > 1;
        const std::string side = one.comparison == Comparison::at_least ? " at least" : " at most";
        all.push_back({named(constraint, std::string(base::trimmed(constraint.risk))) + (two ? side : ""), one});
    }
    return all;
}

bool has_fraction(const Sum& sum) {
    return std::ranges::any_of(sum.parts, [](const Part& part) {
        if (const auto* mean = std::get_if<Mean>(&part.what)) return is_fraction(*mean);
        return std::ranges::any_of(std::get<Extreme>(part.what).of, has_fraction);
    });
}

Range range_of(const Sum& sum);

Range range_of(const Extreme& extreme) {
    Range range = range_of(extreme.of.front());
    for (const Sum& sum : extreme.of) {
        const Range next = range_of(sum);
        range = extreme.is_max ? Range{std::max(range.low, next.low), std::max(range.high, next.high)}
                               : Range{std::min(range.low, next.low), std::min(range.high, next.high)};
    }
    return range;
}

/// The values that the sum can take, if its means are unrelated.
Range range_of(const Sum& sum) {
    Range range{sum.constant, sum.constant};
    for (const Part& part : sum.parts) {
        if (part.coefficient == 0) continue;
        const Range of = std::visit([](const auto& what) { return range_of(what); }, part.what);
        const bool up = part.coefficient > 0;
        range.low += part.coefficient * (up ? of.low : of.high);
        range.high += part.coefficient * (up ? of.high : of.low);
    }
    return range;
}

/// Refuses what no model can meet, such as a rate of at least 1.5.
void check_possible(const Expression& expression) {
    if (expression.comparison == Comparison::none) return;
    const Range range = range_of(expression.sum);
    const double bound = expression.bound;
    const bool too_high = expression.comparison != Comparison::at_most && range.high < bound;
    const bool too_low = expression.comparison != Comparison::at_least && range.low > bound;
    if (too_high || too_low)
        throw std::invalid_argument(
            "no model meets '" + to_text(expression) + "': the left side is always " +
            (too_high ? "at most " + base::short_number(range.high) : "at least " + base::short_number(range.low)));
}

std::vector<Stated> forms_of(const Constraint& constraint) {
    const std::string kind(to_string(constraint.kind));
    const std::string title = named(constraint, kind);
    const auto gap_of = [&](std::string_view rate) { return gap(mean(rate), constraint); };
    const auto at_most = [&](const Sum& sum) { return Expression{sum, Comparison::at_most, constraint.bound}; };
    const auto each = [&](const Sum& sum) { return of_groups(sum, constraint.attributes); };
    switch (constraint.kind) {
        case ConstraintKind::counterfactual:
            return {{title, at_most(mean("divergence"))}};
        case ConstraintKind::demographic_parity:
            return {{title, gap_of("positive_rate")}};
        case ConstraintKind::equal_opportunity:
            return {{title, gap_of("recall")}};
        case ConstraintKind::equalized_odds:
            return {{title + " recall", gap_of("recall")},
                    {title + " false_positive_rate", gap_of("false_positive_rate")}};
        case ConstraintKind::error_rate:
            return {{title, gap_of("error_rate")}};
        case ConstraintKind::rate: {
            const std::string rate(to_string(constraint.rate));
            const auto sign = constraint.at_least ? Comparison::at_least : Comparison::at_most;
            return {{named(constraint, rate), {each(mean(rate)), sign, constraint.bound}}};
        }
        case ConstraintKind::group_loss:
        case ConstraintKind::row_loss:
            return {{title, at_most(each(mean("loss")))}};
        case ConstraintKind::mean_prediction:
            return {{title, gap_of("prediction")}};
        case ConstraintKind::expression:
            return expression(constraint);
        case ConstraintKind::gap: {
            const Sum sum = parsed_sum(constraint, "");
            return {{named(constraint, "gap of " + to_text(sum)), gap(sum, constraint)}};
        }
        case ConstraintKind::ratio: {
            const Sum sum = parsed_sum(constraint, "");
            return {{named(constraint, "ratio of " + to_text(sum)), ratio(sum, constraint, constraint.bound),
                     constraint.bound}};
        }
        case ConstraintKind::four_fifths:
            return {
                {title, ratio(mean("positive_rate"), constraint, stated_bound(constraint)), stated_bound(constraint)}};
        case ConstraintKind::predictive_parity:
            return between(title, each(mean("precision")), constraint.level - constraint.bound / 2,
                           constraint.level + constraint.bound / 2);
        case ConstraintKind::selection_budget:
            return between(title, each(mean("positive_rate")), constraint.lower_bound, constraint.bound);
        case ConstraintKind::calibration:
            return calibration(constraint, title);
        case ConstraintKind::churn:
            return {{title, at_most(mean("disagreement", {answers_column(constraint)}))}};
        case ConstraintKind::monotone:
            return {{title, at_most(mean("lowered"))}};
        case ConstraintKind::lipschitz:
            break;
    }
    return {{title, at_most(mean("moved", {base::number_text(constraint.level)}))}};
}

}  // namespace

std::vector<Stated> short_forms(const Constraint& constraint) {
    auto forms = forms_of(constraint);
    if (!constraint.minimise)
        for (const Stated& one : forms) check_possible(one.expression);
    return forms;
}

double stated_bound(const Constraint& constraint) {
    const bool none = constraint.kind == ConstraintKind::four_fifths && constraint.bound == 0;
    return none ? tabular::four_fifths : constraint.bound;
}

std::string answers_column(const Constraint& constraint) {
    if (constraint.model.empty()) return constraint.attributes.empty() ? "" : constraint.attributes.front();
    return "answers of " + std::filesystem::path(constraint.model).filename().string();
}

bool compares_groups(ConstraintKind kind) {
    return kind == ConstraintKind::demographic_parity || kind == ConstraintKind::equal_opportunity ||
           kind == ConstraintKind::equalized_odds || kind == ConstraintKind::error_rate ||
           kind == ConstraintKind::mean_prediction || kind == ConstraintKind::gap || kind == ConstraintKind::ratio ||
           kind == ConstraintKind::four_fifths;
}

bool changes_attributes(ConstraintKind kind) {
    return kind == ConstraintKind::counterfactual || kind == ConstraintKind::monotone ||
           kind == ConstraintKind::lipschitz;
}

bool hides_bound(const Constraint& constraint) {
    switch (constraint.kind) {
        case ConstraintKind::ratio:
        case ConstraintKind::four_fifths:
        case ConstraintKind::predictive_parity:
            return true;
        case ConstraintKind::rate:
            return is_fraction({.quantity = std::string(to_string(constraint.rate))});
        default:
            return false;
    }
}

bool can_move_bound(const Constraint& constraint) {
    if (bound_is_inside(constraint)) return false;
    return constraint.kind != ConstraintKind::expression ||
           std::ranges::none_of(parse_expression(constraint.risk),
                                [](const Expression& one) { return has_fraction(one.sum); });
}

bool bound_is_inside(const Constraint& constraint) {
    if (hides_bound(constraint)) return true;
    switch (constraint.kind) {
        case ConstraintKind::selection_budget:
            return true;
        case ConstraintKind::expression: {
            const auto expressions = parse_expression(constraint.risk);
            return expressions.size() > 1 || expressions[0].comparison != Comparison::none;
        }
        default:
            return false;
    }
}

}  // namespace alcole::table
