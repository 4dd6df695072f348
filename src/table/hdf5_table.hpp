#pragma once

#include <alcole/tabular/read.hpp>

#include "hdf5/reader.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace alcole::table {

/// A table in an HDF5 file, as the reading options want it. Of these `columns`, `types` and `missing` count: what the
/// others are about was settled when the file was written.
class Hdf5Table {
  public:
    /// Throws ReadError when there is no such column.
    Hdf5Table(const std::filesystem::path& file, const tabular::ReadOptions& options);

    std::size_t num_rows() const { return reader_->num_rows(); }
    /// The bounds of so many nearly equal parts of the rows. HDF5 unpacks a whole chunk for whoever needs a row of it,
    /// so none is cut.
    std::vector<std::uint64_t> parts(std::size_t count) const;
    /// Whether no column is changed on the way: rows are then the same whoever reads them, and with whichever others.
    bool is_as_stored() const;
    /// So many rows from `first` on. A column of words has all levels of the file, unless its type is changed.
    tabular::Table rows(std::size_t first, std::size_t count) const;
    /// The next rows, at most so many; nothing at the end.
    std::optional<tabular::Table> next(std::size_t most_rows);

  private:
    tabular::Column column(std::size_t place, std::size_t first, std::size_t count) const;
    tabular::Column stored(std::size_t place, std::size_t first, std::size_t count) const;
    tabular::Column changed(const tabular::Column& column) const;
    bool stays(const hdf5::ColumnHead& head) const;
    [[noreturn]] void fail(const std::string& why) const;

    std::string name_;
    tabular::ReadOptions options_;
    std::unique_ptr<hdf5::Reader> reader_;
    std::vector<std::size_t> places_;  // of the columns that are kept
    std::size_t passed_ = 0;           // rows that next() has given
};

}  // namespace alcole::table
