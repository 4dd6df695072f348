#include "table/known_rows.hpp"

#include <alcole/tabular/filter.hpp>

#include "table/expression.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace alcole::table {

const std::vector<std::size_t>& KnownRows::of(const std::vector<tabular::Condition>& conditions) {
    std::string key;
    for (const auto& condition : conditions) {
        key += condition.column + '\n' + std::to_string(static_cast<int>(condition.relation));
        for (const auto& value : condition.values) key += '\n' + value;
        key += '\0';
    }
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    return known_.emplace(std::move(key), matching(conditions)).first->second;
}

std::vector<std::size_t> KnownRows::matching(const std::vector<tabular::Condition>& conditions) const {
    try {
        return matching_rows(table_, conditions);
    } catch (const std::invalid_argument&) {
        for (const auto& condition : conditions) {
            try {
                (void)matching_rows(table_, {&condition, 1});
            } catch (const std::invalid_argument& error) {
                throw std::invalid_argument(at_character(condition.at) + error.what());
            }
        }
        throw;
    }
}

std::string at_last(const std::vector<tabular::Condition>& conditions) {
    std::size_t at = 0;
    for (const auto& condition : conditions) at = std::max(at, condition.at);
    return at_character(at);
}

}  // namespace alcole::table
