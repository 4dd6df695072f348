#include <alcole/learning/trained_model.hpp>

#include "learning/training/judge.hpp"
#include "model_file/words.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace alcole::learning {
namespace {

/// Merges levels that spell the same boolean value.
void respell(tabular::Column& column, const tabular::Feature& feature) {
    std::vector<std::string> levels;
    std::vector<std::int32_t> code_of;
    for (const auto& word : column.levels) {
        const std::string level = model_file::boolean_level(feature, word).value_or(word);
        const auto found = std::ranges::find(levels, level);
        code_of.push_back(static_cast<std::int32_t>(found - levels.begin()));
        if (found == levels.end()) levels.push_back(level);
    }
    for (auto& code : column.codes)
        if (code >= 0) code = code_of[static_cast<std::size_t>(code)];
    column.levels = std::move(levels);
}

}  // namespace

tabular::Dataset TrainedModel::dataset(tabular::Table table) const {
    const auto on_table = tabular::merges_on(table, merges);
    table = tabular::apply_merges(std::move(table), on_table);
    std::map<std::string_view, const tabular::Feature*> booleans;
    for (const auto& feature : schema.features)
        if (feature.type == tabular::ColumnType::boolean) booleans.emplace(feature.column, &feature);
    for (auto& column : table.columns)
        if (const auto found = booleans.find(column.name); found != booleans.end()) respell(column, *found->second);
    return {std::move(table), schema};
}

tabular::Scores TrainedModel::scores(const tabular::Dataset& data, const Context& context) const {
    return tabular::scores_of<float>(data, shape, theta, context);
}

std::vector<double> TrainedModel::predict(const tabular::Dataset& data, const Context& context) const {
    return tabular::predict<float>(data, shape, theta, context);
}

Risks TrainedModel::risks(const tabular::Dataset& data, const tabular::Goal& asked, const Context& context) const {
    return learning::Judge(data, asked, shape, context).risks(theta, asked.bounds());
}

}  // namespace alcole::learning
