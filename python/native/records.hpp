#pragma once

#include <alcole/options.hpp>
#include <alcole/result.hpp>
#include <alcole/state.hpp>

#include <map>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

/// What a solve tells, as Python sees it, and what it is told.
namespace alcole::python {

template <class V>
pybind11::array_t<V> array_of(const std::vector<V>& values) {
    return pybind11::array_t<V>(static_cast<pybind11::ssize_t>(values.size()), values.data());
}

/// What a dual step and an answer have in common: where the search stands.
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

inline pybind11::dict as_dict(const Counts& counts) {
    pybind11::dict row;
    row["risks"] = counts.risks;
    row["pullbacks"] = counts.pullbacks;
    row["strict_risks"] = counts.strict_risks;
    row["batch_risks"] = counts.batch_risks;
    row["batch_pullbacks"] = counts.batch_pullbacks;
    row["steps"] = counts.steps;
    return row;
}

/// With the names that alcole::learning::ModuleTraining has for it in JSON.
inline pybind11::dict as_dict(const Ending& ending) {
    pybind11::dict facts;
    facts["status"] = std::string(to_string(ending.status));
    facts["reason"] = std::string(to_string(ending.reason));
    facts["method"] = std::string(to_string(ending.method));
    facts["regime"] = std::string(to_string(ending.regime));
    facts["num_constraints"] = ending.num_constraints;
    facts["constraints"] = ending.constraints;
    facts["missed_by"] = ending.missed_by;
    facts["others"] = ending.others;
    facts["violation"] = ending.violation;
    facts["stationarity"] = ending.stationarity;
    facts["complementarity"] = ending.complementarity;
    facts["allowed_complementarity"] = ending.allowed_complementarity;
    facts["largest_multiplier"] = ending.largest_multiplier;
    facts["best_objective"] = ending.best_objective;
    facts["limit"] = ending.limit;
    facts["max_seconds"] = ending.max_seconds;
    facts["rounding"] = ending.rounding;
    facts["first_order"] = ending.first_order;
    facts["better_was_seen"] = ending.better_was_seen;
    facts["trouble"] = ending.trouble;
    return facts;
}

/// The answer without theta.
inline pybind11::dict as_dict(const Summary& answer) {
    pybind11::dict found;
    add_standing(found, answer);
    found["status"] = std::string(to_string(answer.status));
    found["message"] = answer.message;
    found["names"] = answer.constraint_names;
    found["counts"] = as_dict(answer.counts);
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
