#include "people.hpp"

#include <alcole/random.hpp>
#include <alcole/tabular/filter.hpp>
#include <alcole/tabular/read.hpp>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace alcole::bench {
namespace {

using namespace tabular;  // NOLINT: a program's own file

std::int32_t pick(Random& random, const std::vector<double>& shares) {
    double u = random.uniform();
    for (std::size_t i = 0; i < shares.size(); ++i)
        if ((u -= shares[i]) < 0) return static_cast<std::int32_t>(i);
    return static_cast<std::int32_t>(shares.size() - 1);
}

/// Mostly zero, sometimes a few, rarely many.
double count(Random& random, double none, double mean) {
    if (random.uniform() < none) return 0;
    return 1 + std::floor(-mean * std::log1p(-random.uniform()));
}

}  // namespace

Table people(std::size_t rows, std::uint64_t seed, bool distinct) {
    Random random(seed);
    Table table{.columns = {}, .num_rows = rows, .notes = {}};
    for (const auto* name : {"age", "priors_count", "juv_fel_count", "juv_misd_count", "juv_other_count"})
        table.columns.push_back({.name = name});
    table.columns.push_back({.name = "c_charge_degree", .type = ColumnType::category, .levels = {"F", "M"}});
    table.columns.push_back({.name = "sex", .type = ColumnType::category, .levels = {"Male", "Female"}});
    table.columns.push_back(
        {.name = "race",
         .type = ColumnType::category,
         .levels = {"African-American", "Caucasian", "Hispanic", "Other", "Asian", "Native American"}});
    table.columns.push_back({.name = "two_year_recid"});
    for (std::size_t row = 0; row < rows; ++row) {
        const double age = 18 + count(random, 0.01, 16) + (distinct ? random.uniform() : 0.0);
        const double priors = count(random, 0.34, 4);
        const double values[] = {age, priors, count(random, 0.966, 0.5), count(random, 0.943, 0.5),
                                 count(random, 0.925, 0.5)};
        for (std::size_t j = 0; j < 5; ++j) table.columns[j].numbers.push_back(values[j]);
        table.columns[5].codes.push_back(pick(random, {0.643, 0.357}));
        table.columns[6].codes.push_back(pick(random, {0.81, 0.19}));
        table.columns[7].codes.push_back(pick(random, {0.5144, 0.3407, 0.0825, 0.0556, 0.005, 0.0018}));
        const double score = 0.15 * priors - 0.04 * (age - 30) + (table.columns[6].codes.back() == 0 ? 0.3 : -0.3);
        table.columns[8].numbers.push_back(random.uniform() < 1 / (1 + std::exp(-score)) ? 1 : 0);
    }
    return table;
}

Named compas_or_people() {
    const char* folder = std::getenv("ALCOLE_DATA_DIR");  // NOLINT: one thread
    if (folder == nullptr) return {people(6172, 1, false), "made-up people (set ALCOLE_DATA_DIR for COMPAS)"};
    const Table table = read_csv(std::filesystem::path(folder) / "compas" / "compas-scores-two-years.csv");
    std::vector<Condition> filter;
    for (const auto* text : {"days_b_screening_arrest >= -30", "days_b_screening_arrest <= 30", "is_recid != -1",
                             "c_charge_degree != O", "score_text != N/A"})
        filter.push_back(parse_condition(text));
    return {table.rows(matching_rows(table, filter)), "COMPAS"};
}

}  // namespace alcole::bench
