// The part of alcole's Python module that alcole.torch needs: the outer loop, and the solver alone behind it.
#include "../../python/native/bindings.hpp"

PYBIND11_MODULE(_native, module) { alcole::python::bind_outer_loop(module); }
