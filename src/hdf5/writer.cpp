#include "hdf5/writer.hpp"

#include "base/files.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <system_error>

#ifdef ALCOLE_HAVE_HDF5
#include "hdf5/handle.hpp"
#endif

namespace alcole::hdf5 {

#ifdef ALCOLE_HAVE_HDF5

struct Writer::Parts {
    explicit Parts(std::filesystem::path name) : file(std::move(name)) {}
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;
    ~Parts() {  // also runs if the constructor of Writer throws; removes an unfinished file
        const Turn turn;
        datasets.clear();
        const bool unfinished = out.valid();
        (void)out.close();
        std::error_code ignored;
        if (unfinished) std::filesystem::remove(beside, ignored);
    }

    std::filesystem::path file;
    std::filesystem::path beside = file.string() + ".part";
    std::vector<std::string> links{};
    Handle out{};
    std::vector<Handle> datasets{};
    std::size_t rows = 0;

    void check(bool done) const {
        if (!done) throw std::runtime_error(file.string() + ": cannot be written; is there room on the disk?");
    }
    void check(const Handle& handle) const { check(handle.valid()); }
};

namespace {

/// A link name that HDF5 allows: without slashes, and not ".", which means the current group. A name that is already
/// taken gets the column's position as a suffix.
std::string link_for(const ColumnHead& column, std::size_t place, const std::vector<std::string>& taken) {
    std::string link = column.name == "." ? "_" : column.name;
    std::ranges::replace(link, '/', '_');
    return std::ranges::find(taken, link) == taken.end() ? link : link + "_" + std::to_string(place + 1);
}

/// A property list for creation without time stamps, so that the same table gives the same bytes.
Handle without_times(hid_t kind) {
    Handle list(H5Pcreate(kind), H5Pclose);
    H5Pset_obj_track_times(list.get(), false);
    return list;
}

/// Groups the bytes of equal significance, deflates at the fastest level, and adds a checksum of the stored bytes.
Handle filters(std::size_t chunk) {
    Handle list = without_times(H5P_DATASET_CREATE);
    const hsize_t size = chunk;
    constexpr unsigned quickest = 1;
    H5Pset_chunk(list.get(), 1, &size);
    H5Pset_shuffle(list.get());
    H5Pset_deflate(list.get(), quickest);
    H5Pset_fletcher32(list.get());
    return list;
}

void set_attribute(const Writer::Parts& parts, hid_t object, const char* name, hid_t type, const void* value) {
    const Handle one(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle attribute(H5Acreate2(object, name, type, one.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    parts.check(attribute.valid() && H5Awrite(attribute.get(), type, value) >= 0);
}

void set_attribute(const Writer::Parts& parts, hid_t object, const char* name, std::string_view text) {
    set_attribute(parts, object, name, text_type(std::max<std::size_t>(text.size(), 1)).get(),
                  std::string(text).data());
}

void set_attribute(const Writer::Parts& parts, hid_t object, const char* name, int number) {
    set_attribute(parts, object, name, H5T_NATIVE_INT, &number);
}

/// A dataset that can grow. Without a chunk cache, chunks go straight to the file.
Handle new_list(const Writer::Parts& parts, const std::string& path, hid_t type, std::size_t chunk) {
    const hsize_t none = 0;
    const hsize_t unlimited = H5S_UNLIMITED;
    const Handle space(H5Screate_simple(1, &none, &unlimited), H5Sclose);
    const Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
    H5Pset_chunk_cache(access.get(), 0, 0, 1);
    Handle list(
        H5Dcreate2(parts.out.get(), path.c_str(), type, space.get(), H5P_DEFAULT, filters(chunk).get(), access.get()),
        H5Dclose);
    parts.check(list);
    return list;
}

void append(const Writer::Parts& parts, const Handle& list, hid_t type, std::size_t before, std::size_t count,
            const void* values) {
    const hsize_t start = before;
    const hsize_t size = count;
    const hsize_t all = before + count;
    parts.check(H5Dset_extent(list.get(), &all) >= 0);
    const Handle to(H5Dget_space(list.get()), H5Sclose);
    const Handle from(H5Screate_simple(1, &size, nullptr), H5Sclose);
    parts.check(H5Sselect_hyperslab(to.get(), H5S_SELECT_SET, &start, nullptr, &size, nullptr) >= 0 &&
                H5Dwrite(list.get(), type, from.get(), to.get(), H5P_DEFAULT, values) >= 0);
}

void write_levels(const Writer::Parts& parts, const std::string& link, const ColumnHead& column) {
    if (column.levels.empty()) return;
    constexpr std::size_t max_bytes = std::size_t{1} << 32U;
    std::size_t width = 1;
    for (const auto& level : column.levels) width = std::max(width, level.size());
    if (width > max_bytes / column.levels.size())
        throw std::runtime_error("column '" + column.name + "' has " + std::to_string(column.levels.size()) +
                                 " different texts of up to " + std::to_string(width) +
                                 " bytes, too much for a list of levels; leave the column out");
    const Handle type = text_type(width);
    const std::size_t chunk = std::clamp<std::size_t>((std::size_t{1} << 20U) / width, 1, chunk_rows);
    const Handle list = new_list(parts, "/levels/" + link, type.get(), chunk);
    std::string words;
    for (std::size_t first = 0; first < column.levels.size(); first += chunk) {
        const std::size_t count = std::min(chunk, column.levels.size() - first);
        words.assign(count * width, '\0');
        for (std::size_t i = 0; i < count; ++i) column.levels[first + i].copy(words.data() + i * width, width);
        append(parts, list, type.get(), first, count, words.data());
    }
}

/// Restricts the metadata to the file format of HDF5 1.10, which has checksums.
Handle with_checksums() {
    Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_libver_bounds(access.get(), H5F_LIBVER_V110, H5F_LIBVER_V110);
    return access;
}

}  // namespace

Writer::Writer(std::filesystem::path file, std::vector<ColumnHead> columns)
    : parts_(std::make_unique<Parts>(std::move(file))) {
    const Turn turn;
    Parts& parts = *parts_;
    const Handle whole = without_times(H5P_FILE_CREATE);
    parts.out = Handle(H5Fcreate(parts.beside.c_str(), H5F_ACC_TRUNC, whole.get(), with_checksums().get()), H5Fclose);
    if (!parts.out.valid())
        throw std::runtime_error(parts.file.string() +
                                 ": cannot be written; does its folder exist, and are you allowed to write there?");
    set_attribute(parts, parts.out.get(), format_attribute, format);
    const Handle part = without_times(H5P_GROUP_CREATE);
    for (const char* group : {"/columns", "/levels"})
        parts.check(Handle(H5Gcreate2(parts.out.get(), group, H5P_DEFAULT, part.get(), H5P_DEFAULT), H5Gclose));
    for (std::size_t place = 0; place < columns.size(); ++place) {
        parts.links.push_back(link_for(columns[place], place, parts.links));
        const hid_t type = columns[place].has_words() ? H5T_STD_I32LE : H5T_IEEE_F64LE;
        parts.datasets.push_back(new_list(parts, "/columns/" + parts.links.back(), type, chunk_rows));
        set_attribute(parts, parts.datasets.back().get(), "name", columns[place].name);
        set_attribute(parts, parts.datasets.back().get(), "place", static_cast<int>(place));
    }
}

Writer::~Writer() = default;

void Writer::add(const tabular::Table& piece) {
    const Turn turn;
    Parts& parts = *parts_;
    for (std::size_t place = 0; place < parts.datasets.size(); ++place) {
        const tabular::Column& column = piece.columns[place];
        const bool number = column.type == tabular::ColumnType::number;
        std::vector<double> spread;  // all values, if the column is stored sparsely
        if (number && column.numbers.few() != nullptr) spread = column.numbers.to_vector();
        const double* numbers = spread.empty() ? column.numbers.all().data() : spread.data();
        append(parts, parts.datasets[place], number ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT32, parts.rows, piece.num_rows,
               number ? static_cast<const void*>(numbers) : column.codes.data());
    }
    parts.rows += piece.num_rows;
}

void Writer::finish(const std::vector<ColumnHead>& columns) {
    const Turn turn;
    Parts& parts = *parts_;
    for (std::size_t place = 0; place < columns.size(); ++place) {
        set_attribute(parts, parts.datasets[place].get(), "type", to_string(columns[place].type));
        write_levels(parts, parts.links[place], columns[place]);
    }
    for (auto& dataset : parts.datasets) parts.check(dataset.close());
    parts.check(H5Fflush(parts.out.get(), H5F_SCOPE_GLOBAL) >= 0 && parts.out.close());
    base::take_place(parts.beside, parts.file);
}

#else

struct Writer::Parts {};

// NOLINTNEXTLINE(performance-unnecessary-value-param): the version above keeps both
Writer::Writer(std::filesystem::path file, std::vector<ColumnHead> /*columns*/) {
    throw std::runtime_error(file.string() +
                             ": cannot be written: this alcole was built without HDF5 (libhdf5-dev was absent)");
}
Writer::~Writer() = default;
void Writer::add(const tabular::Table& /*piece*/) {}
void Writer::finish(const std::vector<ColumnHead>& /*columns*/) {}

#endif

}  // namespace alcole::hdf5
