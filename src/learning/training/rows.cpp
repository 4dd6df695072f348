#include "learning/training/rows.hpp"

#include <alcole/tabular/filter.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

namespace alcole::learning {

std::string other_delimiter(const tabular::Table& header) {
    if (header.columns.size() != 1) return {};
    for (const char* sign : {";", "\t", "|", ","})
        if (header.columns.front().name.find(sign) != std::string::npos) return *sign == '\t' ? "tab" : sign;
    return {};
}

std::vector<std::size_t> labelled_rows(const std::filesystem::path& file, const tabular::Table& table,
                                       const std::string& target, std::vector<Note>& notes) {
    const std::vector<tabular::Condition> present = {
        {.column = target, .relation = tabular::Condition::Relation::not_missing}};
    auto labelled = tabular::matching_rows(table, present);
    if (labelled.empty())
        throw std::invalid_argument(file.string() + ": the target '" + target + "' is missing in every row");
    const auto without = table.num_rows - labelled.size();
    if (without == 0) return labelled;
    notes.push_back({.kind = Note::Kind::no_target, .names = {target}, .numbers = {static_cast<double>(without)}});
    return labelled;
}

std::vector<std::size_t> numbered(std::vector<std::size_t> numbers, std::size_t rows) {
    if (!numbers.empty()) return numbers;
    numbers.resize(rows);
    std::iota(numbers.begin(), numbers.end(), std::size_t{1});
    return numbers;
}

std::vector<std::size_t> numbers_at(const std::vector<std::size_t>& numbers, const std::vector<std::size_t>& rows) {
    std::vector<std::size_t> chosen(rows.size());
    std::ranges::transform(rows, chosen.begin(), [&](std::size_t row) { return numbers[row]; });
    return chosen;
}

std::vector<std::int32_t> strata_of(const std::vector<std::string>& columns, const tabular::Table& table) {
    std::vector<std::int32_t> strata(table.num_rows, 0);
    for (const auto& name : columns) {
        const tabular::Column& column = table.at(name);
        if (column.type == tabular::ColumnType::number) {
            std::set<double> different;
            for (const double number : column.numbers)
                if (!std::isnan(number)) different.insert(number);
            if (different.size() > 2) continue;  // a quantity does not define groups
        }
        std::map<std::pair<std::int32_t, std::string>, std::int32_t> place;
        for (std::size_t row = 0; row < table.num_rows; ++row) {
            const auto code = static_cast<std::int32_t>(place.size());
            strata[row] = place.try_emplace({strata[row], column.text(row)}, code).first->second;
        }
    }
    return strata;
}

}  // namespace alcole::learning
