#pragma once

#include <alcole/tabular/read.hpp>

#include "hdf5/reader.hpp"
#include "table/reading.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace alcole::table {

/// A table in an HDF5 file, as the reading options request it. Only `columns`, `types` and `missing` apply; everything
/// else was decided when the file was written.
class Hdf5Table {
  public:
    /// Throws ReadError if a requested column does not exist.
    Hdf5Table(const std::filesystem::path& file, const tabular::ReadOptions& options,
              const Context& context = Context());

    std::size_t num_rows() const { return reader_->num_rows(); }
    /// The boundaries of `count` nearly equal parts of the rows. HDF5 decompresses a whole chunk to read a row of it,
    /// so chunks are not divided.
    std::vector<std::uint64_t> parts(std::size_t count) const;
    /// True if no column is converted while reading: any part of the rows then gives the same values, whoever reads it.
    bool is_as_stored() const;
    /// The `count` rows from `first` on. A column of words has all levels of the file, unless its type is changed.
    /// Reports progress to the context, and throws ReadingStopped if it requests a stop.
    tabular::Table rows(std::size_t first, std::size_t count);
    /// The next rows, at most `max_rows`; nothing at the end.
    std::optional<tabular::Table> next(std::size_t max_rows);

  private:
    tabular::Column column(std::size_t place, std::size_t first, std::size_t count) const;
    tabular::Column stored(std::size_t place, std::size_t first, std::size_t count) const;
    tabular::Column changed(const tabular::Column& column) const;
    bool stays(const hdf5::ColumnHead& head) const;
    [[noreturn]] void fail(const std::string& why) const;

    std::string name_;
    tabular::ReadOptions options_;
    Reading reading_;
    std::unique_ptr<hdf5::Reader> reader_;
    std::vector<std::size_t> places_;  // columns that are kept
    std::size_t passed_ = 0;           // rows that next() has returned
};

}  // namespace alcole::table
