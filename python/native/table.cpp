#include <alcole/tabular/table.hpp>

#include "bindings.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

/// Columns of frames and arrays as columns of a Table, with the types and levels that a file with the same values would
/// give them.
namespace alcole::python {
namespace {

namespace py = pybind11;
using tabular::Column;
using tabular::ColumnType;
using tabular::Table;

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();

/// Words to codes, in order of appearance.
class Words {
  public:
    std::int32_t code(std::string word) {
        const auto next = static_cast<std::int32_t>(levels_.size());
        const auto [place, is_new] = codes_.try_emplace(std::move(word), next);
        if (is_new) levels_.push_back(place->first);
        return place->second;
    }
    std::vector<std::string> take() && { return std::move(levels_); }

  private:
    std::unordered_map<std::string, std::int32_t> codes_;
    std::vector<std::string> levels_;
};

/// A value with its place, for a sentence; rows are counted from 0, as pandas does.
std::string in_words(py::handle value, py::ssize_t row) {
    std::string text = py::str(py::repr(value));
    if (constexpr std::size_t most = 40; text.size() > most) text = text.substr(0, most) + "...";
    return text + " (row " + std::to_string(row) + ")";
}

/// What one Python object says.
enum class Says : std::uint8_t { nothing, number, truth, word };

constexpr std::string_view name_of(Says kind) {
    return kind == Says::number ? "numbers" : kind == Says::truth ? "true and false" : "words";
}

class Reader {
  public:
    explicit Reader(std::string name)
        : name_(std::move(name)), numpy_bool_(py::module_::import("numpy").attr("bool_")) {}

    /// Throws TypeError for what is neither text nor a number.
    Says kind_of(py::handle value, py::ssize_t row) const {
        if (value.is_none()) return Says::nothing;
        if (PyUnicode_Check(value.ptr()) != 0) return Says::word;
        if (PyFloat_Check(value.ptr()) != 0)
            return std::isnan(PyFloat_AS_DOUBLE(value.ptr())) ? Says::nothing : Says::number;
        if (PyBool_Check(value.ptr()) != 0 || py::isinstance(value, numpy_bool_)) return Says::truth;
        if (PyLong_Check(value.ptr()) != 0) return Says::number;
        const std::string type = Py_TYPE(value.ptr())->tp_name;
        if (type.ends_with("NAType") || type.ends_with("NaTType")) return Says::nothing;
        if (PyComplex_Check(value.ptr()) == 0 && py::hasattr(value, "__float__") && !py::hasattr(value, "__len__"))
            return std::isnan(number(value)) ? Says::nothing : Says::number;
        throw py::type_error("column '" + name_ + "': an argument must be a string or a number, not " +
                             in_words(value, row));
    }
    static double number(py::handle value) {
        const double v = PyFloat_AsDouble(value.ptr());
        if (v == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
        return v;
    }
    [[noreturn]] void refuse_mixed(Says first, const std::string& one, Says second, const std::string& other) const {
        throw std::invalid_argument("column '" + name_ + "' holds " + std::string(name_of(first)) + " and " +
                                    std::string(name_of(second)) + ", such as " + one + " and " + other +
                                    "; make them one kind, with .astype(str) or pandas.to_numeric");
    }

  private:
    std::string name_;
    py::object numpy_bool_;
};

double finite(double v, const std::string& name, py::ssize_t row) {
    if (std::isinf(v))
        throw std::invalid_argument("column '" + name + "' holds an infinity (row " + std::to_string(row) +
                                    "); a number must be finite, or missing (NaN)");
    return v;
}

/// Nothing but missing values: no words, and no numbers to average, as in a file.
Column empty_column(const std::string& name, py::ssize_t rows) {
    return {.name = name,
            .type = ColumnType::category,
            .codes = std::vector<std::int32_t>(static_cast<std::size_t>(rows), -1)};
}

Column numbers(const std::string& name, const py::array_t<double, py::array::forcecast>& values) {
    const auto v = values.unchecked<1>();
    Column column{.name = name};
    column.numbers.resize(static_cast<std::size_t>(v.shape(0)));
    bool any = v.shape(0) == 0;
    for (py::ssize_t row = 0; row < v.shape(0); ++row) {
        column.numbers[static_cast<std::size_t>(row)] = finite(v(row), name, row);
        any = any || !std::isnan(v(row));
    }
    return any ? column : empty_column(name, v.shape(0));
}

Column truths(const std::string& name, const py::array_t<bool, py::array::forcecast>& values) {
    const auto v = values.unchecked<1>();
    Column column{.name = name, .type = ColumnType::boolean, .levels = {"False", "True"}};
    column.codes.resize(static_cast<std::size_t>(v.shape(0)));
    for (py::ssize_t row = 0; row < v.shape(0); ++row) column.codes[static_cast<std::size_t>(row)] = v(row) ? 1 : 0;
    return column;
}

/// A column of words with its levels in the order of appearance, whatever order they come in.
Column categories(const std::string& name, const py::array_t<std::int32_t, py::array::forcecast>& codes,
                  const std::vector<std::string>& levels) {
    const auto v = codes.unchecked<1>();
    Words words;
    std::vector<std::int32_t> renumbered(levels.size(), -1);
    std::vector<std::int32_t> found(static_cast<std::size_t>(v.shape(0)), -1);
    for (py::ssize_t row = 0; row < v.shape(0); ++row) {
        if (v(row) < 0) continue;
        auto& code = renumbered.at(static_cast<std::size_t>(v(row)));
        if (code < 0) code = words.code(levels[static_cast<std::size_t>(v(row))]);
        found[static_cast<std::size_t>(row)] = code;
    }
    return tabular::column_of_words(name, std::move(found), std::move(words).take());
}

/// Python objects: all of them words, or numbers, or true and false; None, NaN and NA are missing.
Column objects(const std::string& name, const py::array& values) {
    const Reader reader(name);
    const auto rows = static_cast<std::size_t>(values.shape(0));
    std::vector<double> amounts(rows, missing_number);
    std::vector<std::int32_t> codes(rows, -1);
    Words words;
    Says kind = Says::nothing;
    std::string first;
    std::unordered_map<const PyObject*, std::int32_t> known;  // the same word is mostly the same object
    for (py::ssize_t row = 0; row < values.shape(0); ++row) {
        const py::handle value = *static_cast<PyObject* const*>(values.data(row));
        if (const auto seen = known.find(value.ptr()); seen != known.end()) {
            codes[static_cast<std::size_t>(row)] = seen->second;
            continue;
        }
        const Says says = reader.kind_of(value, row);
        if (says == Says::nothing) continue;
        if (kind == Says::nothing) {
            kind = says;
            first = in_words(value, row);
        }
        if (says != kind) reader.refuse_mixed(kind, first, says, in_words(value, row));
        const auto at = static_cast<std::size_t>(row);
        if (says == Says::number)
            amounts[at] = finite(Reader::number(value), name, row);
        else if (says == Says::truth)
            codes[at] = py::bool_(py::reinterpret_borrow<py::object>(value)) ? 1 : 0;
        else
            codes[at] = known[value.ptr()] = words.code(value.cast<std::string>());
    }
    if (kind == Says::nothing) return empty_column(name, values.shape(0));
    if (kind == Says::number) return {.name = name, .numbers = std::move(amounts)};
    if (kind == Says::truth)
        return {.name = name, .type = ColumnType::boolean, .codes = std::move(codes), .levels = {"False", "True"}};
    return tabular::column_of_words(name, std::move(codes), std::move(words).take());
}

/// Throws std::invalid_argument when the column has not the table's length, or its name is taken.
void add(Table& table, Column column) {
    if (table.find(column.name) != nullptr)
        throw std::invalid_argument("there are two columns called '" + column.name + "'; rename one of them");
    if (!table.columns.empty() && column.size() != table.num_rows)
        throw std::invalid_argument("column '" + column.name + "' has " + std::to_string(column.size()) +
                                    " rows, the columns before it " + std::to_string(table.num_rows));
    table.num_rows = column.size();
    table.columns.push_back(std::move(column));
}

}  // namespace

void bind_table(py::module_& module) {
    py::class_<Table>(module, "Table", "Columns on their way to the library.")
        .def(py::init<>())
        .def("add_numbers", [](Table& t, const std::string& name,
                               const py::array_t<double, py::array::forcecast>& v) { add(t, numbers(name, v)); })
        .def("add_truths", [](Table& t, const std::string& name,
                              const py::array_t<bool, py::array::forcecast>& v) { add(t, truths(name, v)); })
        .def("add_categories",
             [](Table& t, const std::string& name, const py::array_t<std::int32_t, py::array::forcecast>& codes,
                const std::vector<std::string>& levels) { add(t, categories(name, codes, levels)); })
        .def("add_objects", [](Table& t, const std::string& name, const py::array& v) { add(t, objects(name, v)); })
        .def_property_readonly("num_rows", [](const Table& t) { return t.num_rows; })
        .def_property_readonly("names",
                               [](const Table& t) {
                                   std::vector<std::string> names;
                                   for (const auto& column : t.columns) names.push_back(column.name);
                                   return names;
                               })
        .def("type", [](const Table& t, const std::string& name) { return std::string(to_string(t.at(name).type)); })
        .def("has_missing", [](const Table& t, const std::string& name) {
            const Column& column = t.at(name);
            for (std::size_t row = 0; row < column.size(); ++row)
                if (column.missing(row)) return true;
            return false;
        });
}

}  // namespace alcole::python
