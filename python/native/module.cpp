#include <alcole/learning/config.hpp>
#include <alcole/options.hpp>
#include <alcole/version.hpp>

#include "bindings.hpp"

#include <string>
#include <vector>

#include <pybind11/stl.h>

namespace alcole::python {
namespace {

namespace py = pybind11;

/// A table of options or keys, as one dictionary per row.
std::vector<py::dict> rows_of(const std::vector<OptionInfo>& table) {
    std::vector<py::dict> rows;
    for (const auto& info : table) {
        py::dict row;
        row["name"] = info.name;
        row["values"] = info.values;
        row["default"] = info.by_default;
        row["meaning"] = info.meaning;
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace
}  // namespace alcole::python

PYBIND11_MODULE(_native, module) {
    using namespace alcole;
    module.attr("version") = std::string(version);
    module.def(
        "option_table", [] { return python::rows_of(option_table()); }, "Every option of the solver.");
    module.def(
        "key_table", [] { return python::rows_of(learning::key_table()); }, "Every key of a run file.");
    python::bind_table(module);
    python::bind_learning(module);
    python::bind_solve(module);
    python::bind_outer_loop(module);
    python::bind_bounds(module);
    python::bind_verdicts(module);
    python::bind_module_report(module);
}
