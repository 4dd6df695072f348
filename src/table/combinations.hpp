#pragma once

#include <alcole/tabular/filter.hpp>
#include <alcole/tabular/table.hpp>

#include "table/expression.hpp"

#include <cstddef>
#include <string>
#include <vector>

/// The groups that an expression refers to. Columns, min and max make it stand for many constraints, one for every
/// choice.
namespace alcole::table {

/// Rows that belong together, and their name.
struct Group {
    std::string name{};
    std::vector<tabular::Condition> rows{};
};

/// A mean over the rows of a group, times a coefficient.
struct Weighted {
    double coefficient = 1;
    Mean mean{};
    std::string group{};  ///< "sex = f"; empty: all rows
};

/// One of the constraints that an expression stands for: a choice of groups for its columns.
struct Combination {
    std::vector<Weighted> means{};
    double constant = 0;
    std::vector<std::size_t> chosen{};  ///< indices of the groups chosen in min and max

    /// True if a group is compared with itself.
    bool same_group() const { return chosen.size() > 1 && chosen[0] == chosen[1]; }
};

/// The rows of a table that a constraint applies to.
class OwnRows {
  public:
    explicit OwnRows(const tabular::Table& table) : table_(table) {}

    /// Selects the rows that meet all conditions.
    void choose(std::vector<tabular::Condition> conditions);
    const std::vector<tabular::Condition>& conditions() const { return conditions_; }
    bool empty() const { return rows_.empty(); }

    /// The groups that occur among them: every combination of the columns' values. Rows in which one of the columns is
    /// missing belong to no group. Throws std::invalid_argument with a sentence if a column contains numbers.
    std::vector<Group> groups(const std::vector<std::string>& columns) const;

    /// One for each group of the columns outside min and max, times one for each choice within them. Combinations that
    /// differ only in the order of their groups are adjacent. Throws std::invalid_argument with a sentence and its
    /// position if min or max is bounded from the wrong side, or if there are too many combinations.
    std::vector<Combination> combinations(const Sum& sum, Comparison comparison) const;

  private:
    void cross(std::vector<Combination>& all, double coefficient, const Extreme& extreme) const;
    Weighted weighted(double coefficient, const Mean& mean, const Group& group) const;

    const tabular::Table& table_;
    std::vector<tabular::Condition> conditions_;
    std::vector<std::size_t> rows_;
};

/// "sex = f over sex = m": the groups with positive coefficients, and those with negative ones.
std::string words_for(const Combination& combination);

}  // namespace alcole::table
