#pragma once

#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace alcole::table {

/// Rows as a model sees them.
struct Encoded {
    std::size_t rows = 0;
    std::vector<double> numbers{};     ///< rows x num_numbers, standardised
    std::vector<std::int32_t> ones{};  ///< rows x blocks: which input of the block is 1, from 0; -1: none
};

/// Encodes a table piece by piece: all of it would often be larger than the table itself. Keeps references to both.
///
///     for (std::size_t first = 0; first < encoder.num_rows(); first += Encoder::piece) ... encoder.piece_from(first)
class Encoder {
  public:
    /// Throws std::invalid_argument with a sentence when the table does not fit the schema.
    Encoder(const tabular::Schema& schema, const tabular::Table& table);

    std::size_t num_rows() const { return table_.num_rows; }
    static constexpr std::size_t piece = 4096;  ///< rows, in cache
    Encoded piece_from(std::size_t first) const { return rows(first, std::min(piece, num_rows() - first)); }
    /// So many rows from `first` on.
    Encoded rows(std::size_t first, std::size_t count) const;

  private:
    struct Source {
        const tabular::Column* column = nullptr;
        std::vector<std::int32_t> places{};  // of words, by code + 1: a missing value has code -1
    };

    const tabular::Schema& schema_;
    const tabular::Table& table_;
    std::vector<tabular::Block> blocks_;
    std::vector<Source> sources_;  // per feature
};
/// All rows.
Encoded encode(const tabular::Schema& schema, const tabular::Table& table);

/// Each row's class, or -1 where the target is missing or unknown. For classes only.
std::vector<std::int32_t> classes_of(const tabular::Schema& schema, const tabular::Table& table);
/// Each row's target in units of the schema's sd. For numbers only; NaN where missing.
std::vector<double> scaled_targets(const tabular::Schema& schema, const tabular::Table& table);

/// For every code of a column (from -1 on, so one entry more than levels): its place among `words`, or -1.
std::vector<std::int32_t> places_among(const tabular::Column& column, const std::vector<std::string>& words);

}  // namespace alcole::table
