#include "engine/plan/population.hpp"

#include "base/check_size.hpp"
#include "engine/plan/distinct.hpp"
#include "engine/plan/row_sets.hpp"
#include "engine/plan/truths.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace alcole::engine {
namespace {

using tabular::Objective;
using tabular::RiskDefinition;
using tabular::Schema;
using tabular::Table;
using tabular::Task;
using tabular::Term;

/// Divides the rows into cells by refining the partition with one row set after the other.
void find_cells(Population& population, const RowSets& sets, std::size_t rows) {
    std::vector<std::uint32_t> cell(rows, 0);
    std::uint32_t cells = 1;
    for (std::size_t set = 0; set < sets.count(); ++set) {
        std::vector<std::int64_t> renamed(2 * std::size_t{cells}, -1);
        std::uint32_t next = 0;
        for (std::size_t row = 0; row < rows; ++row) {
            auto& name = renamed[2 * std::size_t{cell[row]} + (sets.has(set, row) ? 1 : 0)];
            if (name < 0) name = next++;
            cell[row] = static_cast<std::uint32_t>(name);
        }
        cells = next;
    }
    population.cell_rows.resize(cells);
    for (std::size_t row = 0; row < rows; ++row)
        population.cell_rows[cell[row]].push_back(static_cast<std::uint32_t>(row));
    population.row_cell = std::move(cell);
}

std::vector<double> weights_of(const Table& table, const std::string& column_name) {
    std::vector<double> weights(table.num_rows, 1.0);
    if (column_name.empty()) return weights;
    const tabular::Column& column = table.at(column_name);
    if (column.type != tabular::ColumnType::number)
        throw std::invalid_argument("the weights in column '" + column_name + "' are not numbers");
    weights = column.numbers.to_vector();
    double total = 0;
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        if (!(weights[row] >= 0))
            throw std::invalid_argument("the weight in column '" + column_name + "', row " + std::to_string(row + 1) +
                                        ", is missing or negative");
        total += weights[row];
    }
    if (!(total > 0) || !std::isfinite(total))
        throw std::invalid_argument("the weights in column '" + column_name + "' do not add up to a positive number");
    return weights;
}

/// Multiplies the weight of each row by the weight of its class.
void weigh_classes(const Truths& truths, std::span<const double> class_weights, const Schema& schema,
                   std::vector<double>& weights) {
    if (class_weights.empty()) return;
    base::check_size("the weights of classes", class_weights.size(), schema.target.classes.size(),
                     "one per class of the target '" + schema.target.column + "'");
    for (std::size_t row = 0; row < weights.size(); ++row)
        weights[row] *= class_weights[static_cast<std::size_t>(truths.labels[row])];
}

/// Assigns rows to kinds. Kinds are numbered in order of appearance first and then renumbered in sorted order, because
/// sorting the kinds takes less time and memory than sorting the rows.
template <class T>
void find_kinds(Population& population, const Inputs<T>& inputs, const Truths& truths, bool by_target) {
    const std::size_t rows = population.row_cell.size();
    std::vector<std::pair<RowKind, double>> found;  // with the target, if it distinguishes kinds
    const auto order = [](const auto& one) {
        const auto& [kind, target] = one;
        return std::tuple(kind.base, kind.variant, kind.cell, kind.label, target);
    };
    Distinct distinct;
    population.row_kind.resize(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        const std::pair one(RowKind{.base = inputs.row_base[row],
                                    .variant = inputs.row_variant[row],
                                    .cell = population.row_cell[row],
                                    .label = truths.labels.empty() ? -1 : truths.labels[row]},
                            by_target ? truths.targets[row] + 0.0 : 0.0);  // -0.0 + 0.0 is 0.0
        const std::array places = {one.first.base, one.first.variant, one.first.cell,
                                   static_cast<std::uint32_t>(one.first.label)};
        const std::uint64_t hash = hash_of(&one.second, 1, hash_of(places.data(), places.size(), 0));
        population.row_kind[row] =
            distinct.number(hash, [&](std::uint32_t known) { return order(found[known]) == order(one); });
        if (population.row_kind[row] == found.size()) found.push_back(one);
    }
    std::vector<std::uint32_t> sorted(found.size());
    std::iota(sorted.begin(), sorted.end(), 0U);
    std::ranges::sort(sorted, {}, [&](std::uint32_t kind) { return order(found[kind]); });
    std::vector<std::uint32_t> place(found.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        place[sorted[i]] = static_cast<std::uint32_t>(i);
        population.kinds.push_back(found[sorted[i]].first);
    }
    for (auto& kind : population.row_kind) kind = place[kind];
}

/// A term of a risk with the row set that it is summed over.
struct NumberedTerm {
    TermUse use;
    std::size_t set;
};

/// The terms of the objective: the loss, or for an error rate 0.85 of it plus 0.15 of the loss.
void number_objective(Objective objective, double error_width, double scale, std::size_t all_rows,
                      std::vector<NumberedTerm>& terms) {
    const double share = objective == Objective::loss ? 1 : 0.15;
    terms.push_back({.use = {.risk = 0, .scale = share * scale, .weighted = true}, .set = all_rows});
    if (objective == Objective::loss) return;
    terms.push_back({.use = {.risk = 0,
                             .measure = Term::Measure::error,
                             .scale = (1 - share) * scale,
                             .width = static_cast<float>(error_width),
                             .weighted = true},
                     .set = all_rows});
}

/// Converts a term to the units of scores, which for a numeric target are in units of its sd and relative to its mean.
void use_units(const tabular::Target& target, TermUse& use) {
    if (target.task != Task::regression) return;
    switch (use.measure) {
        case Term::Measure::loss:
            use.scale *= target.sd * target.sd;
            return;
        case Term::Measure::prediction:
            use.constant = use.scale * target.mean;
            use.scale *= target.sd;
            return;
        case Term::Measure::quantile:
            use.scale *= target.sd;
            return;
        case Term::Measure::moved:
            use.level /= target.sd;
            return;
        default:
            return;
    }
}

/// The factor from a loss in the units of scores to one in the units of the target.
double loss_unit(const tabular::Target& target) {
    return target.task == Task::regression ? target.sd * target.sd : 1.0;
}

std::vector<NumberedTerm> number_terms(const Schema& schema, std::span<const RiskDefinition> risks, Objective objective,
                                       double error_width, RowSets& sets, double total_weight) {
    const double unit = loss_unit(schema.target);
    std::vector<NumberedTerm> terms;
    number_objective(objective, error_width, unit / total_weight, sets.number(Term{}), terms);
    std::uint32_t change = 0;
    std::uint32_t number = 0;
    for (const RiskDefinition& risk : risks) {
        if (risk.each_row) continue;
        ++number;
        for (const Term& term : risk.terms) {
            const std::size_t set = sets.number(term);
            const std::size_t rows = sets.size(sets.whole(term));
            if (rows == 0) throw std::invalid_argument("constraint '" + risk.name + "': a group it needs has no rows");
            const double sign = risk.at_least ? -1 : 1;
            TermUse use{.risk = number,
                        .measure = term.measure,
                        .of_class = term.of_class,
                        .scale = sign * term.coefficient / static_cast<double>(rows),
                        .level = term.level,
                        .end = term.end};
            use_units(schema.target, use);
            if (term.is_of_pairs()) use.change = change++;
            terms.push_back({.use = use, .set = set});
        }
    }
    return terms;
}

/// Numbers the constraints on single rows after all others, definition by definition and row by row.
void number_each_row(const Schema& schema, std::span<const RiskDefinition> risks, const RowSets& rows_of,
                     std::span<const std::size_t> sets, Population& population) {
    auto next = static_cast<std::uint32_t>(population.num_risks);
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < risks.size(); ++i) {
        if (!risks[i].each_row) {
            population.places.push_back({.first = number++, .count = 1});
            continue;
        }
        const double scale = risks[i].terms.front().coefficient * loss_unit(schema.target);
        population.places.push_back({.first = next - 1, .count = rows_of.size(sets[i])});
        for (std::uint32_t row = 0; row < population.row_kind.size(); ++row)
            if (rows_of.has(sets[i], row))
                population.each_row.push_back(
                    {.kind = population.row_kind[row],
                     .risk = next++,
                     .row = row,
                     .scale = scale,
                     .target = population.row_target.empty() ? 0 : population.row_target[row]});
    }
    std::ranges::stable_sort(population.each_row, {}, &EachRow::kind);
}

/// The row set of every constraint on single rows; the entries of other constraints are not used.
std::vector<std::size_t> sets_of_each_row(std::span<const RiskDefinition> risks, RowSets& sets) {
    std::vector<std::size_t> found(risks.size());
    for (std::size_t i = 0; i < risks.size(); ++i) {
        if (!risks[i].each_row) continue;
        found[i] = sets.number(risks[i].terms.front());
        if (sets.size(found[i]) == 0)
            throw std::invalid_argument("constraint '" + risks[i].name + "': no row meets its conditions");
    }
    return found;
}

}  // namespace

template <class T>
Population population_of(const Table& table, const Schema& schema, std::span<const RiskDefinition> risks,
                         const std::string& weight_column, const Inputs<T>& inputs, Objective objective,
                         std::span<const double> class_weights, double error_width) {
    if (objective == Objective::error_rate && schema.target.task == Task::regression)
        throw std::invalid_argument("the objective is an error rate, but '" + schema.target.column +
                                    "' is a number to predict: nothing is right or wrong");
    if (!(error_width >= 0 && std::isfinite(error_width)))
        throw std::invalid_argument("the width of errors must be at least 0 and finite");
    if (table.num_rows == 0) throw std::invalid_argument("there are no rows to learn from");
    Population population;
    population.num_risks = 1 + static_cast<std::size_t>(std::ranges::count(risks, false, &RiskDefinition::each_row));
    population.num_changes = inputs.changed.size();
    population.row_weight = weights_of(table, weight_column);
    Truths truths = truths_of(schema, table);
    weigh_classes(truths, class_weights, schema, population.row_weight);
    RowSets sets(table, truths.labels);
    const double total = std::accumulate(population.row_weight.begin(), population.row_weight.end(), 0.0);
    const auto terms = number_terms(schema, risks, objective, error_width, sets, total);
    const auto sets_of_rows = sets_of_each_row(risks, sets);
    find_cells(population, sets, table.num_rows);
    population.set_sizes = sets.sizes();
    for (const auto& rows : population.cell_rows) {
        auto& uses = population.cell_terms.emplace_back();
        auto& member_of = population.cell_sets.emplace_back();
        for (const auto& term : terms)
            if (sets.has(term.set, rows.front())) uses.push_back(term.use);
        for (std::uint32_t set = 0; set < sets.count(); ++set)
            if (sets.has(set, rows.front())) member_of.push_back(set);
    }
    const bool by_target =
        std::ranges::any_of(terms, [](const auto& t) { return t.use.measure == Term::Measure::quantile; });
    find_kinds(population, inputs, truths, by_target);
    population.row_target = std::move(truths.targets);
    number_each_row(schema, risks, sets, sets_of_rows, population);
    return population;
}

template Population population_of(const Table&, const Schema&, std::span<const RiskDefinition>, const std::string&,
                                  const Inputs<float>&, Objective, std::span<const double>, double);
template Population population_of(const Table&, const Schema&, std::span<const RiskDefinition>, const std::string&,
                                  const Inputs<double>&, Objective, std::span<const double>, double);

}  // namespace alcole::engine
