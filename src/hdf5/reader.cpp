#include "hdf5/reader.hpp"

#include <alcole/tabular/read.hpp>

#include <array>
#include <fstream>
#include <string_view>

#ifdef ALCOLE_HAVE_HDF5
#include "hdf5/handle.hpp"

#include <algorithm>
#include <optional>
#endif

namespace alcole::hdf5 {

bool is_hdf5(const std::filesystem::path& file) {
    constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return false;
    std::array<char, signature.size()> head{};
    std::ifstream in(file, std::ios::binary);
    return in.read(head.data(), head.size()) && std::string_view(head.data(), head.size()) == signature;
}

#ifdef ALCOLE_HAVE_HDF5

using tabular::ColumnType;

bool available() { return true; }

struct Reader::Parts {
    std::string name{};
    Handle file{};
    std::optional<std::size_t> rows{};  // none before the first column is opened
    std::vector<ColumnHead> heads{};
    std::vector<Handle> datasets{};

    Parts() = default;
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;
    ~Parts() {  // also runs if the constructor of Reader throws
        const Turn turn;
        datasets.clear();
        (void)file.close();
    }
    [[noreturn]] void fail(const std::string& why) const { throw tabular::ReadError(name + ": " + why); }
    [[noreturn]] void damaged(const std::string& what) const {
        fail(what + " is damaged or cut off; copy the file again, or convert the table again");
    }
};

namespace {

/// The value of a fixed-length text attribute, if there is one.
std::optional<std::string> text_attribute(hid_t object, const char* name) {
    const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
    const Handle type(attribute.valid() ? H5Aget_type(attribute.get()) : H5I_INVALID_HID, H5Tclose);
    if (!type.valid() || H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0)
        return std::nullopt;
    std::string text(H5Tget_size(type.get()), '\0');
    if (H5Aread(attribute.get(), text_type(text.size()).get(), text.data()) < 0) return std::nullopt;
    text.resize(std::min(text.find('\0'), text.size()));
    return text;
}

std::optional<int> number_attribute(hid_t object, const char* name) {
    const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
    int value = 0;
    if (!attribute.valid() || H5Aread(attribute.get(), H5T_NATIVE_INT, &value) < 0) return std::nullopt;
    return value;
}

/// The number of values in a one-dimensional dataset; none for other shapes.
std::optional<std::size_t> length_of(hid_t dataset) {
    const Handle space(H5Dget_space(dataset), H5Sclose);
    hsize_t length = 0;
    if (!space.valid() || H5Sget_simple_extent_ndims(space.get()) != 1 ||
        H5Sget_simple_extent_dims(space.get(), &length, nullptr) != 1)
        return std::nullopt;
    return static_cast<std::size_t>(length);
}

/// Reads `count` values starting at `first`; false if they are damaged.
bool read_some(hid_t dataset, hid_t type, std::size_t first, std::size_t count, void* to) {
    const hsize_t start = first;
    const hsize_t size = count;
    const Handle from(H5Dget_space(dataset), H5Sclose);
    const Handle room(H5Screate_simple(1, &size, nullptr), H5Sclose);
    return from.valid() && H5Sselect_hyperslab(from.get(), H5S_SELECT_SET, &start, nullptr, &size, nullptr) >= 0 &&
           H5Dread(dataset, type, room.get(), from.get(), H5P_DEFAULT, to) >= 0;
}

std::vector<std::string> read_levels(const Reader::Parts& parts, const std::string& link, const std::string& column) {
    const std::string what = "the list of levels of column '" + column + "'";
    const std::string path = "/levels/" + link;
    if (H5Lexists(parts.file.get(), path.c_str(), H5P_DEFAULT) <= 0) return {};  // a column without any word
    const Handle dataset(H5Dopen2(parts.file.get(), path.c_str(), H5P_DEFAULT), H5Dclose);
    const Handle type(dataset.valid() ? H5Dget_type(dataset.get()) : H5I_INVALID_HID, H5Tclose);
    const auto count = dataset.valid() ? length_of(dataset.get()) : std::nullopt;
    if (!count || !type.valid() || H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0)
        parts.damaged(what);
    const std::size_t width = H5Tget_size(type.get());
    const Handle memory = text_type(width);
    std::vector<std::string> levels;
    std::string words(width * std::min(*count, chunk_rows), '\0');
    while (levels.size() < *count) {
        const std::size_t count_now = std::min(*count - levels.size(), chunk_rows);
        if (!read_some(dataset.get(), memory.get(), levels.size(), count_now, words.data())) parts.damaged(what);
        for (std::size_t i = 0; i < count_now; ++i) {
            const std::string_view word(words.data() + i * width, width);
            levels.emplace_back(word.substr(0, word.find('\0')));
        }
    }
    return levels;
}

struct Found {
    int place = 0;
    ColumnHead head{};
    Handle dataset{};
};

Found open_column(Reader::Parts& parts, const std::string& link) {
    Found found;
    found.dataset = Handle(H5Dopen2(parts.file.get(), ("/columns/" + link).c_str(), H5P_DEFAULT), H5Dclose);
    const hid_t id = found.dataset.get();
    if (!found.dataset.valid()) parts.damaged("column '" + link + "'");
    const auto name = text_attribute(id, "name");
    const auto type = text_attribute(id, "type");
    const auto place = number_attribute(id, "place");
    const auto rows = length_of(id);
    if (!name || !type || !place || !rows) parts.damaged("column '" + link + "'");
    constexpr std::array types = {ColumnType::number, ColumnType::category, ColumnType::boolean};
    const auto known = std::ranges::find(types, *type, [](ColumnType t) { return to_string(t); });
    if (known == types.end()) parts.fail("column '" + *name + "' has the type '" + *type + "', which is unknown");
    found.place = *place;
    found.head = {.name = *name, .type = *known};
    if (found.head.has_words()) found.head.levels = read_levels(parts, link, *name);
    if (!parts.rows) parts.rows = *rows;
    if (*rows != *parts.rows)
        parts.fail("column '" + *name + "' has " + std::to_string(*rows) + " rows where others have " +
                   std::to_string(*parts.rows));
    return found;
}

std::vector<std::string> links_of(const Reader::Parts& parts) {
    const Handle group(H5Gopen2(parts.file.get(), "/columns", H5P_DEFAULT), H5Gclose);
    std::vector<std::string> links;
    const auto add = [](hid_t /*group*/, const char* name, const H5L_info_t* /*info*/, void* to) -> herr_t {
        static_cast<std::vector<std::string>*>(to)->emplace_back(name);
        return 0;
    };
    hsize_t next = 0;
    if (!group.valid() || H5Literate(group.get(), H5_INDEX_NAME, H5_ITER_NATIVE, &next, add, &links) < 0)
        parts.damaged("the list of columns");
    return links;
}

}  // namespace

Reader::Reader(const std::filesystem::path& file, std::string name) : parts_(std::make_unique<Parts>()) {
    const Turn turn;
    Parts& parts = *parts_;
    parts.name = std::move(name);
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_fapl_stdio(access.get());  // the default driver needs the file's name, and standard input has none
    parts.file = Handle(H5Fopen(file.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose);
    if (!parts.file.valid()) parts.damaged("the HDF5 file");
    const auto version = number_attribute(parts.file.get(), format_attribute);
    if (!version)
        parts.fail(
            "is an HDF5 file, but none that alcole has written, or its head is damaged; write the table as CSV, "
            "and `alcole convert` makes an HDF5 file of it");
    if (*version != format)
        parts.fail("is a table in format " + std::to_string(*version) + "; this alcole reads format " +
                   std::to_string(format));
    std::vector<Found> all;
    for (const auto& link : links_of(parts)) all.push_back(open_column(parts, link));
    std::ranges::sort(all, {}, &Found::place);
    for (auto& one : all) {
        parts.heads.push_back(std::move(one.head));
        parts.datasets.push_back(std::move(one.dataset));
    }
    if (parts.heads.empty() || *parts.rows == 0) parts.fail("there are no rows of values");
}

Reader::~Reader() {
    const Turn turn;
    parts_.reset();
}

std::size_t Reader::num_rows() const { return *parts_->rows; }
const std::vector<ColumnHead>& Reader::columns() const { return parts_->heads; }

namespace {

/// Reads chunk by chunk, so that the message can say which rows are damaged.
template <class T>
void read_chunks(const Reader::Parts& parts, std::size_t column, std::size_t first, std::span<T> values, hid_t type) {
    const Turn turn;
    for (std::size_t done = 0; done < values.size();) {
        const std::size_t row = first + done;
        const std::size_t chunk = row / chunk_rows * chunk_rows;
        const std::size_t count = std::min(chunk + chunk_rows - row, values.size() - done);
        const auto damaged = [&] {
            parts.damaged("column '" + parts.heads[column].name + "', rows " + std::to_string(chunk + 1) + " to " +
                          std::to_string(std::min(chunk + chunk_rows, *parts.rows)) + ",");
        };
        if (!read_some(parts.datasets[column].get(), type, row, count, values.data() + done)) damaged();
        if constexpr (std::is_same_v<T, std::int32_t>) {
            const auto levels = static_cast<std::int32_t>(parts.heads[column].levels.size());
            const auto wrong = [&](std::int32_t code) { return code < -1 || code >= levels; };
            if (std::ranges::any_of(values.subspan(done, count), wrong)) damaged();
        }
        done += count;
    }
}

}  // namespace

void Reader::read(std::size_t column, std::size_t first, std::span<double> numbers) const {
    read_chunks(*parts_, column, first, numbers, H5T_NATIVE_DOUBLE);
}

void Reader::read(std::size_t column, std::size_t first, std::span<std::int32_t> codes) const {
    read_chunks(*parts_, column, first, codes, H5T_NATIVE_INT32);
}

#else

bool available() { return false; }

struct Reader::Parts {
    std::vector<ColumnHead> heads{};
};

// NOLINTNEXTLINE(performance-unnecessary-value-param): the version above keeps the name
Reader::Reader(const std::filesystem::path& /*file*/, std::string name) {
    throw tabular::ReadError(name +
                             ": is an HDF5 file, and this alcole was built without HDF5; write the table as CSV");
}
Reader::~Reader() = default;
std::size_t Reader::num_rows() const { return 0; }
const std::vector<ColumnHead>& Reader::columns() const { return parts_->heads; }
void Reader::read(std::size_t /*column*/, std::size_t /*first*/, std::span<double> /*numbers*/) const {}
void Reader::read(std::size_t /*column*/, std::size_t /*first*/, std::span<std::int32_t> /*codes*/) const {}

#endif

}  // namespace alcole::hdf5
