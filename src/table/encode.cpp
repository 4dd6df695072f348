#include "table/encode.hpp"

#include "base/same_bits.hpp"
#include "table/column_builder.hpp"
#include "table/column_index.hpp"
#include "table/word_places.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace alcole::table {
namespace {

using tabular::Column;
using tabular::ColumnType;
using tabular::Feature;
using tabular::Numbers;
using tabular::Schema;
using tabular::Table;

double standardised(const Feature& feature, double v) { return std::isnan(v) ? 0 : (v - feature.mean) / feature.sd; }

/// f(row, value) for those of the `count` rows from `first` on that differ from the usual value, or for all of them if
/// there is none; rows are counted from `first`.
template <class F>
void for_each_unusual(const Numbers& numbers, std::optional<double> usual, std::size_t first, std::size_t count, F f) {
    if (const Numbers::Few* few = numbers.few(); few != nullptr && usual) {
        const auto begin = std::ranges::lower_bound(few->rows, first) - few->rows.begin();
        for (auto k = static_cast<std::size_t>(begin); k < few->rows.size() && few->rows[k] < first + count; ++k)
            f(few->rows[k] - first, few->values[k]);
        return;
    }
    const auto part = numbers.all().subspan(first, count);
    for (std::size_t row = 0; row < count; ++row)
        if (!usual || !base::same_bits(part[row], *usual)) f(row, part[row]);
}

/// f(row, value) for these rows, counted from `first`. A row that is stored explicitly is visited twice, the last time
/// with its own value.
template <class F>
void for_each_number(const Numbers& numbers, std::size_t first, std::size_t count, F f) {
    const Numbers::Few* few = numbers.few();
    if (few != nullptr)
        for (std::size_t row = 0; row < count; ++row) f(row, few->rest);
    for_each_unusual(numbers, few != nullptr ? std::optional(few->rest) : std::nullopt, first, count, f);
}

/// Writes the standardised value of a number feature.
void encode_number(const Feature& feature, const Numbers& values, std::size_t first, std::size_t count, double* numbers,
                   std::size_t stride) {
    for_each_number(values, first, count,
                    [&](std::size_t row, double v) { numbers[row * stride] = standardised(feature, v); });
}

/// Writes whether a number is missing.
void encode_missing(const Numbers& values, std::size_t first, std::size_t count, std::int32_t* ones,
                    std::size_t blocks) {
    for_each_number(values, first, count,
                    [&](std::size_t row, double v) { ones[row * blocks] = std::isnan(v) ? 0 : -1; });
}

/// Writes a binned number feature. Values are compared with the edges in single precision, as in a deployed model.
void encode_bins(const Feature& feature, const Numbers& values, std::size_t first, std::size_t count,
                 std::int32_t* ones, std::size_t blocks) {
    const auto absent = feature.missing_seen ? static_cast<std::int32_t>(feature.num_places()) : -1;
    for_each_number(values, first, count, [&](std::size_t row, double value) {
        const auto v = static_cast<double>(static_cast<float>(value));
        const auto above = std::ranges::upper_bound(feature.edges, v);
        ones[row * blocks] = std::isnan(v) ? absent : static_cast<std::int32_t>(above - feature.edges.begin());
    });
}

/// The value that more than half of the rows have, if there is one (Boyer and Moore's majority vote, verified by a
/// count), and the number of rows with other values.
struct Usual {
    std::optional<double> value{};
    std::size_t others = 0;
};
Usual usual_of(const Numbers& numbers) {
    if (const Numbers::Few* few = numbers.few()) return {.value = few->rest, .others = few->rows.size()};
    const auto all = numbers.all();
    double candidate = 0;
    std::size_t votes = 0;
    for (const double v : all) {
        if (votes == 0) candidate = v;
        if (base::same_bits(v, candidate))
            ++votes;
        else
            --votes;
    }
    const auto others =
        static_cast<std::size_t>(std::ranges::count_if(all, [&](double v) { return !base::same_bits(v, candidate); }));
    if (2 * others >= all.size()) return {.others = all.size()};
    return {.value = candidate, .others = others};
}

/// Writes a category feature. `places` is indexed by code + 1.
void encode_category(const Feature& feature, std::span<const std::int32_t> codes, std::span<const std::int32_t> places,
                     std::int32_t* ones, std::size_t blocks) {
    const auto absent = feature.missing_seen ? static_cast<std::int32_t>(feature.levels.size()) : -1;
    for (std::size_t row = 0; row < codes.size(); ++row)
        ones[row * blocks] = codes[row] < 0 ? absent : places[static_cast<std::size_t>(codes[row]) + 1];
}

}  // namespace

std::vector<std::int32_t> places_among(const Column& column, const std::vector<std::string>& words) {
    const WordPlaces known(words);
    std::vector<std::int32_t> places = {-1};
    for (const auto& level : column.levels) places.push_back(known.of(level));
    return places;
}

Encoder::Encoder(const Schema& schema, const Table& table)
    : schema_(schema), table_(table), blocks_(tabular::blocks_of(schema)) {
    check_fits(schema, table, false);
    const ColumnIndex index(table);
    for (const auto& feature : schema.features) {
        Source& source = sources_.emplace_back(Source{.column = &index.at(feature.column)});
        if (feature.type != ColumnType::number) source.places = places_among(*source.column, feature.levels);
    }
    find_usual();
}

/// Only for wide tables: with few numbers, a dense row is faster to process than a list.
void Encoder::find_usual() {
    constexpr std::size_t wide = 256;
    const std::size_t numbers = num_numbers(schema_);
    if (numbers < wide) return;
    std::vector<double> usual;
    std::size_t others = 0;
    for (std::size_t f = 0; f < schema_.features.size(); ++f) {
        const Feature& feature = schema_.features[f];
        if (!feature.is_amount()) continue;
        const Usual found = usual_of(sources_[f].column->numbers);
        sources_[f].usual = found.value;
        usual.push_back(found.value ? standardised(feature, *found.value) : 0);
        others += found.others;
    }
    if (others <= table_.num_rows * numbers / 4) usual_ = std::move(usual);
}

/// Two passes, the first one to count, because lists by row are built from lists by column.
void Encoder::encode_lists(std::size_t first, std::size_t count, NumberLists& lists) const {
    const auto for_all = [&](auto f) {
        std::uint32_t number = 0;
        for (std::size_t k = 0; k < schema_.features.size(); ++k) {
            const Feature& feature = schema_.features[k];
            if (!feature.is_amount()) continue;
            for_each_unusual(sources_[k].column->numbers, sources_[k].usual, first, count,
                             [&](std::size_t row, double v) { f(row, number, feature, v); });
            ++number;
        }
    };
    std::vector<std::size_t> next(count + 1);
    for_all([&](std::size_t row, std::uint32_t, const Feature&, double) { ++next[row + 1]; });
    std::partial_sum(next.begin(), next.end(), next.begin());
    lists.begin = next;
    lists.at.resize(next.back());
    lists.values.resize(next.back());
    for_all([&](std::size_t row, std::uint32_t number, const Feature& feature, double v) {
        lists.at[next[row]] = number;
        lists.values[next[row]++] = standardised(feature, v);
    });
}

Encoded Encoder::rows(std::size_t first, std::size_t count) const {
    const std::size_t stride = num_numbers(schema_);
    Encoded encoded{.rows = count};
    if (usual_.empty())
        encoded.numbers.resize(count * stride);
    else
        encode_lists(first, count, encoded.lists);
    encoded.ones.resize(count * blocks_.size(), -1);
    if (count == 0) return encoded;
    std::size_t number = 0;
    std::size_t block = 0;
    for (std::size_t f = 0; f < schema_.features.size(); ++f) {
        const Feature& feature = schema_.features[f];
        const Column& column = *sources_[f].column;
        const bool has_block = block < blocks_.size() && blocks_[block].feature == f;
        std::int32_t* ones = has_block ? encoded.ones.data() + block : nullptr;
        if (feature.is_amount()) {
            if (usual_.empty())
                encode_number(feature, column.numbers, first, count, encoded.numbers.data() + number++, stride);
            if (has_block) encode_missing(column.numbers, first, count, ones, blocks_.size());
        } else if (feature.type == ColumnType::number) {
            encode_bins(feature, column.numbers, first, count, ones, blocks_.size());
        } else {
            const std::span<const std::int32_t> codes(column.codes.begin(), column.codes.end());
            encode_category(feature, codes.subspan(first, count), sources_[f].places, ones, blocks_.size());
        }
        if (has_block) ++block;
    }
    return encoded;
}

Encoded encode(const Schema& schema, const Table& table) { return Encoder(schema, table).rows(0, table.num_rows); }

std::vector<std::int32_t> classes_of(const Schema& schema, const Table& table) {
    const Column& column = table.at(schema.target.column);
    std::vector<std::int32_t> classes(table.num_rows, -1);
    if (column.type != ColumnType::number) {
        const auto places = places_among(column, schema.target.classes);
        for (std::size_t row = 0; row < table.num_rows; ++row)
            classes[row] = places[static_cast<std::size_t>(column.codes[row]) + 1];
        return classes;
    }
    std::vector<double> values;
    for (const auto& word : schema.target.classes) {
        const ParsedNumber number = parse_number(word);
        const bool is_number = number.kind == ParsedNumber::Kind::number;
        values.push_back(is_number ? number.value : std::numeric_limits<double>::quiet_NaN());
    }
    std::ranges::transform(column.numbers, classes.begin(), [&](double v) {
        const auto found = std::ranges::find(values, v);
        return found == values.end() ? -1 : static_cast<std::int32_t>(found - values.begin());
    });
    return classes;
}

std::vector<double> scaled_targets(const Schema& schema, const Table& table) {
    const Column& column = table.at(schema.target.column);
    if (column.type != ColumnType::number)
        throw std::invalid_argument("the target '" + column.name + "' holds words where numbers are needed");
    std::vector<double> targets = column.numbers.to_vector();
    for (double& v : targets) v = (v - schema.target.mean) / schema.target.sd;
    return targets;
}

}  // namespace alcole::table
