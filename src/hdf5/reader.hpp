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

/// The columns of a file, read in pieces. Everything throws tabular::ReadError: which file, which column, which rows.
class Reader {
  public:
    /// `name` stands in messages.
    Reader(const std::filesystem::path& file, std::string name);
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader();

    std::size_t num_rows() const;
    const std::vector<ColumnHead>& columns() const;
    /// The numbers of a column from row `first` on, as many as there is room for.
    void read(std::size_t column, std::size_t first, std::span<double> numbers) const;
    /// Likewise the codes of a column of words; each is -1 or a place among its levels.
    void read(std::size_t column, std::size_t first, std::span<std::int32_t> codes) const;

    struct Parts;  // what HDF5 knows of it

  private:
    std::unique_ptr<Parts> parts_;
};

}  // namespace alcole::hdf5
