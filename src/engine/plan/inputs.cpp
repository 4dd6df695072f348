#include "engine/plan/inputs.hpp"

#include "engine/plan/distinct.hpp"
#include "table/encode.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

namespace alcole::engine {
namespace {

using table::Encoded;
using tabular::AttributeChange;
using tabular::Block;
using tabular::Schema;

/// The parts of the inputs that some change affects.
struct Touched {
    std::vector<std::size_t> blocks{};    ///< blocks of categories, and of "is missing" indicators
    std::vector<std::size_t> features{};  ///< numeric features that are raised
    std::vector<std::size_t> inputs{};    ///< the inputs of these features
};

struct Variant {
    std::vector<std::int32_t> places{};  ///< for each affected block: the position of its 1, or -1
    std::vector<double> added{};         ///< the increase of each raised number, in units of its sd
    friend auto operator<=>(const Variant&, const Variant&) = default;
};

/// A change and those that happen simultaneously.
std::vector<AttributeChange> single_changes(const AttributeChange& change) {
    std::vector<AttributeChange> all = {change};
    all.insert(all.end(), change.also.begin(), change.also.end());
    return all;
}

/// The position of the 1 in a block after a change.
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

/// Numbers the bases of successive rows.
template <class T>
class Bases {
  public:
    explicit Bases(Inputs<T>& inputs) : inputs_(inputs) {}

    /// Adds a row of encoded data; `ones`: for each block of the base, the input that is 1.
    void add(const Encoded& encoded, std::size_t row, std::span<const std::int32_t> ones) {
        const std::span<const T> numbers = numbers_of(encoded, row);
        const std::span<const std::uint32_t> at = list_of(encoded, row);
        std::uint64_t hash = hash_of(numbers.data(), numbers.size(), 0);
        hash = hash_of(at.data(), at.size(), hash);
        const std::uint32_t base = distinct_.number(hash_of(ones.data(), ones.size(), hash), [&](std::uint32_t known) {
            return same_numbers(known, at, numbers) &&
                   std::ranges::equal(ones, std::span(inputs_.base_ones).subspan(known * ones.size(), ones.size()));
        });
        if (base == inputs_.num_bases) {
            ++inputs_.num_bases;
            if (inputs_.has_lists())
                inputs_.lists.add(at, numbers);
            else
                inputs_.numbers.insert(inputs_.numbers.end(), numbers.begin(), numbers.end());
            inputs_.base_ones.insert(inputs_.base_ones.end(), ones.begin(), ones.end());
        }
        inputs_.row_base.push_back(base);
    }

  private:
    /// The numbers of a row, or those of its list, converted to T.
    std::span<const T> numbers_of(const Encoded& encoded, std::size_t row) {
        const std::size_t d = inputs_.num_numbers;
        const auto& lists = encoded.lists;
        const std::span<const double> from =
            inputs_.has_lists()
                ? std::span(lists.values).subspan(lists.begin[row], lists.begin[row + 1] - lists.begin[row])
                : std::span(encoded.numbers).subspan(row * d, d);
        numbers_.resize(from.size());
        std::ranges::transform(from, numbers_.begin(), [](double x) { return static_cast<T>(x) + T(0); });  // no -0
        return numbers_;
    }
    std::span<const std::uint32_t> list_of(const Encoded& encoded, std::size_t row) const {
        if (!inputs_.has_lists()) return {};
        const auto& lists = encoded.lists;
        return std::span(lists.at).subspan(lists.begin[row], lists.begin[row + 1] - lists.begin[row]);
    }
    bool same_numbers(std::size_t known, std::span<const std::uint32_t> at, std::span<const T> numbers) const {
        if (!inputs_.has_lists())
            return std::ranges::equal(numbers,
                                      std::span(inputs_.numbers).subspan(known * numbers.size(), numbers.size()));
        const auto& lists = inputs_.lists;
        const std::size_t first = lists.begin[known];
        const std::size_t size = lists.begin[known + 1] - first;
        return std::ranges::equal(at, std::span(lists.at).subspan(first, size)) &&
               std::ranges::equal(numbers, std::span(lists.values).subspan(first, size));
    }

    Inputs<T>& inputs_;
    std::vector<T> numbers_{};
    Distinct distinct_;
};

/// What the changes affect, in the order of the schema.
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

/// The variant after a change. A missing number stays missing.
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
Inputs<T> inputs_of(const Schema& schema, const tabular::Table& table, std::span<const AttributeChange> changes) {
    const auto blocks = tabular::blocks_of(schema);
    const Touched touched = touched_by(schema, blocks, changes);
    if (table.num_rows >= 0xFFFFFFFFU) throw std::invalid_argument("a table of more than 4294967294 rows is too large");
    Inputs<T> inputs;
    inputs.num_numbers = tabular::num_numbers(schema);
    inputs.num_inputs = schema.num_inputs();
    inputs.base_blocks = blocks.size() - touched.blocks.size();
    inputs.variant_blocks = touched.blocks.size() + touched.inputs.size();
    inputs.row_base.reserve(table.num_rows);
    inputs.row_variant.reserve(table.num_rows);

    const table::Encoder encoder(schema, table);
    inputs.usual.assign(encoder.usual().begin(), encoder.usual().end());
    Bases<T> bases(inputs);
    Variants variants;
    Variant variant{.places = std::vector<std::int32_t>(touched.blocks.size()),
                    .added = std::vector<double>(touched.inputs.size(), 0.0)};
    std::vector<std::int32_t> base_ones(inputs.base_blocks);
    for (std::size_t first = 0; first < encoder.num_rows(); first += table::Encoder::piece) {
        const Encoded encoded = encoder.piece_from(first);
        for (std::size_t row = 0; row < encoded.rows; ++row) {
            std::size_t t = 0;
            for (std::size_t b = 0; b < blocks.size(); ++b) {
                const std::int32_t place = encoded.ones[row * blocks.size() + b];
                if (t < touched.blocks.size() && touched.blocks[t] == b)
                    variant.places[t++] = place;
                else
                    base_ones[b - t] = input_of(blocks[b], place);
            }
            inputs.row_variant.push_back(variants.number(variant));
            bases.add(encoded, row, base_ones);
        }
    }

    // Every change maps the variants that occur in the table. Its results become variants too, but need no map of their
    // own, because changes are never applied one after the other.
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

template Inputs<float> inputs_of(const Schema&, const tabular::Table&, std::span<const AttributeChange>);
template Inputs<double> inputs_of(const Schema&, const tabular::Table&, std::span<const AttributeChange>);

}  // namespace alcole::engine
