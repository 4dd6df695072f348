#pragma once

#include <alcole/interval.hpp>

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

/// Lists the members of a struct once, with the names that files and users see:
///
///     void fields(auto& visit, base::Is<Clash> auto& clash) {
///         base::list(visit, "first", clash.first, "second", clash.second);
///         visit("cosine", clash.cosine, base::or_null);
///     }
///
/// Is<Clash> matches Clash and const Clash, so one list serves readers and writers; a struct that is only written takes
/// a const reference. The list lives in the struct's own namespace, where argument-dependent lookup finds it.
/// base/json.hpp derives JSON from such lists, in both directions; base/settings.hpp derives text, tables and checks.
/// Further arguments may follow a member: the hints below for JSON, or the allowed values and a sentence for settings.
/// Each kind of visitor interprets its own.
///
/// A list may depend on members that it has already visited: a reader has filled them by then.
namespace alcole::base {

template <class V, class S>
concept Is = std::same_as<std::remove_const_t<V>, S>;

/// Whether V is a specialisation of the template T: is_a<V, std::vector>.
template <class V, template <class...> class T>
inline constexpr bool is_a = false;
template <template <class...> class T, class... Parts>
inline constexpr bool is_a<T<Parts...>, T> = true;

/// An empty value (optional, list or text; 0 or false) is left out of the JSON instead of written as null, [], "", 0 or
/// false.
struct OmitEmpty {};
inline constexpr OmitEmpty omit_empty{};

/// A number that may be absent: null in JSON, NaN in memory. With `now` it is written as null, whatever its value.
struct OrNull {
    bool now = false;
};
inline constexpr OrNull or_null{};

/// Visits alternating names and members; a hint in front of them applies to all.
template <class Visit, class V, class... Rest>
void list(Visit& visit, std::string_view name, V&& member, Rest&&... rest) {
    visit(name, member);
    if constexpr (sizeof...(rest) > 0) list(visit, rest...);
}
template <class Visit, class Hint, class V, class... Rest>
requires std::same_as<Hint, OmitEmpty> || std::same_as<Hint, OrNull>
void list(Visit& visit, const Hint& hint, std::string_view name, V&& member, Rest&&... rest) {
    visit(name, member, hint);
    if constexpr (sizeof...(rest) > 0) list(visit, hint, rest...);
}

/// Adds members to the JSON object of a struct: more(visit, value) is called after the struct's own fields.
template <class More>
struct With {
    More more;
};
template <class More>
With(More) -> With<More>;

/// A list of structs that is an object in JSON: the member `name` of each is the key, and the member `value`, or the
/// whole struct if there is none, is the value.
template <class Name, class Value = std::nullptr_t>
struct KeyedBy {
    Name name;
    Value value = nullptr;
};
template <class Name>
KeyedBy(Name) -> KeyedBy<Name>;
template <class Name, class Value>
KeyedBy(Name, Value) -> KeyedBy<Name, Value>;

/// An object in JSON with no corresponding struct in memory: visit("name", Group{[&](auto& visit) { visit(...); }}).
template <class Members>
struct Group {
    Members members;
};
template <class Members>
Group(Members) -> Group<Members>;

template <class Visit, class Members>
void fields(Visit& visit, const Group<Members>& group) {
    group.members(visit);
}

}  // namespace alcole::base

namespace alcole {

void fields(auto& visit, base::Is<Interval> auto& interval) {
    base::list(visit, "estimate", interval.estimate, "low", interval.low, "high", interval.high);
}

}  // namespace alcole
