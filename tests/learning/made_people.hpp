#pragma once

#include <alcole/random.hpp>

#include "learning/config/config.hpp"
#include "learning/training/source.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

/// A generated table of people and a run file for it, small enough to train many times.
namespace alcole::learning::testing {

inline tabular::Column words(const std::string& name, std::vector<std::string> levels) {
    return {.name = name, .type = tabular::ColumnType::category, .levels = std::move(levels)};
}

/// Repayment depends on income, and in these data also on sex and town; `number` is different in every row.
inline Source made_source(std::size_t rows = 300, std::uint64_t seed = 1) {
    Random random(seed);
    tabular::Column number{.name = "number"};
    tabular::Column income{.name = "income"};
    auto sex = words("sex", {"f", "m"});
    auto town = words("town", {"hill", "lake", "sea"});
    auto repaid = words("repaid", {"no", "yes"});
    for (std::size_t row = 0; row < rows; ++row) {
        number.numbers.push_back(static_cast<double>(row));
        sex.codes.push_back(static_cast<std::int32_t>(random.below(2)));
        town.codes.push_back(static_cast<std::int32_t>(random.below(3)));
        income.numbers.push_back(random.normal() + 0.3 * sex.codes.back());
        const double score = income.numbers.back() + 1.5 * sex.codes.back() - 0.7 * town.codes.back();
        repaid.codes.push_back(random.uniform() < 1 / (1 + std::exp(-score)) ? 1 : 0);
    }
    Source source;
    source.table = {.columns = {number, income, sex, town, repaid}, .num_rows = rows, .notes = {}};
    return source;
}

inline Config made_config(const std::string& constraints, const std::string& more = "") {
    return parse_config(R"(
[data]
file = "people.csv"
target = "repaid"
features = ["income", "sex", "town"]
protected = ["sex"]
[model]
kind = "linear"
)" + constraints + more,
                        "run.toml", "");
}

inline std::string constraint_of_keys(const std::string& keys) { return "\n[[constraint]]\n" + keys + "\n"; }

constexpr const char* sex_constraint = R"(
[[constraint]]
kind = "counterfactual"
attribute = "sex"
bound = 0.01
)";

constexpr const char* town_constraint = R"(
[[constraint]]
kind = "counterfactual"
attribute = "town"
name = "towns"
bound = 0.005
)";

}  // namespace alcole::learning::testing
