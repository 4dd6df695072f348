#pragma once

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace alcole::engine {

/// For each base, a list of its numbers that differ from the usual ones of their columns.
template <class T>
struct NumberLists {
    std::vector<std::size_t> begin = {0};  ///< start of each base's list, and the end of the last
    std::vector<std::uint32_t> at{};       ///< index of the number, ascending within a list
    std::vector<T> values{};               ///< its value

    /// Calls f(j, x_j) for each entry of a base's list.
    template <class F>
    void for_each(std::size_t base, F f) const {
        for (std::size_t k = begin[base]; k < begin[base + 1]; ++k) f(at[k], values[k]);
    }
    void add(std::span<const std::uint32_t> which, std::span<const T> what) {
        at.insert(at.end(), which.begin(), which.end());
        values.insert(values.end(), what.begin(), what.end());
        begin.push_back(at.size());
    }
};

/// The inputs of a model. An input x = x~ + z is split in two: the *base* x~ is everything that no counterfactual
/// changes, and the *variant* z consists of the categories that some counterfactual changes and what it adds to
/// numbers. Rows that agree in both are one point, and all variants of a base share the base's part of the first layer.
template <class T>
struct Inputs {
    std::size_t num_numbers = 0;
    std::size_t num_inputs = 0;

    std::size_t num_bases = 0;
    std::vector<T> numbers{};               ///< bases x num_numbers; empty if there are lists
    std::vector<T> usual{};                 ///< the value of each number for most bases; empty if there are no lists
    NumberLists<T> lists{};                 ///< used for wide tables with few unusual values (table::Encoder::usual)
    std::size_t base_blocks = 0;            ///< number of blocks of the base
    std::vector<std::int32_t> base_ones{};  ///< bases x base_blocks: the input that is 1, or -1

    std::size_t num_variants = 0;
    std::size_t variant_blocks = 0;            ///< blocks of categories, and one for each number that is changed
    std::vector<std::int32_t> variant_ones{};  ///< variants x variant_blocks: the non-zero input, or -1
    std::vector<T> variant_values{};           ///< variants x variant_blocks: its value, which is 1 for categories

    std::vector<std::uint32_t> row_base{};              ///< the base of each row
    std::vector<std::uint32_t> row_variant{};           ///< the variant of each row
    std::vector<std::vector<std::uint32_t>> changed{};  ///< per change: the variant that each variant becomes

    bool has_lists() const { return !usual.empty(); }
    /// Writes all numbers of a base to `to`.
    template <class To>
    void write_numbers(std::size_t base, To* to) const {
        const T* from = has_lists() ? usual.data() : numbers.data() + base * num_numbers;
        for (std::size_t j = 0; j < num_numbers; ++j) to[j] = static_cast<To>(from[j]);
        if (has_lists()) lists.for_each(base, [to](std::size_t j, T x) { to[j] = static_cast<To>(x); });
    }
    /// Calls f(i) for each input of a base's categories that is 1.
    template <class F>
    void for_each_one(std::size_t base, F f) const {
        const std::int32_t* ones = base_ones.data() + base * base_blocks;
        for (std::size_t b = 0; b < base_blocks; ++b)
            if (ones[b] >= 0) f(static_cast<std::size_t>(ones[b]));
    }
    /// Calls f(i, x_i) for each non-zero input of a variant.
    template <class F>
    void for_each_of_variant(std::size_t variant, F f) const {
        const std::size_t first = variant * variant_blocks;
        for (std::size_t b = first; b < first + variant_blocks; ++b)
            if (variant_ones[b] >= 0) f(static_cast<std::size_t>(variant_ones[b]), variant_values[b]);
    }
    T number(std::size_t base, std::size_t j) const {
        if (!has_lists()) return numbers[base * num_numbers + j];
        const auto first = lists.at.begin() + static_cast<std::ptrdiff_t>(lists.begin[base]);
        const auto end = lists.at.begin() + static_cast<std::ptrdiff_t>(lists.begin[base + 1]);
        const auto found = std::lower_bound(first, end, j);
        return found != end && *found == j ? lists.values[static_cast<std::size_t>(found - lists.at.begin())]
                                           : usual[j];
    }
};

/// Finds the bases and variants of a table under the given changes. Without changes there is only one, empty variant.
template <class T>
Inputs<T> inputs_of(const tabular::Schema& schema, const tabular::Table& table,
                    std::span<const tabular::AttributeChange> changes);

}  // namespace alcole::engine
