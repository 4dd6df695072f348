#pragma once

#include "words/common.hpp"

/// The tables that the page of a run, its model card and its summary share.
namespace alcole::words {

/// `all_prices`: also of constraints that cost nothing.
Table constraints_table(const learning::Outcome& outcome, bool all_prices);

/// Rows, objective and metrics, a column per side of the split.
struct NamedSide {
    std::string name{};
    const learning::Side* side = nullptr;
};
Table quality_table(const std::vector<NamedSide>& sides);
Table quality_table(const learning::Outcome& outcome);

/// Only the columns that have a value; empty where no group has any.
Table groups_table(const std::vector<tabular::GroupRates>& groups);

/// What was asked and the bounds that can be met.
Table conflict_table(const learning::Outcome& outcome);

/// What is known about data and training.
Facts::Group data_facts(const learning::Outcome& outcome);
Facts::Group training_facts(const learning::Outcome& outcome);

}  // namespace alcole::words
