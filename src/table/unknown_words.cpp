#include "table/unknown_words.hpp"

#include <alcole/tabular/filter.hpp>

#include "table/encode.hpp"

#include <algorithm>
#include <set>

namespace alcole::table {
namespace {

using tabular::Column;
using tabular::Dataset;
using tabular::Feature;

UnknownWords unknown_in(const Column& column, const Feature& feature) {
    UnknownWords found{.column = feature.column};
    const auto places = places_among(column, feature.levels);
    for (const std::int32_t code : column.codes) {
        if (code < 0) {
            found.missing += feature.missing_seen ? 0U : 1U;
        } else if (places[static_cast<std::size_t>(code) + 1] < 0) {
            if (found.rows++ == 0) found.example = column.levels[static_cast<std::size_t>(code)];
        }
    }
    return found;
}

}  // namespace

std::vector<UnknownWords> unknown_words(const Dataset& data) {
    std::vector<UnknownWords> found;
    const auto& features = data.schema().features;
    for (const auto& feature : features) {
        if (feature.type == tabular::ColumnType::number) continue;
        UnknownWords of_feature = unknown_in(data.table().at(feature.column), feature);
        if (of_feature.rows + of_feature.missing > 0) found.push_back(std::move(of_feature));
    }
    return found;
}

void add_unknown(std::vector<UnknownWords>& all, const std::vector<UnknownWords>& more) {
    for (const auto& one : more) {
        const auto found = std::ranges::find(all, one.column, &UnknownWords::column);
        if (found == all.end()) {
            all.push_back(one);
            continue;
        }
        if (found->rows == 0) found->example = one.example;
        found->rows += one.rows;
        found->missing += one.missing;
    }
}

std::vector<Note> notes_on(const std::vector<UnknownWords>& all, std::size_t rows, std::size_t max_items) {
    std::vector<Note> notes;
    const auto of_all = static_cast<double>(rows);
    for (const auto& [column, unknown, example, missing] : all) {
        if (notes.size() == max_items) break;
        if (unknown > 0)
            notes.push_back({.kind = Note::Kind::unknown_values,
                             .names = {column, example},
                             .numbers = {static_cast<double>(unknown), of_all}});
        else
            notes.push_back({.kind = Note::Kind::newly_missing,
                             .names = {column},
                             .numbers = {static_cast<double>(missing), of_all}});
    }
    if (all.size() > max_items)
        notes.push_back({.kind = Note::Kind::more_unknown, .numbers = {static_cast<double>(all.size() - max_items)}});
    return notes;
}

std::size_t rows_with_unknown_attribute(const Dataset& data, const tabular::RiskDefinition& risk) {
    if (risk.change.column.empty()) return 0;
    std::vector<std::string> changed = {risk.change.column};
    for (const auto& one : risk.change.also) changed.push_back(one.column);
    std::set<std::size_t> unknown;
    for (const auto& name : changed) {
        const Feature& feature = data.schema().feature(name);
        const Column& column = data.table().at(feature.column);
        const auto places = places_among(column, feature.levels);
        const auto is_known = [&](std::size_t row) {
            if (column.missing(row)) return feature.missing_seen;
            return column.type == tabular::ColumnType::number ||
                   places[static_cast<std::size_t>(column.codes[row]) + 1] >= 0;
        };
        for (const auto& term : risk.terms)
            for (const std::size_t row : tabular::matching_rows(data.table(), term.rows))
                if (!is_known(row)) unknown.insert(row);
    }
    return unknown.size();
}

}  // namespace alcole::table
