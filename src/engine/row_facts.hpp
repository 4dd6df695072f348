#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>

/// What theory asks about the rows of a table.
namespace alcole::engine {

/// How many rows a term is the mean of.
ALCOLE_EXPORT std::size_t rows_of(const tabular::Term& term, const tabular::Schema& schema,
                                  const tabular::Table& table);

/// The largest Euclidean norm of a row as the model sees it: standardised numbers, and 1 for each word.
ALCOLE_EXPORT double largest_input(const tabular::Dataset& data);

}  // namespace alcole::engine
