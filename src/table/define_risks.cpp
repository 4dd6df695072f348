#include <alcole/tabular/constraint.hpp>

#include "base/text.hpp"
#include "table/encode.hpp"
#include "table/word_places.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

namespace alcole::tabular {
namespace {

using Measure = Term::Measure;

/// Rows that belong together, with the words for them.
struct Group {
    std::string name;
    std::vector<Condition> rows;
};

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
        rows_ = matching_rows(training_, conditions_);
        if (rows_.empty()) refuse("no training row meets its conditions");
        switch (constraint.kind) {
            case ConstraintKind::counterfactual:
                return counterfactual();
            case ConstraintKind::demographic_parity:
                return gaps(Rate::positive_rate);
            case ConstraintKind::equal_opportunity:
                return gaps(Rate::recall);
            case ConstraintKind::equalized_odds:
                gaps(Rate::recall);
                return gaps(Rate::false_positive_rate);
            case ConstraintKind::error_rate:
                return gaps(Rate::error_rate);
            case ConstraintKind::rate:
                return rates();
            case ConstraintKind::group_loss:
                return losses();
            case ConstraintKind::mean_prediction:
                return means();
        }
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

    std::string title(std::string_view fallback) const {
        return constraint_->name.empty() ? std::string(fallback) : constraint_->name;
    }

    RiskDefinition& new_risk(const std::string& name) {
        risks_.push_back({.name = name, .kind = constraint_->kind, .bound = constraint_->bound});
        return risks_.back();
    }

    void counterfactual();
    void change(const std::string& name, const AttributeChange& how);
    void gaps(Rate rate);
    void gap(const std::string& what, const Group& one, const Term& of_one, const Group& other, const Term& of_other);
    void check_number(std::size_t groups, std::size_t classes) const;
    void rates();
    void losses();
    void means();

    std::vector<Group> groups() const;
    std::vector<std::int32_t> positive_classes() const;
    Term term(Rate rate, std::int32_t positive, const Group& group, double coefficient) const;
    void check_not_empty(const Term& term, const Group& group) const;
    std::string level_of(const Feature& feature, const std::string& word) const;

    const Schema& schema_;
    const Table& training_;
    std::vector<std::int32_t> classes_;
    const Constraint* constraint_ = nullptr;
    std::vector<Condition> conditions_;
    std::vector<std::size_t> rows_;
    std::vector<RiskDefinition> risks_;
};

std::string Definer::level_of(const Feature& feature, const std::string& word) const {
    if (const auto place = table::WordPlaces(feature.levels).of(word); place >= 0)
        return feature.levels[static_cast<std::size_t>(place)];
    refuse("attribute '" + feature.column + "' has no value '" + word + "' among the training rows" +
           base::did_you_mean(word, feature.levels));
}

/// A binary attribute gives one constraint, the flip; one with more values gives one per value; from and to give one.
void Definer::counterfactual() {
    if (constraint_->attributes.size() != 1) refuse("it needs exactly one attribute to change");
    const Feature& feature = schema_.feature(constraint_->attributes.front());
    const std::string& column = feature.column;
    if (feature.type == ColumnType::number)
        refuse("attribute '" + column + "' is a number; read it as a category (data.categories)");
    if (feature.levels.size() < 2) refuse("attribute '" + column + "' has only one value among the training rows");
    const std::string kind = "counterfactual ";
    if (!constraint_->from.empty() || !constraint_->to.empty()) {
        const std::string from = constraint_->from.empty() ? "" : level_of(feature, constraint_->from);
        if (constraint_->to.empty() && feature.levels.size() != 2)
            refuse("'from' says which value is changed, but not into which of the others: 'to' is missing");
        const std::string to = constraint_->to.empty() ? feature.levels[from == feature.levels[0] ? 1 : 0]
                                                       : level_of(feature, constraint_->to);
        return change(title(kind + column + ": " + (from.empty() ? "" : from + " ") + "-> " + to),
                      {.column = column, .from = from, .to = to});
    }
    if (feature.levels.size() == 2) return change(title(kind + column + ": flip"), {.column = column, .flip = true});
    const std::string to = title(kind + column) + ": -> ";
    for (const auto& level : feature.levels) change(to + level, {.column = column, .to = level});
}

void Definer::change(const std::string& name, const AttributeChange& how) {
    RiskDefinition& risk = new_risk(name);
    risk.change = how;
    risk.terms.push_back({.measure = Measure::divergence, .rows = conditions_});
}

/// The groups that occur among the constraint's rows: every combination of the attributes' values. Rows in which one
/// of the attributes is missing belong to none.
std::vector<Group> Definer::groups() const {
    std::vector<Group> result = {{.name = "", .rows = conditions_}};
    for (const auto& attribute : constraint_->attributes) {
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

std::vector<std::int32_t> Definer::positive_classes() const {
    const auto& classes = schema_.target.classes;
    if (schema_.target.task == Task::regression)
        refuse("the target '" + schema_.target.column + "' is a number, and rates are for classes");
    if (!constraint_->positive.empty()) {
        const auto found = std::ranges::find(classes, constraint_->positive);
        if (found == classes.end())
            refuse("the target has no class '" + constraint_->positive + "'" +
                   base::did_you_mean(constraint_->positive, classes));
        return {static_cast<std::int32_t>(found - classes.begin())};
    }
    if (schema_.target.task == Task::binary) return {1};
    std::vector<std::int32_t> all(classes.size());
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<std::int32_t>(k);
    return all;
}

Term Definer::term(Rate rate, std::int32_t positive, const Group& group, double coefficient) const {
    Term result{.measure = Measure::predicted, .coefficient = coefficient, .rows = group.rows, .of_class = positive};
    if (rate == Rate::recall || rate == Rate::false_positive_rate) result.label = positive;
    result.other_labels = rate == Rate::false_positive_rate;
    if (rate == Rate::error_rate) result.measure = Measure::error;
    if (rate == Rate::accuracy) result.measure = Measure::correct;
    check_not_empty(result, group);
    return result;
}

void Definer::check_not_empty(const Term& term, const Group& group) const {
    const std::string which = group.name.empty() ? "its rows" : "group '" + group.name + "'";
    const auto rows = matching_rows(training_, term.rows);
    if (rows.empty()) refuse(which + " has no training rows; merge groups, or choose the rows by a condition");
    if (!term.label) return;
    const auto fits = [&](std::size_t row) { return (classes_[row] == *term.label) != term.other_labels; };
    if (std::ranges::none_of(rows, fits))
        refuse(which + " has no training row whose class is " + (term.other_labels ? "not " : "") + "'" +
               schema_.target.classes[static_cast<std::size_t>(*term.label)] + "'; merge groups, or choose other rows");
}

/// |rate of one - rate of other| <= bound, as two constraints.
void Definer::gap(const std::string& what, const Group& one, const Term& of_one, const Group& other,
                  const Term& of_other) {
    const auto named = [](const Group& group) { return group.name.empty() ? "all" : group.name; };
    const auto add = [&](const Group& high, Term plus, const Group& low, Term minus) {
        minus.coefficient = -1;
        new_risk(what + ": " + named(high) + " over " + named(low)).terms = {std::move(plus), std::move(minus)};
    };
    add(one, of_one, other, of_other);
    add(other, of_other, one, of_one);
}

/// Pairs of groups grow with the square of their number.
void Definer::check_number(std::size_t groups, std::size_t classes) const {
    constexpr std::size_t most = 20'000;
    const std::size_t count = constraint_->against_whole ? 2 * groups : groups * (groups - 1);
    if (count * classes <= most) return;
    const std::string instead = constraint_->against_whole ? "" : "compare each with the whole (against = \"whole\"), ";
    refuse("its " + std::to_string(groups) + " groups make " + std::to_string(count * classes) +
           " constraints, more than " + std::to_string(most) + "; " + instead + "or merge groups (data.merge)");
}

void Definer::gaps(Rate rate) {
    if (constraint_->attributes.empty()) refuse("it needs an attribute whose values make the groups");
    if (!(constraint_->bound >= 0)) refuse("a bound on a gap cannot be negative");
    const auto members = groups();
    if (members.size() < 2) refuse("there is only one group among its rows");
    const bool odds = constraint_->kind == ConstraintKind::equalized_odds;
    const std::string what = title(to_string(constraint_->kind)) + (odds ? " " + std::string(to_string(rate)) : "");
    const auto positives =
        rate == Rate::error_rate ? std::vector<std::int32_t>{positive_classes().front()} : positive_classes();
    check_number(members.size(), positives.size());
    const Group whole{.name = "", .rows = conditions_};
    for (const auto positive : positives) {
        const std::string of =
            positives.size() > 1 ? what + " of " + schema_.target.classes[static_cast<std::size_t>(positive)] : what;
        std::vector<Term> terms;
        for (const auto& member : members) terms.push_back(term(rate, positive, member, 1.0));
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (constraint_->against_whole) {
                gap(of, members[i], terms[i], whole, term(rate, positive, whole, 1.0));
                continue;
            }
            for (std::size_t j = i + 1; j < members.size(); ++j) gap(of, members[i], terms[i], members[j], terms[j]);
        }
    }
}

void Definer::rates() {
    const auto positives = positive_classes();
    if (positives.size() > 1 && constraint_->rate != Rate::error_rate && constraint_->rate != Rate::accuracy)
        refuse("say which class is the positive one");
    const std::string what = title(to_string(constraint_->rate));
    for (const auto& group : groups()) {
        RiskDefinition& risk = new_risk(group.name.empty() ? what : what + ": " + group.name);
        risk.at_least = constraint_->at_least;
        risk.terms = {term(constraint_->rate, positives.front(), group, 1.0)};
    }
}

void Definer::losses() {
    for (const auto& group : groups()) {
        Term loss{.measure = Measure::loss, .rows = group.rows};
        check_not_empty(loss, group);
        const std::string what = title("group_loss");
        new_risk(group.name.empty() ? what : what + ": " + group.name).terms = {std::move(loss)};
    }
}

/// Gaps between the mean predictions of groups.
void Definer::means() {
    if (constraint_->attributes.empty()) refuse("it needs an attribute whose values make the groups");
    if (!(constraint_->bound >= 0)) refuse("a bound on a gap cannot be negative");
    if (schema_.target.task != Task::regression && schema_.target.task != Task::ordinal)
        refuse("the classes of '" + schema_.target.column +
               "' have no mean; it is for numbers and for ordered classes (data.task = \"ordinal\")");
    const auto members = groups();
    if (members.size() < 2) refuse("there is only one group among its rows");
    check_number(members.size(), 1);
    const auto of_group = [&](const Group& group) {
        Term term{.measure = Measure::prediction, .rows = group.rows};
        check_not_empty(term, group);
        return term;
    };
    const std::string what = title(to_string(constraint_->kind));
    const Group whole{.name = "", .rows = conditions_};
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (constraint_->against_whole) gap(what, members[i], of_group(members[i]), whole, of_group(whole));
        for (std::size_t j = constraint_->against_whole ? members.size() : i + 1; j < members.size(); ++j)
            gap(what, members[i], of_group(members[i]), members[j], of_group(members[j]));
    }
}

}  // namespace

std::vector<RiskDefinition> define_risks(std::span<const Constraint> constraints, const Schema& schema,
                                         const Table& training) {
    Definer definer(schema, training);
    for (const auto& constraint : constraints) definer.add(constraint);
    return std::move(definer).take();
}

}  // namespace alcole::tabular
