#pragma once

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/dataset.hpp>

#include "studies/study.hpp"

#include <functional>
#include <string>
#include <vector>

namespace alcole::studies {

/// Of the first eight samples of 6172 people, the one on which a logistic model behaves most as it does on COMPAS.
inline constexpr std::uint64_t twin_seed = 4;

/// The table of a study, ready to be split: filtered, with the races of the setting.
struct People {
    tabular::Table table{};
    std::string name{};
    std::string origin{};
    bool synthetic = false;
    std::vector<std::string> features{};
    /// The same people under a true counterfactual, in which what an attribute causes responds; empty where it is
    /// not known.
    std::function<tabular::Table(const tabular::AttributeChange&)> truly_changed{};
};

/// Throws std::invalid_argument with a sentence that names `alcole data fetch compas` when the table is not there.
People people_of(const Settings& settings);

/// So many people of the twin with all columns in bands (feature set E).
People twins_in_bands(std::int64_t rows);

/// Predictions must hardly change when one of these attributes is; and what is said of such constraints.
std::vector<tabular::RiskDefinition> fair_risks(const std::vector<std::string>& attributes, double bound,
                                                const tabular::Dataset& data);
std::vector<ConstraintInfo> infos_of(const std::vector<tabular::RiskDefinition>& risks);

}  // namespace alcole::studies
