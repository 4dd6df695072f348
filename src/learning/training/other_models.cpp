#include "learning/training/other_models.hpp"

#include <alcole/learning/run.hpp>

#include "table/short_forms.hpp"

#include <algorithm>
#include <stdexcept>

namespace alcole::learning {
namespace {

tabular::Column answers_of(const TrainedModel& model, const tabular::Table& rows, const std::string& name) {
    const tabular::Scores scores = model.scores(model.dataset(rows));
    std::vector<std::int32_t> codes;
    codes.reserve(scores.rows);
    for (std::size_t row = 0; row < scores.rows; ++row)
        codes.push_back(static_cast<std::int32_t>(tabular::predicted_class(scores.of(row))));
    return {.name = name,
            .type = tabular::ColumnType::category,
            .codes = std::move(codes),
            .levels = model.schema.target.classes};
}

}  // namespace

OtherModels::OtherModels(const std::vector<tabular::Constraint>& constraints) {
    for (std::size_t k = 0; k < constraints.size(); ++k) {
        const tabular::Constraint& constraint = constraints[k];
        if (constraint.model.empty()) continue;
        const auto refuse = [&](const std::string& why) {
            throw std::invalid_argument("constraint." + std::to_string(k + 1) + ".model: " + why);
        };
        const std::string column = table::answers_column(constraint);
        if (const auto known = others_.find(column); known != others_.end()) {
            if (known->second.file != constraint.model)
                refuse("another constraint compares with another file of this name; rename one of them");
            continue;
        }
        Other other{.file = constraint.model};
        try {
            other.model = TrainedModel::load(constraint.model);
        } catch (const std::runtime_error& error) {
            refuse(error.what());
        }
        if (other.model.schema.target.task == tabular::Task::regression)
            refuse(constraint.model + " predicts a number; churn is about the classes that two models predict");
        others_.emplace(column, std::move(other));
    }
}

std::vector<std::string> OtherModels::inputs() const {
    std::vector<std::string> columns;
    for (const auto& [column, other] : others_)
        for (const auto& feature : other.model.schema.features)
            if (std::ranges::find(columns, feature.column) == columns.end()) columns.push_back(feature.column);
    return columns;
}

tabular::Table OtherModels::with_answers(tabular::Table rows) const {
    std::vector<tabular::Column> answers;
    for (const auto& [column, other] : others_) {
        if (rows.find(column) != nullptr)
            throw std::invalid_argument("there is a column '" + column +
                                        "' already; compare with it (attribute instead of model), or rename it");
        try {
            answers.push_back(answers_of(other.model, rows, column));
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument(other.file + " does not fit these rows: " + error.what());
        }
    }
    for (auto& column : answers) rows.columns.push_back(std::move(column));
    return rows;
}

tabular::Table with_answers(const Config& config, tabular::Table rows) {
    return OtherModels(config.constraints).with_answers(std::move(rows));
}

}  // namespace alcole::learning
