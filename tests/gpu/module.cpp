// The part of alcole's Python module that alcole.torch needs: the outer loop, with the solver alone behind it,
// and the rules for verdicts.
#include "../../python/native/bindings.hpp"

PYBIND11_MODULE(_native, module) {
    alcole::python::bind_outer_loop(module);
    alcole::python::bind_verdicts(module);
}
