#include <alcole/learning/bounds.hpp>
#include <alcole/learning/certificate.hpp>

#include "bindings.hpp"

#include <span>
#include <string>
#include <tuple>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

/// Confidence bounds on means of values that Python has.
namespace alcole::python {

void bind_bounds(pybind11::module_& module) {
    namespace py = pybind11;
    using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;
    module.def(
        "mean_bounds",
        [](const Numbers& values, double low, double high, bool ends_only, double delta, const std::string& family) {
            const auto found = certify::mean_bounds(std::span(values.data(), static_cast<std::size_t>(values.size())),
                                                    {.low = low, .high = high, .ends_only = ends_only}, delta,
                                                    certify::family_from(family));
            return std::make_tuple(found.mean, found.low, found.high);
        },
        py::arg("values"), py::arg("low"), py::arg("high"), py::arg("ends_only"), py::arg("delta"), py::arg("family"));
    module.def(
        "why_no_bound", [](const std::string& json) { return to_string(certify::no_bound_from_json(json)); },
        py::arg("json"));
}

}  // namespace alcole::python
