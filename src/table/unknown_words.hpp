#pragma once

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/dataset.hpp>

#include <cstddef>
#include <string>
#include <vector>

/// Values that training never met. A model gives an answer for them all the same, so somebody has to say so.
namespace alcole::table {

/// Those of one column.
struct UnknownWords {
    std::string column{};
    std::size_t rows = 0;     ///< with a word that training never met
    std::string example{};    ///< the first such word
    std::size_t missing = 0;  ///< rows without a value where every training row had one
};

/// One entry for each category feature that has any, in the order of the schema.
std::vector<UnknownWords> unknown_words(const tabular::Dataset& data);

/// Adds those of further rows of the same table.
void add_unknown(std::vector<UnknownWords>& all, const std::vector<UnknownWords>& more);

/// A note for each column, at most so many. `rows`: of the table.
std::vector<Note> notes_on(const std::vector<UnknownWords>& all, std::size_t rows, std::size_t most = 8);

/// Of a counterfactual risk: how many of its rows have a value of the attribute that training never met. 0 for others.
std::size_t rows_with_unknown_attribute(const tabular::Dataset& data, const tabular::RiskDefinition& risk);

/// Whether a change leaves such rows as they are: then their divergence is 0, which says nothing about the model.
inline bool skips_unknown(const tabular::AttributeChange& change) { return change.flip || !change.from.empty(); }

}  // namespace alcole::table
