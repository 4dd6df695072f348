#include "learning/config/rules.hpp"

#include <alcole/tabular/merge.hpp>

#include "base/settings.hpp"
#include "base/text.hpp"
#include "table/column_builder.hpp"
#include "table/enum_names.hpp"
#include "table/expression.hpp"
#include "table/short_forms.hpp"

#include <algorithm>
#include <stdexcept>

namespace alcole::learning::rules {
namespace {

using tabular::Constraint;
using tabular::ConstraintKind;

bool is_sign(const std::string& text) {
    return text.size() == 1 && (text == "\t" || (text[0] >= ' ' && text[0] < 0x7F));
}

[[noreturn]] void refuse_bound(const Constraint& constraint, const std::string& range, const std::string& why) {
    throw std::invalid_argument("'constraint.bound' of kind " + std::string(to_string(constraint.kind)) + " must be " +
                                range + ", not " + base::number_text(constraint.bound) + ": " + why);
}

/// A hint for a user who writes 5 and means 5 %.
std::string as_percent(double bound) {
    constexpr double all = 100;
    if (!(bound > 1 && bound <= all)) return "";
    return "; " + base::number_text(bound) + " % is " + base::short_number(bound / all, 6);
}

void check_minimise(const Constraint& constraint) {
    if (constraint.bound != 0)
        throw std::invalid_argument("a constraint has a 'bound', or 'minimise' finds the smallest one; not both");
    if (constraint.at_least || constraint.price > 0 || !table::can_move_bound(constraint))
        throw std::invalid_argument(
            "'constraint.minimise' finds the smallest upper bound; it cannot be combined with 'at_least', with "
            "'price', or with a fraction or a comparison in what is bounded");
}

void check_bound(const Constraint& constraint) {
    if (constraint.minimise) return check_minimise(constraint);
    const double bound = constraint.bound;
    const bool finite = base::any_size.holds_number(bound);
    switch (constraint.kind) {
        case ConstraintKind::counterfactual:
            if (!finite || bound == 0)
                refuse_bound(constraint, "> 0",
                             "a divergence of 0 means that the model does not use the attribute at all; for that, "
                             "list it in data.ignore and take the constraint out");
            return;
        case ConstraintKind::group_loss:
        case ConstraintKind::row_loss:
            if (!finite || bound == 0) refuse_bound(constraint, "> 0", "no loss is below 0");
            return;
        case ConstraintKind::mean_prediction:
            if (!finite) refuse_bound(constraint, ">= 0", "it bounds the difference between two means");
            return;
        case ConstraintKind::rate:
            if (!finite || bound == 0 || bound > 1)
                refuse_bound(constraint, "> 0 and <= 1", "it bounds a share of rows" + as_percent(bound));
            return;
        case ConstraintKind::expression:
            if (table::bound_is_inside(constraint) && bound != 0)
                throw std::invalid_argument(
                    "'constraint.risk' already contains its bound; leave out 'constraint.bound'");
            return;
        case ConstraintKind::gap:
            if (!finite) refuse_bound(constraint, ">= 0", "it bounds how far groups are apart");
            return;
        case ConstraintKind::ratio:
        case ConstraintKind::four_fifths:
            if (!finite || bound == 0 || bound > 1)
                refuse_bound(constraint, "> 0 and <= 1", "it is a share of what another group has" + as_percent(bound));
            return;
        case ConstraintKind::calibration:
        case ConstraintKind::churn:
        case ConstraintKind::monotone:
        case ConstraintKind::lipschitz:
            if (!finite || bound > 1)
                refuse_bound(constraint, ">= 0 and <= 1", "it bounds a share of rows" + as_percent(bound));
            return;
        case ConstraintKind::selection_budget:
            if (!finite || bound > 1 || constraint.lower_bound > bound)
                refuse_bound(constraint, "<= 1 and at least 'constraint.lower_bound'",
                             "the positive rate lies between the two" + as_percent(bound));
            return;
        default:
            if (!finite || bound > 1)
                refuse_bound(constraint, ">= 0 and <= 1",
                             "it bounds the difference between two shares of rows" + as_percent(bound));
    }
}

void check_level(const Constraint& constraint) {
    if (constraint.kind == ConstraintKind::predictive_parity && !(constraint.level > 0 && constraint.level <= 1))
        throw std::invalid_argument(
            "a predictive_parity constraint needs the precision that groups should be near, as 'level' > 0 and <= 1: "
            "such as that of a model without the constraint");
    if (constraint.kind == ConstraintKind::lipschitz && !(constraint.level > 0))
        throw std::invalid_argument("a lipschitz constraint needs 'level' > 0: how far the score may move");
}

void check_attributes(const Constraint& constraint) {
    const std::string kind(to_string(constraint.kind));
    const std::size_t count = constraint.attributes.size();
    if (table::changes_attributes(constraint.kind) && count == 0)
        throw std::invalid_argument("a " + kind + " constraint needs an 'attribute' to change");
    if (constraint.kind == ConstraintKind::churn && count != (constraint.model.empty() ? 1 : 0))
        throw std::invalid_argument(
            "a churn constraint needs the other model: its file as 'model', or the column of its answers as "
            "'attribute'");
    if (constraint.kind == ConstraintKind::row_loss && count > 0)
        throw std::invalid_argument(
            "a row_loss constraint is on every row, and has no 'attribute'; choose rows with 'rows'");
    if (table::compares_groups(constraint.kind) && count == 0)
        throw std::invalid_argument("a constraint of kind " + kind +
                                    " needs an 'attribute' whose values define the groups");
    if (std::ranges::find(constraint.attributes, "") != constraint.attributes.end())
        throw std::invalid_argument("an attribute of a constraint has no name");
}

/// Keys that do not apply to this kind must have their default values.
void check_idle(const Constraint& constraint) {
    const Constraint untouched;
    const auto check = [&](std::string_view key, bool same) {
        if (!same) check_applies(key, constraint.kind);
    };
    check("from", constraint.from.empty());
    check("to", constraint.to.empty());
    check("against", constraint.against_whole == untouched.against_whole);
    check("rate", constraint.rate == untouched.rate);
    check("at_least", constraint.at_least == untouched.at_least);
    check("positive", constraint.positive.empty());
    check("risk", constraint.risk.empty());
    check("within", constraint.within.empty());
    check("model", constraint.model.empty());
    check("minimise", !constraint.minimise);
    check("level", constraint.level == untouched.level);
    check("lower_bound", constraint.lower_bound == untouched.lower_bound);
    check("add", constraint.add == untouched.add);
    if (constraint.kind == ConstraintKind::expression && !constraint.attributes.empty())
        throw std::invalid_argument(
            "'constraint.attribute' is not for expressions: write groups in brackets, as in "
            "positive_rate[sex]");
}

}  // namespace

bool needs_bound(const Constraint& constraint) {
    if (constraint.minimise || (constraint.kind == ConstraintKind::expression && constraint.risk.empty())) return false;
    if (constraint.kind == ConstraintKind::expression) return !table::bound_is_inside(constraint);
    return constraint.kind != ConstraintKind::four_fifths;
}

bool can_be_swept(const Constraint& constraint) {
    if (constraint.kind == ConstraintKind::predictive_parity) return false;  // two bounds around a level
    return table::hides_bound(constraint) || !table::bound_is_inside(constraint);
}

bool is_gap(ConstraintKind kind) {
    return kind == ConstraintKind::demographic_parity || kind == ConstraintKind::equal_opportunity ||
           kind == ConstraintKind::equalized_odds || kind == ConstraintKind::error_rate ||
           kind == ConstraintKind::mean_prediction || kind == ConstraintKind::gap;
}

bool is_path(const std::string& text) { return text.find('\0') == std::string::npos; }
bool is_delimiter(const std::string& text) { return text == "tab" || is_sign(text); }
bool is_sign_or_nothing(const std::string& text) { return text.empty() || is_sign(text); }

bool is_sha256(const std::string& text) {
    return text.empty() || (text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos);
}

void check_condition(const std::string& text) { (void)tabular::parse_condition(text); }
void check_merge(const std::string& text) { (void)tabular::parse_merge(text); }

std::map<std::string, double> class_weights_in(const std::string& text) {
    std::map<std::string, double> weights;
    if (text.empty() || text == "balanced") return weights;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string_view part = base::trimmed(std::string_view(text).substr(at, end - at));
        at = end + 1;
        const std::size_t colon = part.rfind(':');
        const auto number = table::parse_number(base::trimmed(part.substr(std::min(colon, part.size() - 1) + 1)));
        if (colon == std::string_view::npos || colon == 0 || number.kind != table::ParsedNumber::Kind::number ||
            !(number.value > 0))
            throw std::invalid_argument("'" + std::string(part) +
                                        R"(' is not a class and a number > 0; write "balanced", or "yes: 3, no: 1")");
        if (!weights.emplace(base::trimmed(part.substr(0, colon)), number.value).second)
            throw std::invalid_argument("the class '" + std::string(base::trimmed(part.substr(0, colon))) +
                                        "' is given two weights");
    }
    return weights;
}
void check_class_weights(const std::string& text) { class_weights_in(text); }

void check_risk(const std::string& text) {
    if (!text.empty()) table::parse_expression(text);
}

bool applies(std::string_view key, ConstraintKind kind) {
    using enum ConstraintKind;
    if (key == "from" || key == "to") return kind == counterfactual || kind == lipschitz;
    if (key == "add") return table::changes_attributes(kind);
    if (key == "rate") return kind == rate;
    if (key == "at_least") return kind == rate || kind == expression;
    if (key == "against") return is_gap(kind);
    if (key == "risk") return kind == expression || kind == gap || kind == ratio;
    if (key == "level") return kind == predictive_parity || kind == lipschitz;
    if (key == "lower_bound") return kind == selection_budget;
    if (key == "model") return kind == churn;
    if (key == "minimise")
        return kind == group_loss || kind == row_loss || kind == tabular::ConstraintKind::rate || kind == expression;
    if (key == "within") return !table::changes_attributes(kind) && kind != row_loss;
    if (key == "positive")
        return !table::changes_attributes(kind) && kind != error_rate && kind != group_loss && kind != row_loss &&
               kind != churn && kind != mean_prediction;
    return true;
}

void check_applies(std::string_view key, ConstraintKind kind) {
    if (applies(key, kind)) return;
    std::vector<std::string> kinds;
    for (const auto name : base::enum_names<ConstraintKind>)
        if (applies(key, tabular::constraint_kind_from(name))) kinds.emplace_back(name);
    throw std::invalid_argument("'constraint." + std::string(key) + "' is for constraints of kind " +
                                base::listed(kinds) + ", not of kind " + std::string(to_string(kind)));
}

void check_constraint(const Constraint& constraint) {
    check_idle(constraint);
    if (applies("risk", constraint.kind)) {
        if (constraint.risk.empty())
            throw std::invalid_argument("'constraint.risk' is missing: what should be bounded?");
        check_risk(constraint.risk);
    }
    check_bound(constraint);
    check_level(constraint);
    check_attributes(constraint);
    (void)table::short_forms(constraint);  // throws if no model can meet it
}

}  // namespace alcole::learning::rules
