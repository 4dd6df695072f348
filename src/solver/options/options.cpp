#include <alcole/options.hpp>

#include "base/settings.hpp"
#include "solver/options/table.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace alcole {

std::vector<OptionInfo> option_table() {
    std::vector<OptionInfo> table;
    for (auto& row : base::setting_table_of<Options>())
        table.push_back({.name = std::move(row.name),
                         .values = std::move(row.values),
                         .by_default = std::move(row.by_default),
                         .meaning = std::move(row.meaning),
                         .free_on_resume = row.free_on_resume});
    return table;
}

void set_option(Options& options, std::string_view name, std::string_view value) {
    base::set_setting(options, name, value, "option");
}

std::string get_option(const Options& options, std::string_view name) {
    return base::get_setting(options, name, "option");
}

void check(const Options& options) {
    base::check_settings(options, "option");
    if (options.dual.rule == DualRule::printed && options.method != Method::augmented)
        throw std::invalid_argument(
            "option 'dual.rule' is 'printed', which is an update of the augmented Lagrangian; "
            "choose another rule or method 'augmented'");
    const bool grows =
        options.penalty.schedule == PenaltySchedule::adaptive || options.penalty.schedule == PenaltySchedule::periodic;
    if (options.dual.rule == DualRule::printed && grows)
        throw std::invalid_argument(
            "option 'dual.rule' is 'printed', whose steps are 1 / alpha, and 'penalty.schedule' is '" +
            std::string(base::enum_name(options.penalty.schedule)) +
            "': the sum of all steps is then finite and the multipliers freeze before they arrive; choose "
            "'penalty.schedule' constant, or 'dual.rule' gradient or multipliers");
    if (options.regime == Regime::full && options.loose.start > 0 && options.loose.steps >= options.max_outer)
        throw std::invalid_argument("option 'loose.steps' is " + std::to_string(options.loose.steps) +
                                    ", not less than 'max_outer': the bounds would never be the requested ones");
    const bool has_penalty = options.method == Method::augmented || options.method == Method::penalty;
    if (options.penalty.schedule == PenaltySchedule::adaptive && !has_penalty)
        throw std::invalid_argument("option 'penalty.schedule' is 'adaptive', but method '" +
                                    std::string(base::enum_name(options.method)) +
                                    "' has no penalty; choose 'constant' or 'periodic'");
}

}  // namespace alcole
