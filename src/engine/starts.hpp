#pragma once

#include "engine/learning_parts.hpp"

#include <cstdint>
#include <vector>

namespace alcole::engine {

/// See LearningProblem::start().
template <class T>
std::vector<T> random_start(const LearningParts<T>& parts, std::uint64_t seed);

/// See LearningProblem::constants().
template <class T>
std::vector<std::vector<T>> constant_models(const LearningParts<T>& parts);

}  // namespace alcole::engine
