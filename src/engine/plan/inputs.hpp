#pragma once

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace alcole::engine {

/// What the network reads. An input x = x~ + z is split in two: the *base* x~, everything that no counterfactual
/// changes, and the *variant* z, the words that some counterfactual changes and what it adds to numbers. Rows that
/// agree in both are one point, and all variants of a base share the base's part of the first layer.
template <class T>
struct Inputs {
    std::size_t num_numbers = 0;
    std::size_t num_inputs = 0;

    std::size_t num_bases = 0;
    std::vector<T> numbers{};               ///< bases x num_numbers
    std::size_t base_blocks = 0;            ///< blocks of the base
    std::vector<std::int32_t> base_ones{};  ///< bases x base_blocks: the input that is 1, -1: none

    std::size_t num_variants = 0;
    std::size_t variant_blocks = 0;            ///< of words, and one for each number that is changed
    std::vector<std::int32_t> variant_ones{};  ///< variants x variant_blocks: the input that is not 0, -1: none
    std::vector<T> variant_values{};           ///< likewise: what it is; 1 of words

    std::vector<std::uint32_t> row_base{};              ///< of each row
    std::vector<std::uint32_t> row_variant{};           ///< of each row
    std::vector<std::vector<std::uint32_t>> changed{};  ///< per change: the variant that each variant becomes
};

/// Finds the bases and variants of a table under the given changes (no changes: every row is its base).
template <class T>
Inputs<T> inputs_of(const tabular::Schema& schema, const tabular::Table& table,
                    std::span<const tabular::AttributeChange> changes);

}  // namespace alcole::engine
