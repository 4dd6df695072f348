#include "table/changes.hpp"

#include "base/text.hpp"
#include "table/word_places.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace alcole::table {
namespace {

using tabular::AttributeChange;
using tabular::Constraint;
using tabular::Feature;

[[noreturn]] void refuse_change(const std::string& why) { throw std::invalid_argument(why); }

std::string level_of(const Feature& feature, const std::string& word) {
    if (const auto place = WordPlaces(feature.levels).of(word); place >= 0)
        return feature.levels[static_cast<std::size_t>(place)];
    refuse_change("attribute '" + feature.column + "' has no value '" + word + "' among the training rows" +
                  base::did_you_mean(word, feature.levels));
}

NamedChange named_change(const std::string& column, const std::string& words, AttributeChange change) {
    change.column = column;
    return {.words = {column, words}, .change = std::move(change)};
}

/// A change from a given value, into a given value, or both.
NamedChange stated_change(const Constraint& constraint, const Feature& feature) {
    const std::string from = constraint.from.empty() ? "" : level_of(feature, constraint.from);
    if (constraint.to.empty() && feature.levels.size() != 2)
        refuse_change("'from' says which value is changed, but not into which of the others: 'to' is missing");
    const std::string to =
        constraint.to.empty() ? feature.levels[from == feature.levels[0] ? 1 : 0] : level_of(feature, constraint.to);
    return named_change(feature.column, (from.empty() ? "" : from + " ") + "-> " + to, {.from = from, .to = to});
}

std::vector<NamedChange> changes_of_one(const Constraint& constraint, const Feature& feature) {
    const std::string& column = feature.column;
    if (feature.type == tabular::ColumnType::number) {
        if (constraint.add == 0)
            refuse_change("attribute '" + column +
                          "' is a number; say by how much it is raised ('add'), or read it as a " +
                          "category (data.categories)");
        if (!feature.is_amount())
            refuse_change("attribute '" + column +
                          "' is in bins, and a number that is raised would have to leave its own; take it out of " +
                          "data.binned");
        return {named_change(column, (constraint.add > 0 ? "+ " : "- ") + base::number_text(std::abs(constraint.add)),
                             {.add = constraint.add})};
    }
    if (constraint.kind == tabular::ConstraintKind::monotone)
        refuse_change("attribute '" + column + "' is not a number, so that nothing is larger than anything else");
    if (feature.levels.size() < 2)
        refuse_change("attribute '" + column + "' has only one value among the training rows");
    if (!constraint.from.empty() || !constraint.to.empty()) return {stated_change(constraint, feature)};
    if (feature.levels.size() == 2) return {named_change(column, "flip", {.flip = true})};
    std::vector<NamedChange> changes;
    for (const auto& level : feature.levels) changes.push_back(named_change(column, "-> " + level, {.to = level}));
    return changes;
}

}  // namespace

std::vector<NamedChange> changes_of(const Constraint& constraint, const tabular::Schema& schema) {
    if (constraint.attributes.empty()) refuse_change("it needs an attribute to change");
    const bool stated = !constraint.from.empty() || !constraint.to.empty();
    if (constraint.attributes.size() > 1 && stated)
        refuse_change(
            "'from' and 'to' are for one attribute; several are changed by flipping them, into each value, or by "
            "'add'");
    std::vector<NamedChange> changes;
    for (const auto& attribute : constraint.attributes) {
        const auto own = changes_of_one(constraint, schema.feature(attribute));
        if (changes.empty()) {
            changes = own;
            continue;
        }
        // Every combination of the changes so far with those of this attribute.
        std::vector<NamedChange> together;
        for (const auto& before : changes)
            for (const auto& one : own) {
                NamedChange next = before;
                next.words.first += ", " + one.words.first;
                next.words.second += ", " + one.words.second;
                next.change.also.push_back(one.change);
                together.push_back(std::move(next));
            }
        changes = std::move(together);
    }
    return changes;
}

}  // namespace alcole::table
