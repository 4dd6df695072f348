#pragma once

#include "learning/config/forms.hpp"
#include "learning/config/table.hpp"
#include "learning/config/value.hpp"

#include <optional>
#include <string>
#include <vector>

/// The table of keys as data: what is written, compared and documented.
namespace alcole::learning {

struct Row {
    std::string name{};            ///< "data.file"; of a constraint "bound"
    std::optional<Value> value{};  ///< nothing: another key says it
    bool is_path = false;
    std::string values{};
    std::string meaning{};
};

/// The keys of one table, each with `prefix` before its name.
template <class Section>
std::vector<Row> rows_of(const Section& section, const std::string& prefix = {}) {
    std::vector<Row> rows;
    const auto add = [&](std::string_view name, const auto& slot, const base::Allowed& allowed,
                         std::string_view meaning) {
        rows.push_back({.name = prefix + std::string(name),
                        .value = written(slot, allowed),
                        .is_path = allowed.is_path,
                        .values = base::values_words<std::remove_cvref_t<decltype(slot)>>(allowed),
                        .meaning = std::string(meaning)});
    };
    fields(add, section);
    return rows;
}

/// The keys of every table but [[constraint]], in the order of the file.
inline std::vector<Row> rows_of_sections(const Config& config) {
    std::vector<Row> rows;
    const auto add = [&](const std::string& name, const auto& section) {
        for (auto& row : rows_of(section, name + ".")) rows.push_back(std::move(row));
    };
    sections(add, config);
    return rows;
}

}  // namespace alcole::learning
