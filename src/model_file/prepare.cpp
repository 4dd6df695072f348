#include "model_file/model_file.hpp"
#include "model_file/words.hpp"

#include <algorithm>

namespace alcole::model_file {
namespace {

/// Levels that say the same become one.
void respell(tabular::Column& column, const tabular::Feature& feature) {
    std::vector<std::string> levels;
    std::vector<std::int32_t> code_of;
    for (const auto& word : column.levels) {
        const std::string level = boolean_level(feature, word).value_or(word);
        const auto found = std::ranges::find(levels, level);
        code_of.push_back(static_cast<std::int32_t>(found - levels.begin()));
        if (found == levels.end()) levels.push_back(level);
    }
    for (auto& code : column.codes)
        if (code >= 0) code = code_of[static_cast<std::size_t>(code)];
    column.levels = std::move(levels);
}

}  // namespace

tabular::Table prepare(tabular::Table table, const ModelFile& file) {
    const auto merges = merges_on(table, file.merges);
    table = apply_merges(std::move(table), merges);
    for (const auto& feature : file.schema.features) {
        const auto column = std::ranges::find(table.columns, feature.column, &tabular::Column::name);
        if (feature.type == tabular::ColumnType::boolean && column != table.columns.end()) respell(*column, feature);
    }
    return table;
}

}  // namespace alcole::model_file
