#pragma once

#include "base/settings.hpp"
#include "base/value.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

/// A member of a config from a value of a run file and back, by its type.
namespace alcole::learning {

using base::Allowed;
using base::is_a;
using base::Value;

/// False for what is no such value. Two words may stand for false and true, and "auto" for no number.
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

/// Nothing where another key says it.
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

}  // namespace alcole::learning
