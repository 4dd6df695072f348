#pragma once

#include "hdf5/column.hpp"

#include <filesystem>
#include <memory>
#include <vector>

namespace alcole::hdf5 {

/// Writes a table in pieces. The file is there when finish() has returned, and not before: until then everything goes
/// to a file beside it, which is removed if anything goes wrong. Throws std::runtime_error with a sentence.
class Writer {
  public:
    /// With the names and types of the columns; levels are not looked at before finish().
    Writer(std::filesystem::path file, std::vector<ColumnHead> columns);
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer();

    /// The next rows: as many columns, in that order. Every piece but the last has chunk_rows rows.
    void add(const tabular::Table& piece);
    /// With the levels of the columns, and their final types: a column of words may turn out to be a boolean one.
    void finish(const std::vector<ColumnHead>& columns);

    struct Parts;  // what HDF5 knows of it

  private:
    std::unique_ptr<Parts> parts_;
};

}  // namespace alcole::hdf5
