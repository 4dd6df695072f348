#pragma once

#include <alcole/context.hpp>

#include <chrono>
#include <cstddef>
#include <future>
#include <optional>
#include <utility>

#include <pybind11/pybind11.h>

namespace alcole::python {

/// Progress as a dictionary; entries that do not apply are left out.
inline pybind11::dict as_dict(const Progress& progress) {
    pybind11::dict told;
    told["stage"] = progress.stage;
    told["unit"] = progress.unit;
    told["done"] = progress.done;
    if (progress.total) told["total"] = *progress.total;
    if (progress.objective) told["objective"] = *progress.objective;
    if (progress.worst) {
        told["worst"] = *progress.worst;
        told["worst_name"] = progress.worst_name;
    }
    told["seconds"] = progress.seconds;
    if (progress.left) told["left"] = *progress.left;
    return told;
}

/// Runs long work on a separate thread, without the GIL, while this thread listens for signals: Ctrl-C requests a stop,
/// and the exception of its handler is raised here once the work has ended. `on_progress`: a callable that takes a
/// dictionary, or None; an exception that it raises also stops the work.
template <class Work>
auto watched(std::size_t threads, const pybind11::object& on_progress, Work work) {
    namespace py = pybind11;
    using namespace std::chrono_literals;
    StopFlag stop;
    std::optional<py::error_already_set> raised;
    Context::Settings settings{.threads = threads, .stop = &stop};
    if (!on_progress.is_none())
        settings.on_progress = [&](const Progress& progress) {
            const py::gil_scoped_acquire lock;
            try {
                on_progress(as_dict(progress));
            } catch (py::error_already_set& error) {
                if (!raised) raised.emplace(std::move(error));
                stop.request();
            }
        };
    const Context context(std::move(settings));
    auto future = std::async(std::launch::async, [&] { return work(context); });
    const auto done = [&] {
        const py::gil_scoped_release unlock;
        return future.wait_for(50ms) == std::future_status::ready;
    };
    while (!done()) {
        if (PyErr_CheckSignals() == 0) continue;
        py::error_already_set error;  // takes the exception that the handler raised
        if (!raised) raised.emplace(std::move(error));
        stop.request();
    }
    if (raised) throw std::move(*raised);
    return future.get();
}

}  // namespace alcole::python
