// The part of alcole's Python module that alcole.torch needs: the solver and its outer loop, verdicts, certificates and
// reports.
#include "../../python/native/bindings.hpp"

PYBIND11_MODULE(_native, module) {
    alcole::python::bind_solve(module);
    alcole::python::bind_outer_loop(module);
    alcole::python::bind_bounds(module);
    alcole::python::bind_verdicts(module);
    alcole::python::bind_module_report(module);
}
