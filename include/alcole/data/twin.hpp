#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

/// A synthetic stand-in for the COMPAS table (ProPublica's 6172 rows), so that everything can be tried and tested
/// without any file. It is a structural causal model whose equations are known (docs/twin.md), unlike those behind a
/// real table, so the true counterfactual of every row is available.
///
///     race, sex -> age -> juvenile counts -> priors -> charge -> two_year_recid       each also on all before it
///
///     const Table people = data::twin(6172, 1);
///     const Table others = data::twin_with(6172, 1, "race", "Caucasian");   // the same people, had this been their
///     race
///
/// Nobody in it exists, and no conclusions about real people may be drawn from it.
namespace alcole::data {

/// Rows with the columns age, age_cat, priors_count, juv_fel_count, juv_misd_count, juv_other_count, c_charge_degree,
/// sex, race, two_year_recid, with names, types and words as in the file. Row i is the same person for any number of
/// rows.
[[nodiscard]] ALCOLE_EXPORT tabular::Table twin(std::size_t rows, std::uint64_t seed);

/// The same people with one attribute changed and everything that it causes responding (same exogenous noise): the true
/// counterfactual. The column is "race" or "sex", the value one of its words; people who already have it are unchanged.
/// Throws std::invalid_argument with a sentence otherwise.
[[nodiscard]] ALCOLE_EXPORT tabular::Table twin_with(std::size_t rows, std::uint64_t seed, const std::string& column,
                                                     const std::string& value);

/// The same people, each with the other sex and everything that it causes responding.
[[nodiscard]] ALCOLE_EXPORT tabular::Table twin_flipped_sex(std::size_t rows, std::uint64_t seed);

}  // namespace alcole::data
