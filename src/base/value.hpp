#pragma once

#include "base/enum_names.hpp"

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// A value of a JSON text or of a run file, free of any parser's types.
namespace alcole::base {

/// null in JSON; in a run file, something that no key accepts, such as a date or a table in place of a value. `what`
/// describes it in messages.
struct Unusable {
    std::string what = "null";
    friend bool operator==(const Unusable&, const Unusable&) = default;
};

struct Member;

struct Value {
    std::variant<Unusable, bool, std::int64_t, double, std::string, std::vector<Value>, std::vector<Member>> is;

    template <class T>
    const T* get() const {
        return std::get_if<T>(&is);
    }
    friend bool operator==(const Value& left, const Value& right);
};
using List = std::vector<Value>;

/// One member of an object.
struct Member {
    std::string name{};
    Value value{};
    friend bool operator==(const Member&, const Member&) = default;
};
using Object = std::vector<Member>;

inline bool operator==(const Value& left, const Value& right) { return left.is == right.is; }

/// Copies a scalar into `slot`; false, leaving `slot` unchanged, if the value has another type. A whole number also
/// counts as a floating-point one.
template <class V>
requires std::same_as<V, bool> || std::same_as<V, std::string>
bool take(const Value& value, V& slot) {
    const auto* found = value.get<V>();
    if (found != nullptr) slot = *found;
    return found != nullptr;
}
template <std::integral I>
requires(!std::same_as<I, bool>) bool take(const Value& value, I& slot) {
    const auto* whole = value.get<std::int64_t>();
    if (whole == nullptr || !std::in_range<I>(*whole)) return false;
    slot = static_cast<I>(*whole);
    return true;
}
template <std::floating_point F>
bool take(const Value& value, F& slot) {
    const auto* whole = value.get<std::int64_t>();
    const auto* number = value.get<double>();
    if (whole == nullptr && number == nullptr) return false;
    slot = static_cast<F>(number != nullptr ? *number : static_cast<double>(*whole));
    return true;
}
template <class E>
requires std::is_enum_v<E>
bool take(const Value& value, E& slot) {
    const auto* word = value.get<std::string>();
    const auto known = word == nullptr ? std::nullopt : enum_from<E>(*word);
    if (known) slot = *known;
    return known.has_value();
}

}  // namespace alcole::base
