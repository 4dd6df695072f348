#pragma once

#include "engine/plan/plan.hpp"

namespace alcole::engine {

/// A part of a plan: these of its groups, with their tiles, points and entries numbered anew. `bases` are into the same
/// inputs, and the constants are the whole plan's.
Plan part_of(const Plan& plan, IndexRange groups);

/// The inputs that a part reads: its bases, numbered as they stand in it. The part's own `bases` are made to fit.
/// Variants are few and not cut; they are left out here.
template <class T>
struct BaseInputs {
    std::vector<T> numbers{};
    NumberLists<T> lists{};
    std::vector<std::int32_t> ones{};
};
template <class T>
BaseInputs<T> take_bases(const Inputs<T>& inputs, Plan& part);

}  // namespace alcole::engine
