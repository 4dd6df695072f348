#include <alcole/tabular/table.hpp>

#include "arrow.hpp"
#include "bindings.hpp"
#include "columns.hpp"
#include "row_print.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
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

/// A value and its position, for a message; rows are counted from 0, as in pandas.
std::string in_words(py::handle value, py::ssize_t row) {
    std::string text = py::str(py::repr(value));
    if (constexpr std::size_t max_length = 40; text.size() > max_length) text = text.substr(0, max_length) + "...";
    return text + " (row " + std::to_string(row) + ")";
}

/// The kind of a Python object.
enum class Says : std::uint8_t { nothing, number, truth, word };

constexpr std::string_view name_of(Says kind) {
    return kind == Says::number ? "numbers" : kind == Says::truth ? "true and false" : "words";
}

/// Codes of Python objects by address: equal words are mostly the same object. A small direct-mapped cache is searched
/// first.
class Known {
  public:
    /// Nothing if not seen before.
    std::optional<std::int64_t> find(const PyObject* object) {
        Entry& place = lately_[place_of(object)];
        if (place.first == object) return place.second;
        const auto found = all_.find(object);
        if (found == all_.end()) return std::nullopt;
        place = *found;
        return found->second;
    }
    void add(const PyObject* object, std::int64_t code) {
        all_.emplace(object, code);
        lately_[place_of(object)] = {object, code};
    }

  private:
    using Entry = std::pair<const PyObject*, std::int64_t>;
    static std::size_t place_of(const PyObject* object) {
        return (reinterpret_cast<std::uintptr_t>(object) >> 4U) % std::tuple_size_v<decltype(lately_)>;
    }
    std::array<Entry, 64> lately_{};
    std::unordered_map<const PyObject*, std::int64_t> all_;
};

class Reader {
  public:
    explicit Reader(std::string name)
        : name_(std::move(name)), numpy_bool_(py::module_::import("numpy").attr("bool_")) {}

    /// True for None, NaN, and their equivalents in pandas.
    static bool is_missing(py::handle value) {
        if (value.is_none()) return true;
        if (PyFloat_Check(value.ptr()) != 0) return std::isnan(PyFloat_AS_DOUBLE(value.ptr()));
        const std::string_view type = Py_TYPE(value.ptr())->tp_name;
        return type.ends_with("NAType") || type.ends_with("NaTType");
    }

    /// Throws TypeError for anything that is neither text nor a number.
    Says kind_of(py::handle value, py::ssize_t row) const {
        if (PyUnicode_Check(value.ptr()) != 0) return Says::word;
        if (is_missing(value)) return Says::nothing;
        if (PyFloat_Check(value.ptr()) != 0) return Says::number;
        if (PyBool_Check(value.ptr()) != 0 || py::isinstance(value, numpy_bool_)) return Says::truth;
        if (PyLong_Check(value.ptr()) != 0) return Says::number;
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
                                    "; convert them to one type, with .astype(str) or pandas.to_numeric");
    }

  private:
    std::string name_;
    py::object numpy_bool_;
};

/// Calls f with the numbers of a column in place, whatever their type and stride: nothing is converted before it is
/// read.
template <class F>
auto with_numbers(const py::array& values, const F& f) {
    const auto typed = [&]<class T>(T) { return f(py::array_t<T>::ensure(values).template unchecked<1>()); };
    const auto is = [&]<class T>(T) { return py::isinstance<py::array_t<T>>(values); };
    if (is(float{})) return typed(float{});
    if (is(std::int64_t{})) return typed(std::int64_t{});
    if (is(std::int32_t{})) return typed(std::int32_t{});
    if (is(std::int16_t{})) return typed(std::int16_t{});
    if (is(std::int8_t{})) return typed(std::int8_t{});
    if (is(std::uint8_t{})) return typed(std::uint8_t{});
    return typed(double{});  // half precision, unsigned and foreign types are converted
}

/// Keeps an array alive as long as a column reads its memory. The last column may be destroyed in a thread without the
/// GIL.
std::shared_ptr<const void> owner_of(const py::array& values) {
    return {new py::array(values), [](py::array* held) {
                const py::gil_scoped_acquire lock;
                delete held;
            }};
}

/// The values of an array in place; nothing if they have another type or are not contiguous.
template <class T>
std::optional<std::span<const T>> borrowed_from(const py::array& values) {
    if (values.shape(0) == 0 || !py::isinstance<py::array_t<T>>(values)) return std::nullopt;
    const T* first = contiguous<T>(values.data(), values.strides(0));
    if (first == nullptr) return std::nullopt;
    return std::span(first, static_cast<std::size_t>(values.shape(0)));
}

Column numbers(const std::string& name, const py::array& values) {
    if (const auto lent = borrowed_from<double>(values)) return column_of_numbers(name, *lent, owner_of(values));
    return with_numbers(values, [&](const auto& v) {
        return column_of_numbers(name, static_cast<std::size_t>(v.shape(0)),
                                 [&](std::size_t row) { return static_cast<double>(v(row)); });
    });
}

Column truths(const std::string& name, const py::array_t<bool, py::array::forcecast>& values) {
    const auto v = values.unchecked<1>();
    std::vector<std::int32_t> codes(static_cast<std::size_t>(v.shape(0)));
    for (std::size_t row = 0; row < codes.size(); ++row) codes[row] = v(row) ? 1 : 0;
    return column_of_truths(name, std::move(codes));
}

Column categories(const std::string& name, const py::array& codes, const std::vector<std::string>& levels) {
    if (const auto lent = borrowed_from<std::int32_t>(codes))
        return column_of_codes(name, *lent, levels, owner_of(codes));
    return with_numbers(codes, [&](const auto& v) {
        return column_of_codes(name, static_cast<std::size_t>(v.shape(0)), levels,
                               [&](std::size_t row) { return static_cast<std::int64_t>(v(row)); });
    });
}

/// Python objects: all words, all numbers or all booleans; None, NaN and NA are missing.
Column objects(const std::string& name, const py::array& values) {
    const Reader reader(name);
    const auto rows = static_cast<std::size_t>(values.shape(0));
    std::vector<double> amounts;  // for numbers; everything else has codes
    std::vector<std::int32_t> codes;
    Words words;
    Says kind = Says::nothing;
    std::string first;
    Known known;
    for (py::ssize_t row = 0; row < values.shape(0); ++row) {
        const py::handle value = *static_cast<PyObject* const*>(values.data(row));
        if (const auto seen = known.find(value.ptr())) {
            codes[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(*seen);
            continue;
        }
        const Says says = reader.kind_of(value, row);
        if (says == Says::nothing) continue;
        if (kind == Says::nothing) {
            kind = says;
            first = in_words(value, row);
            if (kind == Says::number)
                amounts.assign(rows, missing_number);
            else
                codes.assign(rows, -1);
        }
        if (says != kind) reader.refuse_mixed(kind, first, says, in_words(value, row));
        const auto at = static_cast<std::size_t>(row);
        if (says == Says::number)
            amounts[at] = finite(Reader::number(value), name, at);
        else if (says == Says::truth)
            codes[at] = py::bool_(py::reinterpret_borrow<py::object>(value)) ? 1 : 0;
        else
            known.add(value.ptr(), codes[at] = words.code(value.cast<std::string>()));
    }
    if (kind == Says::nothing) return empty_column(name, rows);
    if (kind == Says::number) return {.name = name, .numbers = std::move(amounts)};
    if (kind == Says::truth) return column_of_truths(name, std::move(codes));
    return tabular::column_of_words(name, std::move(codes), std::move(words).take());
}

/// The index of a value among those found so far; a new value is appended.
std::int64_t place_in(py::dict& by_value, py::list& found, const py::object& value, const std::string& name,
                      py::ssize_t row) {
    if (PyObject_Hash(value.ptr()) == -1) {
        PyErr_Clear();
        throw std::invalid_argument("Unknown label type: " + name + " holds " + in_words(value, row) +
                                    ", which cannot be a class; a class is a word, a whole number, or true or false");
    }
    if (!by_value.contains(value)) {
        by_value[value] = found.size();
        found.append(value);
    }
    return by_value[value].cast<std::int64_t>();
}

/// The index of each object among the distinct ones, which are in order of appearance; -1 if missing. Throws
/// std::invalid_argument for an object without a hash.
py::tuple distinct(const std::string& name, const py::array& values) {
    py::array_t<std::int64_t> places(values.shape(0));
    py::list found;
    py::dict by_value;
    Known known;
    for (py::ssize_t row = 0; row < values.shape(0); ++row) {
        const auto value = py::reinterpret_borrow<py::object>(*static_cast<PyObject* const*>(values.data(row)));
        if (const auto seen = known.find(value.ptr())) {
            places.mutable_at(row) = *seen;
            continue;
        }
        places.mutable_at(row) = Reader::is_missing(value) ? -1 : place_in(by_value, found, value, name, row);
        known.add(value.ptr(), places.at(row));
    }
    return py::make_tuple(places, found);
}

/// Throws std::invalid_argument if the column does not have the table's length. Duplicate names are checked in Python:
/// comparing each name with all others here would be slow for wide tables.
void add(Table& table, Column column) {
    if (!table.columns.empty() && column.size() != table.num_rows)
        throw std::invalid_argument("column '" + column.name + "' has " + std::to_string(column.size()) +
                                    " rows, the columns before it " + std::to_string(table.num_rows));
    table.num_rows = column.size();
    table.columns.push_back(std::move(column));
}

}  // namespace

void bind_table(py::module_& module) {
    module.def("distinct", &distinct, py::arg("name"), py::arg("values"));
    py::class_<ArrowTable>(module, "ArrowTable", "Columns in Arrow's memory, read from a stream.")
        .def(py::init<const py::capsule&>())
        .def_property_readonly("names", &ArrowTable::names)
        .def_property_readonly("num_rows", &ArrowTable::num_rows);
    py::class_<Table>(module, "Table", "Columns on their way to the library; what takes a table leaves it empty.")
        .def(py::init<>())
        .def("add_numbers", [](Table& t, const std::string& name, const py::array& v) { add(t, numbers(name, v)); })
        .def("add_truths", [](Table& t, const std::string& name,
                              const py::array_t<bool, py::array::forcecast>& v) { add(t, truths(name, v)); })
        .def("add_categories", [](Table& t, const std::string& name, const py::array& codes,
                                  const std::vector<std::string>& levels) { add(t, categories(name, codes, levels)); })
        .def("add_objects", [](Table& t, const std::string& name, const py::array& v) { add(t, objects(name, v)); })
        .def("add_arrow", [](Table& t, const std::string& name, const ArrowTable& arrow,
                             std::size_t place) { add(t, arrow.column(name, place)); })
        .def("row_print", &row_print,
             "What the rows in these columns are known by: in whatever order they are, and as they stand.")
        .def_property_readonly("num_rows", [](const Table& t) { return t.num_rows; })
        .def_property_readonly("names",
                               [](const Table& t) {
                                   std::vector<std::string> names;
                                   for (const auto& column : t.columns) names.push_back(column.name);
                                   return names;
                               })
        .def("type", [](const Table& t, const std::string& name) { return std::string(to_string(t.at(name).type)); })
        .def(
            "address",
            [](const Table& t, const std::string& name) {
                const Column& column = t.at(name);
                return column.type == ColumnType::number ? reinterpret_cast<std::uintptr_t>(column.numbers.all().data())
                                                         : reinterpret_cast<std::uintptr_t>(column.codes.data());
            },
            "Where a column's numbers or codes lie: with whom they came from, where nothing was copied.");
}

}  // namespace alcole::python
