#include <alcole/tabular/constraint.hpp>

#include "base/text.hpp"
#include "table/changes.hpp"
#include "table/combinations.hpp"
#include "table/encode.hpp"
#include "table/known_rows.hpp"
#include "table/quantities.hpp"
#include "table/same.hpp"
#include "table/short_forms.hpp"
#include "table/term_lists.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>

namespace alcole::tabular {
namespace {

using table::Combination;
using table::Comparison;
using table::Group;
using table::Mean;
using table::Stated;
using table::Weighted;

/// Turns constraints into risks, one at a time.
class Definer {
  public:
    Definer(const Schema& schema, const Table& training)
        : schema_(schema),
          training_(training),
          own_(training),
          classes_(schema.target.task == Task::regression ? std::vector<std::int32_t>{}
                                                          : table::classes_of(schema, training)),
          known_rows_(training) {}

    void add(const Constraint& constraint);

    std::vector<RiskDefinition> take() && {
        std::set<std::string> names;
        for (auto& risk : risks_) {
            std::string name = risk.name;
            for (int k = 2; !names.insert(name).second; ++k) name = risk.name + " (" + std::to_string(k) + ")";
            risk.name = name;
        }
        for (const auto& [first, sum] : pairs_) {
            risks_[first].other_side = {.name = risks_[first + 1].name, .sum = sum};
            risks_[first + 1].other_side = {.name = risks_[first].name, .sum = sum};
        }
        return std::move(risks_);
    }

  private:
    [[noreturn]] void refuse(const std::string& why) const {
        const std::string kind(to_string(constraint_->kind));
        const std::string unnamed = constraint_->risk.empty() ? kind : std::string(base::trimmed(constraint_->risk));
        const std::string& who = constraint_->name.empty() ? unnamed : constraint_->name;
        const std::string place = constraint_->place.empty() ? "" : constraint_->place + ": ";
        throw std::invalid_argument(place + "constraint '" + who + "': " + why);
    }
    /// Runs the action, and adds the constraint's name to the message of anything that it throws.
    template <class Action>
    auto told(Action action) const {
        try {
            return action();
        } catch (const std::invalid_argument& error) {
            refuse(error.what());
        }
    }

    void add_changes();
    void add_levels();
    void add_expressions(const std::string& level);
    void check_groups() const;
    void add(const Stated& stated);
    void add(const std::string& name, const Stated& stated, const Combination& combination);
    void add_equality(RiskDefinition risk);
    bool pair_last_two(const Combination& first, const Combination& second);
    void check_nothing(const RiskDefinition& risk, Comparison comparison) const;
    void put(RiskDefinition risk) { risks_.push_back(std::move(risk)); }

    std::vector<Group> groups(const std::vector<std::string>& columns) const {
        return told([&] { return own_.groups(columns); });
    }
    std::vector<std::int32_t> positive_classes(const Stated& stated) const;
    table::Terms terms_of(const Weighted& weighted);
    Fraction ratio_of(double share, const Combination& combination);
    void check_answers(const std::vector<Term>& terms, const std::string& name);
    bool has_answer(const Term& term, const std::string& name) const;
    const std::vector<std::size_t>& rows_of(const std::vector<Condition>& conditions);
    void check_not_empty(const Term& term, const std::string& group);

    const Schema& schema_;
    const Table& training_;
    table::OwnRows own_;  // rows of the current constraint
    std::vector<std::int32_t> classes_;
    const Constraint* constraint_ = nullptr;
    AttributeChange change_;
    std::int32_t positive_ = 1;
    table::KnownRows known_rows_;
    std::vector<RiskDefinition> risks_;
    std::vector<std::pair<std::size_t, OtherSide::Sum>> pairs_;  // the first of two adjacent risks
};

void Definer::add(const Constraint& constraint) {
    constraint_ = &constraint;
    if (!std::isfinite(constraint.bound)) refuse("its bound is not a finite number");
    std::vector<Condition> conditions;
    for (const auto& text : constraint.rows) conditions.push_back(parse_condition(text));
    told([&] { own_.choose(std::move(conditions)); });
    if (own_.empty()) refuse("no training row meets its conditions");
    const std::size_t before = risks_.size();
    if (table::changes_attributes(constraint.kind))
        add_changes();
    else
        add_levels();
    if (risks_.size() == before) refuse("every model meets it, so it asks for nothing; change it, or remove it");
}

/// One constraint for each way to change the attributes.
void Definer::add_changes() {
    for (const auto& attribute : constraint_->attributes) (void)schema_.feature(attribute);
    const auto changes = told([&] { return table::changes_of(*constraint_, schema_); });
    const auto stated = told([&] { return table::short_forms(*constraint_); });
    for (const auto& [words, change] : changes) {
        change_ = change;
        const std::string kind(to_string(constraint_->kind));
        const std::string own = constraint_->name + (changes.size() > 1 ? ": " + words.second : "");
        const std::string name = constraint_->name.empty() ? kind + " " + words.first + ": " + words.second : own;
        for (Stated one : stated) {
            one.title = name;
            add(one);
        }
    }
    change_ = {};
}

/// For all rows, or separately for every level of the `within` columns.
void Definer::add_levels() {
    if (table::compares_groups(constraint_->kind)) check_groups();
    if (constraint_->within.empty()) return add_expressions("");
    const auto all = own_.conditions();
    const auto before = risks_.size();
    for (const auto& level : groups(constraint_->within)) {
        auto conditions = all;
        conditions.insert(conditions.end(), level.rows.begin(), level.rows.end());
        own_.choose(std::move(conditions));
        const bool compared = !table::compares_groups(constraint_->kind) || groups(constraint_->attributes).size() > 1;
        if (!own_.empty() && compared) add_expressions(" within " + level.name);
    }
    if (risks_.size() == before)
        refuse("no level of '" + base::joined(constraint_->within, "', '") + "' contains two groups");
}

/// The number of pairs grows with the square of the number of groups.
void Definer::check_groups() const {
    constexpr std::size_t max_constraints = 20'000;
    if (constraint_->attributes.empty()) refuse("it needs an attribute whose values define the groups");
    if (!(constraint_->bound >= 0)) refuse("a bound on a gap cannot be negative");
    const std::size_t count = groups(constraint_->attributes).size();
    if (count < 2) refuse("there is only one group among its rows");
    const std::size_t made = constraint_->against_whole ? 2 * count : count * (count - 1);
    if (made <= max_constraints) return;
    const std::string instead = constraint_->against_whole ? "" : "compare each with the whole (against = \"whole\"), ";
    refuse("its " + std::to_string(count) + " groups make " + std::to_string(made) + " constraints, more than " +
           std::to_string(max_constraints) + "; " + instead + "or merge groups (data.merge)");
}

void Definer::add_expressions(const std::string& level) {
    for (Stated stated : told([&] { return table::short_forms(*constraint_); })) {
        stated.title += level;
        const auto positives = positive_classes(stated);
        for (const auto positive : positives) {
            positive_ = positive;
            Stated one = stated;
            if (positives.size() > 1) one.title += " of " + schema_.target.classes[static_cast<std::size_t>(positive)];
            add(one);
        }
    }
}

/// The classes that are positive in turn; a single one if the expression does not depend on it.
std::vector<std::int32_t> Definer::positive_classes(const Stated& stated) const {
    const auto& classes = schema_.target.classes;
    if (schema_.target.task == Task::regression) return {0};
    if (!constraint_->positive.empty()) {
        const auto found = std::ranges::find(classes, constraint_->positive);
        if (found == classes.end())
            refuse("the target has no class '" + constraint_->positive + "'" +
                   base::did_you_mean(constraint_->positive, classes));
        return {static_cast<std::int32_t>(found - classes.begin())};
    }
    if (schema_.target.task == Task::binary) return {1};
    const bool asks = table::any_mean(stated.expression.sum, table::asks_for_class);
    std::vector<std::int32_t> all(asks ? classes.size() : 1);
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<std::int32_t>(k);
    return all;
}

/// True if the constraint holds for every model, judging by the coefficients and the ranges of the measures.
bool cannot_fail(const RiskDefinition& risk) {
    using enum Term::Measure;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double low = 0;
    double high = 0;
    for (const auto& term : risk.terms) {
        if (term.measure == prediction || term.measure == off) return false;
        const bool unbounded = term.measure == loss || term.measure == divergence || term.measure == quantile;
        (term.coefficient > 0 ? high : low) += term.coefficient * (unbounded ? infinity : 1);
    }
    return risk.at_least ? low >= risk.bound : high <= risk.bound;
}

void Definer::add(const Stated& stated) {
    const auto all = told([&] { return own_.combinations(stated.expression.sum, stated.expression.comparison); });
    const Combination* open = nullptr;  // of the last risk, if it may be the first of two sides
    for (const auto& combination : all) {
        const std::size_t before = risks_.size();
        add(stated.title + words_for(combination), stated, combination);
        const bool is_one = risks_.size() == before + 1;
        const bool paired = is_one && open != nullptr && pair_last_two(*open, combination);
        open = is_one && !paired ? &combination : nullptr;
    }
}

/// True if the last two risks are the sides of a gap or of a ratio.
bool Definer::pair_last_two(const Combination& first, const Combination& second) {
    const std::size_t place = risks_.size() - 2;
    const bool gap = table::are_negated(risks_[place].terms, risks_[place + 1].terms);
    const bool exchanged = first.chosen.size() == 2 && !first.same_group() && first.chosen[0] == second.chosen[1] &&
                           first.chosen[1] == second.chosen[0];
    if (gap || exchanged) pairs_.emplace_back(place, gap ? OtherSide::Sum::negated : OtherSide::Sum::exchanged);
    return gap || exchanged;
}

void Definer::add(const std::string& name, const Stated& stated, const Combination& combination) {
    RiskDefinition risk{
        .name = name,
        .kind = constraint_->kind,
        .bound = stated.expression.bound - combination.constant,
        .at_least = stated.expression.comparison == Comparison::at_least,
        .stated = table::hides_bound(*constraint_) ? std::optional(table::stated_bound(*constraint_)) : std::nullopt,
        .change = change_,
        .terms = {},
        .price = constraint_->price,
        .minimise = constraint_->minimise,
        .each_row = constraint_->kind == ConstraintKind::row_loss};
    for (const Weighted& each : combination.means) {
        const Mean& mean = each.mean;
        if (table::asks_for_change(mean) && change_.column.empty())
            refuse("'" + mean.quantity +
                   "' compares rows with their twins; use kind counterfactual, monotone or lipschitz");
        const table::Terms terms = terms_of(each);
        table::add_terms(risk.terms, terms.of, each.coefficient);
        if (terms.by.empty()) continue;
        if (combination.means.size() > 1)
            told([&]() -> int {
                table::refuse_at(
                    mean.at,
                    "'" + mean.quantity +
                        "' is a fraction of two rates, and can only be compared with a number; predictive_parity "
                        "holds those of groups near a level");
            });
        risk.fraction = {.bound = risk.bound, .by = terms.by};
        table::add_terms(risk.terms, terms.by, -std::exchange(risk.bound, 0.0));  // a / b <= c is a - c b <= 0
    }
    std::erase_if(risk.terms, [](const Term& term) { return term.coefficient == 0; });
    std::stable_partition(risk.terms.begin(), risk.terms.end(), [](const Term& term) { return term.coefficient > 0; });
    if (stated.ratio && combination.constant == 0) risk.fraction = ratio_of(*stated.ratio, combination);
    if (risk.terms.empty()) return check_nothing(risk, stated.expression.comparison);
    if (combination.same_group() && cannot_fail(risk)) return;
    if (stated.expression.comparison == Comparison::equal) return add_equality(std::move(risk));
    put(std::move(risk));
}

/// The second half of the means is the other group's, times the share.
Fraction Definer::ratio_of(double share, const Combination& combination) {
    Fraction fraction{.bound = share};
    for (std::size_t k = combination.means.size() / 2; k < combination.means.size(); ++k)
        table::add_terms(fraction.by, terms_of(combination.means[k]).of, -combination.means[k].coefficient / share);
    return fraction;
}

/// All terms have cancelled out: the constraint holds for every model, or for none.
void Definer::check_nothing(const RiskDefinition& risk, Comparison comparison) const {
    const bool holds = comparison == Comparison::equal      ? risk.bound == 0
                       : comparison == Comparison::at_least ? risk.bound <= 0
                                                            : risk.bound >= 0;
    if (!holds)
        refuse("'" + risk.name + "' asks 0 to be beyond " + base::short_number(risk.bound) + ", which no model meets");
}

/// Stored as two bounds. A rate moves in steps, not all of which a model can take, so one row of every group is allowed
/// on either side, or half a percent of the bound if that is more.
void Definer::add_equality(RiskDefinition risk) {
    double steps = 0;
    for (const auto& term : risk.terms) {
        if (!term.is_rate()) continue;
        std::size_t count = 0;
        for (const std::size_t row : rows_of(term.rows))
            if (!term.label || term.label_is_event || (classes_[row] == *term.label) != term.other_labels) ++count;
        steps += std::abs(term.coefficient) / static_cast<double>(count);
    }
    if (steps > 0) steps = std::max(steps, 0.005 * std::abs(risk.bound));
    RiskDefinition lower = risk;
    risk.name += " (at most)";
    risk.bound += steps;
    lower.name += " (at least)";
    lower.bound -= steps;
    lower.at_least = true;
    pairs_.emplace_back(risks_.size(), OtherSide::Sum::equal);
    put(std::move(risk));
    put(std::move(lower));
}

table::Terms Definer::terms_of(const Weighted& weighted) {
    const Mean& mean = weighted.mean;
    table::Terms terms = told([&] { return table::terms_of(mean, schema_, positive_); });
    if (mean.quantity == "agreement" || mean.quantity == "disagreement") {
        std::erase_if(terms.of, [&](const Term& term) { return !has_answer(term, mean.arguments.front()); });
        check_answers(terms.of, mean.arguments.front());
    }
    for (const auto* list : {&terms.of, &terms.by})
        for (const auto& term : *list) check_not_empty(term, weighted.group);
    return terms;
}

/// Throws if a word in the column is not a class: such a row would count neither as an agreement nor as a disagreement.
void Definer::check_answers(const std::vector<Term>& terms, const std::string& name) {
    const Column& column = training_.at(name);
    std::vector<bool> is_class(training_.num_rows, false);
    for (const auto& term : terms)
        for (const std::size_t row : rows_of({term.event.back()})) is_class[row] = true;
    for (std::size_t row = 0; row < training_.num_rows; ++row)
        if (!is_class[row] && !column.missing(row))
            refuse("the column '" + name + "' has a value '" + column.text(row) + "', but the classes of '" +
                   schema_.target.column + "' are " + base::listed(schema_.target.classes, 5) +
                   "; it must hold the answers of another model");
}

/// True if the other model ever predicted the class of the term: conditions reject a word that no row has as a typo.
bool Definer::has_answer(const Term& term, const std::string& name) const {
    const Column& column = training_.at(name);
    return column.type != ColumnType::category ||
           std::ranges::find(column.levels, term.event.back().values.front()) != column.levels.end();
}

const std::vector<std::size_t>& Definer::rows_of(const std::vector<Condition>& conditions) {
    try {
        return known_rows_.of(conditions);
    } catch (const std::invalid_argument& error) {
        refuse(error.what());
    }
}

void Definer::check_not_empty(const Term& term, const std::string& group) {
    const auto& rows = rows_of(term.rows);
    if (rows.empty() && group.empty()) refuse(table::at_last(term.rows) + "no training row meets its conditions");
    if (rows.empty())
        refuse("group '" + group + "' has no training rows; merge groups, or choose the rows by a condition");
    if (!term.event.empty()) (void)rows_of(term.event);  // throws if no row has the word
    if (!term.label || term.label_is_event) return;
    const auto fits = [&](std::size_t row) { return (classes_[row] == *term.label) != term.other_labels; };
    if (std::ranges::none_of(rows, fits))
        refuse((group.empty() ? "its rows have" : "group '" + group + "' has") + " no training row whose class is " +
               (term.other_labels ? "not " : "") + "'" + schema_.target.classes[static_cast<std::size_t>(*term.label)] +
               "'; merge groups, or choose other rows");
}

}  // namespace

std::vector<RiskDefinition> define_risks(std::span<const Constraint> constraints, const Schema& schema,
                                         const Table& training) {
    Definer definer(schema, training);
    for (const auto& constraint : constraints) definer.add(constraint);
    return std::move(definer).take();
}

}  // namespace alcole::tabular
