// The part of alcole's Python module that alcole.torch needs: the solver, its outer loop, and the rules for verdicts.
#include "../../python/native/bindings.hpp"

PYBIND11_MODULE(_native, module) {
    alcole::python::bind_solve(module);
    alcole::python::bind_outer_loop(module);
    alcole::python::bind_verdicts(module);
}
