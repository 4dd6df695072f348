#include "learning/training/labelled_rows.hpp"

#include <alcole/tabular/filter.hpp>

#include <stdexcept>

namespace alcole::learning {

tabular::Table labelled_rows(const std::filesystem::path& file, tabular::Table table, const std::string& target,
                             std::vector<std::string>& notes) {
    const std::vector<tabular::Condition> present = {
        {.column = target, .relation = tabular::Condition::Relation::not_missing}};
    const auto labelled = tabular::matching_rows(table, present);
    if (labelled.empty())
        throw std::invalid_argument(file.string() + ": the target '" + target + "' is missing in every row");
    const auto without = table.num_rows - labelled.size();
    if (without == 0) return table;
    notes.push_back(std::to_string(without) + (without == 1 ? " row has" : " rows have") + " no '" + target + "' and " +
                    (without == 1 ? "is" : "are") + " left out");
    return table.rows(labelled);
}

}  // namespace alcole::learning
