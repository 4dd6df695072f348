#pragma once

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/goal.hpp>

#include "engine/plan/inputs.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace alcole::engine {

/// One term of one risk, ready to be summed: a row of its row set adds scale * measure to risk `risk`.
struct TermUse {
    std::uint32_t risk = 0;
    tabular::Term::Measure measure = tabular::Term::Measure::loss;
    std::int32_t of_class = 0;
    std::uint32_t change = 0;  ///< for measures of pairs: index into Inputs::changed
    double scale = 0;          ///< coefficient / number of rows, negated for a lower bound
    double constant = 0;       ///< added by every row
    double level = 0;          ///< see Term, in units of scores
    double end = 0;
    float width = 0;        ///< of errors, see Plan::Rate
    bool weighted = false;  ///< the objective counts rows by their weights
};

/// Rows that no risk can distinguish: they have the same point and class and belong to the same row sets.
struct RowKind {
    std::uint32_t base = 0;
    std::uint32_t variant = 0;
    std::uint32_t cell = 0;
    std::int32_t label = -1;  ///< the class; -1 in regression, where sums of targets are used instead. If some measure
                              ///< cannot be computed from such sums, all rows of a kind have the same target.
};

/// A constraint on a single row: l = scale * loss of the row.
struct EachRow {
    std::uint32_t kind = 0;
    std::uint32_t risk = 0;
    std::uint32_t row = 0;
    double scale = 1;
    double target = 0;  ///< in regression
};

/// Which rows contribute to which risks. The row sets of all terms divide the table into *cells*: rows of one cell
/// belong to the same row sets. Kinds are in ascending order of their base.
struct Population {
    std::vector<std::vector<TermUse>> cell_terms{};       ///< per cell
    std::vector<std::vector<std::uint32_t>> cell_rows{};  ///< per cell, ascending
    std::vector<std::vector<std::uint32_t>> cell_sets{};  ///< per cell: the row sets that contain it
    std::vector<std::size_t> set_sizes{};                 ///< the number of rows of each row set
    std::vector<RowKind> kinds{};
    std::vector<std::uint32_t> row_kind{};
    std::vector<std::uint32_t> row_cell{};
    std::vector<double> row_weight{};  ///< in the objective
    std::vector<double> row_target{};  ///< in regression, in units of the schema's sd
    std::size_t num_risks = 0;         ///< the number of risks that are sums over rows, including the objective
    std::vector<EachRow> each_row{};   ///< constraints on single rows, ordered by kind; their risks come after the sums
    std::vector<tabular::RiskPlace> places{};  ///< the risks of every constraint of the goal
    std::size_t num_changes = 0;
};

/// `error_width`: of the errors in the objective, see Plan::Rate.
/// Throws std::invalid_argument with a sentence if a row set is empty or a target or weight is not usable.
template <class T>
Population population_of(const tabular::Table& table, const tabular::Schema& schema,
                         std::span<const tabular::RiskDefinition> risks, const std::string& weight_column,
                         const Inputs<T>& inputs, tabular::Objective objective = tabular::Objective::loss,
                         std::span<const double> class_weights = {}, double error_width = 0);

}  // namespace alcole::engine
