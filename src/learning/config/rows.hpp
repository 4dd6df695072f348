#pragma once

#include "base/settings.hpp"
#include "base/value.hpp"
#include "learning/config/table.hpp"
#include "learning/config/value.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

/// The table of keys as data that can be read, written, compared and documented. The type of a member decides how it is
/// converted from and to a value of a run file.
namespace alcole::learning {

using base::Allowed;
using base::is_a;
using base::Value;

/// Returns false if the value does not fit. A bool may have two words for false and true; "auto" means an empty
/// optional.
template <class V>
bool read(const Value& value, V& slot, const Allowed& allowed) {
    const auto* word = value.get<std::string>();
    if constexpr (is_a<V, std::optional>) {
        slot.reset();
        return (word != nullptr && *word == "auto") || read(value, slot.emplace(), allowed);
    } else if constexpr (is_a<V, std::vector>) {
        slot.clear();
        if (allowed.entries == Allowed::Entries::one)
            return read(value, slot.emplace_back(), allowed) && slot.front() != typename V::value_type{};
        const auto* list = value.get<base::List>();
        return list != nullptr && std::ranges::all_of(*list, [&](const Value& entry) {
                   return read(entry, slot.emplace_back(), allowed);
               });
    } else {
        if constexpr (std::same_as<V, bool>)
            if (!allowed.words.empty()) {
                slot = word != nullptr && *word == allowed.words[1];
                return word != nullptr && std::ranges::find(allowed.words, *word) != allowed.words.end();
            }
        return base::take(value, slot);
    }
}

/// Nothing if another key states it: a list of one may be written as `attribute` instead of `attributes`.
template <class V>
std::optional<Value> written(const V& slot, const Allowed& allowed) {
    if constexpr (std::is_enum_v<V>) {
        return Value{std::string(base::enum_name(slot))};
    } else if constexpr (std::same_as<V, bool>) {
        return allowed.words.empty() ? Value{slot} : Value{std::string(allowed.words[slot ? 1 : 0])};
    } else if constexpr (std::integral<V>) {
        return Value{static_cast<std::int64_t>(slot)};
    } else if constexpr (is_a<V, std::optional>) {
        return slot ? Value{*slot} : Value{std::string("auto")};
    } else if constexpr (is_a<V, std::vector>) {
        using enum Allowed::Entries;
        const bool single = slot.size() == 1 && slot.front() != typename V::value_type{};
        if (allowed.entries == one) return single ? written(slot.front(), allowed) : std::nullopt;
        if (allowed.entries == several && single) return std::nullopt;
        base::List list;
        for (const auto& entry : slot) list.push_back(*written(entry, allowed));
        return Value{std::move(list)};
    } else {
        return Value{slot};
    }
}

struct Row {
    std::string name{};            ///< "data.file"; for a constraint, "bound"
    std::optional<Value> value{};  ///< nothing: stated by another key
    bool is_path = false;
    std::string values{};
    std::string meaning{};
};

/// The keys of one table, with `prefix` before each name.
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

/// The keys of all tables except [[constraint]], in the order of the file.
inline std::vector<Row> rows_of_sections(const Config& config) {
    std::vector<Row> rows;
    const auto add = [&](const std::string& name, const auto& section) {
        for (auto& row : rows_of(section, name + ".")) rows.push_back(std::move(row));
    };
    sections(add, config);
    return rows;
}

}  // namespace alcole::learning
