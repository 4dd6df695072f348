#include <alcole/tabular/schema.hpp>

#include "base/deep_json.hpp"

#include <array>
#include <cmath>
#include <set>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace alcole::tabular {
namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument("this is no schema: " + why); }

/// A member that must be there and of the right kind.
template <class V>
V member(const Json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end()) refuse(std::string("'") + name + "' is missing");
    try {
        return found->get<V>();
    } catch (const Json::exception&) {
        refuse(std::string("'") + name + "' has the wrong type");
    }
}

template <class E, std::size_t N>
E one_of(const std::string& word, const std::array<E, N>& choices, const char* what) {
    for (const E choice : choices)
        if (to_string(choice) == word) return choice;
    refuse("'" + word + "' is no " + what);
}

std::vector<std::string> different_words(const Json& object, const char* name) {
    auto words = member<std::vector<std::string>>(object, name);
    if (std::set<std::string>(words.begin(), words.end()).size() != words.size())
        refuse(std::string("'") + name + "' names something twice");
    return words;
}

double finite(const Json& object, const char* name) {
    const auto value = member<double>(object, name);
    if (!std::isfinite(value)) refuse(std::string("'") + name + "' is not finite");
    return value;
}

double positive(const Json& object, const char* name) {
    const double value = finite(object, name);
    if (!(value > 0)) refuse(std::string("'") + name + "' must be positive");
    return value;
}

Json feature_json(const Feature& feature) {
    Json object = {
        {"column", feature.column}, {"type", to_string(feature.type)}, {"missing_seen", feature.missing_seen}};
    if (feature.type == ColumnType::number) {
        object["mean"] = feature.mean;
        object["sd"] = feature.sd;
    } else {
        object["levels"] = feature.levels;
    }
    return object;
}

Feature feature_from(const Json& object) {
    Feature feature;
    feature.column = member<std::string>(object, "column");
    feature.type = one_of(member<std::string>(object, "type"),
                          std::array{ColumnType::number, ColumnType::category, ColumnType::boolean}, "column type");
    feature.missing_seen = member<bool>(object, "missing_seen");
    if (feature.type == ColumnType::number) {
        feature.mean = finite(object, "mean");
        feature.sd = positive(object, "sd");
    } else {
        feature.levels = different_words(object, "levels");
    }
    return feature;
}

Json target_json(const Target& target) {
    Json object = {{"column", target.column}, {"task", to_string(target.task)}};
    if (target.task == Task::regression) {
        object["mean"] = target.mean;
        object["sd"] = target.sd;
    } else {
        object["classes"] = target.classes;
    }
    return object;
}

Target target_from(const Json& object) {
    Target target;
    target.column = member<std::string>(object, "column");
    target.task = one_of(member<std::string>(object, "task"),
                         std::array{Task::binary, Task::multiclass, Task::regression}, "task");
    if (target.task == Task::regression) {
        target.mean = finite(object, "mean");
        target.sd = positive(object, "sd");
        return target;
    }
    target.classes = different_words(object, "classes");
    if (target.task == Task::binary ? target.classes.size() != 2 : target.classes.size() < 2)
        refuse("the number of classes does not fit the task");
    return target;
}

}  // namespace

std::string to_json(const Schema& schema) {
    Json features = Json::array();
    for (const auto& feature : schema.features) features.push_back(feature_json(feature));
    return Json{{"schema", 1}, {"features", features}, {"target", target_json(schema.target)}}.dump(2);
}

Schema schema_from_json(std::string_view text) {
    const Json object = Json::parse(text, base::refuse_deep_json, false);
    if (!object.is_object()) refuse("it is not a JSON object");
    if (member<double>(object, "schema") != 1) refuse("its version is not 1; a newer alcole wrote it");
    Schema schema;
    std::set<std::string> columns;
    for (const auto& entry : member<Json::array_t>(object, "features")) {
        if (!entry.is_object()) refuse("a feature is not an object");
        schema.features.push_back(feature_from(entry));
        if (!columns.insert(schema.features.back().column).second)
            refuse("column '" + schema.features.back().column + "' occurs twice");
    }
    schema.target = target_from(member<Json::object_t>(object, "target"));
    if (columns.contains(schema.target.column)) refuse("the target is also a feature");
    if (schema.num_inputs() == 0) refuse("it has no inputs");
    return schema;
}

}  // namespace alcole::tabular
