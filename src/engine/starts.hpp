#pragma once

#include "engine/learning_parts.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace alcole::engine {

/// See LearningProblem::start().
template <class T>
std::vector<T> random_start(const LearningParts<T>& parts, std::uint64_t seed);

/// See LearningProblem::constants().
template <class T>
std::vector<std::vector<T>> constant_models(const LearningParts<T>& parts);

/// See LearningProblem::with_other_thresholds(). `scores`: one for each row, positive for the second class.
template <class T>
std::vector<std::vector<T>> moved_thresholds(const LearningParts<T>& parts, std::span<const T> theta,
                                             std::vector<double> scores, std::size_t count);

}  // namespace alcole::engine
