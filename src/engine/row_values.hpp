#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/model.hpp>

#include <cstddef>
#include <span>
#include <vector>

/// What the mean of a risk is the mean of, row by row: confidence bounds need the values, not only their mean.
namespace alcole::engine {

/// The scores of every row, one per output of the model, as the deployed network computes them: in single precision.
/// In regression they are in units of the target's sd.
struct ScoreTable {
    std::size_t rows = 0;
    std::size_t outputs = 0;
    std::vector<double> scores{};  ///< rows x outputs

    const double* of(std::size_t row) const { return scores.data() + row * outputs; }
};
ALCOLE_EXPORT ScoreTable scores_of(const tabular::Dataset& data, const tabular::Model& model,
                                   std::span<const float> theta, const Context& context);

/// One number per row of the term's row set, in the order of the table: the loss, KL(f(x) || f(x')), or 0 or 1 for
/// predicted, correct and error. Their mean is what the term adds to its risk, before its coefficient. `changed` holds
/// the scores of with_change(table) and is asked for by divergences alone. Empty when the table has no such row. Throws
/// std::invalid_argument with a sentence when a target is missing or unknown.
ALCOLE_EXPORT std::vector<double> row_values(const tabular::Schema& schema, const tabular::Table& table,
                                             const tabular::Term& term, const ScoreTable& scores,
                                             const ScoreTable& changed = {});

/// 1 for every row of the term's row set whose predicted class is another one after the change. For classes only.
ALCOLE_EXPORT std::vector<double> row_flips(const tabular::Schema& schema, const tabular::Table& table,
                                            const tabular::Term& term, const ScoreTable& scores,
                                            const ScoreTable& changed);

}  // namespace alcole::engine
