#pragma once

#include "base/deep_json.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

namespace alcole::base {

using Json = nlohmann::json;

template <class V>
struct IsVector : std::false_type {};
template <class E>
struct IsVector<std::vector<E>> : std::true_type {};

/// Takes JSON apart and refuses what is not exactly as it should be: std::invalid_argument with a sentence that begins
/// with what the text was meant to be.
class StrictJson {
  public:
    explicit StrictJson(std::string what) : what_(std::move(what)) {}

    [[noreturn]] void refuse(const std::string& why) const {
        throw std::invalid_argument("this is no " + what_ + ": " + why);
    }

    Json parse(std::string_view text) const {
        Json value = Json::parse(text, refuse_deep_json, false);
        if (value.is_discarded()) refuse("it is not JSON");
        return value;
    }

    template <class V>
    V as(const Json& value, const std::string& name) const {
        if (!holds<V>(value)) refuse("'" + name + "' has the wrong type");
        return value.get<V>();
    }

    /// A member that must be there and of the right kind.
    template <class V>
    V member(const Json& object, const char* name) const {
        if (!object.is_object()) refuse(std::string("there is no object to hold '") + name + "'");
        const auto found = object.find(name);
        if (found == object.end()) refuse(std::string("'") + name + "' is missing");
        return as<V>(*found, name);
    }

  private:
    template <class V>
    static bool holds(const Json& value) {
        if constexpr (std::is_same_v<V, Json>) {
            return true;
        } else if constexpr (std::is_same_v<V, bool>) {
            return value.is_boolean();
        } else if constexpr (std::is_same_v<V, std::int32_t>) {
            return value.is_number_integer() && value.get<std::int64_t>() >= 0 &&
                   value.get<std::int64_t>() <= std::numeric_limits<std::int32_t>::max();
        } else if constexpr (std::is_unsigned_v<V>) {
            return value.is_number_unsigned();
        } else if constexpr (std::is_floating_point_v<V>) {
            return value.is_number() && std::isfinite(value.get<V>());
        } else if constexpr (IsVector<V>::value) {
            return value.is_array() && std::ranges::all_of(value, holds<typename V::value_type>);
        } else {
            return value.is_string();
        }
    }

    std::string what_;
};

/// JSON text. Throws std::invalid_argument where a text is not UTF-8, which JSON cannot hold.
inline std::string dumped(const Json& value, const std::string& what) {
    try {
        return value.dump();
    } catch (const Json::exception&) {
        throw std::invalid_argument(what + " cannot be written: a text in it is not UTF-8");
    }
}

}  // namespace alcole::base
