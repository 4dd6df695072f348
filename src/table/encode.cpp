#include "table/encode.hpp"

#include "table/column_builder.hpp"
#include "table/column_index.hpp"
#include "table/word_places.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alcole::table {
namespace {

using tabular::Column;
using tabular::ColumnType;
using tabular::Feature;
using tabular::Schema;
using tabular::Table;

/// Writes one number feature: its standardised value and, where it has one, its "is missing".
void encode_number(const Feature& feature, std::span<const double> values, double* numbers, std::size_t stride,
                   std::int32_t* missing, std::size_t blocks) {
    for (std::size_t row = 0; row < values.size(); ++row) {
        const double v = values[row];
        numbers[row * stride] = std::isnan(v) ? 0 : (v - feature.mean) / feature.sd;
        if (missing != nullptr) missing[row * blocks] = std::isnan(v) ? 0 : -1;
    }
}

/// Writes one number feature in bins. What is between two edges is told in single precision, as a deployed model does.
void encode_bins(const Feature& feature, std::span<const double> values, std::int32_t* ones, std::size_t blocks) {
    const auto absent = feature.missing_seen ? static_cast<std::int32_t>(feature.num_places()) : -1;
    for (std::size_t row = 0; row < values.size(); ++row) {
        const auto v = static_cast<double>(static_cast<float>(values[row]));
        const auto above = std::ranges::upper_bound(feature.edges, v);
        ones[row * blocks] = std::isnan(v) ? absent : static_cast<std::int32_t>(above - feature.edges.begin());
    }
}

/// Writes one category feature. `places`: by code + 1.
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
}

Encoded Encoder::rows(std::size_t first, std::size_t count) const {
    const std::size_t stride = num_numbers(schema_);
    Encoded encoded{.rows = count};
    encoded.numbers.resize(count * stride);
    encoded.ones.resize(count * blocks_.size(), -1);
    if (count == 0) return encoded;
    const auto part = [&](const auto& values) { return std::span(values.begin(), values.end()).subspan(first, count); };
    std::size_t number = 0;
    std::size_t block = 0;
    for (std::size_t f = 0; f < schema_.features.size(); ++f) {
        const Feature& feature = schema_.features[f];
        const Column& column = *sources_[f].column;
        const bool has_block = block < blocks_.size() && blocks_[block].feature == f;
        std::int32_t* ones = has_block ? encoded.ones.data() + block : nullptr;
        if (!feature.edges.empty())
            encode_bins(feature, part(column.numbers), ones, blocks_.size());
        else if (feature.type == ColumnType::number)
            encode_number(feature, part(column.numbers), encoded.numbers.data() + number++, stride, ones,
                          blocks_.size());
        else
            encode_category(feature, part(column.codes), sources_[f].places, ones, blocks_.size());
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
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        const auto found = std::ranges::find(values, column.numbers[row]);
        if (found != values.end()) classes[row] = static_cast<std::int32_t>(found - values.begin());
    }
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
