#include "engine/plan/row_sets.hpp"

#include <utility>

namespace alcole::engine {
namespace {

/// Which rows a term is about, in words that compare equal for equal sets.
std::string key_of(const tabular::Term& term) {
    std::string key;
    for (const auto& condition : term.rows) {
        key += condition.column + '\n' + std::to_string(static_cast<int>(condition.relation));
        for (const auto& value : condition.values) key += '\n' + value;
        key += '\0';
    }
    if (term.label) key += (term.other_labels ? "not " : "is ") + std::to_string(*term.label);
    return key;
}

}  // namespace

std::size_t RowSets::number(const tabular::Term& term) {
    const auto [found, is_new] = numbers_.try_emplace(key_of(term), members_.size());
    if (!is_new) return found->second;
    std::vector<bool> member(table_.num_rows, false);
    std::size_t count = 0;
    for (const std::size_t row : tabular::matching_rows(table_, term.rows)) {
        if (term.label && (labels_[row] == *term.label) == term.other_labels) continue;
        member[row] = true;
        ++count;
    }
    members_.push_back(std::move(member));
    sizes_.push_back(count);
    return members_.size() - 1;
}

}  // namespace alcole::engine
