#pragma once

#include "base/fields.hpp"
#include "base/value.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Converts anything with a list of fields (base/fields.hpp) to JSON text and back. Lists, optionals, maps,
/// enumerations and nested structs need no further code. Reading is strict: a member that is missing, unknown or of the
/// wrong type is rejected with a sentence that gives its path.
namespace alcole::base {

/// The order of members in an object: that of their list, or by name.
enum class Order : std::uint8_t { listed, by_name };

/// The value as JSON text, indented unless `indent` is negative. Numbers that are not finite become null. Throws
/// std::invalid_argument, with a sentence that begins with `what`, if a text is not UTF-8, which JSON cannot represent.
template <class V>
std::string json_text(const V& value, const std::string& what, int indent = -1, Order order = Order::listed);

/// The reverse. Throws std::invalid_argument "this is not a valid WHAT: 'constraints[2].bound' must be a number";
/// `root` names the value itself in such sentences.
template <class V>
V from_json(std::string_view text, const std::string& what, const std::string& root = {});

}  // namespace alcole::base

// The rest implements the two functions above.
namespace alcole::base::json {

std::string text_of(const Value& value, const std::string& what, int indent, Order order);
/// Throws std::invalid_argument "this is not a valid WHAT: it is not JSON".
Value parse(std::string_view text, const std::string& what);

/// Throws std::invalid_argument "this is not a valid WHAT: WHY".
[[noreturn]] void refuse(std::string_view what, const std::string& why);

/// The reader's current position, for messages: "constraints[2].bound".
struct Place {
    const Place* parent = nullptr;
    std::string_view name{};   ///< of the member; at the root, what the text should be (WHAT below)
    std::string_view shown{};  ///< at the root: its name in messages
    std::optional<std::size_t> entry{};

    std::string path() const;
    /// Throws std::invalid_argument "this is not a valid WHAT: 'PATH' WHY".
    [[noreturn]] void refuse(const std::string& why) const;
};

template <class V>
bool is_empty(const V& value) {
    if constexpr (is_a<V, std::optional>)
        return !value;
    else if constexpr (std::is_arithmetic_v<V>)
        return value == V{};
    else
        return value.empty();
}

template <class Visit, class V, class More>
void add_members(Visit& visit, V& value, const With<More>& with) {
    with.more(visit, value);
}
template <class Visit, class V, class Hint>
void add_members(Visit& /*visit*/, V& /*value*/, const Hint& /*hint*/) {}

template <class H, class... Hints>
inline constexpr bool has_hint = (std::same_as<H, Hints> || ...);

inline bool is_null_now(const OrNull& hint) { return hint.now; }
template <class Hint>
bool is_null_now(const Hint& /*hint*/) {
    return false;
}

template <class V, class... Hints>
Value written(const V& value, const Hints&... hints);
template <class V, class Name, class Part>
Value written(const std::vector<V>& list, const KeyedBy<Name, Part>& keys);

class Writer {
  public:
    template <class V, class... Hints>
    void operator()(std::string_view name, const V& value, const Hints&... hints) {
        if constexpr (has_hint<OmitEmpty, Hints...>)
            if (is_empty(value)) return;
        members.push_back({std::string(name), written(value, hints...)});
    }
    /// A member computed from others, for human readers; ignored when reading.
    template <class Make>
    void derived(std::string_view name, const Make& make) {
        (*this)(name, make());
    }
    /// The format's version number; a reader accepts no other.
    void version(std::string_view name, std::int64_t number) { (*this)(name, number); }
    /// A reader rejects the object unless `good`; there is nothing to check when writing.
    void require(bool /*good*/, std::string_view /*why*/) {}

    Object members{};
};

template <class V, class Name, class Part>
Value written(const std::vector<V>& list, const KeyedBy<Name, Part>& keys) {
    Object members;
    for (const auto& entry : list) {
        auto& member = members.emplace_back();
        if constexpr (std::is_enum_v<std::remove_cvref_t<decltype(entry.*keys.name)>>)
            member.name = enum_name(entry.*keys.name);
        else
            member.name = entry.*keys.name;
        if constexpr (std::is_null_pointer_v<Part>)
            member.value = written(entry);
        else
            member.value = written(entry.*keys.value);
    }
    return {std::move(members)};
}

template <class V, class... Hints>
Value written(const V& value, const Hints&... hints) {
    if constexpr (std::same_as<V, bool>) {
        return {value};
    } else if constexpr (std::same_as<V, char>) {
        return {std::string(value == '\0' ? 0 : 1, value)};
    } else if constexpr (std::integral<V>) {
        if (!std::in_range<std::int64_t>(value)) throw std::invalid_argument("a number is too large to be written");
        return {static_cast<std::int64_t>(value)};
    } else if constexpr (std::floating_point<V>) {
        return std::isfinite(value) && !(is_null_now(hints) || ...) ? Value{double{value}} : Value{};
    } else if constexpr (std::is_enum_v<V>) {
        return {std::string(enum_name(value))};
    } else if constexpr (std::convertible_to<V, std::string_view>) {
        return {std::string(std::string_view(value))};
    } else if constexpr (is_a<V, std::optional>) {
        return value ? written(*value, hints...) : Value{};
    } else if constexpr (is_a<V, std::vector>) {
        List list;
        for (const typename V::value_type& entry : value) list.push_back(written(entry, hints...));
        return {std::move(list)};
    } else if constexpr (is_a<V, std::map>) {
        Object members;
        for (const auto& [name, entry] : value) members.push_back({name, written(entry, hints...)});
        return {std::move(members)};
    } else {
        Writer visit;
        fields(visit, value);
        (add_members(visit, value, hints), ...);
        return {std::move(visit.members)};
    }
}

template <class V, class... Hints>
void read(const Value& from, V& value, const Place& place, const Hints&... hints);
template <class V, class Name, class Part>
void read(const Value& from, std::vector<V>& list, const Place& place, const KeyedBy<Name, Part>& keys);

const Object& members_of(const Value& from, const Place& place);

class Reader {
  public:
    Reader(const Value& from, const Place& place) : members_(members_of(from, place)), place_(place) {}

    template <class V, class... Hints>
    void operator()(std::string_view name, V&& value, const Hints&... hints) {
        using Bare = std::remove_cvref_t<V>;
        const Place inside{.parent = &place_, .name = name};
        if (const Value* found = find(name))
            read(*found, value, inside, hints...);
        else if constexpr (is_a<Bare, std::optional> || has_hint<OmitEmpty, Hints...>)
            value = Bare{};
        else
            inside.refuse("is missing");
    }
    template <class Make>
    void derived(std::string_view name, const Make& /*make*/) {
        find(name);
    }
    void version(std::string_view name, std::int64_t number);
    void require(bool good, const std::string& why) const {
        if (!good) place_.refuse(why);
    }
    /// Rejects members that no field list has visited.
    void finish() const;

  private:
    const Value* find(std::string_view name);
    const Object& members_;
    const Place& place_;
    std::vector<std::string_view> known_{};
};

template <class V, class Name, class Part>
void read(const Value& from, std::vector<V>& list, const Place& place, const KeyedBy<Name, Part>& keys) {
    list.clear();
    for (const auto& member : members_of(from, place)) {
        const Place inside{.parent = &place, .name = member.name};
        V& entry = list.emplace_back();
        if (!take(Value{member.name}, entry.*keys.name)) inside.refuse("is unknown");
        if constexpr (std::is_null_pointer_v<Part>)
            read(member.value, entry, inside);
        else
            read(member.value, entry.*keys.value, inside);
    }
}

/// What a scalar of this type must be, in words.
template <class V>
std::string must_be() {
    if constexpr (std::same_as<V, bool>)
        return "must be true or false";
    else if constexpr (std::is_enum_v<V>)
        return "must be " + one_of(enum_names<V>);
    else if constexpr (std::same_as<V, std::string>)
        return "must be a text";
    else if constexpr (std::floating_point<V>)
        return "must be a number";
    else
        return std::unsigned_integral<V> ? "must be a whole number, 0 or more" : "must be a whole number";
}

template <class V, class... Hints>
void read(const Value& from, V& value, const Place& place, const Hints&... hints) {
    if constexpr (std::same_as<V, char>) {
        const auto* text = from.get<std::string>();
        if (text == nullptr || text->size() > 1) place.refuse("must be one character, or none");
        value = text->empty() ? '\0' : text->front();
    } else if constexpr (std::is_arithmetic_v<V> || std::is_enum_v<V> || std::same_as<V, std::string>) {
        if constexpr (has_hint<OrNull, Hints...>)
            if (from.get<Unusable>() != nullptr) {
                value = std::numeric_limits<V>::quiet_NaN();
                return;
            }
        if (take(from, value)) return;
        if constexpr (std::is_enum_v<V>)
            if (const auto* word = from.get<std::string>())
                place.refuse(must_be<V>() + ", not " + base::quoted(*word) + did_you_mean(*word, enum_names<V>));
        place.refuse(must_be<V>());
    } else if constexpr (is_a<V, std::optional>) {
        value.reset();
        if (from.get<Unusable>() == nullptr) read(from, value.emplace(), place, hints...);
    } else if constexpr (is_a<V, std::vector>) {
        const auto* list = from.get<List>();
        if (list == nullptr) place.refuse("must be a list");
        value.clear();
        for (std::size_t k = 0; k < list->size(); ++k) {
            typename V::value_type entry{};
            read((*list)[k], entry, Place{.parent = &place, .entry = k}, hints...);
            value.push_back(std::move(entry));
        }
    } else if constexpr (is_a<V, std::map>) {
        value.clear();
        for (const auto& member : members_of(from, place))
            read(member.value, value[member.name], Place{.parent = &place, .name = member.name}, hints...);
    } else {
        Reader visit(from, place);
        fields(visit, value);
        (add_members(visit, value, hints), ...);
        visit.finish();
    }
}

}  // namespace alcole::base::json

namespace alcole::base {

template <class V>
std::string json_text(const V& value, const std::string& what, int indent, Order order) {
    return json::text_of(json::written(value), what, indent, order);
}

template <class V>
V from_json(std::string_view text, const std::string& what, const std::string& root) {
    V value{};
    json::read(json::parse(text, what), value, json::Place{.name = what, .shown = root});
    return value;
}

}  // namespace alcole::base
