#pragma once

#include "studies/duality.hpp"
#include "studies/learnability.hpp"

/// The short studies, made as short as possible: a second each.
namespace alcole::testing {

inline studies::Learnability small_learnability() {
    studies::LearnabilitySettings settings;
    settings.rows = {250, 1000, 4000, 16000};
    settings.seeds = 4;
    settings.population = 20000;
    settings.dual_steps = 40;
    return *studies::run_learnability(settings, {});
}

inline studies::Duality small_duality() {
    studies::DualitySettings settings;
    settings.rows = 600;
    settings.dual_steps = 10;
    settings.starts = 2;
    return *studies::run_duality(settings, {});
}

}  // namespace alcole::testing
