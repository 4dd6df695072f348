#include "engine/plan/row_sets.hpp"

#include <utility>

namespace alcole::engine {
namespace {

/// A text that describes the rows of a term; terms with the same conditions have the same key.
std::string key_of(const tabular::Term& term) {
    std::string key;
    for (const auto* conditions : {&term.rows, &term.event}) {
        for (const auto& condition : *conditions) {
            key += condition.column + '\n' + std::to_string(static_cast<int>(condition.relation));
            for (const auto& value : condition.values) key += '\n' + value;
            key += '\0';
        }
    }
    if (term.label) key += (term.other_labels ? "not " : "is ") + std::to_string(*term.label);
    return key;
}

std::vector<tabular::Condition> all_conditions(const tabular::Term& term) {
    std::vector<tabular::Condition> all = term.rows;
    all.insert(all.end(), term.event.begin(), term.event.end());
    return all;
}

}  // namespace

std::size_t RowSets::number(const tabular::Term& term) {
    const auto [found, is_new] = numbers_.try_emplace(key_of(term), members_.size());
    if (!is_new) return found->second;
    std::vector<bool> member(table_.num_rows, false);
    std::size_t count = 0;
    for (const std::size_t row : tabular::matching_rows(table_, all_conditions(term))) {
        if (term.label && (labels_[row] == *term.label) == term.other_labels) continue;
        member[row] = true;
        ++count;
    }
    members_.push_back(std::move(member));
    sizes_.push_back(count);
    return members_.size() - 1;
}

std::size_t RowSets::whole(const tabular::Term& term) {
    if (!term.has_event()) return number(term);
    tabular::Term without{.rows = term.rows};
    if (!term.label_is_event) {
        without.label = term.label;
        without.other_labels = term.other_labels;
    }
    return number(without);
}

}  // namespace alcole::engine
