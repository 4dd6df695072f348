#include "table/combinations.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

namespace alcole::table {
namespace {

using tabular::Column;
using tabular::ColumnType;
using tabular::Condition;

std::string joined(const std::vector<std::string>& words, std::string_view none) {
    return words.empty() ? std::string(none) : base::joined(words, " and ");
}

/// The columns of all means in a sum, each listed once.
std::vector<std::string> columns_of(const Sum& sum) {
    std::vector<std::string> columns;
    for (const auto& part : sum.parts)
        if (const auto* mean = std::get_if<Mean>(&part.what))
            for (const auto& column : mean->groups)
                if (std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
    return columns;
}

/// max(...) <= bound is one constraint for every choice, and so is min(...) >= bound. The other direction would require
/// only that some choice meets the bound, which is not a constraint of this kind.
void check_side(const Extreme& extreme, double coefficient, Comparison comparison) {
    const bool is_max = extreme.is_max == (coefficient > 0);
    if (comparison == Comparison::at_most && is_max) return;
    if (comparison == Comparison::at_least && !is_max) return;
    const std::string word = extreme.is_max ? "max" : "min";
    if (comparison == Comparison::equal) refuse_at(extreme.at, word + " and abs can be bounded, not set equal");
    refuse_at(extreme.at, "a " + word +
                              " is bounded from the wrong side here: that would ask for some group, not for all; " +
                              "max(...) <= bound and min(...) >= bound are constraints on every group");
}

}  // namespace

void OwnRows::choose(std::vector<Condition> conditions) {
    conditions_ = std::move(conditions);
    rows_ = matching_rows(table_, conditions_);
}

std::vector<Group> OwnRows::groups(const std::vector<std::string>& columns) const {
    std::vector<Group> result = {{}};
    for (const auto& attribute : columns) {
        const Column& column = table_.at(attribute);
        if (column.type == ColumnType::number)
            throw std::invalid_argument("attribute '" + attribute +
                                        "' is a number; to form groups, make it a category: data.categories, or in "
                                        "Python X.astype('category')");
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

/// The mean over the rows of the constraint, restricted to its own rows and to the group, as far as the group concerns
/// the mean's columns.
Weighted OwnRows::weighted(double coefficient, const Mean& mean, const Group& group) const {
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

/// Combines every combination so far with every choice of the extreme.
void OwnRows::cross(std::vector<Combination>& all, double coefficient, const Extreme& extreme) const {
    constexpr std::size_t max_combinations = 50'000;
    std::vector<Combination> crossed;
    for (const auto& before : all) {
        for (const auto& sum : extreme.of) {
            const auto members = groups(columns_of(sum));
            if (crossed.size() + members.size() > max_combinations)
                refuse_at(extreme.at, "its groups make more than " + std::to_string(max_combinations) +
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

std::vector<Combination> OwnRows::combinations(const Sum& sum, Comparison comparison) const {
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

}  // namespace alcole::table
