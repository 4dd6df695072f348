#include <alcole/learning/module.hpp>

#include "bindings.hpp"

#include <string>

#include <pybind11/stl.h>

/// The outcome of a training of a module, in words and as a page; Python passes it as JSON.
namespace alcole::python {

void bind_module_report(pybind11::module_& module) {
    namespace py = pybind11;
    module.def(
        "module_report",
        [](const std::string& json) { return learning::report_html(learning::module_from_json(json)); },
        py::arg("training"));
    module.def(
        "module_explanation",
        [](const std::string& json) { return learning::explain(learning::module_from_json(json)); },
        py::arg("training"));
}

}  // namespace alcole::python
