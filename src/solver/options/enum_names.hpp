#pragma once

#include <alcole/options.hpp>

#include "base/enum_names.hpp"

#include <array>
#include <string_view>

namespace alcole::base {

template <>
inline constexpr std::array<std::string_view, 4> enum_names<Method>{"augmented", "lagrangian", "penalty",
                                                                    "unconstrained"};
template <>
inline constexpr std::array<std::string_view, 2> enum_names<Regime>{"full", "stochastic"};
template <>
inline constexpr std::array<std::string_view, 4> enum_names<DualRule>{"automatic", "multipliers", "gradient",
                                                                      "printed"};
template <>
inline constexpr std::array<std::string_view, 4> enum_names<PenaltySchedule>{"automatic", "adaptive", "periodic",
                                                                             "constant"};
template <>
inline constexpr std::array<std::string_view, 4> enum_names<Scaling>{"automatic", "gradient", "natural", "none"};
template <>
inline constexpr std::array<std::string_view, 3> enum_names<Optimiser>{"sgd", "adam", "adamw"};
template <>
inline constexpr std::array<std::string_view, 3> enum_names<Estimate>{"batch", "running", "full"};
template <>
inline constexpr std::array<std::string_view, 2> enum_names<DualEstimate>{"window", "full"};
template <>
inline constexpr std::array<std::string_view, 2> enum_names<RateSchedule>{"constant", "cosine"};

}  // namespace alcole::base
