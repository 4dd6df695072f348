#pragma once

#include <alcole/options.hpp>
#include <alcole/result.hpp>
#include <alcole/state.hpp>

#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

/// Conversions between the records and options of a solve and Python.
namespace alcole::python {

template <class V>
pybind11::array_t<V> array_of(const std::vector<V>& values) {
    return pybind11::array_t<V>(static_cast<pybind11::ssize_t>(values.size()), values.data());
}

/// What a dual step and an answer have in common: the state of the search.
void add_standing(pybind11::dict& row, const auto& at) {
    row["risks"] = array_of(at.risks);
    row["multipliers"] = array_of(at.lambda);
    row["penalties"] = array_of(at.alpha);
    row["stationarity"] = at.stationarity;
    row["violation"] = at.violation;
    row["complementarity"] = at.complementarity;
    row["seconds"] = at.seconds;
}

inline pybind11::dict as_dict(const TraceRecord& record) {
    pybind11::dict row;
    row["iteration"] = record.iteration;
    row["steps"] = record.steps;
    row["exact"] = record.exact;
    add_standing(row, record);
    return row;
}

/// Facts under the names they have in files, as alcole::learning::ModuleTraining reads them.
template <class Facts>
pybind11::object as_python(const std::optional<Facts>& facts);

template <class Fact>
pybind11::object as_python(const Fact& fact) {
    if constexpr (std::is_enum_v<Fact>)
        return pybind11::str(std::string(to_string(fact)));
    else
        return pybind11::cast(fact);
}

template <class Facts>
pybind11::dict facts_of(const Facts& facts) {
    pybind11::dict found;
    for_each_fact(facts, [&](const char* name, const auto& fact) { found[name] = as_python(fact); });
    return found;
}

template <class Facts>
pybind11::object as_python(const std::optional<Facts>& facts) {
    if (!facts) return pybind11::none();
    return facts_of(*facts);
}

/// The answer without theta.
inline pybind11::dict as_dict(const Summary& answer) {
    pybind11::dict found;
    add_standing(found, answer);
    found["status"] = std::string(to_string(answer.status));
    found["message"] = answer.message;
    found["names"] = answer.constraint_names;
    found["counts"] = facts_of(answer.counts);
    return found;
}

inline pybind11::list as_list(const std::vector<TraceRecord>& records) {
    pybind11::list trace;
    for (const auto& record : records) trace.append(as_dict(record));
    return trace;
}

inline Options options_of(const std::map<std::string, std::string>& given) {
    Options options;
    for (const auto& [name, text] : given) set_option(options, name, text);
    check(options);
    return options;
}

}  // namespace alcole::python
