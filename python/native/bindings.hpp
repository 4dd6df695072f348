#pragma once

#include <pybind11/pybind11.h>

/// The Python module `alcole._native`: the public API of the library for Python, and nothing else. Python's own
/// conventions (estimators, frames, constraint objects) are in python/alcole; numerics are in neither.
namespace alcole::python {

void bind_table(pybind11::module_& module);
void bind_learning(pybind11::module_& module);
void bind_solve(pybind11::module_& module);
void bind_outer_loop(pybind11::module_& module);
void bind_bounds(pybind11::module_& module);
void bind_verdicts(pybind11::module_& module);
void bind_module_report(pybind11::module_& module);

}  // namespace alcole::python
