#include "learning/config/rules.hpp"

#include <alcole/tabular/merge.hpp>

#include "base/settings.hpp"
#include "base/text.hpp"
#include "table/enum_names.hpp"

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

/// Who writes 5 means 5 %.
std::string as_percent(double bound) {
    constexpr double all = 100;
    if (!(bound > 1 && bound <= all)) return "";
    return "; " + base::number_text(bound) + " % is " + base::short_number(bound / all, 6);
}

void check_bound(const Constraint& constraint) {
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
            if (!finite || bound == 0) refuse_bound(constraint, "> 0", "no loss is below 0");
            return;
        case ConstraintKind::mean_prediction:
            if (!finite) refuse_bound(constraint, ">= 0", "it bounds the difference between two means");
            return;
        case ConstraintKind::rate:
            if (!finite || bound == 0 || bound > 1)
                refuse_bound(constraint, "> 0 and <= 1", "it bounds a share of rows" + as_percent(bound));
            return;
        default:
            if (!finite || bound > 1)
                refuse_bound(constraint, ">= 0 and <= 1",
                             "it bounds the difference between two shares of rows" + as_percent(bound));
    }
}

bool compares_groups(ConstraintKind kind) { return is_gap(kind) || kind == ConstraintKind::mean_prediction; }

void check_attributes(const Constraint& constraint) {
    const std::string kind(to_string(constraint.kind));
    const std::size_t count = constraint.attributes.size();
    if (constraint.kind == ConstraintKind::counterfactual && count != 1)
        throw std::invalid_argument("a counterfactual constraint changes exactly one 'attribute', not " +
                                    std::to_string(count));
    if (compares_groups(constraint.kind) && count == 0)
        throw std::invalid_argument("a constraint of kind " + kind +
                                    " needs an 'attribute' whose values make the groups");
    if (std::ranges::find(constraint.attributes, "") != constraint.attributes.end())
        throw std::invalid_argument("an attribute of a constraint has no name");
}

/// Keys that have no meaning for the kind must be as they were.
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
}

}  // namespace

bool is_gap(ConstraintKind kind) {
    return kind == ConstraintKind::demographic_parity || kind == ConstraintKind::equal_opportunity ||
           kind == ConstraintKind::equalized_odds || kind == ConstraintKind::error_rate;
}

bool is_path(const std::string& text) { return text.find('\0') == std::string::npos; }
bool is_delimiter(const std::string& text) { return text == "tab" || is_sign(text); }
bool is_sign_or_nothing(const std::string& text) { return text.empty() || is_sign(text); }

bool is_sha256(const std::string& text) {
    return text.empty() || (text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos);
}

void check_condition(const std::string& text) { tabular::parse_condition(text); }
void check_merge(const std::string& text) { tabular::parse_merge(text); }

bool applies(std::string_view key, ConstraintKind kind) {
    if (key == "from" || key == "to") return kind == ConstraintKind::counterfactual;
    if (key == "rate" || key == "at_least") return kind == ConstraintKind::rate;
    if (key == "against") return compares_groups(kind);
    if (key == "positive") return kind == ConstraintKind::rate || (is_gap(kind) && kind != ConstraintKind::error_rate);
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
    check_bound(constraint);
    check_attributes(constraint);
}

}  // namespace alcole::learning::rules
