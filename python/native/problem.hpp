#pragma once

#include <alcole/problem.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

namespace alcole::python {

/// The exception with which Python stopped a solve: a Ctrl-C, at any point.
using Interrupt = std::optional<pybind11::error_already_set>;

/// An object with risks(theta) and pullback(w) or jac(theta), as a problem for the solver. The GIL is acquired for each
/// call and released in between.
template <class T>
class Problem {
    using Array = pybind11::array_t<double, pybind11::array::c_style | pybind11::array::forcecast>;
    using Typed = pybind11::array_t<T, pybind11::array::c_style | pybind11::array::forcecast>;

  public:
    class At;

    /// Requires the GIL. Evaluates once, to find out the number of constraints.
    Problem(pybind11::object object, std::span<const T> theta, Interrupt& interrupt)
        : object_(std::move(object)), interrupt_(&interrupt), n_(theta.size()) {
        namespace py = pybind11;
        if (!py::hasattr(object_, "risks"))
            throw py::type_error(
                "a problem needs a method risks(theta), which gives the objective and the constraints");
        by_jacobian_ = !py::hasattr(object_, "pullback");
        if (by_jacobian_ && !py::hasattr(object_, "jac"))
            throw py::type_error("a problem needs a method pullback(w), or jac(theta)");
        const Array first(object_.attr("risks")(as_array(theta)));
        if (first.ndim() != 1 || first.size() < 1)
            throw std::invalid_argument(
                "risks(theta) must give a list of numbers: the objective, then the constraints");
        m_ = static_cast<std::size_t>(first.size()) - 1;
        names_ = optional<std::vector<std::string>>("names");
        scales_ = optional<std::vector<double>>("scales");
        prices_ = optional<std::vector<double>>("prices");
        read_box();
        equality_ = per_constraint("equality");
        rates_ = per_constraint("rates");
    }
    Problem(const Problem&) = delete;
    Problem& operator=(const Problem&) = delete;
    Problem(Problem&&) = delete;
    Problem& operator=(Problem&&) = delete;
    ~Problem() = default;

    std::size_t num_variables() const { return n_; }
    std::size_t num_constraints() const { return m_; }
    std::vector<std::string> constraint_names() const { return names_; }
    std::vector<double> constraint_scales() const { return scales_; }
    std::vector<double> constraint_prices() const { return prices_; }
    Relation relation(std::size_t i) const { return equality_[i] ? Relation::equal_zero : Relation::at_most_zero; }
    Box<T> box() const { return box_; }

    At risks(std::span<const T> theta, std::span<double> l) {
        const pybind11::gil_scoped_acquire lock;
        return risks_from(theta, l, [&](const Typed& at) { return object_.attr("risks")(at); });
    }
    bool has_strict_risks() const {
        const pybind11::gil_scoped_acquire lock;
        return pybind11::hasattr(object_, "strict_risks");
    }
    bool is_rate(std::size_t i) const { return rates_[i]; }
    void strict_risks(std::span<const T> theta, std::span<double> l) {
        const pybind11::gil_scoped_acquire lock;
        risks_from(theta, l, [&](const Typed& at) { return object_.attr("strict_risks")(at); });
    }

  protected:
    /// `call` evaluates. The exception of a Ctrl-C is stored; the solver sees a NaN, and stops when it next asks.
    template <class Call>
    At risks_from(std::span<const T> theta, std::span<double> l, const Call& call);

    const pybind11::object& object() const { return object_; }

  private:
    static Typed as_array(std::span<const T> values) {
        return Typed(static_cast<pybind11::ssize_t>(values.size()), values.data());
    }

    template <class V>
    V optional(const char* name) const {
        const pybind11::object found = pybind11::getattr(object_, name, pybind11::none());
        return found.is_none() ? V{} : found.cast<V>();
    }

    /// (lower, upper), each a number or an array with one entry per variable.
    void read_box() {
        const pybind11::object found = pybind11::getattr(object_, "box", pybind11::none());
        constexpr T infinity = std::numeric_limits<T>::infinity();
        box_ = {std::vector<T>(n_, -infinity), std::vector<T>(n_, infinity)};
        if (found.is_none()) return;
        const auto numpy = pybind11::module_::import("numpy");
        const auto sides = found.cast<std::pair<pybind11::object, pybind11::object>>();
        const auto fill = [&](const pybind11::object& side, std::vector<T>& into) {
            if (side.is_none()) return;
            const Typed values(numpy.attr("broadcast_to")(side, pybind11::make_tuple(n_)));
            std::copy_n(values.data(), n_, into.begin());
        };
        fill(sides.first, box_.lower);
        fill(sides.second, box_.upper);
    }

    /// Booleans, one per constraint or one for all; without the attribute, none is true.
    std::vector<bool> per_constraint(const char* name) const {
        const pybind11::object found = pybind11::getattr(object_, name, pybind11::none());
        if (found.is_none()) return std::vector<bool>(m_, false);
        if (PyBool_Check(found.ptr()) != 0) return std::vector<bool>(m_, found.cast<bool>());
        auto values = found.cast<std::vector<bool>>();
        if (values.size() != m_)
            throw std::invalid_argument(std::string(name) + " has " + std::to_string(values.size()) + " entries for " +
                                        std::to_string(m_) + " constraints");
        return values;
    }

    pybind11::object object_;
    Interrupt* interrupt_;
    std::size_t n_;
    std::size_t m_ = 0;
    bool by_jacobian_ = false;
    std::vector<std::string> names_;
    std::vector<double> scales_;
    std::vector<double> prices_;
    std::vector<bool> equality_;
    std::vector<bool> rates_;
    Box<T> box_;
};

/// The linearisation at the last theta that was evaluated.
template <class T>
class Problem<T>::At {
  public:
    At(const Problem& problem, std::span<const T> theta) : problem_(&problem), theta_(theta.begin(), theta.end()) {}

    void pullback(std::span<const double> w, std::span<T> g) {
        namespace py = pybind11;
        const py::gil_scoped_acquire lock;
        try {
            const Array weights(static_cast<py::ssize_t>(w.size()), w.data());
            const py::object& object = problem_->object_;
            const Typed found(problem_->by_jacobian_ ? weights.attr("dot")(object.attr("jac")(as_array(theta_)))
                                                     : object.attr("pullback")(weights));
            if (found.ndim() != 1 || static_cast<std::size_t>(found.size()) != g.size())
                throw std::invalid_argument(
                    problem_->by_jacobian_
                        ? "jac(theta) must give a matrix with a row for each risk and a column for each variable"
                        : "pullback(w) must give one number for each of the " + std::to_string(g.size()) +
                              " variables");
            std::copy_n(found.data(), g.size(), g.begin());
        } catch (py::error_already_set& error) {
            if (!error.matches(PyExc_KeyboardInterrupt)) throw;
            problem_->interrupt_->emplace(std::move(error));
            std::ranges::fill(g, std::numeric_limits<T>::quiet_NaN());
        }
    }

  private:
    const Problem* problem_;
    std::vector<T> theta_;
};

template <class T>
template <class Call>
auto Problem<T>::risks_from(std::span<const T> theta, std::span<double> l, const Call& call) -> At {
    try {
        const Array found(call(as_array(theta)));
        if (static_cast<std::size_t>(found.size()) != l.size())
            throw std::invalid_argument("risks(theta) gave " + std::to_string(found.size()) + " numbers, and " +
                                        std::to_string(l.size()) + " the first time");
        std::copy_n(found.data(), l.size(), l.begin());
    } catch (pybind11::error_already_set& error) {
        if (!error.matches(PyExc_KeyboardInterrupt)) throw;
        interrupt_->emplace(std::move(error));
        std::ranges::fill(l, std::numeric_limits<double>::quiet_NaN());
    }
    return At(*this, theta);
}

/// A problem with mini-batches: `batches_per_epoch`, and batch_risks(theta, seed, epoch, index).
template <class T>
class BatchProblem : public Problem<T> {
  public:
    using Problem<T>::Problem;
    using Problem<T>::risks;

    std::size_t batches_per_epoch() const {
        const pybind11::gil_scoped_acquire lock;
        return this->object().attr("batches_per_epoch").template cast<std::size_t>();
    }
    typename Problem<T>::At risks(std::span<const T> theta, const Batch& batch, std::span<double> l) {
        const pybind11::gil_scoped_acquire lock;
        return this->risks_from(theta, l, [&](const auto& at) {
            return this->object().attr("batch_risks")(at, batch.seed, batch.epoch, batch.index);
        });
    }
};

}  // namespace alcole::python
