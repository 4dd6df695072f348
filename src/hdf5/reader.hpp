#pragma once

#include "hdf5/column.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace alcole::hdf5 {

/// Reads the columns of a file in pieces. All members throw tabular::ReadError, which names the file, the column and
/// the rows.
class Reader {
  public:
    /// `name` is the file's name in messages.
    Reader(const std::filesystem::path& file, std::string name);
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader();

    std::size_t num_rows() const;
    const std::vector<ColumnHead>& columns() const;
    /// Fills `numbers` with the values of a column, starting at row `first`.
    void read(std::size_t column, std::size_t first, std::span<double> numbers) const;
    /// The same for the codes of a column of words; each is -1 or an index into its levels.
    void read(std::size_t column, std::size_t first, std::span<std::int32_t> codes) const;

    struct Parts;  // holds the HDF5 handles

  private:
    std::unique_ptr<Parts> parts_;
};

}  // namespace alcole::hdf5
