#include "engine/plan/truths.hpp"

#include "table/encode.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace alcole::engine {
namespace {

std::string target_of_row(const tabular::Schema& schema, std::ptrdiff_t row) {
    return "the target '" + schema.target.column + "' of row " + std::to_string(row + 1) + " is ";
}

}  // namespace

Truths truths_of(const tabular::Schema& schema, const tabular::Table& table) {
    if (schema.target.task == tabular::Task::regression) {
        Truths truths{.targets = table::scaled_targets(schema, table)};
        const auto unknown = std::ranges::find_if_not(truths.targets, [](double y) { return std::isfinite(y); });
        if (unknown != truths.targets.end())
            throw std::invalid_argument(target_of_row(schema, unknown - truths.targets.begin()) + "missing");
        return truths;
    }
    Truths truths{.labels = table::classes_of(schema, table)};
    const auto unknown = std::ranges::find_if(truths.labels, [](std::int32_t label) { return label < 0; });
    if (unknown == truths.labels.end()) return truths;
    const auto row = unknown - truths.labels.begin();
    throw std::invalid_argument(target_of_row(schema, row) + "'" +
                                table.at(schema.target.column).text(static_cast<std::size_t>(row)) +
                                "', which is none of the model's classes");
}

}  // namespace alcole::engine
