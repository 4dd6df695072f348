#pragma once

#include <alcole/options.hpp>
#include <alcole/result.hpp>
#include <alcole/state.hpp>

#include <map>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

/// What a solve tells, as Python sees it, and what it is told.
namespace alcole::python {

template <class V>
pybind11::array_t<V> array_of(const std::vector<V>& values) {
    return pybind11::array_t<V>(static_cast<pybind11::ssize_t>(values.size()), values.data());
}

inline pybind11::dict as_dict(const TraceRecord& record) {
    pybind11::dict row;
    row["iteration"] = record.iteration;
    row["steps"] = record.steps;
    row["exact"] = record.exact;
    row["risks"] = array_of(record.risks);
    row["multipliers"] = array_of(record.lambda);
    row["penalties"] = array_of(record.alpha);
    row["stationarity"] = record.stationarity;
    row["violation"] = record.violation;
    row["complementarity"] = record.complementarity;
    row["seconds"] = record.seconds;
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

/// The answer without theta.
inline pybind11::dict as_dict(const Summary& answer) {
    pybind11::dict found;
    found["status"] = std::string(to_string(answer.status));
    found["message"] = answer.message;
    found["risks"] = array_of(answer.risks);
    found["multipliers"] = array_of(answer.lambda);
    found["penalties"] = array_of(answer.alpha);
    found["names"] = answer.constraint_names;
    found["stationarity"] = answer.stationarity;
    found["violation"] = answer.violation;
    found["complementarity"] = answer.complementarity;
    found["counts"] = as_dict(answer.counts);
    found["seconds"] = answer.seconds;
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
