#pragma once

#include "engine/plan/plan.hpp"

namespace alcole::engine {

/// The part of a plan that consists of these groups, with tiles, points and entries renumbered. Its `bases` still index
/// the same inputs, and its constants are those of the whole plan.
Plan part_of(const Plan& plan, IndexRange groups);

/// The inputs of a part's bases, in the order in which the part lists them. take_bases() also renumbers the part's
/// `bases` to index these. Variants are not included: they are few, and every rank has all of them.
template <class T>
struct BaseInputs {
    std::vector<T> numbers{};
    NumberLists<T> lists{};
    std::vector<std::int32_t> ones{};
};
template <class T>
BaseInputs<T> take_bases(const Inputs<T>& inputs, Plan& part);

}  // namespace alcole::engine
