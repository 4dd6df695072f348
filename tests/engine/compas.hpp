#pragma once

#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/read.hpp>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// ProPublica's COMPAS table, if ALCOLE_DATA_DIR says where it is.
namespace alcole::tests {

inline std::optional<tabular::Table> compas() {
    const char* folder = std::getenv("ALCOLE_DATA_DIR");  // NOLINT: one thread
    if (folder == nullptr) return std::nullopt;
    const auto table = tabular::read_csv(std::filesystem::path(folder) / "compas" / "compas-scores-two-years.csv");
    std::vector<tabular::Condition> filter;
    for (const auto* text : {"days_b_screening_arrest >= -30", "days_b_screening_arrest <= 30", "is_recid != -1",
                             "c_charge_degree != O", "score_text != N/A"})
        filter.push_back(tabular::parse_condition(text));
    return table.rows(tabular::matching_rows(table, filter));
}

/// Asian and Native American join Other.
inline tabular::Table with_four_races(tabular::Table table) {
    const std::vector<std::string> small = {"Asian", "Native American"};
    return tabular::merge_levels(std::move(table), "race", small, "Other");
}

/// The feature sets A, D and E of the reference optima.
inline std::vector<std::string> features_of(char set) {
    if (set == 'A')
        return {"age", "priors_count", "juv_fel_count", "juv_misd_count", "juv_other_count", "c_charge_degree",
                "sex", "race"};
    if (set == 'D') return {"age_cat", "priors_count", "c_charge_degree", "sex", "race"};
    return {"age_cat", "priors_band", "c_charge_degree", "sex", "race"};
}

/// Set E has priors as 0, 1 to 3, or more.
inline tabular::Table with_priors_band(tabular::Table table) {
    tabular::Column band{.name = "priors_band", .type = tabular::ColumnType::category, .levels = {"0", "1-3", ">3"}};
    for (const double priors : table.at("priors_count").numbers)
        band.codes.push_back(priors == 0 ? 0 : priors <= 3 ? 1 : 2);
    table.columns.push_back(std::move(band));
    return table;
}

inline std::vector<tabular::Constraint> counterfactual_constraints(double bound) {
    using tabular::ConstraintKind;
    return {{.kind = ConstraintKind::counterfactual, .bound = bound, .attributes = {"sex"}},
            {.kind = ConstraintKind::counterfactual, .bound = bound, .attributes = {"race"}}};
}

}  // namespace alcole::tests
