#include "arrow.hpp"

#include "columns.hpp"

#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace alcole::python {
namespace {

namespace py = pybind11;
using tabular::Column;

bool bit(const void* bits, std::size_t place) {
    return ((static_cast<const std::uint8_t*>(bits)[place / 8] >> (place % 8)) & 1U) != 0;
}

template <class T>
T at(const void* values, std::size_t place) {
    T value;
    std::memcpy(&value, static_cast<const char*>(values) + place * sizeof(T), sizeof(T));
    return value;
}

/// One column of one batch. The rows of a batch may begin anywhere in its buffers.
class Piece {
  public:
    Piece(const ArrowArray& array, std::int64_t offset, std::int64_t rows)
        : array_(&array),
          begin_(static_cast<std::size_t>(array.offset + offset)),
          rows_(static_cast<std::size_t>(rows)) {
        if (array.length < offset + rows)
            throw std::invalid_argument(
                "an Arrow column is shorter than its batch; the object that offers it is damaged");
    }
    std::size_t rows() const { return rows_; }
    std::size_t place(std::size_t row) const { return begin_ + row; }
    const void* buffer(std::int64_t which) const {
        return which < array_->n_buffers ? array_->buffers[which] : nullptr;
    }
    bool complete() const { return array_->null_count == 0 || buffer(0) == nullptr; }
    /// The values in place; nothing if one is missing, or if they are not aligned for a T.
    template <class T>
    std::optional<std::span<const T>> lent() const {
        if (rows_ == 0 || !complete()) return std::nullopt;
        const T* first = contiguous<T>(static_cast<const char*>(buffer(1)) + begin_ * sizeof(T), sizeof(T));
        if (first == nullptr) return std::nullopt;
        return std::span(first, rows_);
    }
    bool missing(std::size_t row) const { return !complete() && !bit(buffer(0), place(row)); }

  private:
    const ArrowArray* array_;
    std::size_t begin_;
    std::size_t rows_;
};

/// A number of format `f` at a position of a buffer, as an integer or a double; nothing if the format is not numeric.
std::optional<std::int64_t> integer(char f, const void* values, std::size_t place) {
    switch (f) {
        case 'c':
            return at<std::int8_t>(values, place);
        case 'C':
            return at<std::uint8_t>(values, place);
        case 's':
            return at<std::int16_t>(values, place);
        case 'S':
            return at<std::uint16_t>(values, place);
        case 'i':
            return at<std::int32_t>(values, place);
        case 'I':
            return at<std::uint32_t>(values, place);
        case 'l':
            return at<std::int64_t>(values, place);
        case 'L':
            return static_cast<std::int64_t>(at<std::uint64_t>(values, place));
        default:
            return std::nullopt;
    }
}

double number(char f, const void* values, std::size_t place) {
    if (f == 'f') return static_cast<double>(at<float>(values, place));
    if (f == 'g') return at<double>(values, place);
    if (f == 'L') return static_cast<double>(at<std::uint64_t>(values, place));
    return static_cast<double>(*integer(f, values, place));
}

bool is_text(std::string_view format) { return format == "u" || format == "U" || format == "vu"; }

/// A word of a text column: 32-bit or 64-bit offsets into one buffer, or 16-byte views, which contain words of up to 12
/// bytes themselves and otherwise point into one of several buffers.
std::string word(std::string_view format, const Piece& piece, std::size_t row) {
    const std::size_t place = piece.place(row);
    const auto between = [&](auto zero) {
        using Offset = decltype(zero);
        const auto begin = at<Offset>(piece.buffer(1), place);
        const auto end = at<Offset>(piece.buffer(1), place + 1);
        return std::string(static_cast<const char*>(piece.buffer(2)) + begin, static_cast<std::size_t>(end - begin));
    };
    if (format == "u") return between(std::int32_t{});
    if (format == "U") return between(std::int64_t{});
    const char* view = static_cast<const char*>(piece.buffer(1)) + 16 * place;
    const auto length = at<std::int32_t>(view, 0);
    if (length <= 12) return std::string(view + 4, static_cast<std::size_t>(length));
    const auto which = at<std::int32_t>(view, 2);
    return std::string(static_cast<const char*>(piece.buffer(2 + which)) + at<std::int32_t>(view, 3),
                       static_cast<std::size_t>(length));
}

[[noreturn]] void refuse(const std::string& name, std::string_view format) {
    throw py::type_error("column '" + name + "' holds values of Arrow's format '" + std::string(format) +
                         "', which are neither numbers nor words; cast it to one of them");
}

/// Calls f(piece, row in piece, row overall) for every row that has a value.
template <class F>
void for_each_value(const std::vector<Piece>& pieces, const F& f) {
    std::size_t before = 0;
    for (const auto& piece : pieces) {
        for (std::size_t row = 0; row < piece.rows(); ++row)
            if (!piece.missing(row)) f(piece, row, before + row);
        before += piece.rows();
    }
}

/// Every batch may have its own dictionary.
Column column_of_dictionaries(const std::string& name, const ArrowSchema& schema, const std::vector<Piece>& pieces,
                              const std::vector<const ArrowArray*>& dictionaries, std::size_t rows) {
    const std::string_view format = schema.dictionary->format;
    if (!is_text(format)) refuse(name, format);
    Words words;
    std::vector<std::int32_t> codes(rows, -1);
    std::size_t before = 0;
    for (std::size_t k = 0; k < pieces.size(); ++k) {
        const Piece levels(*dictionaries[k], 0, dictionaries[k]->length);
        std::vector<std::int32_t> known(levels.rows(), -1);
        for_each_value({pieces[k]}, [&](const Piece& piece, std::size_t row, std::size_t) {
            const auto level =
                static_cast<std::size_t>(integer(schema.format[0], piece.buffer(1), piece.place(row)).value());
            if (levels.missing(level)) return;
            auto& code = known.at(level);
            if (code < 0) code = words.code(word(format, levels, level));
            codes[before + row] = code;
        });
        before += pieces[k].rows();
    }
    return tabular::column_of_words(name, std::move(codes), std::move(words).take());
}

/// A dictionary's codes in place, if a Column would have the same ones.
std::optional<Column> lent_words(const std::string& name, std::string_view format, const Piece& codes,
                                 const ArrowArray& dictionary, std::shared_ptr<const void> owner) {
    const Piece words(dictionary, 0, dictionary.length);
    const auto lent = codes.lent<std::int32_t>();
    if (!lent || !is_text(format) || !words.complete()) return std::nullopt;
    std::vector<std::string> levels;
    for (std::size_t i = 0; i < words.rows(); ++i) levels.push_back(word(format, words, i));
    return column_of_codes(name, *lent, std::move(levels), std::move(owner));
}

Column column_of_text(const std::string& name, std::string_view format, const std::vector<Piece>& pieces,
                      std::size_t rows) {
    Words words;
    std::vector<std::int32_t> codes(rows, -1);
    for_each_value(pieces, [&](const Piece& piece, std::size_t row, std::size_t place) {
        codes[place] = words.code(word(format, piece, row));
    });
    return tabular::column_of_words(name, std::move(codes), std::move(words).take());
}

Column column_of_bits(const std::string& name, const std::vector<Piece>& pieces, std::size_t rows) {
    std::vector<std::int32_t> codes(rows, -1);
    for_each_value(pieces, [&](const Piece& piece, std::size_t row, std::size_t place) {
        codes[place] = bit(piece.buffer(1), piece.place(row)) ? 1 : 0;
    });
    return column_of_truths(name, std::move(codes));
}

Column column_of_amounts(const std::string& name, char format, const std::vector<Piece>& pieces, std::size_t rows) {
    std::vector<double> numbers(rows, missing_number);
    bool any = rows == 0;
    for_each_value(pieces, [&](const Piece& piece, std::size_t row, std::size_t place) {
        numbers[place] = finite(number(format, piece.buffer(1), piece.place(row)), name, place);
        any = any || !std::isnan(numbers[place]);
    });
    if (!any) return empty_column(name, rows);
    return {.name = name, .numbers = std::move(numbers)};
}

}  // namespace

ArrowTable::ArrowTable(const py::capsule& capsule) {
    auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
    if (stream == nullptr) throw py::error_already_set();
    if (stream->release == nullptr) throw std::invalid_argument("this Arrow stream was read before");
    Held<ArrowArrayStream> held;  // takes ownership: the capsule's destructor finds nothing to release
    std::swap(*held, *stream);
    const auto check = [&](int code) {
        if (code == 0) return;
        const char* why = held->get_last_error(held.get());
        throw std::invalid_argument("an Arrow stream could not be read: " +
                                    (why != nullptr ? why : std::generic_category().message(code)));
    };
    check(held->get_schema(held.get(), schema_->get()));
    if (std::string_view((*schema_)->format) != "+s")
        throw std::invalid_argument("an Arrow stream must hold a table, and this one holds a single column");
    for (std::int64_t j = 0; j < (*schema_)->n_children; ++j) {
        const char* name = (*schema_)->children[j]->name;
        names_.emplace_back(name != nullptr ? name : "");
    }
    while (true) {
        auto batch = std::make_shared<Held<ArrowArray>>();
        check(held->get_next(held.get(), batch->get()));
        if ((*batch)->release == nullptr) return;
        num_rows_ += static_cast<std::size_t>((*batch)->length);
        batches_.push_back(std::move(batch));
    }
}

Column ArrowTable::column(const std::string& name, std::size_t place) const {
    const ArrowSchema& schema = *(*schema_)->children[place];
    std::vector<Piece> pieces;
    std::vector<const ArrowArray*> dictionaries;
    for (const auto& batch : batches_) {
        const ArrowArray& column = *(*batch)->children[place];
        pieces.emplace_back(column, (*batch)->offset, (*batch)->length);
        dictionaries.push_back(column.dictionary);
    }
    const std::string_view format = schema.format;
    if (pieces.size() == 1) {  // a single batch may be read in place
        if (const auto lent = pieces[0].lent<double>(); lent && format == "g")
            return column_of_numbers(name, *lent, batches_[0]);
        if (schema.dictionary != nullptr && format == "i")
            if (auto column = lent_words(name, schema.dictionary->format, pieces[0], *dictionaries[0], batches_[0]))
                return std::move(*column);
    }
    if (schema.dictionary != nullptr) return column_of_dictionaries(name, schema, pieces, dictionaries, num_rows_);
    if (format == "n") return empty_column(name, num_rows_);
    if (format == "b") return column_of_bits(name, pieces, num_rows_);
    if (is_text(format)) return column_of_text(name, format, pieces, num_rows_);
    constexpr std::string_view numbers = "cCsSiIlLfg";
    if (format.size() == 1 && numbers.find(format[0]) != std::string_view::npos)
        return column_of_amounts(name, format[0], pieces, num_rows_);
    refuse(name, format);
}

}  // namespace alcole::python
