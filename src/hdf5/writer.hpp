#pragma once

#include "hdf5/column.hpp"

#include <filesystem>
#include <memory>
#include <vector>

namespace alcole::hdf5 {

/// Writes a table in pieces. The file appears only when finish() returns: until then everything goes to a temporary
/// file next to it, which is removed if anything fails. Throws std::runtime_error with a sentence.
class Writer {
  public:
    /// `columns`: names and types; the levels are ignored until finish().
    Writer(std::filesystem::path file, std::vector<ColumnHead> columns);
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer();

    /// Appends rows, with the same columns in the same order. Every piece except the last must have chunk_rows rows.
    void add(const tabular::Table& piece);
    /// `columns`: with levels and final types, as a column of words may have turned out to be boolean.
    void finish(const std::vector<ColumnHead>& columns);

    struct Parts;  // holds the HDF5 handles

  private:
    std::unique_ptr<Parts> parts_;
};

}  // namespace alcole::hdf5
