#pragma once

#include "study/run_duality.hpp"
#include "study/run_learnability.hpp"

/// The short studies, made as short as they can be: a second each.
namespace alcole::testing {

inline study::Learnability small_learnability() {
    study::LearnabilitySettings settings;
    settings.rows = {250, 1000, 4000, 16000};
    settings.seeds = 4;
    settings.population = 20000;
    settings.dual_steps = 40;
    return *study::run_learnability(settings, {});
}

inline study::Duality small_duality() {
    study::DualitySettings settings;
    settings.rows = 600;
    settings.dual_steps = 10;
    settings.starts = 2;
    return *study::run_duality(settings, {});
}

}  // namespace alcole::testing
