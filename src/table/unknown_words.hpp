#pragma once

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/dataset.hpp>

#include <cstddef>
#include <string>
#include <vector>

/// Values that did not occur in training. A model predicts for them all the same, so the user must be told.
namespace alcole::table {

/// The unknown values of one column.
struct UnknownWords {
    std::string column{};
    std::size_t rows = 0;     ///< rows with a word that did not occur in training
    std::string example{};    ///< the first such word
    std::size_t missing = 0;  ///< rows without a value, if every training row had one
};

/// One entry for each category feature with unknown values, in the order of the schema.
std::vector<UnknownWords> unknown_words(const tabular::Dataset& data);

/// Adds those of further rows of the same table.
void add_unknown(std::vector<UnknownWords>& all, const std::vector<UnknownWords>& more);

/// A note for each column, for at most `max_items` columns. `rows`: the number of rows in the table.
std::vector<Note> notes_on(const std::vector<UnknownWords>& all, std::size_t rows, std::size_t max_items = 8);

/// For a counterfactual risk: how many of its rows have a value of the attribute that did not occur in training. 0 for
/// other risks.
std::size_t rows_with_unknown_attribute(const tabular::Dataset& data, const tabular::RiskDefinition& risk);

/// True if a change leaves such rows unchanged: their divergence is then 0, which says nothing about the model.
inline bool skips_unknown(const tabular::AttributeChange& change) { return change.flip || !change.from.empty(); }

}  // namespace alcole::table
