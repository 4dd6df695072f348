#include <alcole/learning/module.hpp>

#include "bindings.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/stl.h>

/// The rules for judging the training of a module: the same as for tables.
namespace alcole::python {

void bind_verdicts(pybind11::module_& module) {
    namespace py = pybind11;
    module.def(
        "verdict",
        [](double slack, std::optional<double> held_out, double bound, bool equality) {
            const auto missed = [equality](double s) { return equality ? std::abs(s) : s; };
            if (held_out) held_out = missed(*held_out);
            return std::string(to_string(learning::verdict_on(missed(slack), held_out, bound)));
        },
        py::arg("slack"), py::arg("held_out"), py::arg("bound"), py::arg("equality"));
    module.def(
        "binds",
        [](double multiplier, double bound, double objective) {
            return learning::binds(std::abs(multiplier), bound, objective);
        },
        py::arg("multiplier"), py::arg("bound"), py::arg("objective"));
    module.def(
        "in_conflict",
        [](const std::vector<double>& multipliers, const std::vector<double>& bounds) {
            return learning::in_conflict(multipliers, bounds);
        },
        py::arg("multipliers"), py::arg("bounds"));
}

}  // namespace alcole::python
