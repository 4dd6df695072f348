#pragma once

#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

/// Tables as HDF5 files; the only room that knows HDF5. A file contains
///
///     /               attribute alcole_table: 1, the version of this format
///     /columns/NAME   one value per row, doubles or 32-bit codes; attributes: name, type, place (order of columns)
///     /levels/NAME    for a column of words: the word of each code, UTF-8, padded with zeros
///
/// A missing number is NaN, and a missing word has the code -1. All datasets are chunked, shuffled, deflated and have
/// Fletcher32 checksums. HDF5's own metadata has checksums too (file format of version 1.10), so no byte can change
/// unnoticed. NAME is the column's name, with characters that HDF5 does not allow replaced.
namespace alcole::hdf5 {

inline constexpr int format = 1;
inline constexpr std::size_t chunk_rows = 16384;

/// Describes a column, without its values.
struct ColumnHead {
    std::string name{};
    tabular::ColumnType type = tabular::ColumnType::number;
    std::vector<std::string> levels{};

    bool has_words() const { return type != tabular::ColumnType::number; }
};

/// Whether this was built with HDF5.
bool available();

/// Whether a file starts with HDF5's signature; false for a pipe, which is not read.
bool is_hdf5(const std::filesystem::path& file);

}  // namespace alcole::hdf5
