// JSON through the Python interpreter that this module is in: base/json.cpp needs a library that may not be installed.
#include "base/json.hpp"

#include <pybind11/pybind11.h>

namespace alcole::base::json {
namespace {

namespace py = pybind11;

Value value_of(const py::handle& found) {
    if (py::isinstance<py::bool_>(found)) return {found.cast<bool>()};
    if (py::isinstance<py::int_>(found)) return {found.cast<std::int64_t>()};
    if (py::isinstance<py::float_>(found)) return {found.cast<double>()};
    if (py::isinstance<py::str>(found)) return {found.cast<std::string>()};
    if (py::isinstance<py::list>(found)) {
        List list;
        for (const auto& entry : found.cast<py::list>()) list.push_back(value_of(entry));
        return {std::move(list)};
    }
    if (!py::isinstance<py::dict>(found)) return {};
    Object members;
    for (const auto& [name, entry] : found.cast<py::dict>())
        members.push_back({name.cast<std::string>(), value_of(entry)});
    return {std::move(members)};
}

}  // namespace

std::string text_of(const Value& /*value*/, const std::string& what, int /*indent*/, Order /*order*/) {
    throw std::logic_error(what + " is written by the whole package alone");
}

Value parse(std::string_view text, const std::string& what) {
    try {
        return value_of(py::module_::import("json").attr("loads")(py::str(text.data(), text.size())));
    } catch (const py::error_already_set&) {
        refuse(what, "it is not JSON");
    }
}

}  // namespace alcole::base::json
