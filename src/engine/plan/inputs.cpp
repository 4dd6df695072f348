#include "engine/plan/inputs.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>

namespace alcole::engine {
namespace {

using table::Encoded;
using tabular::AttributeChange;
using tabular::Block;
using tabular::Schema;

/// What some change touches.
struct Touched {
    std::vector<std::size_t> blocks{};    ///< of words, and of numbers that may be missing
    std::vector<std::size_t> features{};  ///< numbers that are raised
    std::vector<std::size_t> inputs{};    ///< of those
};

struct Variant {
    std::vector<std::int32_t> places{};  ///< for each block that is touched: its place that is 1, -1: none
    std::vector<double> added{};         ///< to each number that is raised, in units of its sd
    friend auto operator<=>(const Variant&, const Variant&) = default;
};

/// A change, and those that happen at the same time.
std::vector<AttributeChange> single_changes(const AttributeChange& change) {
    std::vector<AttributeChange> all = {change};
    all.insert(all.end(), change.also.begin(), change.also.end());
    return all;
}

/// What a change does to the place of its block.
std::int32_t changed_place(const AttributeChange& change, const tabular::Feature& feature, std::int32_t place) {
    const auto place_of = [&](const std::string& level) {
        return static_cast<std::int32_t>(std::ranges::find(feature.levels, level) - feature.levels.begin());
    };
    if (change.flip) return place == 0 || place == 1 ? 1 - place : place;  // a missing value has no opposite
    if (!change.from.empty() && place != place_of(change.from)) return place;
    return place_of(change.to);
}

/// Numbers variants in order of appearance.
class Variants {
  public:
    std::uint32_t number(const Variant& variant) {
        const auto [found, is_new] = numbers_.try_emplace(variant, static_cast<std::uint32_t>(all_.size()));
        if (is_new) all_.push_back(variant);
        return found->second;
    }
    const std::vector<Variant>& all() const { return all_; }

  private:
    std::map<Variant, std::uint32_t> numbers_;
    std::vector<Variant> all_;
};

/// Numbers the different rows of a table of bytes, in order of appearance. Open addressing; rows are compared in full.
class Distinct {
  public:
    explicit Distinct(std::size_t expected) : slots_(std::bit_ceil(std::max<std::size_t>(2 * expected, 16)), none) {}

    /// The number of the row equal to this one under `equal(number)`, or the next number.
    template <class Equal>
    std::uint32_t number(std::uint64_t hash, std::uint32_t next, Equal equal) {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
            if (slots_[slot] == none) return slots_[slot] = next;
            if (equal(slots_[slot])) return slots_[slot];
        }
    }

  private:
    static constexpr std::uint32_t none = 0xFFFFFFFFU;
    std::vector<std::uint32_t> slots_;
};

template <class V>
std::uint64_t hash_of(const V* values, std::size_t count, std::uint64_t h) {
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, values + i, sizeof(V));
        h = (h ^ bits) * 0x9e3779b97f4a7c15ULL;
        h ^= h >> 29U;
    }
    return h;
}

template <class T>
void find_bases(Inputs<T>& inputs, const Encoded& encoded, std::span<const std::int32_t> base_ones) {
    const std::size_t d = inputs.num_numbers;
    const std::size_t blocks = inputs.base_blocks;
    Distinct distinct(encoded.rows);
    std::vector<T> numbers(d);
    for (std::size_t row = 0; row < encoded.rows; ++row) {
        // + 0 makes one zero of both.
        for (std::size_t j = 0; j < d; ++j) numbers[j] = static_cast<T>(encoded.numbers[row * d + j]) + T(0);
        const std::int32_t* ones = base_ones.data() + row * blocks;
        const std::uint64_t hash = hash_of(ones, blocks, hash_of(numbers.data(), d, 0));
        const auto next = static_cast<std::uint32_t>(inputs.num_bases);
        const std::uint32_t base = distinct.number(hash, next, [&](std::uint32_t known) {
            return std::equal(numbers.begin(), numbers.end(),
                              inputs.numbers.begin() + static_cast<std::ptrdiff_t>(known * d)) &&
                   std::equal(ones, ones + blocks,
                              inputs.base_ones.begin() + static_cast<std::ptrdiff_t>(known * blocks));
        });
        if (base == next) {
            ++inputs.num_bases;
            inputs.numbers.insert(inputs.numbers.end(), numbers.begin(), numbers.end());
            inputs.base_ones.insert(inputs.base_ones.end(), ones, ones + blocks);
        }
        inputs.row_base.push_back(base);
    }
}

/// In the order of the schema.
Touched touched_by(const Schema& schema, std::span<const Block> blocks, std::span<const AttributeChange> changes) {
    Touched touched;
    const auto is_touched = [&](const tabular::Feature& feature) {
        return std::ranges::any_of(changes, [&](const auto& change) {
            const auto all = single_changes(change);
            return std::ranges::any_of(all, [&](const auto& one) { return one.column == feature.column; });
        });
    };
    for (std::size_t b = 0; b < blocks.size(); ++b)
        if (is_touched(schema.features[blocks[b].feature])) touched.blocks.push_back(b);
    std::size_t number = 0;
    for (std::size_t f = 0; f < schema.features.size(); ++f) {
        if (!schema.features[f].is_amount()) continue;
        if (is_touched(schema.features[f])) {
            touched.features.push_back(f);
            touched.inputs.push_back(number);
        }
        ++number;
    }
    return touched;
}

/// A missing number stays missing.
Variant changed_variant(Variant variant, const AttributeChange& change, const Touched& touched, const Schema& schema,
                        std::span<const Block> blocks) {
    for (const auto& one : single_changes(change)) {
        bool missing = false;
        for (std::size_t t = 0; t < touched.blocks.size(); ++t) {
            const tabular::Feature& feature = schema.features[blocks[touched.blocks[t]].feature];
            if (feature.column != one.column) continue;
            if (feature.type == tabular::ColumnType::number)
                missing = variant.places[t] >= 0;
            else
                variant.places[t] = changed_place(one, feature, variant.places[t]);
        }
        for (std::size_t k = 0; k < touched.features.size(); ++k) {
            const tabular::Feature& feature = schema.features[touched.features[k]];
            if (feature.column == one.column && !missing) variant.added[k] += one.add / feature.sd;
        }
    }
    return variant;
}

std::int32_t input_of(const Block& block, std::int32_t place) {
    return place < 0 ? -1 : static_cast<std::int32_t>(block.first_input) + place;
}

}  // namespace

template <class T>
Inputs<T> inputs_of(const Schema& schema, const Encoded& encoded, std::span<const AttributeChange> changes) {
    const auto blocks = tabular::blocks_of(schema);
    const Touched touched = touched_by(schema, blocks, changes);
    if (encoded.rows >= 0xFFFFFFFFU) throw std::invalid_argument("a table of more than 4294967294 rows is too large");
    Inputs<T> inputs;
    inputs.num_numbers = tabular::num_numbers(schema);
    inputs.num_inputs = schema.num_inputs();
    inputs.base_blocks = blocks.size() - touched.blocks.size();
    inputs.variant_blocks = touched.blocks.size() + touched.inputs.size();

    Variants variants;
    Variant variant{.places = std::vector<std::int32_t>(touched.blocks.size()),
                    .added = std::vector<double>(touched.inputs.size(), 0.0)};
    std::vector<std::int32_t> base_ones;
    base_ones.reserve(encoded.rows * inputs.base_blocks);
    for (std::size_t row = 0; row < encoded.rows; ++row) {
        std::size_t t = 0;
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            const std::int32_t place = encoded.ones[row * blocks.size() + b];
            if (t < touched.blocks.size() && touched.blocks[t] == b)
                variant.places[t++] = place;
            else
                base_ones.push_back(input_of(blocks[b], place));
        }
        inputs.row_variant.push_back(variants.number(variant));
    }
    find_bases(inputs, encoded, base_ones);

    // Every change maps the variants that occur; what it makes of them becomes a variant too, and maps to itself until
    // someone needs more: changes are single, never one after the other.
    const std::size_t occurring = variants.all().size();
    for (const auto& change : changes) {
        auto& to = inputs.changed.emplace_back();
        for (std::size_t v = 0; v < occurring; ++v) {
            const Variant before = variants.all()[v];
            to.push_back(variants.number(changed_variant(before, change, touched, schema, blocks)));
        }
    }
    inputs.num_variants = variants.all().size();
    for (const auto& v : variants.all()) {
        for (std::size_t t = 0; t < touched.blocks.size(); ++t) {
            inputs.variant_ones.push_back(input_of(blocks[touched.blocks[t]], v.places[t]));
            inputs.variant_values.push_back(T(1));
        }
        for (std::size_t k = 0; k < touched.inputs.size(); ++k) {
            inputs.variant_ones.push_back(v.added[k] == 0 ? -1 : static_cast<std::int32_t>(touched.inputs[k]));
            inputs.variant_values.push_back(static_cast<T>(v.added[k]));
        }
    }
    return inputs;
}

template Inputs<float> inputs_of(const Schema&, const Encoded&, std::span<const AttributeChange>);
template Inputs<double> inputs_of(const Schema&, const Encoded&, std::span<const AttributeChange>);

}  // namespace alcole::engine
