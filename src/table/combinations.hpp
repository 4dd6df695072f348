#pragma once

#include <alcole/tabular/filter.hpp>
#include <alcole/tabular/table.hpp>

#include "table/expression.hpp"

#include <cstddef>
#include <string>
#include <vector>

/// Which groups an expression is about: its columns, min and max stand for many constraints, one for every choice.
namespace alcole::table {

/// Rows that belong together, with the words for them.
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

/// One constraint of those that an expression stands for: a choice of groups for its columns.
struct Combination {
    std::vector<Weighted> means{};
    double constant = 0;
    std::vector<std::size_t> chosen{};  ///< places of the groups in min and max

    /// A group is compared with itself.
    bool same_group() const { return chosen.size() > 1 && chosen[0] == chosen[1]; }
};

/// The rows of a table that a constraint is about.
class OwnRows {
  public:
    explicit OwnRows(const tabular::Table& table) : table_(table) {}

    /// Those that meet all conditions.
    void choose(std::vector<tabular::Condition> conditions);
    const std::vector<tabular::Condition>& conditions() const { return conditions_; }
    bool empty() const { return rows_.empty(); }

    /// The groups that occur among them: every combination of the columns' values. Rows in which one of the columns is
    /// missing belong to none. Throws std::invalid_argument with a sentence when a column holds numbers.
    std::vector<Group> groups(const std::vector<std::string>& columns) const;

    /// One for each group of the columns that stand by themselves, times one for each choice of min and max. Those that
    /// differ only in which group is the one and which the other stand side by side. Throws std::invalid_argument with
    /// a sentence and its place when min or max are bounded from the wrong side, or there are too many.
    std::vector<Combination> combinations(const Sum& sum, Comparison comparison) const;

  private:
    void cross(std::vector<Combination>& all, double coefficient, const Extreme& extreme) const;
    Weighted weighted(double coefficient, const Mean& mean, const Group& group) const;

    const tabular::Table& table_;
    std::vector<tabular::Condition> conditions_;
    std::vector<std::size_t> rows_;
};

/// "sex = f over sex = m": the groups that add to the risk, and those that are taken away from it.
std::string words_for(const Combination& combination);

}  // namespace alcole::table
