#pragma once

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/dataset.hpp>

#include "studies/study.hpp"

#include <functional>
#include <string>
#include <vector>

namespace alcole::studies {

/// Of the first eight samples of 6172 people, the one on which a logistic model behaves most like on COMPAS.
inline constexpr std::uint64_t twin_seed = 4;

/// The table of a study, ready to be split: filtered, with the races that the settings ask for.
struct People {
    tabular::Table table{};
    std::string name{};
    std::string origin{};
    bool synthetic = false;
    std::vector<std::string> features{};
    /// The same people under a true counterfactual, in which everything that an attribute causes responds; empty if
    /// unknown.
    std::function<tabular::Table(const tabular::AttributeChange&)> truly_changed{};
};

/// Throws std::invalid_argument with a sentence that mentions `alcole data fetch compas` if the table is missing.
People people_of(const Settings& settings);

/// `rows` people of the twin, with all columns in bands (feature set E).
People twins_in_bands(std::int64_t rows);

/// Constraints that predictions must hardly change when one of these attributes does; and how such constraints are
/// named.
std::vector<tabular::RiskDefinition> fair_risks(const std::vector<std::string>& attributes, double bound,
                                                const tabular::Dataset& data);
std::vector<ConstraintInfo> infos_of(const std::vector<tabular::RiskDefinition>& risks);

}  // namespace alcole::studies
