#include <alcole/derivatives.hpp>
#include <alcole/solve.hpp>

#include "bindings.hpp"
#include "problem.hpp"
#include "records.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

/// Problems written in Python.
namespace alcole::python {
namespace {

namespace py = pybind11;

/// Listens for Ctrl-C, and calls on_dual_step if there is one; the solve ends if that returns True.
class Listener {
  public:
    Listener(Interrupt& interrupt, py::object on_dual_step)
        : interrupt_(interrupt), on_dual_step_(std::move(on_dual_step)) {}

    void on_dual_step(const TraceRecord& record) {
        const py::gil_scoped_acquire lock;
        if (on_dual_step_.is_none()) return;
        const py::object answer = on_dual_step_(as_dict(record));
        enough_ = enough_ || is_true(answer);
    }
    bool stop_requested() {
        if (!interrupt_ && !enough_) {
            const py::gil_scoped_acquire lock;
            if (PyErr_CheckSignals() != 0) interrupt_.emplace();
        }
        return interrupt_.has_value() || enough_;
    }

  private:
    /// A boolean of Python or numpy; any other return value is ignored.
    static bool is_true(const py::object& answer) {
        py::detail::make_caster<bool> truth;
        return truth.load(answer, false) && static_cast<bool>(truth);
    }

    Interrupt& interrupt_;
    py::object on_dual_step_;
    bool enough_ = false;
};

template <class T>
py::dict answer_as_dict(Result<T> answer) {
    py::dict found = as_dict(static_cast<const Summary&>(answer));
    found["theta"] = array_of(answer.theta());
    found["trace"] = as_list(answer.trace());
    found["best"] = answer.best() ? py::object(array_of(answer.best()->theta)) : py::none();
    found["conflict"] = py::none();
    if (answer.infeasibility) {
        py::dict conflict;
        conflict["theta"] = array_of(answer.infeasibility->theta);
        conflict["risks"] = array_of(answer.infeasibility->risks);
        std::vector<std::string> names;
        for (const auto i : answer.infeasibility->conflict) names.push_back(answer.constraint_names[i]);
        conflict["names"] = names;
        conflict["minimal"] = answer.infeasibility->minimal;
        conflict["relaxation"] = answer.infeasibility->relaxation;
        found["conflict"] = conflict;
    }
    found["state"] = std::move(answer.state);
    return found;
}

template <class T, template <class> class P>
Result<T> solve_as(const py::object& object, State<T> state, const Options& options, Listener& listener,
                   Interrupt& interrupt) {
    P<T> problem(object, state.theta, interrupt);
    const py::gil_scoped_release unlock;
    return solve(problem, std::move(state), options, listener);
}

/// The answer, and whether a Ctrl-C ended the solve.
template <class T>
std::pair<py::dict, bool> solve_from(const py::object& object, State<T> state,
                                     const std::map<std::string, std::string>& options,
                                     const py::object& on_dual_step) {
    Interrupt interrupt;
    Listener listener(interrupt, on_dual_step);
    const bool batches = py::hasattr(object, "batches_per_epoch");
    auto answer = batches
                      ? solve_as<T, BatchProblem>(object, std::move(state), options_of(options), listener, interrupt)
                      : solve_as<T, Problem>(object, std::move(state), options_of(options), listener, interrupt);
    return {answer_as_dict(std::move(answer)), interrupt.has_value()};
}

template <class T>
void bind_state(py::module_& module, const char* name) {
    py::class_<State<T>>(module, name, "Where a solve stands: what a later one resumes from.")
        .def("save", [](const State<T>& state, const std::filesystem::path& file) { save(state, file); })
        .def_static("load", &load<T>)
        .def_property_readonly("theta", [](const State<T>& state) { return array_of(state.theta); })
        .def_property_readonly("multipliers", [](const State<T>& state) { return array_of(state.dual.lambda); })
        .def(
            "warm", [](const State<T>& state) { return warm_start(state); },
            "theta, multipliers and penalties alone: where to start after a change of the problem or the options.");
    module.def("solve", &solve_from<T>, py::arg("problem"), py::arg("state"), py::arg("options"),
               py::arg("on_dual_step"));
}

template <class T>
State<T> fresh(const py::array_t<T, py::array::c_style | py::array::forcecast>& theta) {
    return {.theta = std::vector<T>(theta.data(), theta.data() + theta.size())};
}

std::pair<std::string, bool> gradients(const py::object& object, const py::array_t<double>& theta) {
    Interrupt interrupt;
    State<double> state = fresh<double>(theta);
    Problem<double> problem(object, state.theta, interrupt);
    const py::gil_scoped_release unlock;
    const auto found = check_gradients(problem, state.theta);
    return {found.message, found.passed};
}

}  // namespace

void bind_solve(py::module_& module) {
    bind_state<double>(module, "State");
    bind_state<float>(module, "StateSingle");
    module.def("fresh", &fresh<double>);
    module.def("fresh_single", &fresh<float>);
    module.def("check_gradients", &gradients);
}

}  // namespace alcole::python
