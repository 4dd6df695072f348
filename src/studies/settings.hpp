#pragma once

#include "base/setting_info.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace alcole::studies {

/// Everything that determines the numbers of a study. With the defaults, the effect that the paper describes is clearly
/// visible; the paper does not state its own settings.
struct Settings {
    std::string data = "twin";
    std::string file{};
    std::int64_t rows = 6172;
    std::int64_t seeds = 10;
    std::vector<std::string> methods = {"unconstrained", "lagrangian", "lagrangian_randomised", "augmented"};
    std::int64_t races = 4;
    double bound = 1e-3;
    std::string features = "A";
    double test_share = 0.3;
    std::vector<std::size_t> hidden = {64, 64};
    std::string activation = "sigmoid";
    std::int64_t epochs = 200;
    std::int64_t batch_rows = 256;
    double rate = 3e-3;
    double dual_step = 2000;
    double penalty = 2000;
    double penalty_factor = 1;
    std::int64_t penalty_interval = 10;
    bool sweep_steps = false;
    std::int64_t sweep_seeds = 3;
};

// For Settings, LearnabilitySettings and DualitySettings, whose lists are in setting_lists.cpp.
using base::SettingInfo;
template <class S>
std::vector<SettingInfo> setting_table();
/// Sets one setting from text, lists separated by commas. Throws std::invalid_argument with a sentence.
template <class S>
void set(S& settings, std::string_view name, std::string_view text);
template <class S>
std::string get(const S& settings, std::string_view name);

/// Throws std::invalid_argument with a sentence if a setting is invalid.
void check(const Settings& settings);

/// True for settings that determine the number of runs, but not their results.
bool only_adds_runs(std::string_view name);

}  // namespace alcole::studies
