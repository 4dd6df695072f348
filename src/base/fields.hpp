#pragma once

#include <alcole/interval.hpp>

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

/// A struct's members, listed once, with the names that files and people know them by:
///
///     void fields(auto& visit, base::Is<Clash> auto& clash) {
///         base::list(visit, "first", clash.first, "second", clash.second);
///         visit("cosine", clash.cosine, base::or_null);
///     }
///
/// Is<Clash> is the struct or the const of it, so that one list serves readers and writers; what is only written takes
/// a const struct. A list stands in the struct's own namespace, where a call finds it. base/json.hpp makes JSON of such
/// lists, both ways, and base/settings.hpp text, tables and checks. Behind the member may stand what else is to be
/// known of it: the hints below for JSON, what values are allowed and a sentence for settings. Each visitor takes what
/// it understands.
///
/// A list may look at members that it has visited before: a reader has filled them by then.
namespace alcole::base {

template <class V, class S>
concept Is = std::same_as<std::remove_const_t<V>, S>;

/// Whether V is a T of something: is_a<V, std::vector>.
template <class V, template <class...> class T>
inline constexpr bool is_a = false;
template <template <class...> class T, class... Parts>
inline constexpr bool is_a<T<Parts...>, T> = true;

/// What is empty (an optional, a list, a text; 0 and false) has no member in JSON, instead of null, [], "", 0 or false.
struct OmitEmpty {};
inline constexpr OmitEmpty omit_empty{};

/// A number that may be none: null in JSON, NaN in memory. With `now` it means nothing and is null whatever it is.
struct OrNull {
    bool now = false;
};
inline constexpr OrNull or_null{};

/// Names and members, one after the other; a hint before them is for all of them.
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

/// More members for the object of a struct: more(visit, value), after its own fields.
template <class More>
struct With {
    More more;
};
template <class More>
With(More) -> With<More>;

/// A list of structs that is an object in JSON: one of their members is the name, and the rest, or one other, the
/// value.
template <class Name, class Value = std::nullptr_t>
struct KeyedBy {
    Name name;
    Value value = nullptr;
};
template <class Name>
KeyedBy(Name) -> KeyedBy<Name>;
template <class Name, class Value>
KeyedBy(Name, Value) -> KeyedBy<Name, Value>;

/// An object in JSON that is no struct in memory: visit("name", Group{[&](auto& visit) { visit(...); }}).
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
