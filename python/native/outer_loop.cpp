#include <alcole/dual.hpp>
#include <alcole/primal.hpp>
#include <alcole/state.hpp>

#include "bindings.hpp"
#include "records.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

/// The outer loop over a theta that Python holds, in a module on some device: the basis of python/alcole/torch. It
/// needs only the solver, so that this file and the solver's sources can form a separate module (tests/gpu).
namespace alcole::python {
namespace {

namespace py = pybind11;
using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

py::array_t<double> copied(std::span<const double> values) {
    return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
}

void fill(const py::object& found, std::span<double> l, const char* what) {
    const Numbers values(found);
    if (static_cast<std::size_t>(values.size()) != l.size())
        throw std::invalid_argument(std::string(what) + " gave " + std::to_string(values.size()) + " numbers, not " +
                                    std::to_string(l.size()));
    std::copy_n(values.data(), l.size(), l.begin());
}

InnerStatus inner_status(const std::string& word) {
    if (word == "reached") return InnerStatus::reached;
    if (word == "finished") return InnerStatus::finished;
    if (word == "not_finite") return InnerStatus::not_finite;
    if (word == "interrupted") return InnerStatus::interrupted;
    throw std::invalid_argument("minimise() gave '" + word + "', which is not an allowed result");
}

std::vector<Relation> relations_of(const std::vector<bool>& equality) {
    std::vector<Relation> relations;
    for (const bool equal : equality) relations.push_back(equal ? Relation::equal_zero : Relation::at_most_zero);
    return relations;
}

/// A Python object with the members of Primal, under the same names. The GIL is held throughout: the work is done in
/// Python and on the device.
class HeldByPython final : public Primal {
  public:
    explicit HeldByPython(py::object object)
        : object_(std::move(object)),
          names_(object_.attr("names").cast<std::vector<std::string>>()),
          relations_(relations_of(object_.attr("equality").cast<std::vector<bool>>())),
          scales_(object_.attr("scales").cast<std::vector<double>>()),
          strict_(object_.attr("has_strict_risks").cast<bool>()),
          epsilon_(object_.attr("epsilon").cast<double>()) {}

    std::size_t num_constraints() const override { return names_.size(); }
    std::vector<Relation> relations() const override { return relations_; }
    std::vector<std::string> constraint_names() const override { return names_; }
    std::vector<double> constraint_scales() const override { return scales_; }
    double epsilon() const override { return epsilon_; }

    InnerStatus minimise(const Lagrangian& lagrangian, double /*tolerance*/, Monitor& monitor) override {
        const py::cpp_function stop([&monitor] { return monitor.stop(); });
        return inner_status(
            object_
                .attr("minimise")(copied(lagrangian.lambda), copied(lagrangian.alpha), copied(lagrangian.offset), stop)
                .cast<std::string>());
    }
    void risks(std::span<double> l) override { fill(object_.attr("risks")(), l, "risks()"); }
    bool has_strict_risks() const override { return strict_; }
    void strict_risks(std::span<double> l) override { fill(object_.attr("strict_risks")(), l, "strict_risks()"); }
    void window_risks(std::span<double> l) override { fill(object_.attr("window_risks")(), l, "window_risks()"); }
    bool has_window_strict_risks() const override { return strict_; }
    void window_strict_risks(std::span<double> l) override {
        fill(object_.attr("window_strict_risks")(), l, "window_strict_risks()");
    }
    std::int64_t epoch() const override { return object_.attr("epoch")().cast<std::int64_t>(); }
    double pace() const override { return object_.attr("pace")().cast<double>(); }
    void remember(std::span<const double> risks) override { object_.attr("remember")(copied(risks)); }
    Slopes slopes(std::span<const double> w) override {
        const auto [stationarity, objective, size] =
            object_.attr("slopes")(copied(w)).cast<std::tuple<double, double, double>>();
        return {.stationarity = stationarity, .objective = objective, .theta_size = size};
    }
    void gradient_sizes(std::span<double> sizes) override {
        fill(object_.attr("gradient_sizes")(), sizes, "gradient_sizes()");
    }
    void keep_best(std::int64_t iteration, std::span<const double> risks) override {
        object_.attr("keep_best")(iteration, copied(risks));
    }
    void keep_sample(std::int64_t iteration, std::span<const double> risks) override {
        object_.attr("keep_sample")(iteration, copied(risks));
    }
    NotFinite not_finite() const override {
        const auto found = object_.attr("not_finite")().cast<std::optional<std::pair<std::size_t, double>>>();
        if (!found) return {};
        return {.what = NotFinite::What::risk, .risk = found->first, .value = NotFinite::number_of(found->second)};
    }
    Counts counts() const override {
        const auto found = object_.attr("counts")().cast<std::map<std::string, std::int64_t>>();
        Counts counts;
        for_each_fact(counts, [&](const char* name, std::int64_t& count) {
            if (const auto at = found.find(name); at != found.end()) count = at->second;
        });
        return counts;
    }

  private:
    py::object object_;
    std::vector<std::string> names_;
    std::vector<Relation> relations_;
    std::vector<double> scales_;
    bool strict_;
    double epsilon_;
};

/// Calls on_dual_step(record) and stop() unless they are None.
struct Callbacks {
    py::object told;
    py::object asked;

    void on_dual_step(const TraceRecord& record) {
        if (!told.is_none()) told(as_dict(record));
    }
    bool stop_requested() { return !asked.is_none() && asked().cast<bool>(); }
};

py::dict ascend_with(const py::object& holder, DualState& state, const std::map<std::string, std::string>& options,
                     const py::object& on_dual_step, const py::object& stop) {
    HeldByPython primal(holder);
    Callbacks callbacks{on_dual_step, stop};
    const Summary summary = ascend(primal, state, options_of(options), Hooks(callbacks));
    py::dict found = as_dict(summary);
    found["ending"] = facts_of(summary.ending);  // for a module's report
    return found;
}

/// L and its weights on m + 1 risks, as the solver computes them: the reference for tests of the same on a device.
std::pair<double, py::array_t<double>> weights(const std::string& method, const std::vector<bool>& equality,
                                               const std::vector<double>& l, const std::vector<double>& lambda,
                                               const std::vector<double>& alpha, const std::vector<double>& offset) {
    Options options;
    set_option(options, "method", method);
    const auto relations = relations_of(equality);
    std::vector<double> w(l.size());
    const Lagrangian lagrangian{
        .method = options.method, .relations = relations, .lambda = lambda, .alpha = alpha, .offset = offset};
    const double value = lagrangian(l, w);
    return {value, copied(w)};
}

/// The next multiplier of an inequality under the augmented Lagrangian and the gradient rule, for the same purpose.
double raised(double l, double lambda, double alpha, double eta) {
    return dual::raise(DualRule::gradient, Method::augmented, Relation::at_most_zero, l, lambda, alpha, eta);
}

void bind_state(py::module_& module) {
    py::class_<DualState>(module, "DualState", "Multipliers, penalties, trace: where an outer loop stands.")
        .def(py::init<>())
        .def("save",
             [](const DualState& self, const std::filesystem::path& file) { save(State<double>{.dual = self}, file); })
        .def_static("load", [](const std::filesystem::path& file) { return load<double>(file).dual; })
        .def_property_readonly("multipliers", [](const DualState& self) { return array_of(self.lambda); })
        .def_property_readonly("penalties", [](const DualState& self) { return array_of(self.alpha); })
        .def_property_readonly("shifts", [](const DualState& self) { return array_of(self.shifts()); })
        .def_property_readonly("iteration", [](const DualState& self) { return self.iteration; })
        .def_property_readonly("trace", [](const DualState& self) { return as_list(self.trace); });
}

}  // namespace

void bind_outer_loop(py::module_& module) {
    bind_state(module);
    module.def("ascend", &ascend_with, py::arg("holder"), py::arg("state"), py::arg("options"),
               py::arg("on_dual_step") = py::none(), py::arg("stop") = py::none());
    module.def("option", [](const std::map<std::string, std::string>& given, const std::string& name) {
        return get_option(options_of(given), name);
    });
    module.def("measures_at", &dual::measures_at);
    module.def("weights", &weights);
    module.def("raised", &raised);
}

}  // namespace alcole::python
