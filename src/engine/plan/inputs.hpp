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

/// A list for each base of its numbers that are not the usual ones of their columns.
template <class T>
struct NumberLists {
    std::vector<std::size_t> begin = {0};  ///< of each base's list, and of the next
    std::vector<std::uint32_t> at{};       ///< which number, ascending
    std::vector<T> values{};               ///< what it is

    /// f(j, x_j) for each of a base's list.
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

/// What the network reads. An input x = x~ + z is split in two: the *base* x~, everything that no counterfactual
/// changes, and the *variant* z, the words that some counterfactual changes and what it adds to numbers. Rows that
/// agree in both are one point, and all variants of a base share the base's part of the first layer.
template <class T>
struct Inputs {
    std::size_t num_numbers = 0;
    std::size_t num_inputs = 0;

    std::size_t num_bases = 0;
    std::vector<T> numbers{};               ///< bases x num_numbers; empty where there are lists
    std::vector<T> usual{};                 ///< each number of most bases, where there are lists; else empty
    NumberLists<T> lists{};                 ///< of wide tables that are mostly the same (table::Encoder::usual)
    std::size_t base_blocks = 0;            ///< blocks of the base
    std::vector<std::int32_t> base_ones{};  ///< bases x base_blocks: the input that is 1, -1: none

    std::size_t num_variants = 0;
    std::size_t variant_blocks = 0;            ///< of words, and one for each number that is changed
    std::vector<std::int32_t> variant_ones{};  ///< variants x variant_blocks: the input that is not 0, -1: none
    std::vector<T> variant_values{};           ///< likewise: what it is; 1 of words

    std::vector<std::uint32_t> row_base{};              ///< of each row
    std::vector<std::uint32_t> row_variant{};           ///< of each row
    std::vector<std::vector<std::uint32_t>> changed{};  ///< per change: the variant that each variant becomes

    bool has_lists() const { return !usual.empty(); }
    /// All numbers of a base, from `to` on.
    template <class To>
    void write_numbers(std::size_t base, To* to) const {
        const T* from = has_lists() ? usual.data() : numbers.data() + base * num_numbers;
        for (std::size_t j = 0; j < num_numbers; ++j) to[j] = static_cast<To>(from[j]);
        if (has_lists()) lists.for_each(base, [to](std::size_t j, T x) { to[j] = static_cast<To>(x); });
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

/// Finds the bases and variants of a table under the given changes (no changes: every row is its base).
template <class T>
Inputs<T> inputs_of(const tabular::Schema& schema, const tabular::Table& table,
                    std::span<const tabular::AttributeChange> changes);

}  // namespace alcole::engine
