#include "learning/config/config.hpp"

#include "table/short_forms.hpp"

#include <algorithm>
#include <utility>

namespace alcole::learning {

tabular::Model model_of(const ModelConfig& config) {
    if (config.kind == "trees") {
        tabular::Trees trees = config.trees;
        trees.l2 = config.l2.value_or(trees.l2);
        return {.trees = std::move(trees)};
    }
    return {.hidden = config.kind == "linear" ? std::vector<std::size_t>{} : config.hidden,
            .activation = config.activation};
}

tabular::ReadOptions read_options(const DataConfig& config) {
    const auto sign = [](const std::string& text) { return text.empty() ? '\0' : text == "tab" ? '\t' : text.front(); };
    tabular::ReadOptions options{.delimiter = sign(config.delimiter),
                                 .quote = sign(config.quote),
                                 .comment = sign(config.comment),
                                 .missing = config.missing,
                                 .names = config.names,
                                 .decimal_comma = config.decimal_comma};
    for (const auto& column : config.categories) options.types[column] = tabular::ColumnType::category;
    return options;
}

tabular::SchemaOptions schema_options(const Config& config) {
    const DataConfig& data = config.data;
    tabular::SchemaOptions options{.target = data.target,
                                   .positive = data.positive,
                                   .features = data.features,
                                   .ignore = data.ignore,
                                   .ignore_constant = data.ignore_constant,
                                   .task = data.task,
                                   .order = data.order,
                                   .binned = data.binned,
                                   .bins = data.bins};
    if (!data.features.empty()) return options;
    if (!data.weights.empty()) options.ignore.push_back(data.weights);
    for (const auto& constraint : config.constraints)
        if (!constraint.model.empty()) options.ignore.push_back(table::answers_column(constraint));
    return options;
}

double l2_of(const ModelConfig& config, const L2Facts& facts) {
    constexpr double prior = 5;
    constexpr double strongest = 0.005;
    constexpr std::size_t enough_rows = 10;  // per weight of a linear model
    if (config.kind == "trees") return 0;    // for trees, l2 applies to the leaves
    if (config.l2) return *config.l2;
    if (config.kind == "linear" && enough_rows * facts.weights <= facts.training_rows) return 0;
    return facts.unit * std::min(prior / static_cast<double>(facts.training_rows), strongest);
}

}  // namespace alcole::learning
