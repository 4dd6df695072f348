#include "studies/people.hpp"

#include <alcole/data/catalogue.hpp>
#include <alcole/data/twin.hpp>
#include <alcole/tabular/filter.hpp>
#include <alcole/tabular/read.hpp>

#include <stdexcept>

namespace alcole::studies {
namespace {

using tabular::Table;

/// ProPublica's own filter.
Table filtered(const Table& table) {
    std::vector<tabular::Condition> conditions;
    for (const auto* text : {"days_b_screening_arrest >= -30", "days_b_screening_arrest <= 30", "is_recid != -1",
                             "c_charge_degree != O", "score_text != N/A"})
        conditions.push_back(tabular::parse_condition(text));
    return table.rows(tabular::matching_rows(table, conditions));
}

/// Priors as 0, 1 to 3, or more.
void add_priors_band(Table& table) {
    tabular::Column band{.name = "priors_band", .type = tabular::ColumnType::category, .levels = {"0", "1-3", ">3"}};
    for (const double priors : table.at("priors_count").numbers)
        band.codes.push_back(priors == 0 ? 0 : priors <= 3 ? 1 : 2);
    table.columns.push_back(std::move(band));
}

Table prepared(Table table, const Settings& settings) {
    add_priors_band(table);
    if (settings.races == 6) return table;
    const std::vector<std::string> small = {"Asian", "Native American"};
    return tabular::merge_levels(std::move(table), "race", small, "Other");
}

std::vector<std::string> features_of(const std::string& set) {
    if (set == "A")
        return {"age", "priors_count", "juv_fel_count", "juv_misd_count", "juv_other_count", "c_charge_degree",
                "sex", "race"};
    if (set == "D") return {"age_cat", "priors_count", "c_charge_degree", "sex", "race"};
    return {"age_cat", "priors_band", "c_charge_degree", "sex", "race"};
}

std::filesystem::path compas_file(const Settings& settings) {
    if (!settings.file.empty()) return settings.file;
    if (const auto found = data::find_file("compas", "compas-scores-two-years.csv")) return *found;
    throw std::invalid_argument(
        "ProPublica's COMPAS table is not on this machine; get it with 'alcole data fetch compas', or name your copy "
        "with --data FILE");
}

}  // namespace

People people_of(const Settings& settings) {
    People people{.name = settings.data, .features = features_of(settings.features)};
    if (settings.data == "compas") {
        people.origin = "ProPublica's COMPAS table (Broward County, 2013 and 2014) under ProPublica's own filter.";
        people.table = prepared(filtered(tabular::read_table(compas_file(settings))), settings);
        return people;
    }
    const auto rows = static_cast<std::size_t>(settings.rows);
    people.synthetic = true;
    people.origin =
        "Synthetic people from a structural causal model with the marginals of COMPAS. No conclusion about real people "
        "can be drawn from it.";
    people.table = prepared(data::twin(rows, twin_seed), settings);
    people.truly_changed = [settings, rows](const tabular::AttributeChange& change) {
        if (change.flip) return prepared(data::twin_flipped_sex(rows, twin_seed), settings);
        return prepared(data::twin_with(rows, twin_seed, change.column, change.to), settings);
    };
    return people;
}

People twins_in_bands(std::int64_t rows) {
    Settings settings;
    settings.rows = rows;
    settings.features = "E";
    return people_of(settings);
}

std::vector<tabular::RiskDefinition> fair_risks(const std::vector<std::string>& attributes, double bound,
                                                const tabular::Dataset& data) {
    std::vector<tabular::Constraint> fair;
    for (const auto& attribute : attributes)
        fair.push_back({.kind = tabular::ConstraintKind::counterfactual, .bound = bound, .attributes = {attribute}});
    return tabular::define_risks(fair, data.schema(), data.table());
}

std::vector<ConstraintInfo> infos_of(const std::vector<tabular::RiskDefinition>& risks) {
    std::vector<ConstraintInfo> list;
    for (const auto& risk : risks) {
        const auto& change = risk.change;
        list.push_back({.name = change.flip ? change.column + " flipped" : change.column + " := " + change.to,
                        .bound = risk.bound});
    }
    return list;
}

}  // namespace alcole::studies
