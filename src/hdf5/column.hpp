#pragma once

#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

/// Tables as HDF5 files, and the only room that knows HDF5. A file has
///
///     /                     attribute alcole_table: 1, the number of this format
///     /columns/NAME         one value per row, doubles or 32-bit codes; attributes name, type, and place among the
///     columns /levels/NAME          of a column of words: the word of each code, UTF-8, padded with zeros
///
/// A missing number is NaN, a missing word has the code -1. All of them are chunked, shuffled, deflated, and
/// checksummed (Fletcher's), and what HDF5 itself writes about them has checksums too (its format of 1.10): no byte can
/// change without being noticed. `NAME` is the column's name, with what HDF5 does not allow in one replaced.
namespace alcole::hdf5 {

inline constexpr int format = 1;
inline constexpr std::size_t chunk_rows = 16384;

/// What a column is, without its values.
struct ColumnHead {
    std::string name{};
    tabular::ColumnType type = tabular::ColumnType::number;
    std::vector<std::string> levels{};

    bool has_words() const { return type != tabular::ColumnType::number; }
};

/// Whether this was built with HDF5.
bool available();

/// By the first bytes of a regular file; a pipe is not looked into.
bool is_hdf5(const std::filesystem::path& file);

}  // namespace alcole::hdf5
