
#include <alcole/data/twin.hpp>
#include <alcole/random.hpp>

#include "base/logistic.hpp"
#include "base/text.hpp"
#include "data/twin_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace alcole::data {
namespace {

using tabular::Column;
using tabular::ColumnType;
using tabular::Table;

// Words in the order of their first appearance in the file, which is the order of a reader's codes.
constexpr std::array<std::string_view, 6> race_words = {"Other",    "African-American", "Caucasian",
                                                        "Hispanic", "Native American",  "Asian"};
constexpr std::array<std::string_view, 2> sex_words = {"Male", "Female"};
constexpr std::array<std::string_view, 3> age_words = {"Greater than 45", "25 - 45", "Less than 25"};
constexpr std::array<std::string_view, 2> charge_words = {"F", "M"};

// Indices of the races in the tables, by position in race_words.
constexpr std::array<std::size_t, 6> race_of_word = {3, 0, 1, 2, 5, 4};

/// The exogenous noise: one uniform number per equation. Race and sex, neither of which causes the other, are drawn
/// together.
struct Noise {
    double race_and_sex, age;
    std::array<double, 3> juvenile;
    double priors, charge, label;

    Noise(std::uint64_t seed, std::uint64_t row) {
        Random random(seed, row);
        race_and_sex = random.uniform();
        age = random.uniform();
        for (double& u : juvenile) u = random.uniform();
        priors = random.uniform();
        charge = random.uniform();
        label = random.uniform();
    }
};

struct Roots {
    std::size_t race = 0;  // index in the tables
    bool male = true;
};

struct Person {
    Roots roots{};
    int age = 0;
    std::array<int, 3> juvenile{};  // felonies, misdemeanours, other
    int priors = 0;
    bool felony = false;
    bool recid = false;
};

Roots roots(const Noise& noise) {
    int total = 0;
    for (const auto& both : tables::people) total += both[0] + both[1];
    double left = noise.race_and_sex * total;
    std::size_t cell = 0;
    while (cell + 1 < 2 * tables::people.size() && (left -= tables::people[cell / 2][cell % 2]) >= 0) ++cell;
    return {.race = cell / 2, .male = cell % 2 == 0};
}

/// Not base::logit(), whose last bits differ: the twin stays as it was published.
double logit(double u) { return std::log(u) - std::log1p(-u); }

/// True with probability sigmoid(score); monotone in u.
bool happens(double score, double u) { return u < base::sigmoid(score); }

/// The number of thresholds below the latent variable.
int ordered(double latent, std::span<const double> thresholds) {
    return static_cast<int>(std::ranges::lower_bound(thresholds, latent) - thresholds.begin());
}

double decades(int age) { return (age - 35) / 10.0; }
double squared_decades(int age) { return std::min(decades(age) * decades(age), 4.0); }

/// 0 below 25, 1 up to 44, 2 from 45 on; the file says "Greater than 45" for people aged 45 as well.
std::size_t age_band(int age) { return static_cast<std::size_t>(age >= 25) + static_cast<std::size_t>(age >= 45); }

/// The smallest races share their tables.
std::size_t group_of(std::size_t race) { return std::min<std::size_t>(race, 3); }

/// Slopes: groups 2 to 4, male, age, age squared, then the juvenile counts that precede this one.
double juvenile_score(const Person& who, std::span<const double> slopes) {
    const std::size_t group = group_of(who.roots.race);
    double score = group == 0 ? 0 : slopes[group - 1];
    score += slopes[3] * who.roots.male + slopes[4] * decades(who.age) + slopes[5] * squared_decades(who.age);
    for (std::size_t before = 0; before + 6 < slopes.size(); ++before)
        score += slopes[6 + before] * std::log1p(who.juvenile[before]);
    return score;
}

double priors_score(const Person& who) {
    const auto& slopes = tables::priors_slopes;
    double score = slopes[0] * who.roots.male + slopes[1] * decades(who.age) + slopes[2] * squared_decades(who.age);
    for (std::size_t j = 0; j < 3; ++j) score += slopes[3 + j] * std::log1p(who.juvenile[j]);
    return score;
}

double charge_score(const Person& who) {
    const auto& slopes = tables::charge_slopes;
    return tables::charge_cells[age_band(who.age)][group_of(who.roots.race)] + slopes[0] * who.roots.male +
           slopes[1] * std::log1p(who.priors) + slopes[2] * who.age / 10;
}

double label_score(const Person& who) {
    const auto& slopes = tables::label_slopes;
    double score = tables::label_cells[who.roots.race][who.roots.male ? 1 : 0];
    const std::size_t band = age_band(who.age);
    if (band != 1) score += slopes[band == 0 ? 0 : 1];
    score += slopes[2] * decades(who.age) + slopes[3] * std::log1p(who.priors) + slopes[4] * who.priors / 10;
    for (std::size_t j = 0; j < 3; ++j) score += slopes[5 + j] * std::log1p(who.juvenile[j]);
    return score + slopes[8] * who.felony;
}

/// The equations, in causal order.
Person simulate(const Roots& roots, const Noise& noise) {
    using namespace tables;
    const std::size_t group = group_of(roots.race);
    Person who{.roots = roots};
    who.age = 18 + ordered(age_male * roots.male + logit(noise.age), age_thresholds[group]);
    who.juvenile[0] = ordered(juvenile_score(who, juv_fel_slopes) + logit(noise.juvenile[0]), juv_fel_thresholds);
    who.juvenile[1] = ordered(juvenile_score(who, juv_misd_slopes) + logit(noise.juvenile[1]), juv_misd_thresholds);
    who.juvenile[2] = ordered(juvenile_score(who, juv_other_slopes) + logit(noise.juvenile[2]), juv_other_thresholds);
    const double spread = std::exp(priors_spread[0] * roots.male + priors_spread[1] * decades(who.age));
    who.priors = ordered(priors_score(who) + spread * logit(noise.priors), priors_thresholds[group]);
    who.felony = happens(charge_score(who), noise.charge);
    who.recid = happens(label_score(who), noise.label);
    return who;
}

Column numbers(std::string_view name, std::size_t rows) {
    Column column{.name = std::string(name), .type = ColumnType::number};
    column.numbers.reserve(rows);
    return column;
}

Column words(std::string_view name, std::span<const std::string_view> levels, std::size_t rows) {
    Column column{.name = std::string(name), .type = ColumnType::category};
    column.levels.assign(levels.begin(), levels.end());
    column.codes.reserve(rows);
    return column;
}

/// The people, with their roots modified by `change`.
template <class Change>
Table table_of(std::size_t rows, std::uint64_t seed, const Change& change) {
    Column age = numbers("age", rows), priors = numbers("priors_count", rows), label = numbers("two_year_recid", rows);
    std::array<Column, 3> juvenile = {numbers("juv_fel_count", rows), numbers("juv_misd_count", rows),
                                      numbers("juv_other_count", rows)};
    Column age_cat = words("age_cat", age_words, rows), charge = words("c_charge_degree", charge_words, rows);
    Column sex = words("sex", sex_words, rows), race = words("race", race_words, rows);
    std::array<std::int32_t, 6> word_of_race{};
    for (std::size_t word = 0; word < race_of_word.size(); ++word)
        word_of_race[race_of_word[word]] = static_cast<std::int32_t>(word);
    for (std::size_t row = 0; row < rows; ++row) {
        const Noise noise(seed, row);
        Roots born = roots(noise);
        change(born);
        const Person who = simulate(born, noise);
        age.numbers.push_back(who.age);
        age_cat.codes.push_back(2 - static_cast<std::int32_t>(age_band(who.age)));
        priors.numbers.push_back(who.priors);
        for (std::size_t j = 0; j < 3; ++j) juvenile[j].numbers.push_back(who.juvenile[j]);
        charge.codes.push_back(who.felony ? 0 : 1);
        sex.codes.push_back(who.roots.male ? 0 : 1);
        race.codes.push_back(word_of_race[who.roots.race]);
        label.numbers.push_back(who.recid ? 1 : 0);
    }
    Table table{.columns = {}, .num_rows = rows};
    for (Column* column :
         {&age, &age_cat, &priors, juvenile.data(), &juvenile[1], &juvenile[2], &charge, &sex, &race, &label})
        table.columns.push_back(std::move(*column));
    return table;
}

std::size_t place_of(const std::string& value, const std::string& column, std::span<const std::string_view> among) {
    const auto found = std::ranges::find(among, value);
    if (found == among.end())
        throw std::invalid_argument("column '" + column + "' of the twin has no value '" + value + "'" +
                                    base::did_you_mean(value, among));
    return static_cast<std::size_t>(found - among.begin());
}

}  // namespace

Table twin(std::size_t rows, std::uint64_t seed) {
    return table_of(rows, seed, [](Roots& /*unchanged*/) {});
}

Table twin_with(std::size_t rows, std::uint64_t seed, const std::string& column, const std::string& value) {
    if (column == "race") {
        const std::size_t race = race_of_word[place_of(value, column, race_words)];
        return table_of(rows, seed, [race](Roots& who) { who.race = race; });
    }
    if (column == "sex") {
        const bool male = place_of(value, column, sex_words) == 0;
        return table_of(rows, seed, [male](Roots& who) { who.male = male; });
    }
    throw std::invalid_argument("the twin can change 'race' and 'sex', not '" + column +
                                "'; name one of these two as the column");
}

Table twin_flipped_sex(std::size_t rows, std::uint64_t seed) {
    return table_of(rows, seed, [](Roots& who) { who.male = !who.male; });
}

}  // namespace alcole::data
