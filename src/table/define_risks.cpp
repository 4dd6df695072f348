#include <alcole/tabular/constraint.hpp>

#include "base/text.hpp"
#include "table/changes.hpp"
#include "table/encode.hpp"
#include "table/quantities.hpp"
#include "table/short_forms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace alcole::tabular {
namespace {

using table::Comparison;
using table::Extreme;
using table::Mean;
using table::Stated;
using table::Sum;

/// Rows that belong together, with the words for them.
struct Group {
    std::string name{};
    std::vector<Condition> rows{};
};

/// A mean over the rows of a group, times a coefficient.
struct Weighted {
    double coefficient = 1;
    Mean mean{};
    std::string group{};  ///< "sex = f"; empty: all rows
};

/// One constraint of those that an expression stands for: a choice of groups for its columns.
struct Combination {
    std::vector<Weighted> means{};
    double constant = 0;
    std::vector<std::size_t> chosen{};  ///< places of the groups in min and max
};

bool same_rows(const std::vector<Condition>& a, const std::vector<Condition>& b) {
    return std::ranges::equal(a, b, [](const Condition& one, const Condition& other) {
        return one.column == other.column && one.relation == other.relation && one.values == other.values;
    });
}

/// But for their coefficients.
bool same(const Term& a, const Term& b) {
    return a.measure == b.measure && a.label == b.label && a.other_labels == b.other_labels &&
           a.of_class == b.of_class && a.label_is_event == b.label_is_event && a.level == b.level && a.end == b.end &&
           same_rows(a.rows, b.rows) && same_rows(a.event, b.event);
}

/// Adds terms, equal ones as one.
void add_terms(std::vector<Term>& all, const std::vector<Term>& more, double times) {
    for (Term term : more) {
        term.coefficient *= times;
        const auto known = std::ranges::find_if(all, [&](const Term& other) { return same(other, term); });
        if (known == all.end())
            all.push_back(std::move(term));
        else
            known->coefficient += term.coefficient;
    }
}

std::string joined(const std::vector<std::string>& words, std::string_view none) {
    return words.empty() ? std::string(none) : base::joined(words, " and ");
}

/// "sex = f over sex = m": the groups that add to the risk, and those that are taken away from it.
std::string words_for(const Combination& combination) {
    std::vector<std::string> over;
    std::vector<std::string> under;
    bool any_under = false;
    for (const auto& [coefficient, mean, group] : combination.means) {
        auto& side = coefficient < 0 ? under : over;
        any_under = any_under || coefficient < 0;
        if (!group.empty() && std::ranges::find(side, group) == side.end()) side.push_back(group);
    }
    if (over.empty() && under.empty()) return "";
    if (!any_under || over == under) return ": " + joined(over, "all");
    return ": " + joined(over, "all") + " over " + joined(under, "all");
}

/// Turns the constraints one by one into risks.
class Definer {
  public:
    Definer(const Schema& schema, const Table& training)
        : schema_(schema),
          training_(training),
          classes_(schema.target.task == Task::regression ? std::vector<std::int32_t>{}
                                                          : table::classes_of(schema, training)) {}

    void add(const Constraint& constraint) {
        constraint_ = &constraint;
        if (!std::isfinite(constraint.bound)) refuse("its bound is not a finite number");
        conditions_.clear();
        for (const auto& text : constraint.rows) conditions_.push_back(parse_condition(text));
        find_rows();
        if (rows_.empty()) refuse("no training row meets its conditions");
        if (table::changes_attributes(constraint.kind)) return add_changes();
        add_levels();
    }

    std::vector<RiskDefinition> take() && {
        std::set<std::string> names;
        for (auto& risk : risks_) {
            std::string name = risk.name;
            for (int k = 2; !names.insert(name).second; ++k) name = risk.name + " (" + std::to_string(k) + ")";
            risk.name = name;
        }
        return std::move(risks_);
    }

  private:
    [[noreturn]] void refuse(const std::string& why) const {
        const std::string who =
            constraint_->name.empty() ? std::string(to_string(constraint_->kind)) : constraint_->name;
        throw std::invalid_argument("constraint '" + who + "': " + why);
    }
    /// What the action refuses is said with which constraint it is about.
    template <class Action>
    auto told(Action action) const {
        try {
            return action();
        } catch (const std::invalid_argument& error) {
            refuse(error.what());
        }
    }

    void find_rows() { rows_ = matching_rows(training_, conditions_); }

    void add_changes();
    void add_levels();
    void add_expressions(const std::string& level);
    void check_groups() const;
    void add(const Stated& stated);
    void add(const std::string& name, const Stated& stated, const Combination& combination);
    void add_equality(RiskDefinition risk);
    void check_nothing(const RiskDefinition& risk, Comparison comparison) const;
    void put(RiskDefinition risk) { risks_.push_back(std::move(risk)); }

    std::vector<Combination> combinations(const Sum& sum, Comparison comparison) const;
    void cross(std::vector<Combination>& all, double coefficient, const Extreme& extreme) const;
    Weighted weighted(double coefficient, const Mean& mean, const Group& group) const;

    std::vector<Group> groups(const std::vector<std::string>& columns) const;
    std::vector<std::int32_t> positive_classes(const Stated& stated) const;
    table::Terms terms_of(const Weighted& weighted);
    bool has_answer(const Term& term, const std::string& column) const;
    const std::vector<std::size_t>& rows_of(const std::vector<Condition>& conditions);
    void check_not_empty(const Term& term, const std::string& group);

    const Schema& schema_;
    const Table& training_;
    std::vector<std::int32_t> classes_;
    const Constraint* constraint_ = nullptr;
    std::vector<Condition> conditions_;
    std::vector<std::size_t> rows_;
    AttributeChange change_;
    std::int32_t positive_ = 1;
    std::map<std::string, std::vector<std::size_t>> known_rows_;
    std::vector<RiskDefinition> risks_;
};

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

/// For all rows, or for every level of the columns that rows must agree in.
void Definer::add_levels() {
    if (table::compares_groups(constraint_->kind)) check_groups();
    if (constraint_->within.empty()) return add_expressions("");
    const auto all = conditions_;
    const auto before = risks_.size();
    for (const auto& level : groups(constraint_->within)) {
        conditions_ = all;
        conditions_.insert(conditions_.end(), level.rows.begin(), level.rows.end());
        find_rows();
        const bool compared = !table::compares_groups(constraint_->kind) || groups(constraint_->attributes).size() > 1;
        if (!rows_.empty() && compared) add_expressions(" within " + level.name);
    }
    if (risks_.size() == before)
        refuse("in no level of '" + base::joined(constraint_->within, "', '") + "' are there two groups");
}

/// Pairs of groups grow with the square of their number.
void Definer::check_groups() const {
    constexpr std::size_t most = 20'000;
    if (constraint_->attributes.empty()) refuse("it needs an attribute whose values make the groups");
    if (!(constraint_->bound >= 0)) refuse("a bound on a gap cannot be negative");
    const std::size_t count = groups(constraint_->attributes).size();
    if (count < 2) refuse("there is only one group among its rows");
    const std::size_t made = constraint_->against_whole ? 2 * count : count * (count - 1);
    if (made <= most) return;
    const std::string instead = constraint_->against_whole ? "" : "compare each with the whole (against = \"whole\"), ";
    refuse("its " + std::to_string(count) + " groups make " + std::to_string(made) + " constraints, more than " +
           std::to_string(most) + "; " + instead + "or merge groups (data.merge)");
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

/// The classes that are taken as positive in turn; one where the expression does not ask.
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
    bool asks = false;
    const auto look = [&asks](const auto& self, const Sum& sum) -> void {
        for (const auto& part : sum.parts) {
            if (const auto* mean = std::get_if<Mean>(&part.what)) asks = asks || table::asks_for_class(*mean);
            if (const auto* extreme = std::get_if<Extreme>(&part.what))
                for (const auto& one : extreme->of) self(self, one);
        }
    };
    look(look, stated.expression.sum);
    std::vector<std::int32_t> all(asks ? classes.size() : 1);
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<std::int32_t>(k);
    return all;
}

/// The groups that occur among the constraint's rows: every combination of the columns' values. Rows in which one of
/// the columns is missing belong to none.
std::vector<Group> Definer::groups(const std::vector<std::string>& columns) const {
    std::vector<Group> result = {{}};
    for (const auto& attribute : columns) {
        const Column& column = training_.at(attribute);
        if (column.type == ColumnType::number)
            refuse("attribute '" + attribute + "' is a number; read it as a category (data.categories)");
        std::vector<bool> occurs(column.levels.size(), false);
        for (const std::size_t row : rows_)
            if (!column.missing(row)) occurs[static_cast<std::size_t>(column.codes[row])] = true;
        std::vector<Group> crossed;
        for (const auto& group : result) {
            for (std::size_t level = 0; level < occurs.size(); ++level) {
                if (!occurs[level]) continue;
                Group next = group;
                const std::string words = attribute + " = " + column.levels[level];
                next.name += (next.name.empty() ? "" : ", ") + words;
                next.rows.push_back({.column = attribute,
                                     .relation = Condition::Relation::equal,
                                     .values = {column.levels[level]},
                                     .text = words});
                crossed.push_back(std::move(next));
            }
        }
        result = std::move(crossed);
    }
    return result;
}

/// The columns of all means of a sum, each once.
std::vector<std::string> columns_of(const Sum& sum) {
    std::vector<std::string> columns;
    for (const auto& part : sum.parts)
        if (const auto* mean = std::get_if<Mean>(&part.what))
            for (const auto& column : mean->groups)
                if (std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
    return columns;
}

/// The mean over the constraint's rows, its own, and those of the group as far as it is about the mean's columns.
Weighted Definer::weighted(double coefficient, const Mean& mean, const Group& group) const {
    Weighted result{.coefficient = coefficient, .mean = mean};
    result.mean.rows = conditions_;
    result.mean.rows.insert(result.mean.rows.end(), mean.rows.begin(), mean.rows.end());
    result.mean.groups.clear();
    for (const auto& condition : group.rows) {
        if (std::ranges::find(mean.groups, condition.column) == mean.groups.end()) continue;
        result.mean.rows.push_back(condition);
        result.group += (result.group.empty() ? "" : ", ") + condition.text;
    }
    return result;
}

/// max(...) <= bound is a constraint for every choice, and so is min(...) >= bound; what looks the other way asks for
/// one choice that does, which is no constraint of this kind.
void check_side(const Extreme& extreme, double coefficient, Comparison comparison) {
    const bool most = extreme.most == (coefficient > 0);
    if (comparison == Comparison::at_most && most) return;
    if (comparison == Comparison::at_least && !most) return;
    const std::string word = extreme.most ? "max" : "min";
    if (comparison == Comparison::equal) table::refuse_at(extreme.at, word + " and abs can be bounded, not set equal");
    table::refuse_at(
        extreme.at, "a " + word + " is bounded from the wrong side here: that would ask for some group, not for all; " +
                        "max(...) <= bound and min(...) >= bound are constraints on every group");
}

/// Every combination so far with every choice of the extreme.
void Definer::cross(std::vector<Combination>& all, double coefficient, const Extreme& extreme) const {
    constexpr std::size_t most = 50'000;
    std::vector<Combination> crossed;
    for (const auto& before : all) {
        for (const auto& sum : extreme.of) {
            const auto members = groups(columns_of(sum));
            if (crossed.size() + members.size() > most)
                table::refuse_at(extreme.at, "its groups make more than " + std::to_string(most) +
                                                 " constraints; merge groups (data.merge)");
            for (std::size_t k = 0; k < members.size(); ++k) {
                Combination next = before;
                next.constant += coefficient * sum.constant;
                next.chosen.push_back(k);
                for (const auto& part : sum.parts)
                    next.means.push_back(
                        weighted(coefficient * part.coefficient, std::get<Mean>(part.what), members[k]));
                crossed.push_back(std::move(next));
            }
        }
    }
    all = std::move(crossed);
}

/// One for each group of the columns that stand by themselves, times one for each choice of min and max. Those that
/// differ only in which group is the one and which the other stand side by side.
std::vector<Combination> Definer::combinations(const Sum& sum, Comparison comparison) const {
    std::vector<Combination> result;
    for (const auto& group : groups(columns_of(sum))) {
        std::vector<Combination> all = {{.means = {}, .constant = sum.constant}};
        for (const auto& part : sum.parts) {
            if (const auto* mean = std::get_if<Mean>(&part.what)) {
                for (auto& each : all) each.means.push_back(weighted(part.coefficient, *mean, group));
                continue;
            }
            const auto& extreme = std::get<Extreme>(part.what);
            check_side(extreme, part.coefficient, comparison);
            cross(all, part.coefficient, extreme);
        }
        std::ranges::stable_sort(all, {}, [](const Combination& each) {
            auto places = each.chosen;
            std::ranges::sort(places);
            return places;
        });
        result.insert(result.end(), all.begin(), all.end());
    }
    return result;
}

/// Whatever the model says: told from the coefficients, and from how large measures can be.
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
    const auto all = told([&] { return combinations(stated.expression.sum, stated.expression.comparison); });
    for (const auto& combination : all) add(stated.title + words_for(combination), stated, combination);
}

void Definer::add(const std::string& name, const Stated& stated, const Combination& combination) {
    RiskDefinition risk{.name = name,
                        .kind = constraint_->kind,
                        .bound = stated.expression.bound - combination.constant,
                        .at_least = stated.expression.comparison == Comparison::at_least,
                        .change = change_,
                        .terms = {},
                        .price = constraint_->price};
    for (const Weighted& each : combination.means) {
        const Mean& mean = each.mean;
        if (table::asks_for_change(mean) && change_.column.empty())
            refuse("'" + mean.quantity +
                   "' compares rows with their twins; use kind counterfactual, monotone or lipschitz");
        const table::Terms terms = terms_of(each);
        add_terms(risk.terms, terms.of, each.coefficient);
        if (terms.by.empty()) continue;
        if (combination.means.size() > 1)
            told([&]() -> int {
                table::refuse_at(mean.at, "'" + mean.quantity +
                                              "' is a fraction of two rates, and can only be compared with a number");
            });
        add_terms(risk.terms, terms.by, -std::exchange(risk.bound, 0.0));  // a / b <= c is a - c b <= 0
    }
    std::erase_if(risk.terms, [](const Term& term) { return term.coefficient == 0; });
    std::stable_partition(risk.terms.begin(), risk.terms.end(), [](const Term& term) { return term.coefficient > 0; });
    if (risk.terms.empty()) return check_nothing(risk, stated.expression.comparison);
    const bool same_group = combination.chosen.size() > 1 && combination.chosen[0] == combination.chosen[1];
    if (same_group && cannot_fail(risk)) return;  // a group against itself
    if (stated.expression.comparison == Comparison::equal) return add_equality(std::move(risk));
    put(std::move(risk));
}

/// What varies has cancelled out: it holds for every model, or for none.
void Definer::check_nothing(const RiskDefinition& risk, Comparison comparison) const {
    const bool holds = comparison == Comparison::equal      ? risk.bound == 0
                       : comparison == Comparison::at_least ? risk.bound <= 0
                                                            : risk.bound >= 0;
    if (!holds)
        refuse("'" + risk.name + "' asks 0 to be beyond " + base::short_number(risk.bound) + ", which no model meets");
}

/// As two bounds. A rate moves in steps: half a row of every group is left on either side, so that some number of rows
/// fits in.
void Definer::add_equality(RiskDefinition risk) {
    double steps = 0;
    for (const auto& term : risk.terms) {
        if (!term.is_rate()) continue;
        std::size_t count = 0;
        for (const std::size_t row : rows_of(term.rows))
            if (!term.label || term.label_is_event || (classes_[row] == *term.label) != term.other_labels) ++count;
        steps += 0.5 * std::abs(term.coefficient) / static_cast<double>(count);
    }
    RiskDefinition lower = risk;
    risk.name += " (at most)";
    risk.bound += steps;
    lower.name += " (at least)";
    lower.bound -= steps;
    lower.at_least = true;
    put(std::move(risk));
    put(std::move(lower));
}

table::Terms Definer::terms_of(const Weighted& weighted) {
    const Mean& mean = weighted.mean;
    table::Terms terms = told([&] { return table::terms_of(mean, schema_, positive_); });
    if (mean.quantity == "agreement" || mean.quantity == "disagreement")
        std::erase_if(terms.of, [&](const Term& term) { return !has_answer(term, mean.arguments.front()); });
    for (const auto* list : {&terms.of, &terms.by})
        for (const auto& term : *list) check_not_empty(term, weighted.group);
    return terms;
}

/// Whether the other model ever gave the answer that the term is about: a word that no row has would be taken for a
/// slip.
bool Definer::has_answer(const Term& term, const std::string& name) const {
    const Column& column = training_.at(name);
    return column.type != ColumnType::category ||
           std::ranges::find(column.levels, term.event.back().values.front()) != column.levels.end();
}

/// Found once: pairs of groups ask for the same rows again and again.
const std::vector<std::size_t>& Definer::rows_of(const std::vector<Condition>& conditions) {
    std::string key;
    for (const auto& condition : conditions) {
        key += condition.column + '\n' + std::to_string(static_cast<int>(condition.relation));
        for (const auto& value : condition.values) key += '\n' + value;
        key += '\0';
    }
    const auto [found, is_new] = known_rows_.try_emplace(std::move(key));
    if (is_new) found->second = matching_rows(training_, conditions);
    return found->second;
}

void Definer::check_not_empty(const Term& term, const std::string& group) {
    const std::string which = group.empty() ? "its rows" : "group '" + group + "'";
    const auto& rows = rows_of(term.rows);
    if (rows.empty()) refuse(which + " has no training rows; merge groups, or choose the rows by a condition");
    if (!term.event.empty()) (void)rows_of(term.event);  // a word that no row has is refused
    if (!term.label || term.label_is_event) return;
    const auto fits = [&](std::size_t row) { return (classes_[row] == *term.label) != term.other_labels; };
    if (std::ranges::none_of(rows, fits))
        refuse(which + " has no training row whose class is " + (term.other_labels ? "not " : "") + "'" +
               schema_.target.classes[static_cast<std::size_t>(*term.label)] + "'; merge groups, or choose other rows");
}

}  // namespace

std::vector<RiskDefinition> define_risks(std::span<const Constraint> constraints, const Schema& schema,
                                         const Table& training) {
    Definer definer(schema, training);
    for (const auto& constraint : constraints) definer.add(constraint);
    return std::move(definer).take();
}

}  // namespace alcole::tabular
