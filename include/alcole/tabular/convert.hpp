#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/tabular/read.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

/// Tables as HDF5 files: typed, compressed and checksummed columns, several times smaller than the text and fast to
/// read, in whole or in part. docs/large_tables.md describes the layout, which h5py and pandas can read.
namespace alcole::tabular {

/// What convert_table() reports.
struct Converted {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<Note> notes{};  ///< observations made while reading
};

/// Copies a table from any readable file, or from a folder of them, piece by piece; memory use does not depend on the
/// number of rows. Types and levels are those that read_table() finds, so that both files give the same table. `to`
/// appears only once it is complete. Returns nothing if a stop was requested. Throws ReadError if `from` cannot be
/// read, and std::runtime_error if `to` cannot be written or is a file that is neither empty nor HDF5.
[[nodiscard]] ALCOLE_EXPORT std::optional<Converted> convert_table(const std::filesystem::path& from,
                                                                   const std::filesystem::path& to,
                                                                   const ReadOptions& options = {},
                                                                   const Context& context = Context());

/// Whether this library was built with HDF5.
[[nodiscard]] ALCOLE_EXPORT bool reads_hdf5();

}  // namespace alcole::tabular
