#include "learning/sweep/swept.hpp"

#include "base/text.hpp"
#include "learning/config/rules.hpp"

#include <algorithm>
#include <stdexcept>

namespace alcole::learning {
namespace {

/// For every risk of the task, the index of the [[constraint]] that it comes from.
std::vector<std::size_t> owners_of(const Config& config, const TrainingTask& task) {
    std::vector<std::size_t> owners;
    for (std::size_t k = 0; k < config.constraints.size(); ++k) {
        const auto risks = tabular::define_risks({&config.constraints[k], 1}, task.schema(), task.train.table());
        owners.insert(owners.end(), risks.size(), k);
    }
    return owners;
}

[[noreturn]] void refuse_name(const Config& config, const TrainingTask& task, const std::string& name) {
    std::vector<std::string> names;
    for (const auto& constraint : config.constraints)
        if (!constraint.name.empty()) names.push_back(constraint.name);
    for (const auto& risk : task.goal.constraints) names.push_back(risk.name);
    throw std::invalid_argument("there is no constraint '" + name + "' among '" + base::joined(names, "', '") + "'" +
                                base::did_you_mean(name, names));
}

/// An exact match takes precedence over a prefix.
std::vector<bool> named(const Config& config, const TrainingTask& task, const std::string& name) {
    std::vector<bool> chosen(config.constraints.size(), false);
    const auto any = [&] { return std::ranges::find(chosen, true) != chosen.end(); };
    for (std::size_t k = 0; k < chosen.size(); ++k) chosen[k] = config.constraints[k].name == name;
    const auto owners = owners_of(config, task);
    const auto choose_risks = [&](const auto& fits) {
        for (std::size_t i = 0; i < owners.size() && i < task.goal.constraints.size(); ++i)
            if (fits(task.goal.constraints[i].name)) chosen[owners[i]] = true;
    };
    if (!any()) choose_risks([&](const std::string& risk) { return risk == name; });
    if (!any()) choose_risks([&](const std::string& risk) { return risk.starts_with(name); });
    if (!any()) refuse_name(config, task, name);
    return chosen;
}

void check_can_be_swept(const tabular::Constraint& constraint) {
    if (constraint.minimise)
        throw std::invalid_argument("'minimise' finds the smallest bound, so there is none to sweep; give a 'bound'");
    if (!rules::can_be_swept(constraint))
        throw std::invalid_argument(
            "a comparison, a selection_budget or predictive_parity states more than one bound or contains it, so that "
            "there is no 'bound' to sweep; give an expression its number as 'bound', or train with each bound");
}

}  // namespace

void check_can_be_swept(const Config& config, const std::string& name) {
    if (config.constraints.empty())
        throw std::invalid_argument("the run has no constraints, so there is no bound to sweep; add a [[constraint]]");
    if (name.empty())
        for (const auto& constraint : config.constraints) check_can_be_swept(constraint);
}

Swept find_swept(const Config& config, const TrainingTask& task, const std::string& name) {
    Swept swept{.stated =
                    name.empty() ? std::vector<bool>(config.constraints.size(), true) : named(config, task, name)};
    for (std::size_t k = 0; k < swept.stated.size(); ++k)
        if (swept.stated[k]) check_can_be_swept(config.constraints[k]);
    std::size_t lower = 0;
    std::size_t upper = 0;
    const std::vector<bool> moved = swept_risks(config, task, swept);
    for (std::size_t i = 0; i < moved.size(); ++i) {
        if (!moved[i]) continue;
        const tabular::RiskDefinition& risk = task.goal.constraints[i];
        ++(risk.at_least ? lower : upper);
        swept.of_fractions = swept.of_fractions || risk.fraction;
    }
    if (lower > 0 && upper > 0)
        throw std::invalid_argument(
            "some of the constraints have upper bounds and some lower ones, which cannot be swept together; choose one "
            "with --constraint NAME");
    swept.at_least = lower > 0;
    return swept;
}

std::vector<bool> swept_risks(const Config& config, const TrainingTask& task, const Swept& swept) {
    std::vector<bool> result;
    for (const std::size_t owner : owners_of(config, task)) result.push_back(swept.stated[owner]);
    return result;
}

Config with_bound(Config config, const Swept& swept, double bound) {
    for (std::size_t k = 0; k < swept.stated.size(); ++k)
        if (swept.stated[k]) config.constraints[k].bound = bound;
    return config;
}

Config without(const Config& config, const Swept& swept) {
    Config rest = config;
    rest.constraints.clear();
    for (std::size_t k = 0; k < swept.stated.size(); ++k)
        if (!swept.stated[k]) rest.constraints.push_back(config.constraints[k]);
    return rest;
}

}  // namespace alcole::learning
