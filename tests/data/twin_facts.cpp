#include "twin_facts.hpp"

#include <alcole/tabular/filter.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <sstream>

namespace alcole::tests {
namespace {

using tabular::Column;
using tabular::ColumnType;
using tabular::Table;

const std::vector<std::string> races = {"African-American", "Caucasian", "Hispanic", "Other", "Asian",
                                        "Native American"};
const std::vector<std::string> sexes = {"Male", "Female"};
const std::vector<std::string> ages = {"Less than 25", "25 - 45", "Greater than 45"};
const std::vector<std::string> charges = {"F", "M"};

/// 1 for the rows that meet the conditions, 0 for the others.
std::vector<double> rows_where(const Table& table, const std::vector<std::string>& conditions) {
    std::vector<tabular::Condition> parsed;
    for (const auto& text : conditions) parsed.push_back(tabular::parse_condition(text));
    std::vector<double> result(table.num_rows, 0.0);
    for (const std::size_t row : tabular::matching_rows(table, parsed)) result[row] = 1;
    return result;
}

double mean(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double mean_where(std::span<const double> values, std::span<const double> mask) {
    return std::inner_product(values.begin(), values.end(), mask.begin(), 0.0) /
           std::accumulate(mask.begin(), mask.end(), 0.0);
}

double correlation(std::span<const double> a, std::span<const double> b) {
    const double mean_a = mean(a), mean_b = mean(b);
    double ab = 0, aa = 0, bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - mean_a) * (b[i] - mean_b);
        aa += (a[i] - mean_a) * (a[i] - mean_a);
        bb += (b[i] - mean_b) * (b[i] - mean_b);
    }
    return ab / std::sqrt(aa * bb);
}

TwinFacts shares(const Table& twin) {
    TwinFacts result{.title = "Shares of levels"};
    const auto add = [&](const std::string& column, const std::vector<std::string>& levels,
                         const std::vector<double>& counts) {
        for (std::size_t i = 0; i < levels.size(); ++i)
            result.facts.push_back({.name = column + " " + levels[i],
                                    .target = counts[i] / 6172,
                                    .achieved = mean(rows_where(twin, {column + " == " + levels[i]})),
                                    .tolerance = 0.003});
    };
    add("sex", sexes, {4997, 1175});
    add("race", races, {3175, 2103, 509, 343, 31, 11});
    add("age_cat", ages, {1347, 3532, 1293});
    add("c_charge_degree", charges, {3970, 2202});
    return result;
}

TwinFacts recid_rates(const Table& twin) {
    TwinFacts result{.title = "Rates of two_year_recid"};
    const auto label = twin.at("two_year_recid").numbers.to_vector();
    result.facts.push_back({.name = "all", .target = 0.4551, .achieved = mean(label), .tolerance = 0.005});
    const auto add = [&](const std::vector<std::string>& conditions, const std::string& name, double rate,
                         double tolerance = 0.01) {
        result.facts.push_back({.name = name,
                                .target = rate,
                                .achieved = mean_where(label, rows_where(twin, conditions)),
                                .tolerance = tolerance});
    };
    add({"sex == Male"}, "Male", 0.4795);
    add({"sex == Female"}, "Female", 0.3515);
    const std::array<double, 6> by_race = {0.5231, 0.3909, 0.3713, 0.3615, 0.2581, 0.4545};
    const std::array<double, 4> men = {0.5552, 0.4022, 0.3817, 0.3965}, women = {0.3698, 0.3527, 0.3171, 0.1897};
    // A million rows have 5000 people of the fifth race and 1800 of the last: chance alone accounts for 0.006 and
    // 0.012.
    const std::array<double, 6> tolerances = {0.01, 0.01, 0.01, 0.01, 0.02, 0.04};
    for (std::size_t r = 0; r < 6; ++r) add({"race == " + races[r]}, races[r], by_race[r], tolerances[r]);
    for (std::size_t r = 0; r < 4; ++r) add({"race == " + races[r], "sex == Male"}, races[r] + " men", men[r]);
    for (std::size_t r = 0; r < 4; ++r)
        add({"race == " + races[r], "sex == Female"}, races[r] + " women", women[r], r == 3 ? 0.015 : 0.01);
    const std::array<double, 3> by_age = {0.5598, 0.4646, 0.3202};
    for (std::size_t a = 0; a < 3; ++a) add({"age_cat == " + ages[a]}, ages[a], by_age[a]);
    add({"c_charge_degree == F"}, "charge F", 0.4997);
    add({"c_charge_degree == M"}, "charge M", 0.3747);
    return result;
}

/// Conditions for the groups of the table of numeric variables.
std::vector<std::string> condition_of(const std::string& group) {
    if (group == "all") return {};
    if (group.starts_with("recid")) return {std::string("two_year_recid == ") + group.back()};
    if (group == "Male" || group == "Female") return {"sex == " + group};
    return {"race == " + group};
}

struct Numeric {
    const char* variable;
    const char* group;
    double mean, sd, q25, median, q75, q95, zeros;
};

// There are few Hispanic and Other people, and their sd is determined by single persons (96 years; 31 priors).
const std::vector<Numeric> numeric = {
    {"age", "all", 34.5345, 11.7300, 25, 31, 42, 57, 0},
    {"age", "African-American", 32.4350, 10.5838, 24, 29, 37, 55, 0},
    {"age", "Caucasian", 37.4907, 12.6854, 27, 35, 47, 60, 0},
    {"age", "Hispanic", 35.0196, 11.7680, 26, 32, 41, 57, 0},
    {"age", "Other", 34.8338, 11.5250, 25, 32, 42, 57, 0},
    {"age", "Male", 34.4867, 11.7938, 25, 31, 42, 57, 0},
    {"age", "Female", 34.7379, 11.4524, 25.5, 32, 42, 57, 0},
    {"age", "recid=0", 36.5626, 12.2661, 26, 34, 45, 59, 0},
    {"age", "recid=1", 32.1064, 10.5533, 24, 29, 37, 54, 0},
    {"priors_count", "all", 3.2464, 4.7434, 0, 1, 4, 13, 0.3378},
    {"priors_count", "African-American", 4.2381, 5.4355, 0, 2, 6, 16, 0.2665},
    {"priors_count", "Caucasian", 2.2891, 3.5729, 0, 1, 3, 9, 0.3904},
    {"priors_count", "Hispanic", 2.1002, 3.6914, 0, 1, 2, 9, 0.4303},
    {"priors_count", "Other", 1.7464, 3.4068, 0, 0, 2, 7, 0.5219},
    {"priors_count", "Male", 3.5195, 4.9448, 0, 2, 5, 14, 0.3118},
    {"priors_count", "Female", 2.0851, 3.5406, 0, 1, 3, 9, 0.4485},
    {"priors_count", "recid=0", 1.9866, 3.3418, 0, 1, 2, 9, 0.4425},
    {"priors_count", "recid=1", 4.7547, 5.6473, 1, 3, 7, 17, 0.2125},
    {"juv_fel_count", "all", 0.0593, 0.4636, 0, 0, 0, 0, 0.9663},
    {"juv_fel_count", "African-American", 0.0854, 0.4682, 0, 0, 0, 1, 0.9483},
    {"juv_fel_count", "Caucasian", 0.0252, 0.2987, 0, 0, 0, 0, 0.9872},
    {"juv_misd_count", "all", 0.0912, 0.4978, 0, 0, 0, 1, 0.9430},
    {"juv_misd_count", "African-American", 0.1364, 0.6229, 0, 0, 0, 1, 0.9172},
    {"juv_misd_count", "Caucasian", 0.0414, 0.2821, 0, 0, 0, 0, 0.9715},
    {"juv_other_count", "all", 0.1107, 0.4707, 0, 0, 0, 1, 0.9253},
    {"juv_other_count", "African-American", 0.1332, 0.4914, 0, 0, 0, 1, 0.9077},
    {"juv_other_count", "Caucasian", 0.0980, 0.4666, 0, 0, 0, 1, 0.9387},
};

double quantile(const std::vector<double>& sorted, double share) {
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

void add_numeric(const Table& twin, std::vector<TwinFacts>& all) {
    TwinFacts means{.title = "Means"}, sds{.title = "Standard deviations"};
    TwinFacts zeros{.title = "Shares of zeros", .in_full = false};
    TwinFacts quantiles{.title = "Quartiles and 95 % quantiles", .in_full = false};
    for (const auto& row : numeric) {
        const auto& values = twin.at(row.variable).numbers;
        const auto mask = rows_where(twin, condition_of(row.group));
        std::vector<double> sorted;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (mask[i] > 0) sorted.push_back(values[i]);
        std::ranges::sort(sorted);
        const double m = mean(sorted);
        double squares = 0;
        for (const double v : sorted) squares += (v - m) * (v - m);
        const double sd = std::sqrt(squares / static_cast<double>(sorted.size()));
        const std::string name = std::string(row.variable) + ", " + row.group;
        const bool is_age = row.variable == std::string("age"), is_priors = row.variable == std::string("priors_count");
        means.facts.push_back({.name = name,
                               .target = row.mean,
                               .achieved = m,
                               .tolerance = is_age      ? 0.35
                                            : is_priors ? 0.1
                                                        : 0.01});
        sds.facts.push_back({.name = name,
                             .target = row.sd,
                             .achieved = sd,
                             .tolerance = is_age      ? 0.4
                                          : is_priors ? 0.35
                                                      : 0.12});
        if (!is_age)
            zeros.facts.push_back(
                {.name = name,
                 .target = row.zeros,
                 .achieved = static_cast<double>(std::ranges::count(sorted, 0.0)) / static_cast<double>(sorted.size()),
                 .tolerance = 0.02});
        const std::array<std::pair<double, double>, 4> wanted = {
            {{0.25, row.q25}, {0.5, row.median}, {0.75, row.q75}, {0.95, row.q95}}};
        for (const auto& [share, target] : wanted)
            quantiles.facts.push_back({.name = name + ", " + std::to_string(std::lround(100 * share)) + " %",
                                       .target = target,
                                       .achieved = quantile(sorted, share),
                                       .tolerance = is_age ? 2.0 : 1.0});
    }
    for (auto* part : {&means, &sds, &zeros, &quantiles}) all.push_back(std::move(*part));
}

TwinFacts correlations(const Table& twin) {
    TwinFacts result{.title = "Correlations"};
    std::map<std::string, std::vector<double>> columns;
    for (const auto* name : {"age", "priors_count", "juv_fel_count", "juv_misd_count", "juv_other_count"})
        columns[name] = twin.at(name).numbers.to_vector();
    columns["recid"] = twin.at("two_year_recid").numbers.to_vector();
    columns["log1p(priors)"] = columns["priors_count"];
    for (double& v : columns["log1p(priors)"]) v = std::log1p(v);
    columns["charge=F"] = rows_where(twin, {"c_charge_degree == F"});
    columns["sex=Male"] = rows_where(twin, {"sex == Male"});
    columns["race=AfrAm"] = rows_where(twin, {"race == African-American"});
    columns["race=Cauc"] = rows_where(twin, {"race == Caucasian"});
    columns["race=Hisp"] = rows_where(twin, {"race == Hispanic"});
    columns["race=other3"] = rows_where(twin, {"race in [Other, Asian, Native American]"});
    const std::vector<std::string> across = {"race=AfrAm", "race=Cauc", "race=Hisp", "race=other3",
                                             "sex=Male",   "recid",     "age",       "priors_count"};
    const std::vector<std::pair<std::string, std::array<double, 8>>> down = {
        {"age", {-0.1842, 0.1812, 0.0124, 0.0115, -0.0084, -0.1892, 1.0000, 0.1198}},
        {"priors_count", {0.2152, -0.1451, -0.0724, -0.0779, 0.1187, 0.2906, 0.1198, 1.0000}},
        {"juv_fel_count", {0.0578, -0.0529, -0.0193, 0.0060, 0.0505, 0.0817, -0.0478, 0.1941}},
        {"juv_misd_count", {0.0934, -0.0720, -0.0325, -0.0150, 0.0507, 0.1103, -0.1116, 0.2677}},
        {"juv_other_count", {0.0493, -0.0194, -0.0254, -0.0350, 0.0588, 0.1259, -0.1728, 0.1088}},
        {"log1p(priors)", {0.2256, -0.1380, -0.0856, -0.0985, 0.1362, 0.3254, 0.0878, 0.8902}},
        {"charge=F", {0.1040, -0.0776, -0.0448, -0.0121, 0.0618, 0.1203, -0.1012, 0.1454}},
        {"sex=Male", {0.0458, -0.0711, 0.0224, 0.0193, 1.0000, 0.1009, -0.0084, 0.1187}},
    };
    for (const auto& [name, targets] : down)
        for (std::size_t i = 0; i < across.size(); ++i)
            if (targets[i] < 1 && !(name == "priors_count" && across[i] == "age") &&
                !(name == "sex=Male" && i > 4 && across[i] != "recid"))  // each pair once
                result.facts.push_back({.name = name + ", " + across[i],
                                        .target = targets[i],
                                        .achieved = correlation(columns[name], columns[across[i]]),
                                        .tolerance = 0.03});
    return result;
}

TwinFacts joint_shares(const Table& twin) {
    TwinFacts result{.title = "Shares of sex x race and of age_cat x charge x race", .in_full = false};
    const std::array<std::array<double, 6>, 2> people = {{{2626, 1621, 427, 285, 29, 9}, {549, 482, 82, 58, 2, 2}}};
    for (std::size_t s = 0; s < 2; ++s)
        for (std::size_t r = 0; r < 6; ++r)
            result.facts.push_back({.name = sexes[s] + ", " + races[r],
                                    .target = people[s][r] / 6172,
                                    .achieved = mean(rows_where(twin, {"sex == " + sexes[s], "race == " + races[r]})),
                                    .tolerance = 0.003});
    const std::array<std::array<double, 4>, 6> cells = {{{608, 231, 77, 52},
                                                         {201, 116, 32, 30},
                                                         {1281, 688, 157, 131},
                                                         {617, 440, 134, 84},
                                                         {307, 325, 57, 56},
                                                         {161, 303, 52, 32}}};
    const std::vector<std::string> groups = {"African-American", "Caucasian", "Hispanic",
                                             "Other, Asian, Native American"};
    for (std::size_t c = 0; c < 6; ++c)
        for (std::size_t g = 0; g < 4; ++g)
            result.facts.push_back(
                {.name = ages[c / 2] + ", " + charges[c % 2] + ", " + groups[g],
                 .target = cells[c][g] / 6172,
                 .achieved = mean(rows_where(twin, {"age_cat == " + ages[c / 2], "c_charge_degree == " + charges[c % 2],
                                                    "race in [" + groups[g] + "]"})),
                 .tolerance = 0.003});
    return result;
}

/// Shares of 0, 1, 2, ..., and as the last entry that of everything beyond.
void add_histogram(const Table& twin, TwinFacts& result, const std::string& variable, const std::string& group,
                   const std::vector<double>& counts, double tolerance) {
    const auto& values = twin.at(variable).numbers;
    const auto mask = rows_where(twin, condition_of(group));
    std::vector<double> found(counts.size(), 0.0);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (mask[i] > 0) found[std::min(static_cast<std::size_t>(values[i]), counts.size() - 1)] += 1;
    const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
    const double all_found = std::accumulate(found.begin(), found.end(), 0.0);
    for (std::size_t k = 0; k < counts.size(); ++k)
        result.facts.push_back({.name = variable + " = " + std::to_string(k) + ", " + group,
                                .target = counts[k] / all,
                                .achieved = found[k] / all_found,
                                .tolerance = tolerance});
}

TwinFacts histograms(const Table& twin) {
    TwinFacts result{.title = "Histograms", .in_full = false};
    std::vector<double> by_age(18, 0.0);
    by_age.insert(by_age.end(), {1,   26,  162, 286, 272, 285, 315, 285, 281, 278, 242, 248, 260, 223, 181, 180,
                                 173, 151, 143, 165, 126, 119, 92,  102, 94,  98,  91,  92,  86,  86,  76,  80,
                                 77,  90,  88,  73,  63,  64,  69,  54,  46,  44,  27,  35,  19,  17,  16,  11,
                                 14,  15,  7,   15,  6,   4,   3,   1,   5,   1,   1,   3,   1,   1,   1,   2});
    add_histogram(twin, result, "age", "all", by_age, 0.003);
    add_histogram(twin, result, "priors_count", "all",
                  {2085, 1129, 681, 466, 317, 273, 195, 173, 144, 127, 90, 76, 53, 63, 46, 42, 31, 28, 18, 24, 111},
                  0.003);
    add_histogram(twin, result, "priors_count", "African-American",
                  {846, 543, 325, 247, 185, 161, 118, 116, 101, 80, 64, 55, 43, 48, 37, 36, 25, 21, 15, 21, 88}, 0.005);
    add_histogram(twin, result, "priors_count", "Caucasian",
                  {821, 410, 258, 170, 102, 84, 55, 41, 29, 38, 22, 17, 8, 11, 7, 5, 4, 5, 2, 1, 13}, 0.005);
    add_histogram(twin, result, "priors_count", "Hispanic",
                  {219, 116, 59, 30, 12, 13, 10, 10, 9, 7, 4, 3, 1, 2, 2, 0, 2, 2, 1, 2, 5}, 0.008);
    add_histogram(twin, result, "juv_fel_count", "all", {5964, 139, 37, 13, 9, 4, 6}, 0.003);
    add_histogram(twin, result, "juv_misd_count", "all", {5820, 248, 60, 23, 7, 5, 9}, 0.003);
    add_histogram(twin, result, "juv_other_count", "all", {5711, 326, 85, 30, 12, 4, 4}, 0.003);
    return result;
}

std::string digits(double v) {
    std::ostringstream out;
    out.setf(std::ios::fixed);
    out.precision(std::abs(v) >= 10 ? 2 : 4);
    out << (std::abs(v) < 5e-5 ? 0.0 : v);
    return out.str();
}

}  // namespace

bool TwinFact::within() const { return std::abs(achieved - target) <= tolerance; }

std::vector<TwinFacts> twin_facts(const Table& twin) {
    std::vector<TwinFacts> all = {shares(twin), recid_rates(twin)};
    add_numeric(twin, all);
    all.push_back(correlations(twin));
    all.push_back(joint_shares(twin));
    all.push_back(histograms(twin));
    return all;
}

std::string page_of(const std::vector<TwinFacts>& all) {
    std::ostringstream page;
    page << "| kind | numbers | furthest off | COMPAS | twin |\n|---|---|---|---|---|\n";
    for (const auto& kind : all) {
        const auto& worst = *std::ranges::max_element(
            kind.facts, {}, [](const TwinFact& f) { return std::abs(f.achieved - f.target); });
        page << "| " << kind.title << " | " << kind.facts.size() << " | " << worst.name << " | " << digits(worst.target)
             << " | " << digits(worst.achieved) << " |\n";
    }
    for (const auto& kind : all) {
        if (!kind.in_full) continue;
        page << "\n### " << kind.title << "\n\n| | COMPAS | twin |\n|---|---|---|\n";
        for (const auto& fact : kind.facts)
            page << "| " << fact.name << " | " << digits(fact.target) << " | " << digits(fact.achieved) << " |\n";
    }
    return page.str();
}

std::size_t distinct_rows(const Table& table, const std::vector<std::string>& columns) {
    std::set<std::vector<double>> rows;
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        std::vector<double> values;
        for (const auto& name : columns) {
            const Column& column = table.at(name);
            values.push_back(column.type == ColumnType::number ? column.numbers[row] : column.codes[row]);
        }
        rows.insert(std::move(values));
    }
    return rows.size();
}

}  // namespace alcole::tests
