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
void encode_number(const Feature& feature, const Column& column, double* numbers, std::size_t stride,
                   std::int32_t* missing, std::size_t blocks) {
    for (std::size_t row = 0; row < column.size(); ++row) {
        const double v = column.numbers[row];
        numbers[row * stride] = std::isnan(v) ? 0 : (v - feature.mean) / feature.sd;
        if (missing != nullptr) missing[row * blocks] = std::isnan(v) ? 0 : -1;
    }
}

/// Writes one number feature in bins. What is between two edges is told in single precision, as a deployed model does.
void encode_bins(const Feature& feature, const Column& column, std::int32_t* ones, std::size_t blocks) {
    const auto absent = feature.missing_seen ? static_cast<std::int32_t>(feature.num_places()) : -1;
    for (std::size_t row = 0; row < column.size(); ++row) {
        const auto v = static_cast<double>(static_cast<float>(column.numbers[row]));
        const auto above = std::ranges::upper_bound(feature.edges, v);
        ones[row * blocks] = std::isnan(v) ? absent : static_cast<std::int32_t>(above - feature.edges.begin());
    }
}

/// Writes one category feature; returns how many values training never met.
std::size_t encode_category(const Feature& feature, const Column& column, std::int32_t* ones, std::size_t blocks) {
    const auto places = places_among(column, feature.levels);  // by code + 1: a missing value has code -1
    std::size_t unknown = 0;
    for (std::size_t row = 0; row < column.size(); ++row) {
        const std::int32_t code = column.codes[row];
        std::int32_t place = places[static_cast<std::size_t>(code) + 1];
        if (code < 0 && feature.missing_seen) place = static_cast<std::int32_t>(feature.levels.size());
        if (place < 0) ++unknown;
        ones[row * blocks] = place;
    }
    return unknown;
}

}  // namespace

std::vector<std::int32_t> places_among(const Column& column, const std::vector<std::string>& words) {
    const WordPlaces known(words);
    std::vector<std::int32_t> places = {-1};
    for (const auto& level : column.levels) places.push_back(known.of(level));
    return places;
}

Encoded encode(const Schema& schema, const Table& table) {
    check_fits(schema, table, false);
    const std::size_t stride = num_numbers(schema);
    const auto blocks = blocks_of(schema);
    Encoded encoded{.rows = table.num_rows, .unknown = std::vector<std::size_t>(schema.features.size(), 0)};
    encoded.numbers.resize(table.num_rows * stride);
    encoded.ones.resize(table.num_rows * blocks.size(), -1);
    if (table.num_rows == 0) return encoded;
    const ColumnIndex index(table);
    std::size_t number = 0;
    std::size_t block = 0;
    for (std::size_t f = 0; f < schema.features.size(); ++f) {
        const Feature& feature = schema.features[f];
        const Column& column = index.at(feature.column);
        const bool has_block = block < blocks.size() && blocks[block].feature == f;
        std::int32_t* ones = has_block ? encoded.ones.data() + block : nullptr;
        if (!feature.edges.empty())
            encode_bins(feature, column, ones, blocks.size());
        else if (feature.type == ColumnType::number)
            encode_number(feature, column, encoded.numbers.data() + number++, stride, ones, blocks.size());
        else
            encoded.unknown[f] = encode_category(feature, column, ones, blocks.size());
        if (has_block) ++block;
    }
    return encoded;
}

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
    std::vector<double> targets(column.numbers);
    for (double& v : targets) v = (v - schema.target.mean) / schema.target.sd;
    return targets;
}

}  // namespace alcole::table
