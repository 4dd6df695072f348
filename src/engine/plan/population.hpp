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

/// One term of one risk, ready to be summed: what a row of its row set adds to risk `risk` is scale * measure.
struct TermUse {
    std::uint32_t risk = 0;
    tabular::Term::Measure measure = tabular::Term::Measure::loss;
    std::int32_t of_class = 0;
    std::uint32_t change = 0;  ///< of pairs: into Inputs::changed
    double scale = 0;          ///< coefficient / number of rows; the sign of the risk is in it
    double constant = 0;       ///< what a row adds besides
    double level = 0;          ///< see Term, in units of scores
    double end = 0;
    bool weighted = false;  ///< the objective counts rows by their weights
};

/// Rows that no risk can tell apart: the same point, the same class, and members of the same row sets.
struct RowKind {
    std::uint32_t base = 0;
    std::uint32_t variant = 0;
    std::uint32_t cell = 0;
    std::int32_t label = -1;  ///< the class; -1 in regression, where targets are summed instead. (Rows of one kind have
                              ///< one target where some measure is not told from such sums.)
};

/// A constraint on a single row: l = scale * loss of the row.
struct EachRow {
    std::uint32_t kind = 0;
    std::uint32_t risk = 0;
    std::uint32_t row = 0;
    double scale = 1;
    double target = 0;  ///< of regression
};

/// Who takes part in which risk. The row sets of all terms (each constraint has its own rows) cut the table into
/// *cells*: rows of one cell belong to the same row sets. Kinds are in ascending order of their base.
struct Population {
    std::vector<std::vector<TermUse>> cell_terms{};       ///< per cell
    std::vector<std::vector<std::uint32_t>> cell_rows{};  ///< per cell, ascending
    std::vector<std::vector<std::uint32_t>> cell_sets{};  ///< per cell: the row sets it belongs to
    std::vector<std::size_t> set_sizes{};                 ///< rows of each row set
    std::vector<RowKind> kinds{};
    std::vector<std::uint32_t> row_kind{};
    std::vector<std::uint32_t> row_cell{};
    std::vector<double> row_weight{};  ///< of the objective
    std::vector<double> row_target{};  ///< of regression, in units of the schema's sd
    std::size_t num_risks = 0;        ///< that are sums over rows: the objective and those constraints that are not ...
    std::vector<EachRow> each_row{};  ///< ... on single rows, whose risks are numbered behind them; ordered by kind
    std::vector<tabular::RiskPlace> places{};  ///< of every constraint of the goal
    std::size_t num_changes = 0;
};

/// Throws std::invalid_argument with a sentence when a row set is empty or a target or weight is not usable.
template <class T>
Population population_of(const tabular::Table& table, const tabular::Schema& schema,
                         std::span<const tabular::RiskDefinition> risks, const std::string& weight_column,
                         const Inputs<T>& inputs, tabular::Objective objective = tabular::Objective::loss,
                         std::span<const double> class_weights = {});

}  // namespace alcole::engine
